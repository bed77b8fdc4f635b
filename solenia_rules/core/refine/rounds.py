"""The round of a loop: the values it works out first, what it asks, how it ends."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, Stmt, const, ex, local
from solenia_rules.core.rewriting import assigned, everywhere, mentions, values_of, walk, with_locals


def search_inside(body: list[Stmt]) -> c.ForBits | None:
    """The loop inside, if the body is: values, a search that notes whether it found something, and `If` it did."""
    if len(body) < 3:
        return None
    start, inner, last = body[-3:]
    if not isinstance(start, c.Set) or not isinstance(inner, c.ForBits) or not isinstance(last, c.If):
        return None
    if start.value != const(0) or last.test != local(start.local) or last.otherwise or not inner.free:
        return None
    if any(not isinstance(stmt, c.Set) for stmt in body[:-3]):
        return None
    asked, _own = split_body(inner.body)
    match asked:
        case [c.If(_, [c.Set(target, Ex("const", (), 1)), c.Break(label)], [])]:
            return inner if target == start.local and label == inner.label else None
        case _:
            return None


def unwrapped(stmts: list[Stmt]) -> list[Stmt]:
    """With the statements of work in its place, places in the text left out."""
    made: list[Stmt] = []
    for stmt in stmts:
        if isinstance(stmt, c.Work):
            made.extend(unwrapped(stmt.body))
        elif not isinstance(stmt, c.Mark):
            made.append(stmt)
    return made


def either(body: list[Stmt]) -> list[Stmt]:
    """`t = A; if t {} else { ...; t = B }; if t { X }` as `if A { X } else { ...; if B { X } }`."""
    if len(body) < 3:
        return body
    match body[-3:]:
        case [
            c.Set(t, first),
            c.If(Ex("local", (), u), [], [*stmts, c.Set(v, second)]),
            c.If(Ex("local", (), w), then, []),
        ] if t == u == v == w:
            again = [*stmts, c.If(second, everywhere(then, lambda value: value), [])]
            return [*body[:-3], c.If(first, then, again)]
        case _:
            return body


def reads(stmts: list[Stmt]) -> Counter[int]:
    """How often each local is read."""
    return Counter(chain.from_iterable([value.reads for stmt in walk(stmts) for value in values_of(stmt)]))


def conjuncts(test: Ex) -> list[Ex]:
    if test.op == "land":
        return [part for arg in test.args for part in conjuncts(arg)]
    return [test]


def split_body(body: list[Stmt]) -> tuple[list[Stmt], dict[int, Ex]]:
    """Values worked out first, and what follows them."""
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
    """Whether a test reads what earlier members may have changed."""
    _body, defined = split_body(loop.body)
    changed = assigned(loop.body) - set(defined)
    spelled = with_locals(test, defined)
    return any(mentions(spelled, number) for number in changed)


def matters(body: list[Stmt]) -> bool:
    return any(not isinstance(stmt, c.Mark) for stmt in body)


def relabelled(body: list[Stmt], old: int, new: int) -> list[Stmt]:
    made: list[Stmt] = []
    for stmt in body:
        match stmt:
            case c.Break(label) if label == old:
                stmt = c.Break(new)
            case c.If(test, then, otherwise):
                stmt = c.If(test, relabelled(then, old, new), relabelled(otherwise, old, new))
            case c.ForBits(member, mask, inner, label, rest, free):
                stmt = c.ForBits(member, mask, relabelled(inner, old, new), label, rest, free)
            case c.Loop(label, inner):
                stmt = c.Loop(label, relabelled(inner, old, new))
            case c.Work(results, inner, some):
                stmt = c.Work(results, relabelled(inner, old, new), some)
        made.append(stmt)
    return made


def breaks_to(body: list[Stmt], label: int) -> bool:
    return any(isinstance(stmt, c.Break) and stmt.label == label for stmt in walk(body))


def ending_in_break(body: list[Stmt], label: int) -> list[Stmt] | None:
    """The body for a single round, if its breaks stand only where it would end anyway."""
    made: list[Stmt] = []
    for index, stmt in enumerate(body):
        last = index == len(body) - 1
        if isinstance(stmt, c.Break) and stmt.label == label:
            return made if last else None
        if breaks_to([stmt], label):
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


def only_collects(body: list[Stmt], marker: Ex) -> bool:
    """Whether the member's bit is only put into masks."""
    for stmt in walk(body):
        for value in values_of(stmt):
            if mentions(value, marker.imm) and not (
                isinstance(stmt, c.Set) and value == ex("bor", local(stmt.local), marker)
            ):
                return False
    return True
