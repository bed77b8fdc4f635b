"""`solenia play`: a game at this terminal."""

from __future__ import annotations

import secrets
import sys
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

import solenia_rules as sr
from solenia_rules.cli.exits import FINE, PROBLEMS, WRONG_USAGE, exit_code
from solenia_rules.cli.saves import restore_save
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.tools.lab.bot_words import FORMS, LEARNT, OWN, known_bots, read_bots
from solenia_rules.words.languages import LANGUAGES

if TYPE_CHECKING:
    from solenia_rules import Game, Ruleset
    from solenia_rules.cli.looks import Looks
    from solenia_rules.rules.records import FieldValue, Scalar


@click.command()
@click.argument("name", required=False)
@click.option(
    "--seats",
    "seats_text",
    metavar="WHO,WHO",
    help=f"Who sits where, in turn order: human, {FORMS} or {OWN}.",
)
@click.option("--seed", type=click.IntRange(0, 2**62 - 1), help="The same seed deals the same game.")
@click.option("--params", "params_texts", multiple=True, metavar="NAME=N", help="Set a parameter; may be repeated.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the table.")
@click.option("--quiet", is_flag=True, help="Show only questions and the score sheet.")
@click.option("--load", "save", metavar="SAVE", help="Go on with a saved game.")
@click.option("--save", "keep", metavar="FILE", help="Write the game to FILE when it ends or you leave it.")
def play(
    name: str | None,
    seats_text: str | None,
    seed: int | None,
    params_texts: tuple[str, ...],
    lang: str | None,
    quiet: bool,
    save: str | None,
    keep: str | None,
) -> int:
    """Play NAME: a bundled game (`solenia list`), the path of a ruleset, or a+b for variant b laid over a.

    Without --seats you play against bots.
    """
    lang = lang or language_of_environment()
    if keep is not None and Path(keep).exists() and (save is None or Path(keep).resolve() != Path(save).resolve()):
        raise click.UsageError(text("save_exists", lang, path=keep))
    try:
        if save is None:
            game, players = _begin(name, seats_text, seed, params_texts, lang)
        else:
            refused = {"NAME": name, "--seed": seed, "--params": params_texts or None}
            if given := ", ".join(what for what, value in refused.items() if value is not None):
                raise click.UsageError(text("load_carries", lang, what=given))
            game = restore_save(save, lang)
            players = read_players(seats_text, game.seats, lang)
            if len(players) != game.seats:
                raise click.UsageError(text("seats_of_save", lang, n=game.seats))
    except sr.RulesetError as problem:
        click.echo(str(problem), err=True)
        return exit_code(problem.diagnostics)
    except sr.SetupError as problem:
        click.echo(str(problem), err=True)
        return WRONG_USAGE
    except sr.Error as problem:
        click.echo(str(problem), err=True)
        return PROBLEMS
    return _run(game, players, lang, quiet, save, keep)


def _begin(
    name: str | None, seats_text: str | None, seed: int | None, params_texts: tuple[str, ...], lang: str
) -> tuple[Game, tuple[str, ...]]:
    if name is None:
        raise click.UsageError(text("no_ruleset_or_load", lang))
    rules = sr.load(name, params=read_params(params_texts, lang))
    players = read_players(seats_text, rules.seats.start, lang)
    if len(players) not in rules.seats:
        title = rules.titles.get(lang, rules.title)
        bounds = {"low": rules.seats.start, "high": rules.seats.stop - 1}
        raise click.UsageError(text("seat_count", lang, title=title, n=len(players), **bounds))
    return sr.new_game(rules, seats=len(players), seed=secrets.randbits(32) if seed is None else seed), players


def read_players(typed: str | None, fewest: int, lang: str) -> tuple[str, ...]:
    """Who sits where. By default one person, and bots up to the fewest seats that the game allows."""
    if typed is None:
        return ("human", *["random"] * (fewest - 1))
    from solenia_rules.tools.lab.errors import LabError
    from solenia_rules.tools.lab.roster import bot_maker

    players = read_bots(typed)
    for word in players:
        if word == "human":
            continue
        try:
            bot_maker(word)
        except LabError as problem:
            known = ".py" in word or word.startswith(LEARNT) or any(bot.takes_number for bot in known_bots(word))
            raise click.UsageError(str(problem) if known else text("seat_word", lang, word=word, bots=FORMS)) from None
    return players


def read_params(typed: tuple[str, ...], lang: str) -> dict[str, int]:
    """Parameters from texts such as `storage=6`; several stand in one text with commas, or in several texts."""
    params: dict[str, int] = {}
    for part in ",".join(typed).split(",") if typed else ():
        name, equals, value = part.strip().partition("=")
        try:
            if not equals or len(value) > 20:
                raise ValueError(part)
            params[name.strip()] = int(value)
        except ValueError:
            raise click.UsageError(text("param_form", lang, text=part.strip())) from None
    return params


def _run(game: Game, players: tuple[str, ...], lang: str, quiet: bool, save: str | None, keep: str | None) -> int:
    from rich.console import Console

    from solenia_rules.cli.session import Left, Session
    from solenia_rules.tools.lab.errors import LabError

    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a glyph shows a question mark instead of ending the game.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    out = Console(highlight=False, markup=False, emoji=False)
    err = Console(stderr=True, highlight=False, markup=False, emoji=False)
    looks = looks_of(game.rules, lang, ascii_only=not out.encoding.lower().startswith("utf"))
    session = Session(game, players, looks, quiet, out, err, _read_line)
    if save is not None:
        session.saved_as.add(Path(save).resolve())
        session.saved = game
    if sys.stdin.isatty() and "human" in players:
        import readline  # noqa: F401  (input() edits lines once this is imported)
    left = False
    try:
        session.play()
    except (Left, KeyboardInterrupt):
        err.print()
        left = True
    except LabError as problem:
        err.print(str(problem), soft_wrap=True)
        return PROBLEMS
    kept = keep is None or session.save(keep)
    if left:
        err.print(text("left_saved" if session.saved is session.game else "left", lang))
    return FINE if kept else PROBLEMS


def _read_line() -> str:
    line = input()
    if not sys.stdin.isatty():
        # Answers that come from a file or another program would not be visible otherwise.
        click.echo(line)
    return line


def _written(value: FieldValue) -> Scalar:
    """The value of a field as it stands in the file; for a set, its ids."""
    from solenia_rules.rules.records import Text

    if isinstance(value, tuple):
        return ", ".join(one.text for one in value)
    return value.text if isinstance(value, Text) else value


def looks_of(rules: Ruleset, lang: str, ascii_only: bool) -> Looks:
    """Words and looks of a ruleset, and the texts of its records in sentences."""
    from solenia_rules.cli.looks import Looks

    world = rules.world
    records = {record.id: tuple((id_, _written(value)) for id_, value, _ in record.fields) for record in world.records}
    kinds = {kind.id for kind in world.kinds}
    on_boards, on_cells = (board.fields for board in world.boards), (kind.fields for kind in world.cells)
    fields = chain.from_iterable((*on_boards, *on_cells, *(kind.fields for kind in world.pieces)))
    kinds_of = [*((one.id, one.kind) for one in world.state), *((one.id, one.kind) for one in fields)]
    seat_values = frozenset(id_ for id_, kind in kinds_of if kind.rstrip("?") == "seat")
    things = {"piece", "cell", *(kind.id for kind in world.pieces), *(kind.id for kind in world.cells)}
    linked = frozenset(id_ for id_, kind in kinds_of if kind.rstrip("?") in things)
    rows = frozenset(board.rows for board in world.boards if isinstance(board.rows, str))
    lists = frozenset(board.id for board in world.boards if board.cells is not None or board.part is not None)
    seats = tuple(zip(*(map(str, values) for decl, values in world.seats.fields if decl.kind in kinds), strict=True))
    spoken = rules.topics(lang)
    texts = {record.id: {id_: value for id_, value, _ in record.fields} for record in world.records}

    @cache
    def told(record: str, name: str) -> str | None:
        if (record, name) not in rules.checked.held_by_field and (record, name) not in rules.checked.held:
            return None
        if spoken.is_bundle(record, name):
            return None
        steps = spoken.field(rules.checked.names.records[record], name, texts[record][name])
        return spoken.explainer.line(steps)

    plurals = {one.id: one.plural for group in (world.counters, world.kinds) for one in group if one.plural}
    return Looks(
        world.words, world.looks, lang, records, rows, lists, seats, seat_values, linked, ascii_only, plurals=plurals,
        told=told,
    )  # fmt: skip
