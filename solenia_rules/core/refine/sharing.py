"""Shares equal `Work`: it is computed once, as long as nothing that it reads changes in between."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function, Stmt
from solenia_rules.core.expressions import Const, Ex, Local
from solenia_rules.core.refine.hoisting import writes_state
from solenia_rules.core.rewriting import LOOPS, assigned, blocks_of, renamed, values_of, walk, with_locals
from solenia_rules.text.frozen import define


@define(eq=False)
class _Done:
    """`Work` that was computed: its results, what it reads, where it is."""

    work: c.Work
    reads: frozenset[int]
    place: int
    """The number of the list of statements that contains it."""
    region: list[Stmt]
    """Statements to insert at the beginning of the enclosing function or loop body: they mark results as missing if it
    is not certain that they were computed."""
    shared: bool = False
    void: bool = False


def share(function: Function) -> None:
    """Replace `Work` by plain statements that run at most once while nothing it reads changes."""
    sharing = _Sharing()
    sharing.region(function.body)
    for found in sharing.all:
        if found.work.some and not found.shared:
            found.work.body[:] = _first_hit(found.work)
    function.body = without_work(function.body)


class _Sharing:
    def __init__(self) -> None:
        self.done: dict[object, _Done] = {}
        self.all: list[_Done] = []
        """All work, including work that one branch of an `If` invalidated: the other branch may still share it."""
        self.around: list[int] = []
        """The numbers of the enclosing lists of statements, outermost first."""
        self.lists = 0
        self.regions: list[list[Stmt]] = []

    def region(self, body: list[Stmt]) -> None:
        """Process a function or loop body. Work done before it is not available inside."""
        outer = self.done
        self.done = {}
        begun: list[Stmt] = []
        self.regions.append(begun)
        self._stmts(body)
        self.regions.pop()
        self.done = outer
        body[:0] = begun

    def _stmts(self, body: list[Stmt]) -> None:
        self.lists += 1
        self.around.append(self.lists)
        made: list[Stmt] = []
        for stmt in body:
            match stmt:
                case c.Work():
                    made.extend(self._work(stmt))
                case c.ForBits(_, _, inner) | c.Loop(_, inner):
                    self._forget([stmt])
                    self.region(inner)
                    made.append(stmt)
                case c.If(_, then, otherwise):
                    before = dict(self.done)
                    self._stmts(then)
                    after, self.done = self.done, before
                    self._stmts(otherwise)
                    self.done = {**after, **self.done}
                    self._forget([stmt])
                    made.append(stmt)
                case _:
                    self._forget([stmt])
                    made.append(stmt)
        body[:] = made
        self.around.pop()

    def _forget(self, stmts: list[Stmt]) -> None:
        """Drop work that the statements may invalidate."""
        if writes_state(stmts, asking=False):
            self.done = {}
            return
        if writes_state(stmts):
            self.done = {key: found for key, found in self.done.items() if not _is_search(found.work)}
        changed = assigned(stmts)
        for key, found in list(self.done.items()):
            if found.reads & changed:
                del self.done[key]

    def _work(self, work: c.Work) -> list[Stmt]:
        key, reads = _spelled(work)
        found = self.done.get(key)
        if found is None:
            self._stmts(work.body)
            self.done[key] = _Done(work, reads, self.around[-1], self.regions[-1])
            self.all.append(self.done[key])
            return [work]
        found.shared = True
        theirs = found.work.results
        results: list[Stmt] = [c.Set(mine, Local(other)) for mine, other in zip(work.results, theirs, strict=True)]
        if found.place in self.around:
            return results
        if not found.void:
            found.void = True
            found.region.append(c.Set(theirs[0], Const(-1)))
        again = renamed(work.body, dict(zip(work.results, theirs, strict=True)))
        self._stmts(again)
        return [c.If(build.lt(Local(theirs[0]), Const(0)), again, []), *results]


def _is_search(work: c.Work) -> bool:
    """Whether only it matters if a result is empty, and each step of finding that out is expensive. Over a decision
    such a search is not shared: the first hit answers it, and mostly nobody asks for the other members afterwards."""
    return work.some and any(
        value.calls
        for loop in walk(work.body)
        if isinstance(loop, LOOPS)
        for stmt in walk(loop.body)
        for value in values_of(stmt)
    )


def without_work(stmts: list[Stmt]) -> list[Stmt]:
    """The statements with every `Work` replaced by its body."""
    made: list[Stmt] = []
    for stmt in stmts:
        if isinstance(stmt, c.Work):
            made.extend(without_work(stmt.body))
            continue
        for block in blocks_of(stmt):
            block[:] = without_work(block)
        made.append(stmt)
    return made


def _spelled(work: c.Work) -> tuple[object, frozenset[int]]:
    """A key of the work with its own locals and labels renumbered, and the outside locals that it reads."""
    own: dict[int, int] = {}
    labels: dict[int, int] = {}
    free: set[int] = set()
    mine = assigned(work.body)

    def number(which: int) -> int:
        return own.setdefault(which, -1 - len(own))

    def value(x: Ex) -> Ex:
        free.update(x.locals - mine)
        return with_locals(x, {which: Local(number(which)) for which in x.reads if which in mine})

    def listed(stmts: list[Stmt]) -> tuple[object, ...]:
        return tuple(part for stmt in stmts for part in one(stmt))

    def one(stmt: Stmt) -> tuple[object, ...]:
        match stmt:
            case c.Mark():
                return ()
            case c.Work(_, body):
                return listed(body)
            case c.Set(target, x):
                return (("set", number(target), value(x)),)
            case c.If(test, then, otherwise):
                return (("if", value(test), listed(then), listed(otherwise)),)
            case c.ForBits(member, mask, body, label):
                labels[label] = len(labels)
                return (("for", number(member), value(mask), labels[label], listed(body)),)
            case c.Loop(label, body):
                labels[label] = len(labels)
                return (("loop", labels[label], listed(body)),)
            case c.Break(label):
                return (("break", labels.get(label, label + 1_000_000)),)
            case c.Call(fn, args, results):
                return (("call", fn, tuple(map(value, args)), tuple(map(number, results))),)
            case c.Prim(name, args, result):
                return (("prim", name, tuple(map(value, args)), None if result is None else number(result)),)
            case c.Store() | c.CallDyn() | c.Decide() | c.Foresee() | c.Fail() | c.Return():
                raise AssertionError("work that changes the state, asks or fails")
            case _:
                assert_never(stmt)

    return (listed(work.body), tuple(number(r) for r in work.results)), frozenset(free)


def _first_hit(work: c.Work) -> list[Stmt]:
    """The work as a search: it ends as soon as the first result is not empty."""
    hit = work.results[0]
    made: list[Stmt] = []
    collected = False
    for stmt in work.body:
        if isinstance(stmt, c.ForBits) and stmt.free and hit in assigned(stmt.body):
            stmt.body[:] = _ending(stmt.body, hit, stmt.label)
            made.append(c.If(build.eq(Local(hit), Const(0)), [stmt], []) if collected else stmt)
            collected = True
        else:
            collected = collected or (isinstance(stmt, c.Set) and stmt.local == hit and stmt.value != Const(0))
            made.append(stmt)
    return made


def _ending(stmts: list[Stmt], hit: int, label: int) -> list[Stmt]:
    made: list[Stmt] = []
    for stmt in stmts:
        for block in blocks_of(stmt):
            block[:] = _ending(block, hit, label)
        made.append(stmt)
        if isinstance(stmt, c.Set) and stmt.local == hit:
            made.append(c.Break(label))
            break
    return made
