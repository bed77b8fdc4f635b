"""A flat program becomes a linear one: blocks and pure functions, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from solenia_rules.core import core as c
from solenia_rules.core import flatten as f
from solenia_rules.core.backends.reference.evaluation import Evaluation
from solenia_rules.core.backends.reference.linear import PRIMS, Entry, Linear
from solenia_rules.core.core import Ex, Function, Stmt
from solenia_rules.core.flatten import Block, Flat


def assemble(flat: Flat) -> Linear:
    made = Linear(tables=[(*table, -1) for table in flat.core.tables])
    for block in flat.blocks:
        made.blocks.append(len(made.code))
        _Assembler(flat, made, flat.core.functions[block.fn], 0).block(block)
    for function in flat.core.functions:
        if function.spine:
            frame = flat.frames[function.id]
            made.functions[function.id] = Entry(True, flat.entries[function.id], 0, len(frame))
        else:
            start, first = len(made.code), made.registers
            _Assembler(flat, made, function, first).pure(function.body)
            made.functions[function.id] = Entry(False, start, first, made.registers - first)
    return made


class _Assembler(Evaluation):
    """One block or one pure function."""

    def __init__(self, flat: Flat, made: Linear, function: Function, first: int) -> None:
        super().__init__(made, function, first, flat.frames.get(function.id, {}))
        self.specs = flat.core.specs
        self.phase = function.phase
        self.loops: dict[int, int] = {}

    def block(self, block: Block) -> None:
        self.place = block.place
        self.stmts(block.stmts)
        self.end(block.end)
        self.fix()

    def pure(self, body: list[Stmt]) -> None:
        self.stmts(body)
        self.emit("back", ())
        self.fix()

    # ---- statements ----------------------------------------------------------------------------

    def stmts(self, body: list[Stmt]) -> None:
        top = self.top
        for stmt in body:
            self.stmt(stmt)
            self.top = top

    def inside(self, body: list[Stmt]) -> None:
        """What stands inside a statement has its own places; what follows has the place of before."""
        place = self.place
        self.stmts(body)
        self.place = place

    def stmt(self, stmt: Stmt) -> None:
        match stmt:
            case c.Set(number, value):
                if number in self.frame:
                    self.emit("put", self.frame[number], self.value(value))
                else:
                    self.into(value, self.first + number)
            case c.Store(base, index, value):
                if index is None:
                    self.emit("poke", base, self.value(value))
                else:
                    self.emit("store", base, self.value(index), self.value(value))
            case c.If(test, then, otherwise):
                self._if(test, then, otherwise)
            case c.ForBits(member, mask, body, label):
                self._for_bits(member, mask, body, label)
            case c.Loop(label, body):
                head, self.loops[label] = self.label(), self.label()
                self.here(head)
                self.inside(body)
                self.emit("jump", label=head)
                self.here(self.loops.pop(label))
            case c.Break(label):
                self.emit("jump", label=self.loops[label])
            case c.Call(fn, args, results):
                self._kept(results, lambda tos: self.emit("call", fn, self.all(args), tos))
            case c.CallDyn(table, index, args):
                self.emit("calldyn", table, self.value(index), self.all(args), ())
            case c.Prim("event", args):
                self.emit("tell", self.all(args))
            case c.Prim(name, args, result):
                results = () if result is None else (result,)
                self._kept(results, lambda tos: self.emit("do", PRIMS.index(name), self.all(args), tos))
            case c.Return(values):
                self.emit("back", self.all(values))
            case c.Mark(place):
                self.place = place
                self.emit("mark", place)
            case _:
                raise AssertionError(stmt)

    def _if(self, test: Ex, then: list[Stmt], otherwise: list[Stmt]) -> None:
        second = self.label()
        self.unless(test, second)
        self.inside(then)
        if not otherwise:
            self.here(second)
            return
        end = self.label()
        self.emit("jump", label=end)
        self.here(second)
        self.inside(otherwise)
        self.here(end)

    def _for_bits(self, member: int, mask: Ex, body: list[Stmt], label: int) -> None:
        """The members still to come are no local here: nobody leaves the body in the middle."""
        rest = self.temp()
        self.into(mask, rest)
        head, self.loops[label] = self.label(), self.label()
        self.here(head)
        to = self.temp() if member in self.frame else self.first + member
        self.emit("each", to, rest, label=self.loops[label])
        if member in self.frame:
            self.emit("put", self.frame[member], to)
        self.inside(body)
        self.emit("jump", label=head)
        self.here(self.loops.pop(label))

    def _kept(self, results: tuple[int, ...], emit: Callable[[tuple[int, ...]], None]) -> None:
        """An instruction with results, and those of them that live in the frame put there."""
        tos = tuple(self.temp() if number in self.frame else self.first + number for number in results)
        emit(tos)
        for number, to in zip(results, tos, strict=True):
            if number in self.frame:
                self.emit("put", self.frame[number], to)

    # ---- ends of blocks ------------------------------------------------------------------------

    def end(self, end: f.End | None) -> None:
        match end:
            case f.Jump(target):
                self.emit("goto", target)
            case f.Branch(test, then, otherwise):
                self.emit("fork", self.value(test), then, otherwise)
            case f.CallEnd(fn, args, follow):
                self.emit("begin", fn, self.all(args), follow)
            case f.CallDynEnd(table, index, args, follow):
                self.emit("begindyn", table, self.value(index), self.all(args), follow, ())
                self.emit("goto", follow)
            case f.DecideEnd():
                self._decide(end)
            case f.FailEnd(place):
                self.emit("fail", place)
            case f.ReturnEnd():
                self.emit("finish", int(self.phase))
            case f.PrimEnd(prim, follow):
                self.emit("act", PRIMS.index(prim.name), self.all(prim.args), follow)
            case None:
                raise AssertionError("a block without an end")
            case _:
                assert_never(end)

    def _decide(self, end: f.DecideEnd) -> None:
        """Where every option must be tried, none is sure."""
        none = self.constant(0)
        sure, seat = self.value(end.mask), self.value(end.seat)
        unsure = none if end.unsure is None else self.value(end.unsure)
        if self.specs[end.spec].look:
            sure, unsure = none, sure
        self.emit("ask", end.spec, seat, sure, unsure, self.frame[end.result], end.next)
