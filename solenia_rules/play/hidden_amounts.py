"""Exchanges what seats have of hidden counters: others may know how much a seat has in all, but not of which words.

In an imagined world every seat has as much as it really has, and all seats together have as much of each word. Whose
words are whose is drawn again.
"""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.play.sight import Sight
from solenia_rules.rules import records as r

MOST_UNITS = 1000
"""The most units of one counter that are exchanged."""


class HiddenAmounts:
    """The counters of one program with words that not all seats see."""

    def __init__(self, program: Program, sight: Sight) -> None:
        self.layout = program.layout
        self.sight = sight
        self.counters = [
            counter
            for counter in program.names.world.counters
            if counter.seen != "all" and "seat" in counter.per and self.layout.width(counter) > 1
        ]

    def exchange(self, s: list[int], seat: int | None, shuffled: Callable[[list[int]], list[int]]) -> None:
        """Exchange the words that a seat does not see. The seat that is asked keeps its own: it may be in the middle
        of a payment."""
        for counter in self.counters:
            owners = [
                owner
                for owner in range(self.layout.seats)
                if not self._sees(counter, owner, seat) and (s[at.OVER] or owner != s[at.ASKED])
            ]
            width = self.layout.width(counter)
            hands = [range(base := self.layout.counters[counter.id] + owner * width, base + width) for owner in owners]
            units = [slot - hand.start for hand in hands for slot in hand for _unit in range(min(s[slot], MOST_UNITS))]
            if len(hands) < 2 or len(units) != sum(s[slot] for hand in hands for slot in hand):
                continue
            if len(units) <= min(MOST_UNITS, counter.high) and counter.low <= 0:
                self._hand_out(s, hands, shuffled(sorted(units)))

    def _sees(self, counter: r.Counter, owner: int, seat: int | None) -> bool:
        mask = self.sight.counter(counter.id, owner)
        return seat is not None and bool(mask >> seat & 1)

    def _hand_out(self, s: list[int], hands: list[range], units: list[int]) -> None:
        begun = 0
        for hand in hands:
            size = sum(s[slot] for slot in hand)
            given = units[begun : begun + size]
            begun += size
            for word, slot in enumerate(hand):
                s[slot] = given.count(word)
