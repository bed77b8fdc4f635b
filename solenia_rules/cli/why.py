"""`solenia why`: why an answer is not on offer in a saved game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

import solenia_rules as sr
from solenia_rules.cli.exits import FINE, PROBLEMS, WRONG_USAGE
from solenia_rules.cli.phrases import Reading, read_phrase
from solenia_rules.cli.saves import looked_into
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.words.languages import LANGUAGES

if TYPE_CHECKING:
    from solenia_rules import Game

STRANGE = ("near", "unknown")
"""Reasons that are about a name, not about the rules."""


@click.command()
@click.argument("save", metavar="SAVE")
@click.argument("answers", metavar="ANSWERS...", nargs=-1)
@click.option("--seat", type=click.IntRange(min=1), help="Who asks, counted from 1 (default: the seat that is asked).")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language (default: that of the machine).")
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human", help="The output format.")
def why(save: str, answers: tuple[str, ...], seat: int | None, lang: str | None, form: str) -> int:
    """Say why an answer is not on offer: the rule with its place, the values that it found, and what would be enough.

    ANSWERS name what is chosen, one thing after the other: play 2 on c4, or "play, red_4, c4", or an id.

    Exit code 0: answered, 1: the save cannot be read, 2: wrong usage, such as a name that the game does not know.
    """
    lang = lang or language_of_environment()
    game = looked_into(save, seat, lang)
    if game is None:
        return PROBLEMS
    line = " ".join(answers)
    if not any(part.strip(" ,;") for part in line.split()):
        raise click.UsageError(text("why_what", lang))
    if game.decision is not None and seat is not None and seat - 1 != game.decision.seat:
        told = text("not_asked", lang, n=seat, other=game.decision.seat + 1)
        click.echo(json.dumps({"asked": game.decision.seat + 1, "text": told}) if form == "json" else told)
        return FINE
    reading = read_phrase(game, line, lang)
    strange = _is_strange(reading)
    if form == "json":
        click.echo(_json(reading, lang))
    else:
        click.echo(said(reading, lang), err=strange)
    return WRONG_USAGE if strange else FINE


def _is_strange(reading: Reading) -> bool:
    """Whether something was named that no question of the game knows."""
    if reading.refused is None:
        return False
    try:
        return reading.game.reason(reading.refused).key in STRANGE
    except sr.AnswerError:
        return True


def said(reading: Reading, lang: str) -> str:
    """The answers that were assumed, and the reason."""
    lines = []
    if reading.taken:
        lines.append(text("after_answers", lang, answers=", ".join(reading.taken)))
    if reading.refused is None:
        lines.append(text("all_offered", lang))
    else:
        lines.append(f"{reading.refused}: {_reason_text(reading.game, reading.refused, lang)}")
        if reading.game.decision is not None:
            lines.append(text("asked_there", lang, asked=reading.game.decision.text(lang)))
    return "\n".join(lines)


def _reason_text(game: Game, what: str, lang: str) -> str:
    try:
        return game.why_not(what, lang)
    except sr.AnswerError as problem:
        return problem.text(lang)


def _json(reading: Reading, lang: str) -> str:
    made: dict[str, object] = {"taken": list(reading.taken), "offered": reading.refused is None}
    if reading.game.decision is not None:
        made |= {"seat": reading.game.decision.seat + 1, "asked": reading.game.decision.text(lang)}
    if reading.refused is not None:
        made["answer"] = reading.refused
        try:
            reason = reading.game.reason(reading.refused)
        except sr.AnswerError as problem:
            made |= {"reason": "unreadable", "text": problem.text(lang)}
        else:
            made |= {
                "reason": reason.key,
                "text": reason.text(lang),
                "rule": reason.rule,
                "place": reason.place,
                "found": list(reason.found(lang)),
                "changes": list(reason.changes(lang)),
            }
    return json.dumps(made, ensure_ascii=False, indent=1)
