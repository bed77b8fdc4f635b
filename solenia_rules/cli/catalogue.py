"""`solenia list`: the games that come with the program."""

from __future__ import annotations

import tomllib

import click

from solenia_rules.cli.main import FINE, language_of_environment
from solenia_rules.cli.texts import LANGUAGES, text
from solenia_rules.rules.files import Bundle, open_bundle


@click.command(name="list")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the titles.")
def catalogue(lang: str | None) -> int:
    """List the bundled games: name, seats, title, and what each is for."""
    lang = lang or language_of_environment()
    bundle = open_bundle()
    lines = [line for name in bundle.rulesets if (line := describe(heading(name, bundle), name, lang))]
    widths = [max(len(line[column]) for line in lines) for column in range(3)] if lines else []
    for line in lines:
        padded = [part.ljust(width) for part, width in zip(line, widths, strict=False)]
        click.echo("  ".join([*padded, line[3]]).rstrip())
    return FINE


def heading(name: str, bundle: Bundle) -> dict[str, object]:
    """The top-level keys of a bundled ruleset over those of its base; they are ours, so they are read as they are."""
    _, main = bundle.rulesets[name][0].parts[0]
    own = tomllib.loads(main.read_text(encoding="utf-8"))
    base = own.get("extends")
    inherited = heading(base, bundle) if isinstance(base, str) and base != name else {}
    inherited.pop("abstract", None)
    return inherited | own


def describe(heading: dict[str, object], name: str, lang: str) -> tuple[str, str, str, str] | None:
    """Name, seats, title, purpose; nothing for one that cannot be played by itself."""
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
    return str(texts.get(lang) or texts.get("en") or "")
