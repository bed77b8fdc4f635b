"""Analyses the body of a loop: the values it computes first, its tests, and how it ends."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Stmt
from solenia_rules.core.expressions import And, Const, Ex, Local
from solenia_rules.core.rewriting import (
    assigned,
    breaks_to,
    everywhere,
    mentions,
    values_of,
    walk,
    with_blocks,
    with_locals,
)


def search_inside(body: list[Stmt]) -> c.ForBits | None:
    """The inner loop, if the body consists of values, a search that sets a flag when it finds something, and an `If` on
    the flag."""
    if len(body) < 3:
        return None
    start, inner, last = body[-3:]
    if not isinstance(start, c.Set) or not isinstance(inner, c.ForBits) or not isinstance(last, c.If):
        return None
    if start.value != Const(0) or last.test != Local(start.local) or last.otherwise or not inner.free:
        return None
    if any(not isinstance(stmt, c.Set) for stmt in body[:-3]):
        return None
    asked, _own = split_body(inner.body)
    match asked:
        case [c.If(_, [c.Set(target, Const(1)), c.Break(label)], [])]:
            return inner if target == start.local and label == inner.label else None
        case _:
            return None


def unwrapped(stmts: list[Stmt]) -> list[Stmt]:
    """The statements with the bodies of `Work` in its place, and without marks of places."""
    made: list[Stmt] = []
    for stmt in stmts:
        if isinstance(stmt, c.Work):
            made.extend(unwrapped(stmt.body))
        elif not isinstance(stmt, c.Mark):
            made.append(stmt)
    return made


def either(body: list[Stmt]) -> list[Stmt]:
    """Rewrite `t = A; if t {} else { ...; t = B }; if t { X }` as `if A { X } else { ...; if B { X } }`."""
    if len(body) < 3:
        return body
    match body[-3:]:
        case [
            c.Set(t, first),
            c.If(Local(u), [], [*stmts, c.Set(v, second)]),
            c.If(Local(w), then, []),
        ] if t == u == v == w:
            again = [*stmts, c.If(second, everywhere(then, lambda value: value), [])]
            return [*body[:-3], c.If(first, then, again)]
        case _:
            return body


def reads(stmts: list[Stmt]) -> Counter[int]:
    """How often each local is read."""
    return Counter(chain.from_iterable([value.reads for stmt in walk(stmts) for value in values_of(stmt)]))


def conjuncts(test: Ex) -> list[Ex]:
    """The operands of nested `And`s."""
    return [*conjuncts(test.left), *conjuncts(test.right)] if isinstance(test, And) else [test]


def split_body(body: list[Stmt]) -> tuple[list[Stmt], dict[int, Ex]]:
    """The statements after the initial assignments, and the assigned values."""
    defined: dict[int, Ex] = {}
    count = 0
    for stmt in body:
        if not isinstance(stmt, c.Set) or mentions(stmt.value, stmt.local) or stmt.local in defined:
            break
        if count == len(body) - 1:
            break
        defined[stmt.local] = with_locals(stmt.value, defined)
        count += 1
    return body[count:], defined


def clobbers(loop: c.ForBits, test: Ex) -> bool:
    """Whether a test reads locals that the iterations for earlier members may have changed."""
    _body, defined = split_body(loop.body)
    changed = assigned(loop.body) - set(defined)
    spelled = with_locals(test, defined)
    return any(mentions(spelled, number) for number in changed)


def matters(body: list[Stmt]) -> bool:
    return any(not isinstance(stmt, c.Mark) for stmt in body)


def relabelled(body: list[Stmt], old: int, new: int) -> list[Stmt]:
    """A copy of the body of a loop with another label."""
    return [
        c.Break(new)
        if isinstance(stmt, c.Break) and stmt.label == old
        else with_blocks(stmt, lambda block: relabelled(block, old, new))
        for stmt in body
    ]


def ending_in_break(body: list[Stmt], label: int) -> list[Stmt] | None:
    """The body for a single iteration, if it breaks only where it would end anyway; otherwise None."""
    made: list[Stmt] = []
    for index, stmt in enumerate(body):
        last = index == len(body) - 1
        if isinstance(stmt, c.Break) and stmt.label == label:
            return made if last else None
        if breaks_to([stmt], (label,)):
            if not last or not isinstance(stmt, c.If):
                return None
            then, otherwise = ending_in_break(stmt.then, label), ending_in_break(stmt.otherwise, label)
            if then is None or otherwise is None:
                return None
            if then or otherwise:
                made.append(c.If(stmt.test, then, otherwise))
            return made
        made.append(stmt)
    return made


def only_collects(body: list[Stmt], marker: Local) -> bool:
    """Whether the member's bit is only added to masks."""
    for stmt in walk(body):
        for value in values_of(stmt):
            if mentions(value, marker.number) and not (
                isinstance(stmt, c.Set) and value == build.bor(Local(stmt.local), marker)
            ):
                return False
    return True
