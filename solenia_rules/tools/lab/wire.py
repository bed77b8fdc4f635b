"""Jobs and batches as JSON text for other processes and machines; the text contains no code."""

from __future__ import annotations

import json
from collections import Counter

from attrs import asdict, frozen

from solenia_rules.text.structuring import structure
from solenia_rules.tools.lab.record import Batch, Deed, GameRecord, Use


@frozen
class Job:
    """What to play, without the range of games. It contains the rules, so nothing else is needed."""

    rules: str
    """The resolved ruleset as text."""
    name: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    parts: bool = True
    """Whether to record sources of points and uses of options; otherwise only the ends of games."""
    watched: str | None = None
    """An option for which the seats that took it are recorded for each game."""

    def text(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)


def read_job(text: str) -> Job:
    """Read a job; raises `Misfits` if the JSON has another shape."""
    return structure(json.loads(text), Job)


@frozen
class _Sums:
    """The sums of one seat over the course of games, by step."""

    seat: int
    sums: tuple[tuple[int, int], ...]


@frozen
class _Shape:
    """The JSON shape of a batch."""

    games: tuple[GameRecord, ...]
    uses: dict[str, Use]
    deeds: dict[str, Deed]
    course: tuple[_Sums, ...]


def batch_text(batch: Batch) -> str:
    course = tuple(_Sums(seat, tuple(sorted(sums.items()))) for seat, sums in batch.course.items())
    return json.dumps(asdict(_Shape(tuple(batch.games), batch.uses, batch.deeds, course)))


def read_batch(text: str) -> Batch:
    """Read a batch; raises `Misfits` if the JSON has another shape."""
    shape = structure(json.loads(text), _Shape)
    course = {sums.seat: Counter(dict(sums.sums)) for sums in shape.course}
    return Batch([*shape.games], shape.uses, shape.deeds, course)
