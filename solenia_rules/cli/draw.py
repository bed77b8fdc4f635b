"""`solenia draw`: the picture of a saved game, or of the beginning of a game, as SVG or PNG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import solenia_rules as sr
from solenia_rules.cli.exits import FINE, PROBLEMS, WRONG_USAGE
from solenia_rules.cli.saves import looked_into, write_whole
from solenia_rules.cli.texts import install_line, language_of_environment, no_file, text
from solenia_rules.words.languages import LANGUAGES

if TYPE_CHECKING:
    from solenia_rules import Game

RULES, SAVES = ".toml", ".json"
ENDINGS = (".svg", ".png")


@click.command()
@click.argument("what", metavar="SAVE|NAME|PATH")
@click.option(
    "--seat", type=click.IntRange(min=1), help="Whose view is drawn, counted from 1 (default: a spectator's)."
)
@click.option("--seats", type=click.IntRange(min=1), help="How many play, if a ruleset is drawn (default: the fewest).")
@click.option("--seed", type=click.IntRange(min=0), help="The seed of the beginning, if a ruleset is drawn.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language (default: that of the machine).")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", help="The colours.")
@click.option("--width", type=click.IntRange(320, 4000), default=960, help="The width; the layout follows it.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="FILE.svg or FILE.png; default: SVG, printed.")
def draw(
    what: str,
    seat: int | None,
    seats: int | None,
    seed: int | None,
    lang: str | None,
    theme: str,
    width: int,
    output: str | None,
) -> int:
    """Draw a position as a seat sees it: a saved game, or the beginning of a game.

    A PNG needs the extra `draw`. Exit code 0: drawn, 1: the save or the rules cannot be read, 2: wrong usage.
    """
    lang = lang or language_of_environment()
    ending = ".svg" if output is None else Path(output).suffix.lower()
    if ending not in ENDINGS:
        raise click.UsageError(text("picture_ending", lang, path=output))
    game = _position(what, seat, seats, seed, lang)
    if game is None:
        return PROBLEMS
    svg = game.svg(None if seat is None else seat - 1, lang, theme, width=width)
    if output is None:
        click.echo(svg, nl=False)
        return FINE
    content = svg.encode() if ending == ".svg" else _png(svg)
    if content is None:
        click.echo(text("needs_extra", lang, command="draw", line=install_line("draw")), err=True)
        return WRONG_USAGE
    try:
        write_whole(Path(output), content)
    except OSError as problem:
        raise click.UsageError(text("page_unwritten", lang, path=output, reason=problem.strerror or "")) from None
    click.echo(text("page_written", lang, path=output), err=True)
    return FINE


def _position(what: str, seat: int | None, seats: int | None, seed: int | None, lang: str) -> Game | None:
    """A saved game if there is such a file that holds no ruleset; else the beginning of a game."""
    if Path(what).is_file() and not what.endswith(RULES):
        if seats is not None or seed is not None:
            refused = "--seats" if seats is not None else "--seed"
            raise click.UsageError(text("load_carries", lang, what=refused))
        return looked_into(what, seat, lang)
    if what.endswith(SAVES) and not Path(what).exists():
        raise click.UsageError(no_file(what, "no such file", lang))
    try:
        game = sr.new_game(sr.load(what), seats, seed or 0)
    except sr.SetupError as problem:
        raise click.UsageError(str(problem)) from None
    if seat is not None and seat > game.seats:
        raise click.UsageError(text("no_such_seat", lang, n=game.seats))
    return game


def _png(svg: str) -> bytes | None:
    """The picture as PNG; None where what makes it is not installed."""
    try:
        from resvg_py import svg_to_bytes  # type: ignore[import-not-found, unused-ignore]
    except (ImportError, OSError):
        return None
    return bytes(svg_to_bytes(svg_string=svg))
