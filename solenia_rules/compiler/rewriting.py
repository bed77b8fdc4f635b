"""Walking over core expressions and statements: what they mention, and the same with parts replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from solenia_rules.compiler import core as c
from solenia_rules.compiler.core import Ex, Stmt, ex, local

READS_STATE = frozenset(("load", "gload", "call", "calldyn"))
"""Operations whose value changes with the state."""
MOST_REMEMBERED = 50_000
NONE: frozenset[int] = frozenset()


def parts(value: Ex) -> Iterator[Ex]:
    """A value and everything inside it."""
    yield value
    for arg in value.args:
        yield from parts(arg)


@lru_cache(MOST_REMEMBERED)
def locals_of(value: Ex) -> frozenset[int]:
    """Locals that a value reads."""
    if value.op == "local":
        return frozenset((value.imm,))
    return frozenset().union(*map(locals_of, value.args)) if value.args else NONE


def mentions(value: Ex, number: int) -> bool:
    return number in locals_of(value)


@lru_cache(MOST_REMEMBERED)
def reads_state(value: Ex) -> bool:
    return value.op in READS_STATE or any(map(reads_state, value.args))


def replaced(value: Ex, change: Callable[[Ex], Ex | None]) -> Ex:
    """The value with parts exchanged, outermost first, and folded again."""
    found = change(value)
    if found is not None:
        return found
    if not value.args:
        return value
    args = tuple(replaced(arg, change) for arg in value.args)
    return value if args == value.args else ex(value.op, *args, imm=value.imm)


def values_of(stmt: Stmt) -> tuple[Ex, ...]:
    """The expressions that stand in a statement itself, not in its blocks."""
    match stmt:
        case c.Set(_, value):
            return (value,)
        case c.Store(_, index, value):
            return (value,) if index is None else (index, value)
        case c.If(test):
            return (test,)
        case c.ForBits(_, mask):
            return (mask,)
        case c.Call(_, args) | c.Prim(_, args) | c.Return(args):
            return args
        case c.CallDyn(_, index, args):
            return (index, *args)
        case c.Decide(_, seat, mask, _, unsure):
            return (seat, mask) if unsure is None else (seat, mask, unsure)
        case _:
            return ()


def blocks_of(stmt: Stmt) -> tuple[list[Stmt], ...]:
    match stmt:
        case c.If(_, then, otherwise):
            return (then, otherwise)
        case c.ForBits(_, _, body) | c.Loop(_, body) | c.Work(_, body):
            return (body,)
        case _:
            return ()


def walk(stmts: Iterable[Stmt]) -> Iterator[Stmt]:
    """Every statement, also those inside others."""
    for stmt in stmts:
        yield stmt
        for block in blocks_of(stmt):
            yield from walk(block)


def assigned(stmts: Iterable[Stmt]) -> set[int]:
    """Locals that get a value."""
    found: set[int] = set()
    for stmt in walk(stmts):
        match stmt:
            case c.Set(number):
                found.add(number)
            case c.ForBits(member, _, _, _, rest):
                found |= {member, rest}
            case c.Call(_, _, results):
                found |= set(results)
            case c.Prim(_, _, result) if result is not None:
                found.add(result)
            case c.Decide(_, _, _, result):
                found.add(result)
    return found


def used(stmts: Iterable[Stmt]) -> set[int]:
    """Locals that are read."""
    return {number for stmt in walk(stmts) for value in values_of(stmt) for number in locals_of(value)}


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

    def new(number: int) -> int:
        return names.get(number, number)

    def change(value: Ex) -> Ex:
        return replaced(value, lambda part: local(new(part.imm)) if part.op == "local" else None)

    made: list[Stmt] = []
    for stmt in stmts:
        stmt = with_values(stmt, change)
        match stmt:
            case c.Set(number, value):
                stmt = c.Set(new(number), value)
            case c.If(test, then, otherwise):
                stmt = c.If(test, renamed(then, names), renamed(otherwise, names))
            case c.ForBits(member, mask, body, label, rest, free):
                stmt = c.ForBits(new(member), mask, renamed(body, names), label, new(rest), free)
            case c.Loop(label, body):
                stmt = c.Loop(label, renamed(body, names))
            case c.Work(results, body, some):
                stmt = c.Work(tuple(new(r) for r in results), renamed(body, names), some)
            case c.Call(fn, args, results):
                stmt = c.Call(fn, args, tuple(new(r) for r in results))
            case c.Prim(name, args, result) if result is not None:
                stmt = c.Prim(name, args, new(result))
            case c.Decide(spec, seat, mask, result, unsure):
                stmt = c.Decide(spec, seat, mask, new(result), unsure)
        made.append(stmt)
    return made
