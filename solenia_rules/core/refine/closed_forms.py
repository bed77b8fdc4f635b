"""The results of a small function without loops, as expressions of its parameters.

`simplify` replaces a call by them, so that the passes after it see what the function computes.
"""

from __future__ import annotations

from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function, Stmt
from solenia_rules.core.expressions import Binary, Choice, Const, Ex, Local, Unary, is_test, is_truth
from solenia_rules.core.rewriting import replaced

MOST_PARTS = 100
"""The most parts of the expressions that replace a call."""

Values = dict[int, Ex]


def closed_form(function: Function) -> tuple[Ex, ...] | None:
    """The results, if the function only computes values."""
    match function.body:
        case [*body, c.Return(results)] if results:
            found: Values | None = {number: Local(number) for number in range(function.params)}
            assert found is not None
            found = _stmts(body, found)
        case _:
            return None
    if found is None:
        return None
    made = tuple(_spelled(result, found) for result in results)
    return made if sum(value.size for value in made) <= MOST_PARTS else None


def _spelled(value: Ex, known: Values) -> Ex:
    return replaced(value, lambda part: known.get(part.number, Const(0)) if isinstance(part, Local) else None)


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
                    number: _either(asked, first.get(number, Const(0)), second.get(number, Const(0)))
                    for number in first | second
                }
            case _:
                return None
        if any(value.size > MOST_PARTS for value in known.values()):
            return None
    return known


def _either(test: Ex, one: Ex, other: Ex) -> Ex:
    """A choice between two values; parts that both have in common are computed once."""
    if one == other:
        return one
    if is_test(test) and one in (Const(1), test) and is_truth(other):
        return build.or_(test, other)
    match one:
        case Choice(inner, value, rest) if rest == other:
            return build.choice(build.and_(test, inner), value, rest)
        case Binary("add" | "sub" as op, value, more) if value == other:
            return build.binary(op, other, build.choice(test, more, Const(0)))
        case Binary("max", Const(low), Binary("sub", value, less)) if value == other and never_below(other, low):
            return build.maximum(Const(low), build.sub(other, build.choice(test, less, Const(0))))
    return build.choice(test, one, other)


def never_below(value: Ex, low: int) -> bool:
    """Whether a value is known to be at least `low`."""
    match value:
        case Binary("dist") | Unary("popcount"):
            return low <= 0
        case Const(number) | Binary("max", Const(number)):
            return number >= low
        case Choice(_, one, other):
            return never_below(one, low) and never_below(other, low)
    return False
