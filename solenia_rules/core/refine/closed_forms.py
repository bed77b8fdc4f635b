"""What a small function without loops comes to, as values of its parameters: they stand in the place of its call."""

from __future__ import annotations

from solenia_rules.core import core as c
from solenia_rules.core.core import TESTS, Ex, Function, Stmt, const, ex, local
from solenia_rules.core.rewriting import replaced

MOST_PARTS = 100
"""Parts of the values of a function that stand in the place of its call."""

TRUTHS = TESTS | {"land", "lor"}
"""Operations whose value is true or not."""

Values = dict[int, Ex]


def closed_form(function: Function) -> tuple[Ex, ...] | None:
    """The results, if all the function does is to work out values."""
    match function.body:
        case [*body, c.Return(results)] if results:
            found: Values | None = {number: local(number) for number in range(function.params)}
            assert found is not None
            found = _stmts(body, found)
        case _:
            return None
    if found is None:
        return None
    made = tuple(_spelled(result, found) for result in results)
    return made if sum(value.size for value in made) <= MOST_PARTS else None


def _spelled(value: Ex, known: Values) -> Ex:
    return replaced(value, lambda part: known.get(part.imm, const(0)) if part.op == "local" else None)


def _stmts(body: list[Stmt], known: Values) -> Values | None:
    for stmt in body:
        match stmt:
            case c.Mark():
                continue
            case c.Set(number, value):
                known = known | {number: _spelled(value, known)}
            case c.If(test, then, otherwise):
                asked = _spelled(test, known)
                first, second = _stmts(then, known), _stmts(otherwise, known)
                if first is None or second is None:
                    return None
                known = {
                    number: _either(asked, first.get(number, const(0)), second.get(number, const(0)))
                    for number in first | second
                }
            case _:
                return None
        if any(value.size > MOST_PARTS for value in known.values()):
            return None
    return known


def _either(test: Ex, one: Ex, other: Ex) -> Ex:
    """One value or another; what both are made from is worked out once."""
    if one == other:
        return one
    if test.op in TESTS and one in (const(1), test) and other.op in TRUTHS:
        return ex("lor", test, other)
    match one:
        case Ex("ite", (inner, value, rest)) if rest == other:
            return ex("ite", ex("land", test, inner), value, rest)
        case Ex("add" | "sub", (value, more)) if value == other:
            return ex(one.op, other, ex("ite", test, more, const(0)))
        case Ex("max", (Ex("const", (), low), Ex("sub", (value, less)))) if value == other and never_below(other, low):
            return ex("max", const(low), ex("sub", other, ex("ite", test, less, const(0))))
    return ex("ite", test, one, other)


def never_below(value: Ex, low: int) -> bool:
    """Whether a value is known not to be below a number."""
    match value:
        case Ex("dist") | Ex("popcount"):
            return low <= 0
        case Ex("const", (), number) | Ex("max", (Ex("const", (), number), _)):
            return number >= low
        case Ex("ite", (_, one, other)):
            return never_below(one, low) and never_below(other, low)
    return False
