"""Finds the smallest change of the counters of a seat after which an answer would be offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, permutations

from solenia_rules.api.reason import Change, Lane
from solenia_rules.checked import terms as t
from solenia_rules.core.compiled import Program
from solenia_rules.play.inquiry import Inquiry
from solenia_rules.play.sight import Sight

MOST = 6
"""The largest change of all counters together."""
MOST_TRIED = 600
"""The most positions that are tried."""


class Remedies:
    """Changes the counters of the seat that is asked, and the shared counters, within their ranges and limits."""

    def __init__(self, program: Program, inquiry: Inquiry, sight: Sight) -> None:
        self.program = program
        self.inquiry = inquiry
        self.sight = sight

    def find(self, s: list[int], seat: int, legal: Callable[[list[int]], bool]) -> tuple[Change, ...]:
        """All changes of the smallest size; empty if none is small enough."""
        lanes = [lane for lane in self.program.resources if self._open(lane, seat)]
        for sign in (1, -1):
            most = dict.fromkeys(lanes, sign * MOST)
            if not lanes or not legal(self._changed(s, most, seat)):
                continue
            found = self._smallest(s, lanes, sign, seat, legal)
            if found:
                return tuple(self._told(found, sign))
        if lanes and legal(self._changed(s, dict.fromkeys(lanes, MOST), seat)):
            return tuple(self._swaps(s, lanes, seat, legal))
        return ()

    def applied(self, s: list[int], change: Change, seat: int) -> list[int]:
        """The position with a change; if any words of a kind would do, with as much of each word."""
        if change.kind:
            counters = self.program.names.counters
            lanes = [lane for lane in self.program.resources if change.kind in counters[lane[0]].per]
            return self._changed(s, dict.fromkeys(lanes, change.number), seat)
        return self._changed(s, dict(change.amounts), seat)

    def differ(self, s: list[int], then: list[int], seat: int) -> bool:
        """Whether the seat has other amounts in the second position than in the first."""
        slots = [self._slot(lane, seat) for lane in self.program.resources]
        return any(s[slot] != then[slot] for slot in slots)

    def _swaps(
        self, s: list[int], lanes: list[Lane], seat: int, legal: Callable[[list[int]], bool]
    ) -> Iterator[Change]:
        """If there is no room for more: some of one word instead of another, as few as possible."""
        for size in range(2, 2 * MOST):
            found = []
            for less in range(1, size):
                for gained, lost in permutations(lanes, 2):
                    change = {gained: size - less, lost: -less}
                    fits = gained[0] == lost[0] and size - less <= MOST and self._fits(s, change, seat)
                    if fits and legal(self._changed(s, change, seat)):
                        found.append(Change(tuple(change.items())))
            if found:
                yield from found
                return

    def _smallest(
        self, s: list[int], lanes: list[Lane], sign: int, seat: int, legal: Callable[[list[int]], bool]
    ) -> list[dict[Lane, int]]:
        tried = 0
        for size in range(1, MOST + 1):
            found = []
            for chosen in combinations_with_replacement(lanes, size):
                tried += 1
                if tried > MOST_TRIED:
                    return []
                change = {lane: sign * chosen.count(lane) for lane in dict.fromkeys(chosen)}
                if self._fits(s, change, seat) and legal(self._changed(s, change, seat)):
                    found.append(change)
            if found:
                return found
        return []

    def _open(self, lane: Lane, seat: int) -> bool:
        """Whether the seat sees it."""
        owned = "seat" in self.program.names.counters[lane[0]].per
        seen = self.sight.counter(lane[0], seat if owned else -1)
        return seen == -1 or bool(seen >> seat & 1)

    def _slot(self, lane: Lane, seat: int) -> int:
        return self.program.slots.counter(*lane, seat)

    def _changed(self, s: list[int], change: dict[Lane, int], seat: int) -> list[int]:
        made = s[:]
        for lane, number in change.items():
            counter, slot = self.program.names.counters[lane[0]], self._slot(lane, seat)
            made[slot] = max(counter.low, min(counter.high, made[slot] + number))
        return made

    def _fits(self, s: list[int], change: dict[Lane, int], seat: int) -> bool:
        """Whether a seat could have these amounts: within the ranges, and no counter past its limit."""
        made = self._changed(s, change, seat)
        if any(made[self._slot(lane, seat)] != s[self._slot(lane, seat)] + n for lane, n in change.items()):
            return False
        for name in dict.fromkeys(name for (name, _word), number in change.items() if number > 0):
            text = self.inquiry.unit.checked.limits.get(name)
            if text is None or text.value is None:
                continue
            total = sum(made[slot] for slot in self.program.slots.amounts(name, seat))
            if total > self.inquiry.value(made, text.value, {t.ME: seat}):
                return False
        return True

    def _told(self, found: list[dict[Lane, int]], sign: int) -> Iterator[Change]:
        """If any words of a kind would do, name the kind instead."""
        names = {name for change in found for name, _word in change}
        size = sum(abs(number) for number in found[0].values())
        if len(names) == 1:
            counter = self.program.names.counters[names.pop()]
            lanes = [lane for lane in self.program.resources if lane[0] == counter.id]
            kinds = [kind for kind in counter.per if kind != "seat"]
            every = sum(1 for _ in combinations_with_replacement(lanes, size))
            if kinds and len(lanes) > 1 and len(found) == every:
                yield Change(kind=kinds[0], number=sign * size)
                return
        for change in found:
            yield Change(tuple(change.items()))
