"""Functions that may ask or fail, cut into blocks at the places where they can be left and resumed."""

from __future__ import annotations

from typing import TypeAlias

from solenia_rules.core import core as c
from solenia_rules.core.core import Core, Ex, Function, Stmt, const, ex, local
from solenia_rules.core.frames import in_ex, locals_in
from solenia_rules.core.rewriting import everywhere
from solenia_rules.text.frozen import define, field, frozen

CUTTING_PRIMS = c.HORIZON | {"win", "enter", "leave"}


@frozen
class Jump:
    target: int


@frozen
class Branch:
    test: Ex
    then: int
    otherwise: int


@frozen
class CallEnd:
    fn: int
    args: tuple[Ex, ...]
    next: int


@frozen
class CallDynEnd:
    table: int
    index: Ex
    args: tuple[Ex, ...]
    next: int


@frozen
class DecideEnd:
    spec: int
    seat: Ex
    mask: Ex
    result: int
    next: int
    unsure: Ex | None = None


@frozen
class FailEnd:
    place: int


@frozen
class ReturnEnd:
    pass


@frozen
class PrimEnd:
    prim: c.Prim
    next: int


End: TypeAlias = Jump | Branch | CallEnd | CallDynEnd | DecideEnd | FailEnd | ReturnEnd | PrimEnd


@define
class Block:
    """Statements that run through, and what comes after them. `place` is where in the text it begins, `follows` where
    the statement stands that comes before it."""

    id: int
    fn: int
    stmts: list[Stmt] = field(factory=list)
    end: End | None = None
    place: int = -1
    follows: int = -1


@define
class Flat:
    """A program: pure functions as they are, the others as blocks."""

    core: Core
    blocks: list[Block] = field(factory=list)
    entries: dict[int, int] = field(factory=dict)
    """Function -> its first block."""
    heads: dict[int, int] = field(factory=dict)
    """Blocks at which a loop begins anew."""
    frames: dict[int, dict[int, int]] = field(factory=dict)
    """Function -> its locals that live in the frame -> their place there."""
    follows: dict[int, int] = field(factory=dict)
    """A statement that asks or calls, by its `id` -> the block that follows it."""


def flatten(core: Core, kept: dict[int, set[int]]) -> Flat:
    """`kept`: function -> locals that must be in its frame, whoever else uses them."""
    _mark(core)
    flat = Flat(core)
    for function in core.functions:
        if function.spine:
            _Cutter(flat, function, kept.get(function.id, set())).run()
    return flat


# ---- which functions are cut -------------------------------------------------------------------


def _mark(core: Core) -> None:
    for function in core.functions:
        function.spine = function.phase or function.id == core.main
    changed = True
    while changed:
        changed = False
        for function in core.functions:
            if not function.spine and any(cuts(s, core) for s in function.body):
                function.spine = changed = True


def cuts(stmt: Stmt, core: Core) -> bool:
    """Whether a statement may ask, fail, or reach the horizon."""
    match stmt:
        case c.Decide() | c.Fail():
            return True
        case c.Prim(name):
            return name in CUTTING_PRIMS
        case c.Call(fn):
            return core.functions[fn].spine
        case c.CallDyn(table):
            return any(core.functions[fn].spine for fn in core.tables[table] if fn >= 0)
        case c.If(_, then, otherwise):
            return any(cuts(s, core) for s in (*then, *otherwise))
        case c.ForBits(_, _, body) | c.Loop(_, body):
            return any(cuts(s, core) for s in body)
        case _:
            return False


def _breaks(stmts: list[Stmt], labels: set[int]) -> bool:
    for stmt in stmts:
        match stmt:
            case c.Break(label) if label in labels:
                return True
            case c.If(_, then, otherwise) if _breaks(then, labels) or _breaks(otherwise, labels):
                return True
            case c.ForBits(_, _, body) | c.Loop(_, body) if _breaks(body, labels):
                return True
    return False


def _returns(stmts: list[Stmt]) -> bool:
    for stmt in stmts:
        match stmt:
            case c.Return():
                return True
            case c.If(_, then, otherwise) if _returns(then) or _returns(otherwise):
                return True
            case c.ForBits(_, _, body) | c.Loop(_, body) if _returns(body):
                return True
    return False


class _Cutter:
    def __init__(self, flat: Flat, function: Function, kept: set[int]) -> None:
        self.flat = flat
        self.kept = kept
        self.fn = function
        self.here: Block | None = None
        self.exits: dict[int, int] = {}
        self.place = -1

    def run(self) -> None:
        first = self.new()
        self.flat.entries[self.fn.id] = first.id
        self.here = first
        self.fn.body = everywhere(self.fn.body, lambda value: value)  # every statement is met once
        self.stmts(self.fn.body)
        if self.here is not None:
            self.here.end = ReturnEnd()
        self._frame()

    def new(self) -> Block:
        made = Block(len(self.flat.blocks), self.fn.id, place=self.place, follows=self.place)
        self.flat.blocks.append(made)
        return made

    def stmts(self, body: list[Stmt]) -> None:
        for stmt in body:
            if self.here is None:
                return
            self.stmt(stmt)

    def end(self, end: End, follow: Block | None) -> None:
        assert self.here is not None
        self.here.end = end
        self.here = follow

    def stmt(self, stmt: Stmt) -> None:
        assert self.here is not None
        core = self.flat.core
        match stmt:
            case c.Mark(place):
                self.place = place
                if not self.here.stmts:
                    self.here.place = place
                self.here.stmts.append(stmt)
            case c.Decide(spec, seat, mask, result, unsure):
                follow = self.new()
                self.flat.follows[id(stmt)] = follow.id
                self.end(DecideEnd(spec, seat, mask, result, follow.id, unsure), follow)
            case c.Fail(place):
                self.end(FailEnd(place), None)
            case c.Return():
                self.end(ReturnEnd(), None)
            case c.Break(label) if label in self.exits:
                self.end(Jump(self.exits[label]), None)
            case c.Prim(name) if name in CUTTING_PRIMS:
                follow = self.new()
                self.end(PrimEnd(stmt, follow.id), follow)
            case c.Call(fn, args) if core.functions[fn].spine:
                follow = self.new()
                self.flat.follows[id(stmt)] = follow.id
                self.end(CallEnd(fn, args, follow.id), follow)
            case c.CallDyn(table, index, args) if cuts(stmt, core):
                follow = self.new()
                self.flat.follows[id(stmt)] = follow.id
                self.end(CallDynEnd(table, index, args, follow.id), follow)
            case c.If(test, then, otherwise) if self._must_cut([stmt]):
                self._if(test, then, otherwise)
            case c.Loop(label, body) if self._must_cut(body):
                self._loop(label, body)
            case c.ForBits(member, mask, body, label, rest) if self._must_cut(body):
                self.here.stmts.append(c.Set(rest, mask))
                round_: list[Stmt] = [
                    c.If(ex("eq", local(rest), const(0)), [c.Break(label)], []),
                    c.Set(member, ex("lowest", local(rest))),
                    c.Set(rest, ex("bandnot", local(rest), ex("bit", local(member)))),
                    *body,
                ]
                self._loop(label, round_)
            case _:
                self.here.stmts.append(stmt)

    def _must_cut(self, stmts: list[Stmt]) -> bool:
        return any(cuts(s, self.flat.core) for s in stmts) or _breaks(stmts, set(self.exits)) or _returns(stmts)

    def _if(self, test: Ex, then: list[Stmt], otherwise: list[Stmt]) -> None:
        after = self.new()
        first = self.new() if then else after
        second = self.new() if otherwise else after
        self.end(Branch(test, first.id, second.id), None)
        for block, body in ((first, then), (second, otherwise)):
            if body:
                self.here = block
                self.stmts(body)
                if self.here is not None:
                    self.end(Jump(after.id), None)
        self.here = after

    def _loop(self, label: int, body: list[Stmt]) -> None:
        head, after = self.new(), self.new()
        self.flat.heads[head.id] = after.id
        self.end(Jump(head.id), None)
        self.exits[label] = after.id
        self.here = head
        self.stmts(body)
        if self.here is not None:
            self.end(Jump(head.id), None)
        del self.exits[label]
        self.here = after

    def _frame(self) -> None:
        """Locals met in more than one block live in the frame; parameters and answers always do."""
        seen: dict[int, set[int]] = {}
        kept = set(range(self.fn.params)) | self.kept
        for block in self.flat.blocks:
            if block.fn != self.fn.id:
                continue
            for number in _locals_of(block):
                seen.setdefault(number, set()).add(block.id)
            if isinstance(block.end, DecideEnd):
                kept.add(block.end.result)
        kept |= {number for number, blocks in seen.items() if len(blocks) > 1}
        self.flat.frames[self.fn.id] = {number: place for place, number in enumerate(sorted(kept))}


def _locals_of(block: Block) -> set[int]:
    found: set[int] = set()
    for stmt in block.stmts:
        locals_in(stmt, found)
    match block.end:
        case Branch(test):
            in_ex(test, found)
        case CallEnd(_, args):
            for arg in args:
                in_ex(arg, found)
        case CallDynEnd(_, index, args):
            for arg in (index, *args):
                in_ex(arg, found)
        case DecideEnd(_, seat, mask, result, _, unsure):
            in_ex(seat, found)
            in_ex(mask, found)
            if unsure is not None:
                in_ex(unsure, found)
            found.add(result)
        case PrimEnd(prim):
            for arg in prim.args:
                in_ex(arg, found)
    return found
