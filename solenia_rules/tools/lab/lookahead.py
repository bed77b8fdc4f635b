"""Searches the positions that a seat can reach by its own answers in one phase, up to the point where other seats
continue."""

from __future__ import annotations

from attrs import define, field

from solenia_rules.play.physics import BITS
from solenia_rules.play.thinking import DEEPEST
from solenia_rules.tools.lab.judge import Judge
from solenia_rules.tools.lab.lots import Lots
from solenia_rules.tools.lab.worlds import World


@define
class Outlook:
    """A decision of the seat: the best value found through each answer, and the decisions after them."""

    spec: int
    mask: int
    moment: int
    values: dict[int, int] = field(factory=dict)
    after: dict[int, Outlook] = field(factory=dict)

    def best(self) -> int:
        return max(self.values.values())


class Lookahead:
    """Searches from one state; the budget is the number of ends that are evaluated."""

    def __init__(self, judge: Judge, seat: int, lots: Lots) -> None:
        self.judge = judge
        self.seat = seat
        self.lots = lots
        self.judged = 0
        self.lucky = False
        """Whether dice, shuffles or secret answers of other seats influenced the result."""
        self.specs = judge.specs

    def look(self, world: World, budget: int) -> Outlook:
        self.phases = world.phases
        self.first = world.decisions
        self.luck = world.luck
        self.lucky = self.specs[world.spec].hidden
        return self._look(world, budget)

    def _look(self, world: World, budget: int) -> Outlook:
        found = Outlook(world.spec, world.mask, world.decisions)
        options = BITS[found.mask]
        left = budget
        for index, option in enumerate(options):
            share = max(1, left // (len(options) - index))
            made = world.answered(option)
            if self._mine(made):
                if share > 1:
                    before = self.judged
                    further = self._look(made, share)
                    found.after[option] = further
                    found.values[option] = further.best()
                    left -= self.judged - before
                    continue
                while self._mine(made):
                    made = made.answered(BITS[made.mask][0])
            if not made.over and self.specs[made.spec].hidden:
                made = self._unveiled(made)
            if not self.lucky and made.luck != self.luck:
                self.lucky = True
            found.values[option] = self.judge.value(made.standing(), self.seat)
            self.judged += 1
            left -= 1
        return found

    def _unveiled(self, world: World) -> World:
        """Secret answers have no effect until all seats have answered, so the other seats get random answers."""
        for _ in range(DEEPEST):
            if world.over or not self.specs[world.spec].hidden or world.phases != self.phases:
                break
            self.lucky = True
            world = world.answered(self.lots.pick(BITS[world.mask]))
        return world

    def _mine(self, world: World) -> bool:
        """Whether the seat's own move still goes on."""
        return (
            not world.over
            and world.asked == self.seat
            and world.phases == self.phases
            and world.decisions - self.first < DEEPEST
        )
