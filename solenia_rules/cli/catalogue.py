"""`solenia list`: the games that come with the program."""

from __future__ import annotations

import click

from solenia_rules.cli.exits import FINE
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.headings import Heading, headings, in_language, inherited, seat_bounds
from solenia_rules.words.languages import LANGUAGES


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


def describe(heading: Heading, name: str, lang: str) -> tuple[str, str, str, str] | None:
    """Name, seats, title and purpose; None for a ruleset that cannot be played by itself."""
    if heading.get("abstract"):
        return None
    bounds = seat_bounds(heading)
    range_text = "?" if bounds is None else "-".join(map(str, dict.fromkeys(bounds)))
    return (
        name,
        f"{range_text} {text('seat_alone' if range_text == '1' else 'seats', lang)}",
        in_language(heading.get("title"), lang),
        in_language(heading.get("about"), lang),
    )
