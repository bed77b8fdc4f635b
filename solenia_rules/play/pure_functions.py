"""Runs the pure functions of a program: their statements and expressions, directly as they are.

Each node becomes a small Python function the first time it is run: one case for each form, without any reordering. The
reference interpreter runs the blocks of a program in the same way.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias, assert_never

from solenia_rules.checked.numbers import range_mask
from solenia_rules.core import core as c
from solenia_rules.core import expressions as e
from solenia_rules.core.core import Core, Stmt
from solenia_rules.core.expressions import Ex
from solenia_rules.play import sequences
from solenia_rules.play.masks import members
from solenia_rules.play.physics import Physics, clamp

if TYPE_CHECKING:
    from solenia_rules.core.operators import ByBinary, ByUnary
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


class PureFunctions:
    """`calls`: primitives, by name. It is silent without a log."""

    def __init__(self, core: Core, calls: Mapping[str, Call], physics: Physics, log: Log | None) -> None:
        self.core = core
        self.calls = calls
        self.log = log
        self.unary, self.binary = unary_operations(physics), binary_operations(physics)
        self.fuel = MOST_STEPS
        self.place = -1
        self._functions: dict[int, Step] = {}

    def call(self, s: list[int], function: int, args: tuple[int, ...]) -> tuple[int, ...]:
        """The results of a pure function, called from outside a game."""
        self.refuel()
        return self.apply(s, function, args)

    def apply(self, s: list[int], function: int, args: tuple[int, ...]) -> tuple[int, ...]:
        body = self._functions.get(function)
        if body is None:
            body = self._functions[function] = self.body(self.core.functions[function].body, {})
        self.spend()
        if self.log is not None:
            self.log.calls.append(self.log.place)
        found = body(s, 0, [*args, *[0] * (self.core.functions[function].locals - len(args))])
        if self.log is not None:
            self.log.calls.pop()
        return found if isinstance(found, tuple) else ()

    def refuel(self) -> None:
        """A decision or phase begins."""
        self.fuel = MOST_STEPS

    def spend(self) -> None:
        self.fuel -= 1
        if self.fuel < 0:
            raise OutOfFuel(self.place)

    # ---- statements ----------------------------------------------------------------------------

    def body(self, body: list[Stmt], frame: Frame) -> Step:
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
                return self._put(number, self.value(value, frame), frame)
            case c.Store(base, index, value):
                return self._store(base, index, self.value(value, frame), frame)
            case c.If(test, then, otherwise):
                return self._if(self.value(test, frame), self.body(then, frame), self.body(otherwise, frame))
            case c.ForBits(member, mask, body, label):
                return self._for(member, self.value(mask, frame), self.body(body, frame), label, frame)
            case c.Loop(label, body):
                return self._loop(label, self.body(body, frame))
            case c.Break(label):
                return lambda s, f, v: label
            case c.Call(fn, args, results):
                return self._call(fn, self.all(args, frame), results, frame)
            case c.CallDyn(table, index, args):
                return self._call_dyn(table, self.value(index, frame), self.all(args, frame))
            case c.Prim():
                return self._prim(stmt, frame)
            case c.Return(values):
                return self.all(values, frame)
            case c.Mark(place):
                return lambda s, f, v: self._mark(place)
            case c.Work(_, body):
                return self.body(body, frame)
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
        where = self.value(e.Const(0) if index is None else index, frame)

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
            for number, result in zip(results, self.apply(s, fn, args(s, f, v)), strict=False):
                if number in frame:
                    s[f + frame[number]] = result
                else:
                    v[number] = result

        return call

    def _call_dyn(self, table: int, index: Value, args: Values) -> Step:
        which = self.table(table, index)

        def call(s: list[int], f: int, v: list[int]) -> None:
            function = which(s, f, v)
            if function >= 0:
                self.apply(s, function, args(s, f, v))

        return call

    def _prim(self, prim: c.Prim, frame: Frame) -> Step:
        args, result = self.all(prim.args, frame), prim.result
        if prim.name == "event":
            return lambda s, f, v: None if self.log is None else self.log.tell(*args(s, f, v))
        act = self.calls[prim.name]
        if result is not None:
            return self._put(result, lambda s, f, v: known(act(s, *args(s, f, v))), frame)

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

    def value(self, value: Ex, frame: Frame) -> Value:
        def of(part: Ex) -> Value:
            return self.value(part, frame)

        match value:
            case e.Const(number):
                return constant(number)
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
                return self.table(table, of(index))
            case e.Unary(unary_op, arg):
                return one(self.unary[unary_op], of(arg))
            case e.Binary(op, left, right):
                return two(self.binary[op], of(left), of(right))
            case e.Not(arg):
                return choice(of(arg), constant(0), constant(1))
            case e.And(left, right):
                return choice(of(left), choice(of(right), constant(1), constant(0)), constant(0))
            case e.Or(left, right):
                return choice(of(left), constant(1), choice(of(right), constant(1), constant(0)))
            case e.Choice(test, then, otherwise):
                return choice(of(test), of(then), of(otherwise))
            case e.Apply(fn, args):
                given = self.all(args, frame)
                return lambda s, f, v: self.apply(s, fn, given(s, f, v))[0]
            case e.ApplyBy(table, index, args):
                function, given = self.table(table, of(index)), self.all(args, frame)
                return lambda s, f, v: self.apply(s, function(s, f, v), given(s, f, v))[0]
            case e.SortPush():
                pushed = self.all(value.parts, frame)
                return lambda s, f, v: sequences.sort_push(*pushed(s, f, v))
            case e.SortSeq(digits, keys):
                sorted_ = of(digits)
                return lambda s, f, v: sequences.sort_seq(sorted_(s, f, v), keys)
            case _:
                assert_never(value)

    def all(self, values: tuple[Ex, ...], frame: Frame) -> Values:
        made = [self.value(value, frame) for value in values]
        return lambda s, f, v: tuple([value(s, f, v) for value in made])

    def _guarded_load(self, base: int, index: Value) -> Value:
        def load(s: list[int], f: int, v: list[int]) -> int:
            place = index(s, f, v)
            return s[base + place] if place >= 0 else -1

        return load

    def table(self, table: int, index: Value) -> Value:
        entries = self.core.tables[table]

        def entry(s: list[int], f: int, v: list[int]) -> int:
            place = index(s, f, v)
            return entries[place] if place >= 0 else -1

        return entry


def known(found: int | None) -> int:
    assert found is not None
    return found


def constant(number: int) -> Value:
    return lambda s, f, v: number


def one(work: Callable[[int], int], arg: Value) -> Value:
    return lambda s, f, v: work(arg(s, f, v))


def two(work: Callable[[int, int], int], left: Value, right: Value) -> Value:
    return lambda s, f, v: work(left(s, f, v), right(s, f, v))


def choice(test: Value, then: Value, otherwise: Value) -> Value:
    return lambda s, f, v: then(s, f, v) if test(s, f, v) else otherwise(s, f, v)


def unary_operations(physics: Physics) -> ByUnary[Callable[[int], int]]:
    return {
        "neg": operator.neg,
        "clamp": clamp,
        "bit": lambda index: 1 << index if index >= 0 else 0,
        "popcount": int.bit_count,
        "lowest": lambda mask: (mask & -mask).bit_length() - 1,
        "highest": lambda mask: mask.bit_length() - 1,
        "near": lambda cells: physics.near[cells][0],
        "around": lambda cells: physics.around[cells][0],
        "path": physics.longest.path,
        "weighed_path": physics.longest.weighed_path,
        "seq_first": sequences.first,
        "seq_last": sequences.last,
        "seq_rest": sequences.rest,
        "seq_reverse": sequences.reverse,
        "seq_of": sequences.from_mask,
    }


def binary_operations(physics: Physics) -> ByBinary[Callable[[int, int], int]]:
    return {
        "add": operator.add,
        "sub": operator.sub,
        "mul": lambda a, b: clamp(a * b),
        "index_mul": operator.mul,
        "div": operator.floordiv,
        "mod": operator.mod,
        "min": min,
        "max": max,
        "eq": lambda a, b: 1 if a == b else 0,
        "ne": lambda a, b: 1 if a != b else 0,
        "lt": lambda a, b: 1 if a < b else 0,
        "le": lambda a, b: 1 if a <= b else 0,
        "band": operator.and_,
        "bor": operator.or_,
        "bandnot": lambda a, b: a & ~b,
        "has": lambda mask, index: mask >> index & 1 if index >= 0 else 0,
        "dist": lambda cell, cells: physics.nearest(cell, members(cells)),
        "within": lambda cells, most: physics.within(members(cells), most),
        "group": physics.group,
        "trail": physics.longest.trail,
        "weighed_trail": physics.longest.weighed_trail,
        "range": range_mask,
        "seq_push": sequences.push,
    }
