"""Compares two rulesets on the same seeds: the size of the difference, and whether it is significant."""

from __future__ import annotations

from attrs import evolve, frozen

from solenia_rules.tools.lab.intervals import LEVEL, Measured, mean
from solenia_rules.tools.lab.metrics import Metric, check_offered
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.runner import Progress, Workers, run
from solenia_rules.tools.lab.sequential import Judged, Look, judge, looks
from solenia_rules.tools.lab.wire import Job


@frozen
class Comparison:
    """The result of the last look at the data."""

    metric: str
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
    early: bool = True, parts: bool = False,
) -> Comparison:  # fmt: skip
    """B minus A, game by game, until the result is settled (if `early`) or all games are played."""
    lean = [evolve(job, parts=parts or metric.parts, watched=metric.watched) for job in jobs]
    batches = (Batch(), Batch())
    done, stopped, level = 0, False, 0.0
    judged = judge([], LEVEL, threshold)
    pairs: list[tuple[float, float]] = []
    for look in looks(games) if early else (Look(games, LEVEL),):
        for job, batch in zip(lean, batches, strict=True):
            if not stopped:
                outcome = run(job, done, look.games - done, size, team, progress)
                batch.add(outcome.batch)
                stopped = outcome.stopped
        if not stopped:
            check_offered(metric, batches)
        pairs = _pairs(batches, metric)
        done, level = look.games, look.level
        judged = judge([b - a for a, b in pairs], look.level, threshold)
        if stopped or judged.verdict not in ("open", "same"):
            break
    return Comparison(
        metric.name, mean([a for a, _b in pairs]), mean([b for _a, b in pairs]), judged, level, len(pairs), games,
        stopped, batches,
    )  # fmt: skip


def _pairs(batches: tuple[Batch, Batch], metric: Metric) -> list[tuple[float, float]]:
    """The values of games that were played with both rulesets."""
    one, other = ({game.index: metric.value(game) for game in batch.games} for batch in batches)
    return [(one[index], other[index]) for index in sorted(one.keys() & other.keys())]
