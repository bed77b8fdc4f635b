"""What a seat was told of hidden things on purpose: state that was judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from solenia_rules.play.events import RawEvent
from solenia_rules.play.sight import Sight
from solenia_rules.text.frozen import frozen

History: TypeAlias = Sequence[tuple[list[int], tuple[RawEvent, ...]]]
"""Positions from the first to the present one, each with what happened since the one before."""


@frozen
class Judged:
    """State that a seat saw being judged: before the answer that led to it, and what came of it."""

    before: list[int]
    answer: RawEvent
    told: tuple[tuple[int, int], ...]
    """Slot, value."""
    begun: int
    """How many events had happened before the answer."""


def judged_for(seat: int | None, history: History, slots: Iterable[int], sight: Sight) -> list[Judged]:
    """Answers of the history after which state in one of the slots was judged that the seat sees."""
    seen = [slot for slot in slots if sight.slots[slot] == -1 or (seat is not None and sight.slots[slot] >> seat & 1)]
    found, begun = [], len(history[0][1])
    for (before, _news), (after, news) in pairwise(history):
        set_now = {event.args[0] for event in news if event.kind in ("set", "added")}
        told = tuple((slot, after[slot]) for slot in seen if slot in set_now)
        if told and news[0].kind == "answered":
            found.append(Judged(before, news[0], told, begun))
        begun += len(news)
    return found
