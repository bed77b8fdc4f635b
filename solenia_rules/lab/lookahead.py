"""What a seat can reach by its own answers: those of one phase are looked through to where others go on."""

from __future__ import annotations

from attrs import define, field

from solenia_rules.compiler import layout as at
from solenia_rules.lab.judge import Judge
from solenia_rules.lab.lots import Lots
from solenia_rules.runtime.physics import BITS

DEEPEST = 24
"""Own answers in a row that are looked through."""


@define
class Outlook:
    """One decision of the seat: the best value found through each answer, and the decisions after them."""

    spec: int
    mask: int
    moment: int
    values: dict[int, int] = field(factory=dict)
    after: dict[int, Outlook] = field(factory=dict)

    def best(self) -> int:
        return max(self.values.values())


class Lookahead:
    """Looks from one state on; the budget is the number of ends that are judged."""

    def __init__(self, judge: Judge, seat: int, lots: Lots) -> None:
        self.judge = judge
        self.seat = seat
        self.lots = lots
        self.executor = judge.executor
        layout = judge.executor.program.layout
        self.streams = slice(layout.streams, layout.streams + len(layout.zones) + len(layout.pieces))
        self.judged = 0
        self.lucky = False
        """Whether dice, shuffles or secret answers of others decided anything on the way."""
        self.specs = self.executor.program.outline.specs

    def look(self, s: list[int], budget: int) -> Outlook:
        self.phases = s[at.PHASES]
        self.first = s[at.DECISIONS]
        self.chances = s[self.streams]
        self.lucky = self.specs[s[at.SPEC]].hidden
        return self._look(s, budget)

    def _look(self, s: list[int], budget: int) -> Outlook:
        found = Outlook(s[at.SPEC], s[at.MASK], s[at.DECISIONS])
        options = BITS[s[at.MASK]]
        left = budget
        for index, option in enumerate(options):
            share = max(1, left // (len(options) - index))
            made = s[:]
            self.executor.answer(made, option)
            if self._mine(made):
                if share > 1:
                    before = self.judged
                    further = self._look(made, share)
                    found.after[option] = further
                    found.values[option] = further.best()
                    left -= self.judged - before
                    continue
                while self._mine(made):
                    self.executor.answer(made, BITS[made[at.MASK]][0])
            if not made[at.OVER] and self.specs[made[at.SPEC]].hidden:
                self._unveil(made)
            if not self.lucky and made[self.streams] != self.chances:
                self.lucky = True
            found.values[option] = self.judge.value(made, self.seat)
            self.judged += 1
            left -= 1
        return found

    def _unveil(self, s: list[int]) -> None:
        """Secret answers have no effect before all have given theirs: the others give any."""
        for _ in range(DEEPEST):
            if s[at.OVER] or not self.specs[s[at.SPEC]].hidden or s[at.PHASES] != self.phases:
                return
            self.lucky = True
            self.executor.answer(s, self.lots.pick(BITS[s[at.MASK]]))

    def _mine(self, s: list[int]) -> bool:
        """Whether it is still the seat's own move."""
        return (
            not s[at.OVER]
            and s[at.ASKED] == self.seat
            and s[at.PHASES] == self.phases
            and s[at.DECISIONS] - self.first < DEEPEST
        )
