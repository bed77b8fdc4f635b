"""Traverses core expressions and statements: which parts they contain, and copies with parts replaced.

The passes of `refine`, the backends and `play` share these functions, so that only this module lists the parts of each
statement.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import assert_never

from solenia_rules.core import core as c
from solenia_rules.core.build import with_parts
from solenia_rules.core.core import Stmt
from solenia_rules.core.expressions import Ex, Local

LOOPS = (c.ForBits, c.Loop)
_WITH_BODY = (c.ForBits, c.Loop, c.Work)


# ---- expressions -------------------------------------------------------------------------------


def all_parts(value: Ex) -> list[Ex]:
    """A value and everything inside it, outermost first."""
    found = [value]
    if value.parts:
        _add_parts(value.parts, found)
    return found


def _add_parts(parts: tuple[Ex, ...], found: list[Ex]) -> None:
    for part in parts:
        found.append(part)
        if part.parts:
            _add_parts(part.parts, found)


def mentions(value: Ex, number: int) -> bool:
    """Whether a value reads a local."""
    return number in value.locals


def replaced(value: Ex, change: Callable[[Ex], Ex | None]) -> Ex:
    """The value with parts replaced, outermost first, and folded again. `change` returns None for a part that stays."""

    def inside(part: Ex) -> Ex:
        found = change(part)
        return with_parts(part, inside) if found is None else found

    return inside(value)


def exchanged(value: Ex, old: Ex, new: Ex) -> Ex:
    """The value with every part that equals `old` replaced by `new`, and folded again."""
    reads = old.locals

    def inside(part: Ex) -> Ex:
        if not reads <= part.locals:
            return part
        return new if part == old else with_parts(part, inside)

    return inside(value)


def with_locals(value: Ex, given: Mapping[int, Ex]) -> Ex:
    """The value with some locals replaced by other values, and folded again."""

    def inside(part: Ex) -> Ex:
        if given.keys().isdisjoint(part.locals):
            return part
        return given[part.number] if isinstance(part, Local) else with_parts(part, inside)

    return inside(value)


# ---- statements --------------------------------------------------------------------------------


def values_of(stmt: Stmt) -> tuple[Ex, ...]:
    """The expressions of a statement itself, without those of its blocks."""
    match stmt:
        case c.Set():
            return (stmt.value,)
        case c.If():
            return (stmt.test,)
        case c.Mark():
            return ()
        case c.Prim() | c.Call():
            return stmt.args
        case c.ForBits():
            return (stmt.mask,)
        case c.Store():
            return (stmt.value,) if stmt.index is None else (stmt.index, stmt.value)
        case c.Break() | c.Work() | c.Loop() | c.Fail():
            return ()
        case c.Return(values):
            return values
        case c.CallDyn(_, index, args):
            return (index, *args)
        case c.Decide(_, seat, mask, _, unsure, left):
            return (seat, mask, *(value for value in (unsure, left) if value is not None))
        case c.Foresee(seat):
            return (seat,)
        case _:
            assert_never(stmt)


def blocks_of(stmt: Stmt) -> tuple[list[Stmt], ...]:
    """The blocks directly inside a statement."""
    if isinstance(stmt, c.If):
        return (stmt.then, stmt.otherwise)
    return (stmt.body,) if isinstance(stmt, _WITH_BODY) else ()


def walk(stmts: Iterable[Stmt]) -> list[Stmt]:
    """Every statement, including nested ones."""
    found: list[Stmt] = []
    _walk(stmts, found)
    return found


def _walk(stmts: Iterable[Stmt], found: list[Stmt]) -> None:
    for stmt in stmts:
        found.append(stmt)
        if isinstance(stmt, c.If):
            _walk(stmt.then, found)
            _walk(stmt.otherwise, found)
        elif isinstance(stmt, _WITH_BODY):
            _walk(stmt.body, found)


def targets_of(stmt: Stmt) -> tuple[int, ...]:
    """The locals that a statement itself assigns."""
    match stmt:
        case c.Set():
            return (stmt.local,)
        case c.If() | c.Mark():
            return ()
        case c.Prim():
            return () if stmt.result is None else (stmt.result,)
        case c.ForBits():
            return (stmt.local, stmt.rest)
        case c.Store() | c.Break() | c.Loop() | c.CallDyn() | c.Fail() | c.Return() | c.Work():
            return ()
        case c.Call():
            return stmt.results
        case c.Decide() | c.Foresee():
            return (stmt.result,)
        case _:
            assert_never(stmt)


def assigned(stmts: Iterable[Stmt]) -> set[int]:
    """The locals that are assigned."""
    found: set[int] = set()
    for stmt in walk(stmts):
        found.update(targets_of(stmt))
    return found


def used(stmts: Iterable[Stmt]) -> set[int]:
    """The locals that are read."""
    found: set[int] = set()
    for stmt in walk(stmts):
        for value in values_of(stmt):
            found.update(value.locals)
    return found


def breaks_to(stmts: Iterable[Stmt], labels: Container[int]) -> bool:
    """Whether the statements break out of a loop with one of the labels."""
    return any(isinstance(stmt, c.Break) and stmt.label in labels for stmt in walk(stmts))


def with_values(stmt: Stmt, change: Callable[[Ex], Ex]) -> Stmt:
    """The statement with its own expressions changed; its blocks are not changed."""
    match stmt:
        case c.Set(number, value):
            return c.Set(number, change(value))
        case c.If(test, then, otherwise):
            return c.If(change(test), then, otherwise)
        case c.Mark():
            return stmt
        case c.Prim(name, args, result):
            return c.Prim(name, tuple([change(arg) for arg in args]), result)
        case c.ForBits(member, mask, body, label, rest, free):
            return c.ForBits(member, change(mask), body, label, rest, free)
        case c.Store(base, index, value):
            return c.Store(base, None if index is None else change(index), change(value))
        case c.Call(fn, args, results):
            return c.Call(fn, tuple([change(arg) for arg in args]), results)
        case c.CallDyn(table, index, args):
            return c.CallDyn(table, change(index), tuple([change(arg) for arg in args]))
        case c.Decide(spec, seat, mask, result, unsure, left):
            more = (None if value is None else change(value) for value in (unsure, left))
            return c.Decide(spec, change(seat), change(mask), result, *more)
        case c.Foresee(seat, result):
            return c.Foresee(change(seat), result)
        case c.Return(values):
            return c.Return(tuple([change(value) for value in values]))
        case c.Loop() | c.Break() | c.Fail() | c.Work():
            return stmt
        case _:
            assert_never(stmt)


def with_blocks(stmt: Stmt, change: Callable[[list[Stmt]], list[Stmt]]) -> Stmt:
    """The statement with the blocks directly inside it changed; a statement without blocks is returned as it is."""
    match stmt:
        case c.Set() | c.Mark():
            return stmt
        case c.If(test, then, otherwise):
            return c.If(test, change(then), change(otherwise))
        case c.ForBits(member, mask, body, label, rest, free):
            return c.ForBits(member, mask, change(body), label, rest, free)
        case c.Loop(label, body):
            return c.Loop(label, change(body))
        case c.Work(results, body, some):
            return c.Work(results, change(body), some)
        case (
            c.Store() | c.Break() | c.Call() | c.CallDyn() | c.Prim() | c.Decide() | c.Foresee() | c.Fail()
            | c.Return()
        ):  # fmt: skip
            return stmt
        case _:
            assert_never(stmt)


def everywhere(stmts: Iterable[Stmt], change: Callable[[Ex], Ex]) -> list[Stmt]:
    """A copy of statements with every expression changed."""
    return [with_blocks(with_values(stmt, change), lambda block: everywhere(block, change)) for stmt in stmts]


def renamed(stmts: Iterable[Stmt], names: dict[int, int]) -> list[Stmt]:
    """A copy of the statements with some locals renumbered."""
    return _renamed(stmts, names, {old: Local(new) for old, new in names.items()})


def _renamed(stmts: Iterable[Stmt], names: dict[int, int], given: dict[int, Ex]) -> list[Stmt]:
    def new(number: int) -> int:
        return names.get(number, number)

    def change(value: Ex) -> Ex:
        return with_locals(value, given)

    def block(body: list[Stmt]) -> list[Stmt]:
        return _renamed(body, names, given)

    made: list[Stmt] = []
    for stmt in stmts:
        stmt = with_blocks(with_values(stmt, change), block)
        match stmt:
            case c.Set(number, value):
                stmt = c.Set(new(number), value)
            case c.ForBits():
                stmt.local, stmt.rest = new(stmt.local), new(stmt.rest)
            case c.Work(results):
                stmt.results = tuple([new(result) for result in results])
            case c.Call(fn, args, results):
                stmt = c.Call(fn, args, tuple([new(result) for result in results]))
            case c.Prim(name, args, result):
                stmt = stmt if result is None else c.Prim(name, args, new(result))
            case c.Decide(spec, seat, mask, result, unsure, left):
                stmt = c.Decide(spec, seat, mask, new(result), unsure, left)
            case c.Foresee(seat, result):
                stmt = c.Foresee(seat, new(result))
            case c.Store() | c.If() | c.Loop() | c.Break() | c.CallDyn() | c.Fail() | c.Return() | c.Mark():
                pass
            case _:
                assert_never(stmt)
        made.append(stmt)
    return made
