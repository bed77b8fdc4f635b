"""Tests whether play reveals hidden information to a seat: everything hidden is drawn again, and the seat's view must
stay the same, both immediately and while the two games continue with the same answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from solenia_rules.api.game import Game, new_game
from solenia_rules.api.options import Option
from solenia_rules.api.random_games import random_answer
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.tools.findings.partings import Heard, Parting, lots, parting

GAMES = 2
"""The number of games for each number of seats."""
EVERY = 9
"""The number of answers between two comparisons."""
LOOKS = 6
"""The number of comparisons in a game."""
BEGINNINGS = 10
"""The number of games whose beginnings are compared with each other: before the first event no seat knows anything."""


def find_told_secrets(rules: Ruleset, seats: tuple[int, ...], seed: int) -> Iterator[Diagnostic]:
    """The first revealed secret, if there is one."""
    for count in seats:
        found = _told_at_the_beginning(rules, count, seed)
        for number in range(GAMES):
            found = found or _told_in(new_game(rules, count, seed + number), seed)
        if found is not None:
            yield found
            return


def _told_at_the_beginning(rules: Ruleset, count: int, seed: int) -> Diagnostic | None:
    games = [new_game(rules, count, seed + number) for number in range(BEGINNINGS)]
    for seat in range(count):
        for here, there in combinations([Heard.of(game, seat) for game in games], 2):
            parted = parting(here, there, seat)
            if parted is not None:
                return _parted(here.game, seat, parted)
    return None


def _told_in(game: Game, seed: int) -> Diagnostic | None:
    others: list[tuple[int, Game]] = []
    """Seats, each with a game that looks the same to it. Spectators are left out: they do not see what is shown to all
    seats."""
    for moment in range(EVERY * LOOKS):
        if moment % EVERY == 0:
            others = []
            for seat in (*range(game.seats), None):
                other = game.resample(seat, seed + moment, inferring=False)
                part = differing_part(game, other, seat)
                if part is not None:
                    return _found(game, seat, part)
                if seat is not None and not half_answered(game):
                    others.append((seat, other))
        if game.decision is None:
            return None
        answer = random_answer(game)
        before, game = game, game.choose(answer)
        going, others = others, []
        for seat, other in going:
            after = answered(other, answer)
            parted = None if after is None else _parting_after(before, other, game, after, answer, seat)
            if parted is not None:
                return _parted(game, seat, parted)
            if after is not None and differing_part(game, after, seat) is None:
                others.append((seat, after))
    return None


def _parting_after(before: Game, other: Game, game: Game, after: Game, answer: Option, seat: int) -> Parting | None:
    """Where two games diverge after the same answer. If their lots gave something else, the answer is given again in
    both with the same chance, so that the lots explain nothing any more."""
    parted = parting(Heard.of(game, seat), Heard.of(after, seat), seat)
    if parted is not None or lots(game) == lots(after):
        return parted
    one, two = (answered(each.with_luck(before.seed), answer) for each in (before, other))
    assert one is not None
    return None if two is None else parting(Heard.of(one, seat), Heard.of(two, seat), seat)


def half_answered(game: Game) -> bool:
    """Whether some seats have given secret answers, which the other seats do not know yet."""
    before = game._before
    hidden = game.decision is not None and game.decision._spec.hidden
    return hidden and before is not None and before.decision is not None and before.decision._spec.hidden


def answered(game: Game, answer: Option) -> Game | None:
    """The game after the same answer; None if the answer is not an option there."""
    given = None if game.decision is None else game.decision.find(answer.id)
    return None if given is None else game.choose(given)


def differing_part(game: Game, other: Game, seat: int | None) -> str | None:
    """The first part of a seat's view that differs between two games that differ only in what the seat may not know."""
    # Without the log, which begins again in an imagined game.
    here, there = game.view(seat, log=False), other.view(seat, log=False)
    return next((part for part, value in here.items() if value != there.get(part)), None)


def _found(game: Game, seat: int | None, part: str) -> Diagnostic:
    message = f"what {_who(seat)} is shown under `{part}` depends on what is hidden from it, {_where(game)}"
    span = game.decision._spec.span if game.decision is not None else game.rules.world.span
    hint = "look for a choice, a number or a place that depends on hidden pieces"
    return Diagnostic("E605", message, span, hint)


def _parted(game: Game, seat: int | None, parted: Parting) -> Diagnostic:
    message = f"`{parted.text}` tells {_who(seat)} what is hidden from it, {_where(game)}"
    hint = "two games that looked the same to it differ here without an answer: look for what depends on hidden pieces"
    return Diagnostic("E605", message, parted.span, hint)


def _who(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat + 1}"


def _where(game: Game) -> str:
    return f"{len(game.answers)} answers into the game with {game.seats} seats and seed {game.seed}"
