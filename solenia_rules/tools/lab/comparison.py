"""Compares two rulesets on the same seeds: the size of the difference, and whether it is significant. Results are
looked at several times while games are played; the error probability of each look is small enough for all looks
together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from solenia_rules.tools.lab.intervals import LEVEL, Interval, Measured
from solenia_rules.tools.lab.metrics import Metric, check_offered
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.runner import Progress, Workers, run
from solenia_rules.tools.lab.wire import Job

ERROR = 0.025
"""The probability that a comparison, price, sweep or restricted play reports a difference that does not exist. It is
half of what is promised: with the promised 5 %, more than 10 of 200 would be wrong about half of the time. If bots of
several strengths play, they share it."""
FIRST_LOOK = 64
EARLY = 0.2
"""The part of the allowed error that the looks before the last one share equally."""
FEWEST = 10
"""The fewest differing pairs for an interval: with fewer pairs the variance is not reliable."""

Verdict: TypeAlias = Literal["more", "less", "alike", "same", "open"]
"""`more`, `less`: B differs from A by more than the threshold; `alike`: by less; `same`: no pair differs; `open`: not
settled."""


@frozen
class Look:
    """A number of games, and the error allowed for this look."""

    games: int
    level: float


def looks(games: int, level: float = ERROR) -> tuple[Look, ...]:
    """All planned looks. Their errors add up to the level, which bounds the error of the whole test."""
    sizes = []
    size = FIRST_LOOK
    while size <= games // 2:
        sizes.append(size)
        size *= 2
    if not sizes:
        return (Look(games, level),)
    each = level * EARLY / len(sizes)
    return (*(Look(size, each) for size in sizes), Look(games, level * (1 - EARLY)))


@frozen
class Judged:
    """The result of one look."""

    difference: Measured
    differing: int
    """The number of pairs that differ."""
    verdict: Verdict


def judge(metric: Metric, differences: Sequence[float], level: float, threshold: float) -> Judged:
    """Test on which side of the threshold the mean difference is."""
    found = metric.difference(differences, level)
    differing = sum(1 for value in differences if value)
    return Judged(found, differing, _verdict(found.interval, differing, len(differences), threshold))


def _verdict(interval: Interval, differing: int, count: int, threshold: float) -> Verdict:
    if not differing:
        return "same" if count >= FIRST_LOOK else "open"
    if differing < FEWEST:
        return "open"
    if interval.low > threshold:
        return "more"
    if interval.high < -threshold:
        return "less"
    if threshold and -threshold < interval.low and interval.high < threshold:
        return "alike"
    return "open"


@frozen
class Comparison:
    """The result of the last look at the data."""

    metric: Metric
    first: Measured
    second: Measured
    judged: Judged
    level: float
    """The error probability of the last look; that of all looks together stays well below 5 %."""
    games: int
    planned: int
    stopped: bool
    batches: tuple[Batch, Batch]


def compare(
    jobs: tuple[Job, Job], metric: Metric, games: int, threshold: float, size: int, team: Workers, progress: Progress,
    early: bool = True, parts: bool = False, error: float = ERROR,
) -> Comparison:  # fmt: skip
    """B minus A, game by game, until the result is settled (if `early`) or all games are played. `error`: the allowed
    error of the claim."""
    lean = [evolve(job, parts=parts or metric.parts, watched=metric.watched) for job in jobs]
    batches = (Batch(), Batch())
    done, stopped, level = 0, False, 0.0
    judged = judge(metric, [], LEVEL, threshold)
    pairs: list[tuple[float, float]] = []
    for look in looks(games, error) if early else (Look(games, LEVEL),):
        for job, batch in zip(lean, batches, strict=True):
            if not stopped:
                outcome = run(job, done, look.games - done, size, team, progress)
                batch.add(outcome.batch)
                stopped = outcome.stopped
        if not stopped:
            check_offered(metric, batches)
        pairs = _pairs(batches, metric)
        done, level = look.games, look.level
        judged = judge(metric, [b - a for a, b in pairs], look.level, threshold)
        if not early:
            # The interval is shown and is that of 95 %; the claim is made at the level of all other claims.
            strict = judge(metric, [b - a for a, b in pairs], error, threshold)
            judged = evolve(judged, verdict=strict.verdict)
        if stopped or judged.verdict not in ("open", "same"):
            break
    return Comparison(
        metric, metric.measured([a for a, _b in pairs]), metric.measured([b for _a, b in pairs]), judged, level,
        len(pairs), games, stopped, batches,
    )  # fmt: skip


def differences(found: Comparison) -> list[float]:
    """B minus A of every pair of games."""
    return [b - a for a, b in _pairs(found.batches, found.metric)]


def _pairs(batches: tuple[Batch, Batch], metric: Metric) -> list[tuple[float, float]]:
    """The values of games that were played with both rulesets."""
    one, other = ({game.index: metric.value(game) for game in batch.games} for batch in batches)
    return [(one[index], other[index]) for index in sorted(one.keys() & other.keys())]
