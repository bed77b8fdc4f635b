"""Generates LLVM IR for the core's statements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import assert_never

from solenia_rules.core import core as c
from solenia_rules.core import expressions as e
from solenia_rules.core import layout as at
from solenia_rules.core.core import Stmt
from solenia_rules.core.expressions import Ex
from solenia_rules.core.primitives import PRIMITIVES, PrimitiveName
from solenia_rules.fast.classes import Shape, Sort
from solenia_rules.fast.integer_code import IntegerCode
from solenia_rules.fast.memory import Memory
from solenia_rules.fast.packing_code import is_packed
from solenia_rules.fast.sequence_code import Place, Symbols
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.writer import NUMBER, Writer, number

TOO_DEEP, ENDLESS = 1, 3
LAST = 1_000_000
"""A position behind every piece of a zone."""


class StatementCode(IntegerCode):
    def __init__(
        self, writer: Writer, shapes: Shapes, memory: Memory, symbols: Symbols, fn: int, frame: dict[int, int]
    ) -> None:
        super().__init__(writer, shapes, memory, symbols, fn, frame)
        self.ends: dict[int, str] = {}
        """Label of a loop -> the LLVM label to jump to when the loop is left."""

    def stmts(self, body: list[Stmt]) -> None:
        for stmt in body:
            if not self.w.open:
                return
            self.stmt(stmt)

    def stmt(self, stmt: Stmt) -> None:
        w = self.w
        match stmt:
            case c.Set(local, value):
                self.set(local, value)
            case c.Store(base, index, value):
                self._store(base, index, value)
            case c.If(test, then, otherwise):
                self._if(test, then, otherwise)
            case c.ForBits(member, mask, body, label):
                self._for(member, mask, body, label)
            case c.Loop(label, body):
                head, after = w.label(), w.label()
                w.here(head)
                self.tick(after)
                self.ends[label] = after
                self.stmts(body)
                if w.open:
                    w.jump(head)
                w.here(after)
            case c.Break(label):
                w.jump(self.ends[label])
            case c.Call(fn, args, results):
                self._call(fn, args, results)
            case c.CallDyn(table, index, args):
                with self.noted():
                    self.call_dyn(table, index, args, None)
            case c.Prim(name, args, result):
                self._prim(name, args, result)
            case c.Return(values):
                self.give_back(values)
            case c.Mark(place):
                if self.symbols.telling:
                    self.mark(place)
                if self.symbols.counting and place >= 0:
                    self.w.put(f"call void @k.hit(ptr %s, i64 {place})")
            case c.Decide() | c.Foresee() | c.Fail() | c.Work():
                raise AssertionError("a statement that no block contains")
            case _:
                assert_never(stmt)

    def give_back(self, values: tuple[Ex, ...]) -> None:
        raise AssertionError("a return inside a block")

    def tick(self, out: str) -> None:
        """Count a step; jump to `out` if there were too many."""
        w = self.w
        place = w.at("%s", 8 * self.memory.steps)
        left = w.binary("sub", w.load(NUMBER, place), number(1))
        w.store(left, place)
        endless, on = w.label(), w.label()
        w.branch(w.compare("slt", left, number(0)), endless, on)
        w.here(endless)
        w.store(number(ENDLESS), w.at("%s", 8 * self.memory.fault))
        w.jump(out)
        w.here(on)

    def _store(self, base: int, index: Ex | None, value: Ex) -> None:
        w = self.w
        shape = self.shapes.of_slot(base) if index is None or base >= at.HEADER else _NUMBER
        if shape.sort is Sort.SEQUENCE:
            target = self.sequence(e.Load(base, index))
            self.into(value, target, shape)
            return
        type_ = f"i{shape.bits}"
        where = None if index is None else self.index(index)
        found = self.value(value, type_)
        w.store_split(found, *self.slot(base, where, type_))

    def _if(self, test: Ex, then: list[Stmt], otherwise: list[Stmt]) -> None:
        """A branch that only sets a place does not do so: plain telling code leaves such a branch out."""
        then, otherwise = (side if self._anything(side) else [] for side in (then, otherwise))
        if not then and not otherwise:
            return
        self.w.either(
            lambda first, second: self.fork(test, first, second),
            lambda: self.stmts(then),
            (lambda: self.stmts(otherwise)) if otherwise else None,
        )

    def _anything(self, body: list[Stmt]) -> bool:
        return any(
            not isinstance(x, c.Mark) and (self.symbols.telling or not (isinstance(x, c.Prim) and x.name == "event"))
            for x in body
        )

    def fork(self, test: Ex, then: str, otherwise: str) -> None:
        """Branch on a test. A test of several parts stops at the first part that decides it."""
        w = self.w
        match test:
            case e.And(a, b) if not self._is_cheap(b):
                more = w.label()
                self.fork(a, more, otherwise)
                w.here(more)
                self.fork(b, then, otherwise)
            case e.Or(a, b) if not self._is_cheap(b):
                more = w.label()
                self.fork(a, then, more)
                w.here(more)
                self.fork(b, then, otherwise)
            case e.Not(a):
                self.fork(a, otherwise, then)
            case _:
                w.branch(self.test(test), then, otherwise)

    def _for(self, member: int, mask: Ex, body: list[Stmt], label: int) -> None:
        w = self.w
        after = self.ends[label] = w.label()
        found, head = w.next_member(self.mask(mask), after)
        self.set_number(member, found)
        self.stmts(body)
        if w.open:
            w.jump(head)
        w.here(after)

    def _call(self, fn: int, args: tuple[Ex, ...], results: tuple[int, ...]) -> None:
        shapes = [self.shapes.of_result(fn, number) for number in range(self.shapes.results[fn])]
        places = [self.scratch(shape) for shape in shapes if shape.sort is Sort.SEQUENCE]
        with self.noted() if not results else nullcontext():
            integers = iter(self.call(fn, args, places))
        sequences = iter(places)
        for place, shape in enumerate(shapes):
            local = results[place] if place < len(results) else None
            if shape.sort is Sort.SEQUENCE:
                made = next(sequences)
                if local is not None:
                    self._take(local, made, shape)
            else:
                found = next(integers)
                if local is not None:
                    self.w.store(found, self.address(local))

    def _take(self, local: int, made: Place, shape: Shape) -> None:
        self.w.copy(self.address(local), made.address, 8 * self.memory.words(shape, self.memory.most))

    def prim_args(self, name: PrimitiveName, args: tuple[Ex, ...]) -> str:
        """The arguments of a primitive, with their types. A set of pieces may need several words, a set of seats does
        not."""
        made = ["ptr %s"]
        for kind, arg in zip(PRIMITIVES[name].args, args, strict=True):
            type_ = self.pieces if kind == "pieces" else NUMBER
            value = self.value(arg, type_) if isinstance(arg, e.Const) else self.w.resize(self.value(arg), type_)
            made.append(f"{value.type} {value.text}")
        return ", ".join(made)

    # ---- telling ----------------------------------------------------------------------------------

    def mark(self, place: int) -> None:
        """Set the place of the events that follow; -1: the place of the caller."""
        if place >= 0:
            self.w.store(number(place), self.w.at("%s", 8 * self.memory.place))
        else:
            self.w.put("call void @k.back(ptr %s)")

    @contextmanager
    def noted(self) -> Iterator[None]:
        """A call of an effect without a frame: while it runs, the position knows the place of the call."""
        if not self.symbols.telling:
            yield
            return
        w = self.w
        call, callers = w.variable("[2 x i64]"), w.at("%s", 8 * self.memory.calls)
        before = w.load(NUMBER, callers)
        w.store(w.load(NUMBER, w.at("%s", 8 * self.memory.place)), call)
        w.store(before, w.at(call, 8))
        w.store(w.give(NUMBER, f"ptrtoint ptr {call} to i64"), callers)
        yield
        w.store(before, callers)

    def tell(self, kind: int, args: tuple[Ex, ...]) -> None:
        """Append an event to the log, unless the position tells nothing."""
        w = self.w
        tells, after = w.label(), w.label()
        w.branch(w.load(NUMBER, w.at("%s", 8 * self.memory.teller)), tells, after)
        w.here(tells)
        values = [self.number(arg) for arg in args]
        row = w.give("ptr", f"call ptr @k.note(ptr %s, i64 {kind}, i64 -1, i64 {len(args)})").text
        for place, value in enumerate(values):
            w.store(value, w.at(row, 8 * place))
        w.here(after)

    def act(self, name: str) -> str:
        """The kernel's function for a primitive in this form."""
        return f"@k.tell_{name}" if self.symbols.telling else f"@k.{name}"

    # ---- primitives -------------------------------------------------------------------------------

    def _prim(self, name: PrimitiveName, args: tuple[Ex, ...], result: int | None) -> None:
        w = self.w
        match name:
            case "event":
                if self.symbols.telling:
                    assert isinstance(args[0], e.Const)
                    self.tell(args[0].value, args[1:])
            case "dedupe":
                assert result is not None
                found = w.give(self.pieces, f"call {self.pieces} @k.dedupe({self.prim_args(name, args)})")
                self.set_number(result, found)
            case "position":
                assert result is not None
                type_, (history, seat) = self.shapes.position_type, args
                assert isinstance(history, e.Const)
                if is_packed([*self.shapes.program.layout.histories.values()][history.value]):
                    called = f"@pack{history.value}(ptr %s, i64 {self.number(seat).text})"
                else:
                    called = f"@k.position({self.prim_args(name, args)})"
                self.set_number(result, w.give(type_, f"call {type_} {called}"))
            case "move" if isinstance(args[0], e.Unary) and args[0].op == "bit":
                self._move_one(args[0].arg, args[1])
            case "move" | "move_at" | "turn" | "set_face":
                w.put(f"call void {self.act(name)}({self.prim_args(name, args)})")
            case "draw" | "shuffle" | "roll" | "lot" | "show" | "win" | "enter" | "leave":
                raise AssertionError(f"{name} ends a block")
            case _:
                assert_never(name)

    def _move_one(self, index: Ex, to: Ex) -> None:
        """Move one piece, unless the index is -1."""
        w = self.w
        piece = self.number(index)
        place = self.number(to)
        there, after = w.label(), w.label()
        w.branch(w.compare("sge", piece, number(0)), there, after)
        w.here(there)
        if self.symbols.telling:
            w.put(f"call void @k.tell_put(ptr %s, i64 {piece.text}, i64 {place.text})")
        else:
            w.put(f"call void @k.put(ptr %s, i64 {piece.text}, i64 {place.text}, i64 {LAST})")
        w.here(after)


_NUMBER = Shape(Sort.INTEGER, 64, 0, True)
