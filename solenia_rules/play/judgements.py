"""Finds the hidden information that the rules told a seat on purpose: state that was judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from solenia_rules.play.events import SET_EVENTS, RawEvent
from solenia_rules.play.sight import Sight
from solenia_rules.text.frozen import frozen

History: TypeAlias = Sequence[tuple[list[int], tuple[RawEvent, ...]]]
"""Positions from the first to the current one, each with the events since the previous position."""


@frozen
class Judged:
    """An answer after which a seat saw judged state: the position before it, the answer, and the resulting values."""

    before: list[int]
    answer: RawEvent
    told: tuple[tuple[int, int], ...]
    """Pairs of slot and value."""
    begun: int
    """The number of events before the answer."""


def judged_for(seat: int | None, history: History, slots: Iterable[int], sight: Sight) -> list[Judged]:
    """The answers of the history after which judged state changed in one of the slots that the seat sees."""
    seen = [slot for slot in slots if sight.slots[slot] == -1 or (seat is not None and sight.slots[slot] >> seat & 1)]
    found, begun = [], len(history[0][1])
    for (before, _news), (after, news) in pairwise(history):
        set_now = {event.args[0] for event in news if event.kind in SET_EVENTS}
        told = tuple((slot, after[slot]) for slot in seen if slot in set_now)
        if told and news[0].kind == "answered":
            found.append(Judged(before, news[0], told, begun))
        begun += len(news)
    return found
