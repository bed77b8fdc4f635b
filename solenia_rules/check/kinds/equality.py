"""Checks tests of equality and membership: `x is y`, `cell is free` and `x is in set`.

Both sides go in as syntax, with the checker of expressions; a term of the kind test comes out.
"""

from __future__ import annotations

from solenia_rules.check.kinds import query_calls as calls
from solenia_rules.check.kinds.fields_and_amounts import as_resource
from solenia_rules.check.kinds.meant import line_of, of_amount, of_arguments
from solenia_rules.check.kinds.scope import Scope, ValueChecker, Wrong
from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.kinds import Kind
from solenia_rules.text.places import Span

NEVER_NONE = "use a number that has no other meaning (`-1` in `-1..8`), or a second value of kind `yes_no`"


def as_set(term: Term) -> Term:
    """A set, or one thing or number as a set of one."""
    if term.kind.base == "set":
        return term
    if term.kind.base == "number":
        return calls.only(term)
    member = Kind("nothing") if term.kind.base == "none" else term.kind
    return t.Listed(term, k.set_of(member), span=term.span)


def is_test(x: ValueChecker, left: n.Expr, right: n.Expr, scope: Scope, span: Span) -> Term:
    """`x is y`; also `cell is free`, where `free` is a query of one parameter, and `x is active`."""
    subject = x.check(left, scope)
    if isinstance(right, n.Ref) and right.name.text not in scope.variables:
        name = right.name.text
        if name == "active":
            return _active(subject, scope, span)
        query = scope.names.queries.get(name)
        if query is not None and len(query.params) == 1:
            return calls.query_call(x, query, (subject,), right.name, scope, span)
        if query is not None and len(query.params) > 1:
            message = f"`is` asks a query about one thing, but `{name}` takes {len(query.params)} value(s)"
            scope.problems.report("E302", message, right.span, of_arguments(query, left))
            raise Wrong
    if isinstance(right, n.Call) and isinstance(right.args, tuple):
        query = scope.names.queries.get(right.name.text)
        if query is not None and len(query.params) == len(right.args) + 1:
            message = f"`{query.id}` takes {len(query.params)} value(s), found {len(right.args)}"
            scope.problems.report("E302", message, right.span, of_arguments(query, left, *right.args))
            raise Wrong
    other = x.check(right, scope)
    if subject.kind.base == "place" and (isinstance(other, t.Zone) or other.kind.base in ("cell", "none", "place")):
        return t.Equal(subject, t.as_place(other), k.TEST, span=span)
    if k.join(subject.kind, other.kind) is None:
        if other.kind.base == "none":
            hint = NEVER_NONE if subject.kind.base == "number" else None
            scope.problems.report("E304", f"a {subject.kind.sure()} is never none", span, hint)
        else:
            hint = None
            if isinstance(right, n.Call) and other.kind.base == "test":
                shown = " ".join(left.span.text.split())
                hint = f"write `{shown} is {right.name.text}`, or just `{right.span.text}`"
            if isinstance(other, t.Query) and other.kind.base == "test" and not other.given:
                hint = f"`{other.query}` asks about nothing: write just `{other.query}`"
            if subject.kind.base == "bundle" and other.kind.base == "word":
                hint = of_amount(right, left)
            scope.problems.report("E304", f"{_told(subject.kind, scope)} is never a {other.kind}", span, hint)
        raise Wrong
    if "bundle" in (subject.kind.base, other.kind.base):
        hint = None
        if isinstance(right, n.Amount):
            hint = f"ask for the amount of a word: `{right.what.span.text} of {line_of(left)} is {right.number}`"
        scope.problems.report("E304", "bundles are compared with `can_pay` or `count`", span, hint)
        raise Wrong
    if other.kind.base == "set" and subject.kind.base in k.SINGLE:
        if isinstance(other, t.Record):  # it has several copies, and the thing may be any of them
            return t.In(subject, other, k.TEST, span=span)
        hint = f"write `{left.span.text} is in {right.span.text}`"
        scope.problems.report("E304", f"a {subject.kind.sure()} is one thing, but this is a set", span, hint)
        raise Wrong
    if "set" in (subject.kind.base, other.kind.base):
        subject, other = as_set(subject), as_set(other)
    elif "resource" in (subject.kind.base, other.kind.base):
        subject, other = as_resource(subject, scope), as_resource(other, scope)
    return t.Equal(subject, other, k.TEST, span=span)


def is_in_test(x: ValueChecker, left: n.Expr, right: n.Expr, scope: Scope, span: Span) -> Term:
    """`x is in set`; of a number also `n is in (1, 2)`."""
    subject = x.check(left, scope)
    if isinstance(right, n.Listed) and subject.kind.base == "number":
        items = tuple(x.check(item, scope) for item in right.items)
        if all(item.kind.base == "number" for item in items):
            tests = (t.Equal(subject, item, k.TEST, span=span) for item in items)
            return t.Or(tuple(tests), k.TEST, span=span)
    group = x.set(right, scope)
    member = group.kind.member
    assert member is not None
    joined = k.join(subject.kind.sure(), member) if member.base != "nothing" else member
    if joined is None or joined.base == "resource":
        scope.problems.report("E304", f"a {subject.kind} is never in a {group.kind}", span)
        raise Wrong
    return t.In(subject, group, k.TEST, span=span)


def _told(kind: Kind, scope: Scope) -> str:
    """A kind in a message; the cells of a grid have no name of their own."""
    if kind.base == "cell" and kind.of in scope.names.boards:
        return f"a cell of `{kind.of}`"
    return f"a {kind}"


def _active(subject: Term, scope: Scope, span: Span) -> Term:
    """`x is active`: the kind of the piece or cell says when its lasting rules hold, so the kind must be known."""
    if subject.kind.base not in ("piece", "cell"):
        scope.problems.report("E301", f"only a piece or a cell can be active, found a {subject.kind}", span)
        raise Wrong
    if subject.kind.of is None:
        scope.problems.report("E301", "say which kind of piece this is before asking whether it is active", span)
        raise Wrong
    return t.Active(subject, k.TEST, span=span)
