"""How long started rules hold: for good, or until a phase begins or ends, anybody's or a seat's.

A mark is one number for a holder: the seat that started its rules, whose phase is waited for, which one, and whether
it begins or ends. 0: nothing was started.
"""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.check.kinds.scope import Scope, Wrong
from solenia_rules.checked.numbers import BEGINS as BEGINS
from solenia_rules.checked.numbers import ENDS as ENDS
from solenia_rules.checked.numbers import SEATS as SEATS
from solenia_rules.checked.numbers import over as over
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import nodes as n
from solenia_rules.text.frozen import frozen


@frozen
class Until:
    """`until turn`, `until my turn`, `until end of turn of rival`."""

    phase: str
    when: int
    seat: Term | None


def read_until(expr: n.Expr, scope: Scope, seat: Callable[[n.Expr], Term]) -> Until:
    """`seat` checks an expression that stands for one."""
    when: int | None = None
    if isinstance(expr, n.Of) and isinstance(expr.left, n.Ref) and expr.left.name.text in ("start", "end"):
        when = BEGINS if expr.left.name.text == "start" else ENDS
        expr = expr.right
    match expr:
        case n.Ref(name):
            return Until(name.text, ENDS if when is None else when, None)
        case n.My(name):
            return Until(name.text, BEGINS if when is None else when, scope.variables["me"])
        case n.Of(n.Ref(name), whose):
            return Until(name.text, BEGINS if when is None else when, seat(whose))
    hint = "`until turn`, `until my turn`, `until end of turn of ...`"
    scope.problems.report("E302", "`until` needs the name of a phase", expr.span, hint)
    raise Wrong
