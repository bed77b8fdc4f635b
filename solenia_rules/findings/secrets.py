"""Whether play tells a seat what it may not know: everything hidden is drawn anew, and its view must stay the same."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.api.game import Game, new_game
from solenia_rules.api.random_games import random_answer
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.runtime.views import Json
from solenia_rules.text.diagnostics import Diagnostic

GAMES = 2
"""For each number of seats."""
EVERY = 9
"""Answers between two looks."""
LOOKS = 6
"""Looks in a game."""


def find_told_secrets(rules: Ruleset, seats: tuple[int, ...], seed: int) -> Iterator[Diagnostic]:
    """The first secret that is told, if any."""
    for count in seats:
        for number in range(GAMES):
            game = new_game(rules, count, seed + number)
            for moment in range(EVERY * LOOKS):
                if moment % EVERY == 0:
                    for seat in (*range(count), None):
                        part = told_part(game, seat, seed + moment)
                        if part is not None:
                            yield _found(game, seat, part)
                            return
                if game.decision is None:
                    break
                game = game.choose(random_answer(game))


def told_part(game: Game, seat: int | None, seed: int) -> str | None:
    """The part of a seat's view that is another one where all that the seat may not know is another."""
    here, there = _seen(game, seat), _seen(game.resample(seat, seed), seat)
    return next((part for part in here if here[part] != there.get(part)), None)


def _seen(game: Game, seat: int | None) -> dict[str, Json]:
    """What a seat is shown; the log of an imagined game begins anew."""
    return {part: value for part, value in game.view(seat).items() if part != "log"}


def _found(game: Game, seat: int | None, part: str) -> Diagnostic:
    who = "a spectator" if seat is None else f"seat {seat + 1}"
    where = f"{len(game.answers)} answers into the game with {game.seats} seats and seed {game.seed}"
    message = f"what {who} is shown under `{part}` depends on what is hidden from it, {where}"
    span = game.decision._spec.span if game.decision is not None else game.rules.world.span
    hint = "look for a choice, a number or a place that follows from hidden pieces"
    return Diagnostic("E605", message, span, hint)
