"""Which changes of fields, state and counters the log tells, and how.

A value that stays the same is not told. Words and seats on cells are told like pieces: a word that leaves one cell and
appears on another has moved, and a word that is replaced by nothing has left its cell. What `[setup]` puts on a board
is not told either, because the table shows it. Nothing here depends on what a seat may not know: whoever sees a field
of a cell, a variable of the state or a counter sees all its values, and whoever sees a field of a piece change saw what
was written on the piece before.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from solenia_rules.core.compiled import Program
from solenia_rules.play.events import SET_EVENTS, RawEvent
from solenia_rules.play.views import Viewer

NOTHING = -1
"""The value of a field or state that is `none`."""


@frozen
class Untold:
    """An event that the log leaves out."""


@frozen
class Gone:
    """A word or seat that has left its cell: `slot` held `value`."""

    slot: int
    value: int
    to: int | None = None
    """The slot of the same field on the cell where it is now; None: nowhere."""
    taken: int = NOTHING
    """What that slot held before."""


@frozen
class _Step:
    """A word that came to a cell or left it."""

    index: int
    slot: int
    field: str
    value: int
    before: int
    came: bool


class Changes:
    """Decides how the log tells the changes of fields, state and counters between two answers."""

    def __init__(self, program: Program, viewer: Viewer) -> None:
        self.program, self.viewer = program, viewer

    def of(self, raws: Sequence[RawEvent], first: bool) -> dict[int, Untold | Gone]:
        """For each event that the log tells in another way or leaves out: its index, and how it is told. `first`:
        whether the events are the first ones of the game."""
        made: dict[int, Untold | Gone] = {}
        steps: list[_Step] = []
        """Since the last answer or phase, those without a counterpart. A word that comes to a cell where the same word
        was is one of them."""
        laying = first
        for index, raw in enumerate(raws):
            if raw.kind in ("entered", "left", "answered"):
                laying = False
                steps.clear()
            found = self.program.slots.variable(raw.args[0]) if raw.kind in SET_EVENTS else None
            if found is None:
                continue
            slot, new, old = raw.args
            if laying and found.sort == "cell":
                made[index] = Untold()
            elif old == new:
                made[index] = Untold()
                if new != NOTHING and found.sort == "cell" and raw.seers == -1 and self._like_pieces(slot):
                    self._step(_Step(index, slot, found.name, new, old, True), steps, made)
            elif found.sort == "cell" and raw.seers == -1 and self._like_pieces(slot):
                came = new != NOTHING
                self._step(_Step(index, slot, found.name, new if came else old, old, came), steps, made)
        return made

    def _like_pieces(self, slot: int) -> bool:
        kind = self.viewer.kind_of(slot)
        return kind is not None and kind.base in ("word", "seat")

    def _step(self, step: _Step, steps: list[_Step], made: dict[int, Untold | Gone]) -> None:
        """Pair a word that left a cell with one that came to another cell, or keep it for one that follows."""
        for other in steps:
            if (other.value, other.field, other.came) == (step.value, step.field, not step.came):
                if other.slot == step.slot:
                    continue
                steps.remove(other)
                target, source = (step, other) if step.came else (other, step)
                made[min(step.index, other.index)] = Gone(source.slot, step.value, target.slot, target.before)
                made[max(step.index, other.index)] = Untold()
                return
        steps.append(step)
        if not step.came:
            made[step.index] = Gone(step.slot, step.value)
