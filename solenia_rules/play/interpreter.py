"""The reference interpreter: it runs the blocks, statements and expressions of a flat program directly.

Each node becomes a small Python function the first time it is run: one case for each form, without any reordering.
Generated code and machine code are tested against it. It also answers questions that generated code cannot answer: why
an option is refused, and the value of a part of a text in a position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias, assert_never

from solenia_rules.core import core as c
from solenia_rules.core import expressions as e
from solenia_rules.core import flatten as f
from solenia_rules.core import layout as at
from solenia_rules.core.core import Stmt
from solenia_rules.core.expressions import Ex
from solenia_rules.core.flatten import Flat
from solenia_rules.core.outcomes import ASKED, ENDED, HORIZON
from solenia_rules.core.primitives import PRIMITIVES
from solenia_rules.play import sequences
from solenia_rules.play.masks import members
from solenia_rules.play.operations import binary_operations, unary_operations
from solenia_rules.play.physics import Physics

if TYPE_CHECKING:
    from solenia_rules.play.generated import Log

MOST_STEPS = 10_000_000
"""The most blocks, loop iterations and calls between two decisions or phases; beyond that the rules count as
endless."""

Frame: TypeAlias = dict[int, int]
"""Locals stored in the frame of a function -> their position there; empty for a pure function."""
Value: TypeAlias = Callable[[list[int], int, list[int]], int]
"""A compiled expression. Arguments: the state, the slot of the frame's first local, and the locals that are not stored
in the frame."""
Left: TypeAlias = int | tuple[int, ...] | None
"""The result of a statement: the label of the loop to leave, the results of the function, or None to continue."""
Values: TypeAlias = Callable[[list[int], int, list[int]], tuple[int, ...]]
Step: TypeAlias = Callable[[list[int], int, list[int]], Left]
Call = Callable[..., int | None]


class OutOfFuel(Exception):
    """Raised when rules do not end; `place` is the place of the running text."""

    def __init__(self, place: int) -> None:
        super().__init__(f"no end in sight at place {place} of the text")
        self.place = place


class Interpreter:
    """`calls`: primitives, and the functions of `play` that the ends of blocks call, by name. It is silent without a
    log."""

    def __init__(self, flat: Flat, calls: Mapping[str, Call], physics: Physics, log: Log | None) -> None:
        self.flat = flat
        self.core = flat.core
        self.calls = calls
        self.log = log
        self.unary, self.binary = unary_operations(physics), binary_operations(physics)
        self.fuel = MOST_STEPS
        self.place = -1
        self._functions: dict[int, Step] = {}
        self._blocks: dict[int, tuple[Step, Value]] = {}
        """The compiled statements and end of each block that was run."""

    def call(self, s: list[int], function: int, args: tuple[int, ...]) -> tuple[int, ...]:
        """The results of a pure function, called from outside a game."""
        self.fuel = MOST_STEPS
        return self._apply(s, function, args)

    def _apply(self, s: list[int], function: int, args: tuple[int, ...]) -> tuple[int, ...]:
        body = self._functions.get(function)
        if body is None:
            body = self._functions[function] = self._body(self.core.functions[function].body, {})
        self.spend()
        if self.log is not None:
            self.log.calls.append(self.log.place)
        found = body(s, 0, [*args, *[0] * (self.core.functions[function].locals - len(args))])
        if self.log is not None:
            self.log.calls.pop()
        return found if isinstance(found, tuple) else ()

    def step(self, number: int, s: list[int], frame: int) -> int:
        """Run a block with its frame; returns the block to continue with, or the reason for stopping."""
        block = self.flat.blocks[number]
        if number not in self._blocks:
            places = self.flat.frames[block.fn]
            self._blocks[number] = self._body(block.stmts, places), self._end(block, places)
        self.place = block.place
        self.spend()
        body, end = self._blocks[number]
        locals_ = [0] * self.core.functions[block.fn].locals
        body(s, frame, locals_)
        return end(s, frame, locals_)

    def spend(self) -> None:
        self.fuel -= 1
        if self.fuel < 0:
            raise OutOfFuel(self.place)

    # ---- statements ----------------------------------------------------------------------------

    def _body(self, body: list[Stmt], frame: Frame) -> Step:
        steps = [self._stmt(stmt, frame) for stmt in body]

        def run(s: list[int], f: int, v: list[int]) -> Left:
            for step in steps:
                left = step(s, f, v)
                if left is not None:
                    return left
            return None

        return run

    def _stmt(self, stmt: Stmt, frame: Frame) -> Step:
        match stmt:
            case c.Set(number, value):
                return self._put(number, self._value(value, frame), frame)
            case c.Store(base, index, value):
                return self._store(base, index, self._value(value, frame), frame)
            case c.If(test, then, otherwise):
                return self._if(self._value(test, frame), self._body(then, frame), self._body(otherwise, frame))
            case c.ForBits(member, mask, body, label):
                return self._for(member, self._value(mask, frame), self._body(body, frame), label, frame)
            case c.Loop(label, body):
                return self._loop(label, self._body(body, frame))
            case c.Break(label):
                return lambda s, f, v: label
            case c.Call(fn, args, results):
                return self._call(fn, self._all(args, frame), results, frame)
            case c.CallDyn(table, index, args):
                return self._call_dyn(table, self._value(index, frame), self._all(args, frame))
            case c.Prim():
                return self._prim(stmt, frame)
            case c.Return(values):
                return self._all(values, frame)
            case c.Mark(place):
                return lambda s, f, v: self._mark(place)
            case c.Work(_, body):
                return self._body(body, frame)
            case c.Decide() | c.Foresee() | c.Fail():
                raise AssertionError("only a block ends in asking, looking ahead or failing")
            case _:
                assert_never(stmt)

    def _put(self, number: int, value: Value, frame: Frame) -> Step:
        """Assign a value to a local."""
        place = frame.get(number)

        def in_frame(s: list[int], f: int, v: list[int]) -> None:
            assert place is not None
            s[f + place] = value(s, f, v)

        def in_local(s: list[int], f: int, v: list[int]) -> None:
            v[number] = value(s, f, v)

        return in_local if place is None else in_frame

    def _store(self, base: int, index: Ex | None, value: Value, frame: Frame) -> Step:
        where = self._value(e.Const(0) if index is None else index, frame)

        def store(s: list[int], f: int, v: list[int]) -> None:
            s[base + where(s, f, v)] = value(s, f, v)

        return store

    def _if(self, test: Value, then: Step, otherwise: Step) -> Step:
        return lambda s, f, v: then(s, f, v) if test(s, f, v) else otherwise(s, f, v)

    def _for(self, member: int, mask: Value, body: Step, label: int, frame: Frame) -> Step:
        """Loop over the members of a mask. A block never ends inside the body, so the remaining members are not stored
        in the frame."""
        place = frame.get(member)

        def run(s: list[int], f: int, v: list[int]) -> Left:
            for index in members(mask(s, f, v)):
                self.spend()
                if place is None:
                    v[member] = index
                else:
                    s[f + place] = index
                left = body(s, f, v)
                if left is not None:
                    return None if left == label else left
            return None

        return run

    def _loop(self, label: int, body: Step) -> Step:
        def run(s: list[int], f: int, v: list[int]) -> Left:
            while True:
                self.spend()
                left = body(s, f, v)
                if left is not None:
                    return None if left == label else left

        return run

    def _call(self, fn: int, args: Values, results: tuple[int, ...], frame: Frame) -> Step:
        def call(s: list[int], f: int, v: list[int]) -> None:
            for number, result in zip(results, self._apply(s, fn, args(s, f, v)), strict=False):
                if number in frame:
                    s[f + frame[number]] = result
                else:
                    v[number] = result

        return call

    def _call_dyn(self, table: int, index: Value, args: Values) -> Step:
        which = self._table(table, index)

        def call(s: list[int], f: int, v: list[int]) -> None:
            function = which(s, f, v)
            if function >= 0:
                self._apply(s, function, args(s, f, v))

        return call

    def _prim(self, prim: c.Prim, frame: Frame) -> Step:
        args, result = self._all(prim.args, frame), prim.result
        if prim.name == "event":
            return lambda s, f, v: None if self.log is None else self.log.tell(*args(s, f, v))
        act = self.calls[prim.name]
        if result is not None:
            return self._put(result, lambda s, f, v: _known(act(s, *args(s, f, v))), frame)

        def done(s: list[int], f: int, v: list[int]) -> None:
            act(s, *args(s, f, v))

        return done

    def _mark(self, place: int) -> None:
        if place >= 0:
            self.place = place
        if self.log is not None:
            if place >= 0:
                self.log.place = place
            else:
                self.log.back()

    # ---- expressions ---------------------------------------------------------------------------

    def _value(self, value: Ex, frame: Frame) -> Value:
        def of(part: Ex) -> Value:
            return self._value(part, frame)

        match value:
            case e.Const(number):
                return _constant(number)
            case e.Local(number):
                if number in frame:
                    place = frame[number]
                    return lambda s, f, v: s[f + place]
                return lambda s, f, v: v[number]
            case e.Load(base, index):
                if index is None:
                    return lambda s, f, v: s[base]
                at_ = of(index)
                return lambda s, f, v: s[base + at_(s, f, v)]
            case e.GuardedLoad(base, index):
                return self._guarded_load(base, of(index))
            case e.Table(table, index) | e.GuardedTable(table, index):
                return self._table(table, of(index))
            case e.Unary(unary_op, arg):
                return _one(self.unary[unary_op], of(arg))
            case e.Binary(op, left, right):
                return _two(self.binary[op], of(left), of(right))
            case e.Not(arg):
                return _choice(of(arg), _constant(0), _constant(1))
            case e.And(left, right):
                return _choice(of(left), _choice(of(right), _constant(1), _constant(0)), _constant(0))
            case e.Or(left, right):
                return _choice(of(left), _constant(1), _choice(of(right), _constant(1), _constant(0)))
            case e.Choice(test, then, otherwise):
                return _choice(of(test), of(then), of(otherwise))
            case e.Apply(fn, args):
                given = self._all(args, frame)
                return lambda s, f, v: self._apply(s, fn, given(s, f, v))[0]
            case e.ApplyBy(table, index, args):
                function, given = self._table(table, of(index)), self._all(args, frame)
                return lambda s, f, v: self._apply(s, function(s, f, v), given(s, f, v))[0]
            case e.SortPush():
                pushed = self._all(value.parts, frame)
                return lambda s, f, v: sequences.sort_push(*pushed(s, f, v))
            case e.SortSeq(digits, keys):
                sorted_ = of(digits)
                return lambda s, f, v: sequences.sort_seq(sorted_(s, f, v), keys)
            case _:
                assert_never(value)

    def _all(self, values: tuple[Ex, ...], frame: Frame) -> Values:
        made = [self._value(value, frame) for value in values]
        return lambda s, f, v: tuple([value(s, f, v) for value in made])

    def _guarded_load(self, base: int, index: Value) -> Value:
        def load(s: list[int], f: int, v: list[int]) -> int:
            place = index(s, f, v)
            return s[base + place] if place >= 0 else -1

        return load

    def _table(self, table: int, index: Value) -> Value:
        entries = self.core.tables[table]

        def entry(s: list[int], f: int, v: list[int]) -> int:
            place = index(s, f, v)
            return entries[place] if place >= 0 else -1

        return entry

    # ---- ends of blocks ------------------------------------------------------------------------

    def _end(self, block: f.Block, frame: Frame) -> Value:
        """The end of a block: returns the next block, or the reason for stopping."""
        match block.end:
            case f.Jump(target):
                return _constant(target)
            case f.Branch(test, then, otherwise):
                return _choice(self._value(test, frame), _constant(then), _constant(otherwise))
            case f.CallEnd(fn, args, follow):
                return self._begin(_constant(fn), self._all(args, frame), follow)
            case f.CallDynEnd(table, index, args, follow):
                return self._begin(self._table(table, self._value(index, frame)), self._all(args, frame), follow)
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
                return self._act(prim, self._all(prim.args, frame), follow)
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
                self._apply(s, function, given)
                return follow
            s[f - 2] = follow
            s[at.FRAME] = len(s)
            s.extend((function, 0, f - at.FRAME_HEAD, *given))
            s.extend([0] * (len(self.flat.frames[function]) - len(given)))
            return self.flat.entries[function]

        return begin

    def _decide(self, end: f.DecideEnd, frame: Frame) -> Value:
        """Ask a decision. If every option must be tried, no option counts as certainly possible."""
        mask, seat, place = self._value(end.mask, frame), self._value(end.seat, frame), frame[end.result]
        more = self._value(e.Const(0) if end.unsure is None else end.unsure, frame)
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
        seat, place = self._value(end.seat, frame), frame[end.result]

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
            self.fuel = MOST_STEPS
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
                return _known(found)
            if name == "enter":
                self.fuel = MOST_STEPS
                return ENDED if found else follow
            return follow

        return act

    def ask_play(self, name: str, s: list[int], *args: int) -> int:
        """Call a function of `play` at the end of a block; it returns options, or the block to continue with."""
        return _known(self.calls[name](s, *args))


def _return(phase: bool, s: list[int], frame: int) -> int:
    """Drop the frame of a function. A trial looks no further than the end of the phase it began in."""
    if phase and s[at.TRIAL] == frame:
        return HORIZON
    below = s[frame + 2]
    del s[frame:]
    s[at.FRAME] = below
    return s[below + 1]


def _known(found: int | None) -> int:
    assert found is not None
    return found


def _constant(number: int) -> Value:
    return lambda s, f, v: number


def _one(work: Callable[[int], int], arg: Value) -> Value:
    return lambda s, f, v: work(arg(s, f, v))


def _two(work: Callable[[int, int], int], left: Value, right: Value) -> Value:
    return lambda s, f, v: work(left(s, f, v), right(s, f, v))


def _choice(test: Value, then: Value, otherwise: Value) -> Value:
    return lambda s, f, v: then(s, f, v) if test(s, f, v) else otherwise(s, f, v)
