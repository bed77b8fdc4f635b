"""The reference interpreter: it runs the blocks of a flat program directly.

Generated code and machine code are tested against it. It also answers questions that generated code cannot answer: why
an option is refused, and the value of a part of a text in a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, assert_never

from solenia_rules.core import core as c
from solenia_rules.core import expressions as e
from solenia_rules.core import flatten as f
from solenia_rules.core import layout as at
from solenia_rules.core.flatten import Flat
from solenia_rules.core.outcomes import ASKED, ENDED, HORIZON
from solenia_rules.core.primitives import PRIMITIVES
from solenia_rules.play.physics import Physics
from solenia_rules.play.pure_functions import (
    Call,
    Frame,
    PureFunctions,
    Step,
    Value,
    Values,
    choice,
    constant,
    known,
)

if TYPE_CHECKING:
    from solenia_rules.play.generated import Log


class Interpreter(PureFunctions):
    """`calls`: primitives, and the functions of `play` that the ends of blocks call, by name."""

    def __init__(self, flat: Flat, calls: Mapping[str, Call], physics: Physics, log: Log | None) -> None:
        super().__init__(flat.core, calls, physics, log)
        self.flat = flat
        self._blocks: dict[int, tuple[Step, Value]] = {}
        """The compiled statements and end of each block that was run."""

    def step(self, number: int, s: list[int], frame: int) -> int:
        """Run a block with its frame; returns the block to continue with, or the reason for stopping."""
        block = self.flat.blocks[number]
        if number not in self._blocks:
            places = self.flat.frames[block.fn]
            self._blocks[number] = self.body(block.stmts, places), self._end(block, places)
        self.place = block.place
        self.spend()
        body, end = self._blocks[number]
        locals_ = [0] * self.core.functions[block.fn].locals
        body(s, frame, locals_)
        return end(s, frame, locals_)

    def _end(self, block: f.Block, frame: Frame) -> Value:
        """The end of a block: returns the next block, or the reason for stopping."""
        match block.end:
            case f.Jump(target):
                return constant(target)
            case f.Branch(test, then, otherwise):
                return choice(self.value(test, frame), constant(then), constant(otherwise))
            case f.CallEnd(fn, args, follow):
                return self._begin(constant(fn), self.all(args, frame), follow)
            case f.CallDynEnd(table, index, args, follow):
                return self._begin(self.table(table, self.value(index, frame)), self.all(args, frame), follow)
            case f.DecideEnd():
                return self._decide(block.end, frame)
            case f.ForeseeEnd():
                return self._foresee(block.end, frame)
            case f.FailEnd(place):
                return lambda s, f, v: self.ask_play("stuck", s, place)
            case f.ReturnEnd():
                phase = self.core.functions[block.fn].phase
                return lambda s, f, v: _return(phase, s, f - at.FRAME_HEAD)
            case f.PrimEnd(prim, follow):
                return self._act(prim, self.all(prim.args, frame), follow)
            case None:
                raise AssertionError("a block without an end")
            case _:
                assert_never(block.end)

    def _begin(self, which: Value, args: Values, follow: int) -> Value:
        """Call a function: it gets a frame above this one, unless it is pure or there is no frame."""

        def begin(s: list[int], f: int, v: list[int]) -> int:
            function = which(s, f, v)
            if function < 0:
                return follow
            given = args(s, f, v)
            if not self.core.functions[function].spine:
                self.apply(s, function, given)
                return follow
            s[f - 2] = follow
            s[at.FRAME] = len(s)
            s.extend((function, 0, f - at.FRAME_HEAD, *given))
            s.extend([0] * (len(self.flat.frames[function]) - len(given)))
            return self.flat.entries[function]

        return begin

    def _decide(self, end: f.DecideEnd, frame: Frame) -> Value:
        """Ask a decision. If every option must be tried, no option counts as certainly possible."""
        mask, seat, place = self.value(end.mask, frame), self.value(end.seat, frame), frame[end.result]
        more = self.value(e.Const(0) if end.unsure is None else end.unsure, frame)
        look = self.core.specs[end.spec].look

        def decide(s: list[int], f: int, v: list[int]) -> int:
            sure, unsure, who = mask(s, f, v), more(s, f, v), seat(s, f, v)
            if look:
                sure, unsure = 0, sure
            if unsure and not s[at.TRIAL]:
                unsure = self.ask_play("viable", s, f + place, end.next, unsure, who)
            return self.ask(end, who, sure | unsure, s, f + place)

        return decide

    def _foresee(self, end: f.ForeseeEnd, frame: Frame) -> Value:
        seat, place = self.value(end.seat, frame), frame[end.result]

        def foresee(s: list[int], f: int, v: list[int]) -> int:
            s[f + place] = self.ask_play("foresee", s, f + place, end.next, seat(s, f, v))
            return end.next

        return foresee

    def ask(self, end: f.DecideEnd, seat: int, options: int, s: list[int], dest: int) -> int:
        """Ask a seat to choose an option, unless there is only one option or none. The answer goes to `dest`."""
        if not options:
            return self.ask_play("stuck", s, -1 - end.spec)
        if options & (options - 1):
            return self.pending(end, seat, options, s, dest)
        if s[at.TRIAL] and seat != s[at.TRIAL_SEAT]:
            return HORIZON
        s[dest] = options.bit_length() - 1
        if self.log is not None:
            self.log.answered(end.spec, seat, s[dest], 1)
        return end.next

    def pending(self, end: f.DecideEnd, seat: int, options: int, s: list[int], dest: int) -> int:
        """Write the pending decision into the state, and stop."""
        s[at.SPEC], s[at.ASKED], s[at.MASK], s[at.DEST] = end.spec, seat, options, dest
        s[s[at.FRAME] + 1] = end.next
        if not s[at.TRIAL]:
            self.refuel()
        return ASKED

    def _act(self, prim: c.Prim, args: Values, follow: int) -> Value:
        """A primitive that may end a trial or the game."""
        name, horizon = prim.name, PRIMITIVES[prim.name].horizon
        do = self.calls[name]

        def act(s: list[int], f: int, v: list[int]) -> int:
            given = args(s, f, v)
            if horizon and s[at.TRIAL]:
                return HORIZON
            found = do(s, *given)
            if name == "win":
                return known(found)
            if name == "enter":
                self.refuel()
                return ENDED if found else follow
            return follow

        return act

    def ask_play(self, name: str, s: list[int], *args: int) -> int:
        """Call a function of `play` at the end of a block; it returns options, or the block to continue with."""
        return known(self.calls[name](s, *args))


def _return(phase: bool, s: list[int], frame: int) -> int:
    """Drop the frame of a function. A trial looks no further than the end of the phase it began in."""
    if phase and s[at.TRIAL] == frame:
        return HORIZON
    below = s[frame + 2]
    del s[frame:]
    s[at.FRAME] = below
    return s[below + 1]
