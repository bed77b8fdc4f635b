"""Walking over core expressions and statements: what they mention, and the same with parts replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, Stmt, ex, local

LOOPS = (c.ForBits, c.Loop)
_WITH_BODY = (c.ForBits, c.Loop, c.Work)
_WITH_ARGS = (c.Call, c.Prim)
_WITH_RESULT = (c.Decide, c.Prim)


def parts(value: Ex) -> list[Ex]:
    """A value and everything inside it, outermost first."""
    found = [value]
    if value.args:
        _parts_of(value.args, found)
    return found


def _parts_of(args: tuple[Ex, ...], found: list[Ex]) -> None:
    for arg in args:
        found.append(arg)
        if arg.args:
            _parts_of(arg.args, found)


def mentions(value: Ex, number: int) -> bool:
    return number in value.locals


def replaced(value: Ex, change: Callable[[Ex], Ex | None]) -> Ex:
    """The value with parts exchanged, outermost first, and folded again."""
    found = change(value)
    if found is not None:
        return found
    if not value.args:
        return value
    args = tuple([replaced(arg, change) for arg in value.args])
    return value if args == value.args else ex(value.op, *args, imm=value.imm)


def with_locals(value: Ex, given: Mapping[int, Ex]) -> Ex:
    """The value with other values in the place of some locals, and folded again."""
    if given.keys().isdisjoint(value.locals):
        return value
    if not value.args:
        return given[value.imm]
    args = tuple([with_locals(arg, given) for arg in value.args])
    return value if args == value.args else ex(value.op, *args, imm=value.imm)


def values_of(stmt: Stmt) -> tuple[Ex, ...]:
    """The expressions that stand in a statement itself, not in its blocks."""
    if isinstance(stmt, c.Set):
        return (stmt.value,)
    if isinstance(stmt, c.If):
        return (stmt.test,)
    if isinstance(stmt, c.Store):
        return (stmt.value,) if stmt.index is None else (stmt.index, stmt.value)
    if isinstance(stmt, c.ForBits):
        return (stmt.mask,)
    if isinstance(stmt, _WITH_ARGS):
        return stmt.args
    match stmt:
        case c.Return(values):
            return values
        case c.CallDyn(_, index, args):
            return (index, *args)
        case c.Decide(_, seat, mask, _, unsure):
            return (seat, mask) if unsure is None else (seat, mask, unsure)
        case _:
            return ()


def blocks_of(stmt: Stmt) -> tuple[list[Stmt], ...]:
    if isinstance(stmt, c.If):
        return (stmt.then, stmt.otherwise)
    return (stmt.body,) if isinstance(stmt, _WITH_BODY) else ()


def walk(stmts: Iterable[Stmt]) -> list[Stmt]:
    """Every statement, also those inside others."""
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
    """Locals that a statement itself gives a value."""
    if isinstance(stmt, c.Set):
        return (stmt.local,)
    if isinstance(stmt, c.ForBits):
        return (stmt.local, stmt.rest)
    if isinstance(stmt, c.Call):
        return stmt.results
    if isinstance(stmt, _WITH_RESULT) and stmt.result is not None:
        return (stmt.result,)
    return ()


def assigned(stmts: Iterable[Stmt]) -> set[int]:
    """Locals that get a value."""
    found: set[int] = set()
    for stmt in walk(stmts):
        found.update(targets_of(stmt))
    return found


def used(stmts: Iterable[Stmt]) -> set[int]:
    """Locals that are read."""
    found: set[int] = set()
    for stmt in walk(stmts):
        for value in values_of(stmt):
            found.update(value.locals)
    return found


def with_values(stmt: Stmt, change: Callable[[Ex], Ex]) -> Stmt:
    """The statement with its own expressions changed; its blocks stay."""
    match stmt:
        case c.Set(number, value):
            return c.Set(number, change(value))
        case c.Store(base, index, value):
            return c.Store(base, None if index is None else change(index), change(value))
        case c.If(test, then, otherwise):
            return c.If(change(test), then, otherwise)
        case c.ForBits(member, mask, body, label, rest, free):
            return c.ForBits(member, change(mask), body, label, rest, free)
        case c.Call(fn, args, results):
            return c.Call(fn, tuple(change(a) for a in args), results)
        case c.CallDyn(table, index, args):
            return c.CallDyn(table, change(index), tuple(change(a) for a in args))
        case c.Prim(name, args, result):
            return c.Prim(name, tuple(change(a) for a in args), result)
        case c.Decide(spec, seat, mask, result, unsure):
            return c.Decide(spec, change(seat), change(mask), result, None if unsure is None else change(unsure))
        case c.Return(values):
            return c.Return(tuple(change(v) for v in values))
        case _:
            return stmt


def everywhere(stmts: Iterable[Stmt], change: Callable[[Ex], Ex]) -> list[Stmt]:
    """A copy of statements with every expression changed."""
    made: list[Stmt] = []
    for stmt in stmts:
        stmt = with_values(stmt, change)
        match stmt:
            case c.If(test, then, otherwise):
                stmt = c.If(test, everywhere(then, change), everywhere(otherwise, change))
            case c.ForBits(member, mask, body, label, rest, free):
                stmt = c.ForBits(member, mask, everywhere(body, change), label, rest, free)
            case c.Loop(label, body):
                stmt = c.Loop(label, everywhere(body, change))
            case c.Work(results, body, some):
                stmt = c.Work(results, everywhere(body, change), some)
        made.append(stmt)
    return made


def renamed(stmts: Iterable[Stmt], names: dict[int, int]) -> list[Stmt]:
    """A copy of statements with other numbers for some locals."""

    return _renamed(stmts, names, {old: local(new) for old, new in names.items()})


def _renamed(stmts: Iterable[Stmt], names: dict[int, int], given: dict[int, Ex]) -> list[Stmt]:
    def new(number: int) -> int:
        return names.get(number, number)

    def change(value: Ex) -> Ex:
        return with_locals(value, given)

    made: list[Stmt] = []
    for stmt in stmts:
        stmt = with_values(stmt, change)
        match stmt:
            case c.Set(number, value):
                stmt = c.Set(new(number), value)
            case c.If(test, then, otherwise):
                stmt = c.If(test, _renamed(then, names, given), _renamed(otherwise, names, given))
            case c.ForBits(member, mask, body, label, rest, free):
                stmt = c.ForBits(new(member), mask, _renamed(body, names, given), label, new(rest), free)
            case c.Loop(label, body):
                stmt = c.Loop(label, _renamed(body, names, given))
            case c.Work(results, body, some):
                stmt = c.Work(tuple(new(r) for r in results), _renamed(body, names, given), some)
            case c.Call(fn, args, results):
                stmt = c.Call(fn, args, tuple(new(r) for r in results))
            case c.Prim(name, args, result) if result is not None:
                stmt = c.Prim(name, args, new(result))
            case c.Decide(spec, seat, mask, result, unsure):
                stmt = c.Decide(spec, seat, mask, new(result), unsure)
        made.append(stmt)
    return made
