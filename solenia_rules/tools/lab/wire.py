"""Jobs and batches as text, for other processes and other machines: JSON, nothing that could run."""

from __future__ import annotations

import json
from collections import Counter

from attrs import asdict, frozen

from solenia_rules.text.structuring import structure
from solenia_rules.tools.lab.record import Batch, Deed, GameRecord, Use


@frozen
class Job:
    """What is to be played, but for which games of it. The rules are inside, so nothing else is needed."""

    rules: str
    """The resolved ruleset as text."""
    name: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    parts: bool = True
    """Whether to keep what gave how much and what was used; else only how games ended."""
    watched: str | None = None
    """An option to keep for each game who took it."""

    def text(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)


def read_job(text: str) -> Job:
    """The job of a text; raises `Misfits` if the text is another shape of JSON."""
    return structure(json.loads(text), Job)


@frozen
class _Sums:
    """Sums of one seat over the course of games, by number."""

    seat: int
    sums: tuple[tuple[int, int], ...]


@frozen
class _Shape:
    """A batch as it stands in the text."""

    games: tuple[GameRecord, ...]
    uses: dict[str, Use]
    deeds: dict[str, Deed]
    course: tuple[_Sums, ...]


def batch_text(batch: Batch) -> str:
    course = tuple(_Sums(seat, tuple(sorted(sums.items()))) for seat, sums in batch.course.items())
    return json.dumps(asdict(_Shape(tuple(batch.games), batch.uses, batch.deeds, course)))


def read_batch(text: str) -> Batch:
    """The batch of a text; raises `Misfits` if the text is another shape of JSON."""
    shape = structure(json.loads(text), _Shape)
    course = {sums.seat: Counter(dict(sums.sums)) for sums in shape.course}
    return Batch([*shape.games], shape.uses, shape.deeds, course)
