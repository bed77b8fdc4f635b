"""Plays several values of one parameter on the same seeds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import comb

from attrs import evolve, field, frozen

from solenia_rules.tools.lab.comparison import ERROR
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.intervals import LEVEL, Measured
from solenia_rules.tools.lab.metrics import Metric, check_offered
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.runner import Progress, Workers, run
from solenia_rules.tools.lab.wire import Job

MOST_VALUES = 200
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(\d{1,9}))?")


@frozen
class Point:
    """One value of the parameter."""

    value: int
    measured: Measured
    games: tuple[float, ...] = field(repr=False)
    """The metric of each game, in the order of the seeds."""

    def above(self, other: Point, metric: Metric, level: float = LEVEL) -> Measured:
        """How much more it gives than another point, game by game on the same seeds."""
        return metric.difference([a - b for a, b in zip(self.games, other.games, strict=True)], level)


def read_vary(text: str) -> tuple[str, list[int]]:
    """Read `storage=4..10`, `storage=4..12..2` or `storage=4,6,9`."""
    name, equals, rest = text.partition("=")
    wrong = LabError(f"`{text}`: write NAME=4..10, NAME=4..12..2 for every second one, or NAME=4,6,9")
    if not equals or not name.strip() or not rest.strip():
        raise wrong
    values: list[int] = []
    for part in rest.split(","):
        if found := _RANGE.fullmatch(part.strip()):
            low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
            if step == 0 or low > high or (high - low) // step >= MOST_VALUES:
                raise wrong
            values += range(low, high + 1, step)
        elif re.fullmatch(r"-?\d{1,9}", part.strip()):
            values.append(int(part))
        else:
            raise wrong
    if len(values) > MOST_VALUES:
        raise wrong
    return name.strip(), list(dict.fromkeys(values))


def sweep(
    jobs: list[tuple[int, Job]], metric: Metric, games: int, size: int, team: Workers, progress: Progress
) -> tuple[list[Point], bool]:
    """A point for each value that was played completely, and whether the user stopped the run."""
    points: list[Point] = []
    seen = Batch()
    for value, job in jobs:
        lean = evolve(job, parts=metric.parts, watched=metric.watched)
        outcome = run(lean, 0, games, size, team, progress)
        if outcome.stopped:
            return points, True
        seen.uses.update(outcome.batch.uses)
        found = [metric.value(game) for game in outcome.batch.games]
        points.append(Point(value, metric.measured(found), tuple(found)))
    check_offered(metric, [seen])
    return points, False


def widest_gap(points: Sequence[Point], metric: Metric, error: float = ERROR) -> tuple[Point, Point, Measured]:
    """The points with the highest and the lowest mean, and their difference. Its interval is corrected for the number
    of pairs among which these two were found."""
    best, worst = (choose(points, key=lambda point: point.measured.value) for choose in (max, min))
    return best, worst, best.above(worst, metric, pair_level(points, error))


def pair_level(points: Sequence[Point], error: float) -> float:
    """The error allowed for the claim about one pair of points, so that the claims about all pairs are right."""
    return error / max(1, comb(len(points), 2))
