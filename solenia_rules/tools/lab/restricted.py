"""Restricted play: the wins of one seat if only this seat has a power, or if only this seat does not have it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.play.contest import all_win_or_lose
from solenia_rules.tools.lab.comparison import ERROR
from solenia_rules.tools.lab.intervals import Measured, paired_shares, wilson
from solenia_rules.tools.lab.pricing import for_one
from solenia_rules.tools.lab.record import SHARES, Batch, GameRecord
from solenia_rules.tools.lab.runner import Progress, Workers, make_job, run


@frozen
class Side:
    """The wins of the restricted seat in two sorts of games on the same seeds."""

    before: Measured
    """Nobody has the power; or everybody has it."""
    after: Measured
    """Only this seat has it; or only this seat does not."""
    gain: Measured
    """After minus before, game by game."""
    sign: int
    """1: the seat is settled to win more, -1: less, 0: not settled."""


@frozen
class Restricted:
    """Restricted play between bots of one strength."""

    bots: str
    has: Side
    shuns: Side


def restrict(
    rules: Ruleset, power: str, batches: tuple[Batch, Batch], seats: int, bots: str, seed: int, team: Workers,
    size: Callable[[int, Sequence[str]], int], progress: Progress, error: float = ERROR,
) -> Restricted | str:  # fmt: skip
    """Play with the power restricted to one seat, each seat in turn; `batches`: the games without and with the power
    for all; `error`: the allowed error of the claims. A text says why this is not possible."""
    if seats < 2 or all_win_or_lose(rules.executor(seats).program):
        return "no seat plays against another one"
    nobody, everybody = ({game.index: game for game in batch.games} for batch in batches)
    count = len(everybody) // seats
    sides = []
    for shunned, known in ((False, nobody), (True, everybody)):
        before: list[float] = []
        after: list[float] = []
        for seat in range(seats):
            other = for_one(rules, power, seat, shunned)
            if other is None:
                return f"{power} has no text that can be restricted to a seat"
            job = make_job(other, seats, bots, seed, parts=False)
            outcome = run(job, seat * count, count, size(count, job.bots), team, progress)
            if outcome.stopped:
                raise KeyboardInterrupt
            after += [_won(game, seat, seats) for game in outcome.batch.games]
            before += [_won(known[game.index], seat, seats) for game in outcome.batch.games]
        sides.append(side_of(before, after, error))
    return Restricted(bots, *sides)


def _won(game: GameRecord, seat: int, seats: int) -> float:
    return game.shares(seats)[seat] / SHARES


def side_of(before: Sequence[float], after: Sequence[float], error: float = ERROR) -> Side:
    gaps = [b - a for a, b in zip(before, after, strict=True)]
    strict = paired_shares(gaps, error / 2).interval
    sign = 1 if strict.low > 0 else -1 if strict.high < 0 else 0
    return Side(wilson(sum(before), len(before)), wilson(sum(after), len(after)), paired_shares(gaps), sign)
