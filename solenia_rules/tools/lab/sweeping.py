"""Plays several values of one parameter on the same seeds."""

from __future__ import annotations

import re

from attrs import evolve, frozen

from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.intervals import LEVEL, Interval, Measured, mean
from solenia_rules.tools.lab.metrics import Metric, check_offered
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.runner import Progress, Workers, run
from solenia_rules.tools.lab.wire import Job

MOST_VALUES = 200
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(\d{1,9}))?")


@frozen
class Point:
    """One value of the parameter; `strict` is its interval corrected for comparing all values."""

    value: int
    measured: Measured
    strict: Interval


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
        points.append(Point(value, mean(found), mean(found, LEVEL / len(jobs)).interval))
    check_offered(metric, [seen])
    return points, False
