"""Summarizes many games: shares and means with intervals, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import sqrt

from attrs import frozen

from solenia_rules.tools.lab.intervals import LEVEL, Measured, mean, wilson
from solenia_rules.tools.lab.record import SHARES, Batch, GameRecord


@frozen
class OptionUse:
    """One option: where it is asked, what it is, and its results."""

    name: str
    offered: int
    taken: int
    seats_offered: int
    seats_taken: int
    when_taken: Measured
    """The share of wins of the seats that took it."""
    when_passed: Measured
    """The share of wins of the seats that were offered it and never took it."""


@frozen
class TextUse:
    """One text: how often it did something, and the results of the seats for which it did."""

    name: str
    times: int
    seats: int
    wins: Measured


@frozen
class SeatResult:
    wins: Measured
    score: Measured | None


@frozen
class Summary:
    """The summary of games with one number of seats."""

    seats: int
    games: int
    results: tuple[SeatResult, ...]
    shared: int
    """The number of games that several seats won."""
    drawn: int
    """The number of games that nobody won."""
    capped: int
    stuck_games: int
    """The number of games in which a seat got stuck."""
    stuck: dict[str, int]
    """Seat and place -> in how many games the seat got stuck there, most often first."""
    length: Measured
    shortest: int
    longest: int
    score: Measured | None
    """The mean score of the seats."""
    margin: Measured | None
    """The best score minus the second best."""
    parts: dict[str, Measured]
    """The score points of a seat per game by source; points that no text gave are `other`."""
    options: tuple[OptionUse, ...]
    texts: tuple[TextUse, ...]
    fair: float
    """The share of wins of a seat if all seats are equally strong."""
    way: tuple[tuple[float, ...], ...]
    """For each seat, its average value along the game."""


def summarize(batch: Batch, seats: int) -> Summary:
    games = batch.games
    count = len(games)
    scored = all(game.scores for game in games) and bool(games)
    shares = [game.shares(seats) for game in games]
    total = sum(map(sum, shares)) / SHARES
    return Summary(
        seats, count,
        tuple(
            SeatResult(
                wilson(sum(s[seat] for s in shares) / SHARES, count),
                mean([game.scores[seat] for game in games]) if scored else None,
            )
            for seat in range(seats)
        ),
        sum(len(game.winners) > 1 for game in games), sum(not game.winners for game in games),
        sum(game.capped for game in games), sum(bool(game.stuck) for game in games),
        dict(sorted(Counter(where for game in games for where in game.stuck).items(), key=lambda x: (-x[1], x[0]))),
        mean([game.length for game in games], least=0),
        min((game.length for game in games), default=0), max((game.length for game in games), default=0),
        mean([sum(game.scores) / seats for game in games]) if scored else None,
        mean([_margin(game) for game in games], least=0) if scored and seats > 1 else None,
        _parts(games, seats) if scored else {},
        tuple(
            OptionUse(
                name, use.offered, use.taken, use.seats_offered, use.seats_taken,
                wilson(use.wins_taken / SHARES, use.seats_taken),
                wilson(use.wins_passed / SHARES, use.seats_offered - use.seats_taken),
            )
            for name, use in batch.uses.items()
        ),
        tuple(
            TextUse(name, deed.times, deed.seats, wilson(deed.wins / SHARES, deed.seats))
            for name, deed in batch.deeds.items()
        ),
        total / (count * seats) if count else 0.0,
        tuple(tuple(sums[step] / count for step in sorted(sums)) for _seat, sums in sorted(batch.course.items())),
    )  # fmt: skip


def _margin(game: GameRecord) -> int:
    first, second, *_ = sorted(game.scores, reverse=True)
    return first - second


def _parts(games: list[GameRecord], seats: int) -> dict[str, Measured]:
    """The means over the seats of a game, largest first."""
    names = sorted({name for game in games for name in game.parts})
    if not names:
        return {}
    none = (0,) * seats
    found = {name: mean([sum(game.parts.get(name, none)) / seats for game in games]) for name in names}
    other = [(sum(game.scores) - sum(map(sum, game.parts.values()))) / seats for game in games]
    if any(other):
        found["other"] = mean(other)
    return dict(sorted(found.items(), key=lambda item: (-item[1].value, item[0])))


def apart(one: OptionUse, level: float = LEVEL) -> int:
    """Whether the seats that took an option win more (1) or less (-1) than those that did not; 0: not significant."""
    taken = wilson(one.when_taken.value * one.when_taken.count, one.when_taken.count, level).interval
    passed = wilson(one.when_passed.value * one.when_passed.count, one.when_passed.count, level).interval
    if not one.when_taken.count or not one.when_passed.count:
        return 0
    return 1 if taken.low > passed.high else -1 if taken.high < passed.low else 0


def telling(one: OptionUse, fair: float) -> float:
    """How much the figures of an option stand out: the gap in wins in standard deviations, so that small samples do not
    stand out by luck."""
    if not one.seats_taken:
        return 0.0
    others = one.when_passed.count or 10 * one.seats_taken
    gap = one.when_taken.value - (one.when_passed.value if one.when_passed.count else fair)
    return abs(gap) / sqrt(max(0.05, fair * (1 - fair)) * (1 / one.seats_taken + 1 / others))


def json_of(measured: Measured | None) -> Mapping[str, float] | None:
    """A measured value as plain data."""
    if measured is None:
        return None
    return {
        "value": round(measured.value, 6),
        "low": round(measured.interval.low, 6),
        "high": round(measured.interval.high, 6),
        "count": measured.count,
    }
