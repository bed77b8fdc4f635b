"""`solenia list`: the games that come with the program."""

from __future__ import annotations

import re
import tomllib

import click

from solenia_rules.cli.exits import FINE
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.rules.files import Bundle, open_bundle
from solenia_rules.words.languages import IDS, LANGUAGES

_LATER = re.compile(r"^\[(?!(?:title|about|seats)\b)", re.MULTILINE)
"""The beginning of the first section that is not about the game as a whole."""


@click.command(name="list")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the titles.")
def catalogue(lang: str | None) -> int:
    """List the bundled games: name, seats, title, and what each is for.

    A folder of the bundle is a shelf: its name stands above its games.
    """
    lang = lang or language_of_environment()
    bundle = open_bundle()
    own = headings(bundle)
    shelves: dict[str, list[tuple[str, str, str, str]]] = {}
    for name, (found, *_) in bundle.rulesets.items():
        if line := describe(inherited(own, name), name, lang):
            shelves.setdefault(found.shelf, []).append(line)
    widths = [max(len(line[column]) for lines in shelves.values() for line in lines) for column in range(3)]
    for shelf, lines in sorted(shelves.items()):
        if shelf:
            click.echo(f"\n{shelf}:")
        for line in lines:
            padded = [part.ljust(width) for part, width in zip(line, widths, strict=False)]
            click.echo("  ".join([*padded, line[3]]).rstrip())
    return FINE


def headings(bundle: Bundle) -> dict[str, dict[str, object]]:
    """The head of each bundled file, up to its first section of the game. The rest, which is most of the file, is not
    read; bundled files begin with their head."""
    made = {}
    for name, (found, *_) in bundle.rulesets.items():
        whole = found.parts[0][1].read_text(encoding="utf-8")
        later = _LATER.search(whole)
        made[name] = tomllib.loads(whole if later is None else whole[: later.start()])
    return made


def inherited(own: dict[str, dict[str, object]], name: str) -> dict[str, object]:
    """The keys of a ruleset, laid over the keys of its base."""
    base = own[name].get("extends")
    below = inherited(own, base) if isinstance(base, str) and base != name else {}
    return {key: value for key, value in below.items() if key != "abstract"} | own[name]


def describe(heading: dict[str, object], name: str, lang: str) -> tuple[str, str, str, str] | None:
    """Name, seats, title and purpose; None for a ruleset that cannot be played by itself."""
    if heading.get("abstract"):
        return None
    seats = heading.get("seats")
    bounds = seats.get("range") if isinstance(seats, dict) else None
    range_text = "-".join(map(str, dict.fromkeys(bounds))) if isinstance(bounds, list) else "?"
    return (
        name,
        f"{range_text} {text('seat_alone' if range_text == '1' else 'seats', lang)}",
        in_language(heading.get("title"), lang),
        in_language(heading.get("about"), lang),
    )


def in_language(texts: object, lang: str) -> str:
    if not isinstance(texts, dict):
        return ""
    return str(texts.get(lang) or texts.get(IDS) or "")
