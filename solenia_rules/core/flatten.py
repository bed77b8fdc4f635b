"""The flat program: functions that may ask or fail are cut into blocks at the points where they can be suspended and
resumed.

Input is the refined core. The backends and machine code are generated from the output: pure functions stay as they are;
other functions become blocks, with the locals that must be stored in a frame of the state.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Core, Function, Stmt
from solenia_rules.core.expressions import Const, Ex, Local
from solenia_rules.core.primitives import PRIMITIVES
from solenia_rules.core.rewriting import assigned, breaks_to, everywhere, used, walk, with_blocks
from solenia_rules.text.frozen import define, field, frozen


@frozen(eq=False)
class Jump:
    target: int


@frozen(eq=False)
class Branch:
    test: Ex
    then: int
    otherwise: int


@frozen(eq=False)
class CallEnd:
    fn: int
    args: tuple[Ex, ...]
    next: int


@frozen(eq=False)
class CallDynEnd:
    table: int
    index: Ex
    args: tuple[Ex, ...]
    next: int


@frozen(eq=False)
class DecideEnd:
    spec: int
    seat: Ex
    mask: Ex
    result: int
    next: int
    unsure: Ex | None = None
    left: Ex | None = None


@frozen(eq=False)
class ForeseeEnd:
    seat: Ex
    result: int
    next: int


@frozen(eq=False)
class FailEnd:
    place: int


@frozen(eq=False)
class ReturnEnd:
    pass


@frozen(eq=False)
class PrimEnd:
    prim: c.Prim
    next: int


End: TypeAlias = Jump | Branch | CallEnd | CallDynEnd | DecideEnd | ForeseeEnd | FailEnd | ReturnEnd | PrimEnd


@define(eq=False)
class Block:
    """Statements that run without interruption, and what follows them. `place` is the place in the text where it
    begins, `follows` the place of the statement before it."""

    id: int
    fn: int
    stmts: list[Stmt] = field(factory=list)
    end: End | None = None
    place: int = -1
    follows: int = -1


@define(eq=False)
class Flat:
    """A flat program: pure functions as they are, other functions as blocks."""

    core: Core
    blocks: list[Block] = field(factory=list)
    entries: dict[int, int] = field(factory=dict)
    """Function -> its first block."""
    heads: dict[int, int] = field(factory=dict)
    """Blocks at which a loop begins again."""
    frames: dict[int, dict[int, int]] = field(factory=dict)
    """Function -> its locals stored in the frame -> their position there."""
    follows: dict[int, int] = field(factory=dict)
    """A statement that asks or calls, by its `id` -> the block that follows it."""


def flatten(core: Core, kept: dict[int, set[int]]) -> Flat:
    """Flatten a program. `kept`: function -> locals that must be in its frame in any case."""
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
        case c.Set() | c.Mark():
            return False
        case c.If(_, then, otherwise):
            return any(cuts(s, core) for s in (*then, *otherwise))
        case c.Prim(name):
            return PRIMITIVES[name].ends_block
        case c.Call(fn):
            return core.functions[fn].spine
        case c.Store() | c.Return() | c.Break():
            return False
        case c.ForBits(_, _, body) | c.Loop(_, body) | c.Work(_, body):
            return any(cuts(s, core) for s in body)
        case c.CallDyn(table):
            return any(core.functions[fn].spine for fn in core.tables[table] if fn >= 0)
        case c.Decide() | c.Foresee() | c.Fail():
            return True
        case _:
            assert_never(stmt)


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
        # copies statements, so that each occurs once; backends that print the body meet only what has a block
        self.fn.body = _reached(everywhere(self.fn.body, lambda value: value))
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
            case c.Decide(spec, seat, mask, result, unsure, left):
                follow = self.new()
                self.flat.follows[id(stmt)] = follow.id
                self.end(DecideEnd(spec, seat, mask, result, follow.id, unsure, left), follow)
            case c.Foresee(seat, result):
                follow = self.new()
                self.flat.follows[id(stmt)] = follow.id
                self.end(ForeseeEnd(seat, result, follow.id), follow)
            case c.Fail(place):
                self.end(FailEnd(place), None)
            case c.Return():
                self.end(ReturnEnd(), None)
            case c.Break(label) if label in self.exits:
                self.end(Jump(self.exits[label]), None)
            case c.Prim(name) if PRIMITIVES[name].ends_block:
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
                    c.If(build.eq(Local(rest), Const(0)), [c.Break(label)], []),
                    c.Set(member, build.lowest(Local(rest))),
                    c.Set(rest, build.bandnot(Local(rest), build.bit(Local(member)))),
                    *body,
                ]
                self._loop(label, round_)
            case (
                c.Set() | c.Store() | c.Prim() | c.Call() | c.CallDyn() | c.If() | c.Loop() | c.ForBits() | c.Break()
                | c.Work()
            ):  # fmt: skip
                self.here.stmts.append(stmt)
            case _:
                assert_never(stmt)

    def _must_cut(self, stmts: list[Stmt]) -> bool:
        if any(cuts(s, self.flat.core) for s in stmts):
            return True
        return breaks_to(stmts, self.exits) or any(isinstance(stmt, c.Return) for stmt in walk(stmts))

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
        """Locals used in more than one block are stored in the frame; parameters and answers always are."""
        seen: dict[int, set[int]] = {}
        kept = set(range(self.fn.params)) | self.kept
        for block in self.flat.blocks:
            if block.fn != self.fn.id:
                continue
            for number in _locals_of(block):
                seen.setdefault(number, set()).add(block.id)
            if isinstance(block.end, (DecideEnd, ForeseeEnd)):
                kept.add(block.end.result)
            if isinstance(block.end, DecideEnd) and block.end.left is not None:
                kept |= block.end.left.locals
        kept |= {number for number, blocks in seen.items() if len(blocks) > 1}
        self.flat.frames[self.fn.id] = {number: place for place, number in enumerate(sorted(kept))}


def _reached(body: list[Stmt]) -> list[Stmt]:
    """The statements without those that come after a failure, a return or a break."""
    made: list[Stmt] = []
    for stmt in body:
        made.append(with_blocks(stmt, _reached))
        if isinstance(stmt, (c.Fail, c.Return, c.Break)):
            break
    return made


def _locals_of(block: Block) -> set[int]:
    """The locals that a block reads or assigns."""
    found = assigned(block.stmts) | used(block.stmts)
    for value in end_values(block.end):
        found |= value.locals
    return found | {block.end.result} if isinstance(block.end, (DecideEnd, ForeseeEnd)) else found


def end_values(end: End | None) -> tuple[Ex, ...]:
    """The expressions in the end of a block."""
    match end:
        case Branch(test):
            return (test,)
        case CallEnd(_, args):
            return args
        case CallDynEnd(_, index, args):
            return (index, *args)
        case DecideEnd(_, seat, mask, _, _, unsure, left):
            return (seat, mask, *(value for value in (unsure, left) if value is not None))
        case ForeseeEnd(seat):
            return (seat,)
        case PrimEnd(prim):
            return prim.args
        case Jump() | FailEnd() | ReturnEnd() | None:
            return ()
        case _:
            assert_never(end)
