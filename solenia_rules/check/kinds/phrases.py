"""The checker of phrases: `x in set where test by key`, in statements and in calls of built-in queries.

A phrase binds a variable. The test, the keys and the value of a query are checked in a scope with that variable.
"""

from __future__ import annotations

from typing import Literal

from solenia_rules.check.kinds.meant import of_phrase
from solenia_rules.check.kinds.query_calls import bundle_set
from solenia_rules.check.kinds.scope import Scope, ValueChecker, Wrong
from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import PhraseName, QueryName
from solenia_rules.dsl.kinds import Kind
from solenia_rules.text.places import Span

_WEIGHED = "what each cell counts stands before `for`: `longest_path(VALUE for x in CELLS, JOINTS)`"


def check_phrase(
    x: ValueChecker, phrase: n.Phrase, scope: Scope
) -> tuple[int, Term, Term | None, tuple[Term, ...], Scope]:
    """The variable's number, the set, the filter, the keys, and the scope with the variable."""
    source = _source(x, phrase.source, scope)
    inner = scope.block()
    member = source.kind.member
    assert member is not None
    number = inner.bind(phrase.name.text, member, phrase.name.span)
    where = None if phrase.where is None else x.test(phrase.where, inner)
    keys = tuple(x.number(key, inner) for key in phrase.keys if not is_choice(key))
    return number, source, where, keys, inner


def _source(x: ValueChecker, expr: n.Expr, scope: Scope) -> Term:
    """The set of a phrase; only there it may be a set of bundles."""
    if isinstance(expr, n.Call) and expr.name.text == "bundles" and isinstance(expr.args, tuple):
        return bundle_set(x, expr.args, scope, expr.span)
    return x.set(expr, scope)


def over_phrase(
    x: ValueChecker, name: QueryName | PhraseName, args: n.Phrase | n.Each, scope: Scope, span: Span
) -> Term:
    """A built-in query of a phrase, `count(x in set where test)`, or of values, `sum(value for x in set)`."""
    if isinstance(args, n.Each):
        if name == "longest_path":
            return _longest_path(x, args, scope, span)
        if args.more and name in ("sum", "min", "max", "closure"):
            scope.problems.report("E303", f"`{name}` takes nothing after `value for x in set`", args.more[0].span)
            raise Wrong
        if name == "closure":
            return _closure(x, args, scope, span)
        if name != "sum" and name != "min" and name != "max":
            scope.problems.report("E303", f"`{name}` takes no `for`", args.span)
            raise Wrong
        return _over_each(x, name, args.value, args.phrases, scope, span)
    if name == "longest_path":
        hint = _WEIGHED if args.keys else of_phrase(name, args)
        scope.problems.report("E303", "`longest_path` does not take a phrase without `for`", args.span, hint)
        raise Wrong
    number, source, where, keys, _inner = check_phrase(x, args, scope)
    filled = where if where is not None else t.TRUE_TERM
    if name in ("all", "first", "last") and _are_bundles(source):
        hint = "`count`, `some`, `no`, `sum`, `min` and `max` can be asked"
        scope.problems.report("E303", f"`{name}` cannot be asked of bundles", args.span, hint)
        raise Wrong
    kind: Kind
    match name:
        case "count":
            kind = k.number_in(0, None)
        case "some" | "no":
            kind = k.TEST
        case "all":
            kind = source.kind
        case "first" | "last":
            assert source.kind.member is not None
            kind = source.kind.member.maybe()
        case _:
            hint = of_phrase(name, args)
            scope.problems.report("E303", f"`{name}` does not take a phrase without `for`", args.span, hint)
            raise Wrong
    return t.Phrase(name, number, source, filled, None, keys, kind, span=span)


def _closure(x: ValueChecker, args: n.Each, scope: Scope, span: Span) -> t.Phrase:
    """`closure(value for x in set)`"""
    if len(args.phrases) > 1:
        scope.problems.report("E303", "`closure` takes only one `for`", args.phrases[1].span)
        raise Wrong
    number, source, where, _keys, inner = check_phrase(x, args.phrases[0], scope)
    if _are_bundles(source):
        scope.problems.report("E303", "`closure` cannot be asked of bundles", args.phrases[0].span)
        raise Wrong
    more = x.fit(x.set(args.value, inner), source.kind, scope)
    filled = where if where is not None else t.TRUE_TERM
    return t.Phrase("closure", number, source, filled, more, (), source.kind, span=span)


def _longest_path(x: ValueChecker, args: n.Each, scope: Scope, span: Span) -> t.Phrase:
    """`longest_path(value for x in set, cells)`"""
    if len(args.phrases) > 1:
        scope.problems.report("E303", "`longest_path` takes only one `for`", args.phrases[1].span)
        raise Wrong
    if args.phrases[0].keys:
        scope.problems.report("E303", "`longest_path` takes no `by`", args.phrases[0].keys[0].span, _WEIGHED)
        raise Wrong
    if len(args.more) > 1:
        message = "`longest_path` takes `value for x in set` and 1 more value"
        scope.problems.report("E302", message, args.more[1].span)
        raise Wrong
    number, source, where, _keys, inner = check_phrase(x, args.phrases[0], scope)
    cells = x.fit(source, k.set_of(k.CELL), scope)
    value = x.number(args.value, inner)
    if value.kind.low is None or value.kind.low < 0:
        message = "what a cell counts for a longest path could be less than 0"
        hint = "write `max(0, ...)`, or declare the number with a range: `0..9`"
        scope.problems.report("E305", message, value.span, hint)
        raise Wrong
    over = None if not args.more else x.fit(x.set(args.more[0], scope), k.set_of(k.CELL), scope)
    filled = where if where is not None else t.TRUE_TERM
    return t.Phrase("longest_path", number, cells, filled, value, (), k.number_in(0, None), over, span=span)


def _over_each(
    x: ValueChecker,
    name: Literal["sum", "min", "max"],
    value: n.Expr,
    phrases: tuple[n.Phrase, ...],
    scope: Scope,
    span: Span,
) -> t.Phrase:
    """`sum(value for x in set for y in set)`: the total of the totals of the inner phrases."""
    number, source, where, _keys, inner = check_phrase(x, phrases[0], scope)
    filled = where if where is not None else t.TRUE_TERM
    if len(phrases) == 1:
        return t.Phrase(name, number, source, filled, x.number(value, inner), (), k.NUMBER, span=span)
    rest = _over_each(x, name, value, phrases[1:], inner, span)
    if name != "sum" and (t.contains(rest.source, number) or t.contains(rest.where, number)):
        # the inner set may be empty for some members of the outer one, which then have no value to compare
        var = inner.fresh()
        tested = t.renamed(rest.where, rest.var, var)
        some = t.Phrase("some", var, rest.source, tested, None, (), k.TEST, span=span)
        filled = some if where is None else t.And((where, some), k.TEST, span=span)
    return t.Phrase(name, number, source, filled, rest, (), k.NUMBER, span=span)


def is_choice(key: n.Expr) -> bool:
    return isinstance(key, n.Ref) and key.name.text == "choice"


def _are_bundles(source: Term) -> bool:
    return source.kind.member is not None and source.kind.member.base == "bundle"
