"""Amounts: numbers of a counter, of a word, of any word of a kind."""

from __future__ import annotations

from solenia_rules.check.kinds.scope import Scope, Wrong
from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.kinds import Kind
from solenia_rules.rules import records as r
from solenia_rules.text.places import Span


def as_resource(term: Term, scope: Scope) -> Term:
    """A word as the resource it is counted as."""
    if term.kind.base == "word":
        assert term.kind.of is not None
        counter = _counter_for(term.kind.of, scope, term.span)
        return t.ResourceWord(counter.id, term, k.Kind("resource", None, term.kind.optional), span=term.span)
    return term


def _counter_for(kind_id: str, scope: Scope, span: Span) -> r.Counter:
    found = scope.names.counter_of_kind(kind_id)
    if len(found) != 1:
        what = "no counter counts" if not found else "several counters count"
        scope.problems.report("E206", f"{what} words of the kind `{kind_id}`", span)
        raise Wrong
    return found[0]


def amount(count: Term, what: n.Name, scope: Scope, span: Span) -> Term:
    """`2 ore`, `2 points`, `1 metal`."""
    names = scope.names
    meaning = names.meanings.get(what.text)
    if meaning is not None and meaning.sort == "counter":
        counter = names.counters[meaning.id]
        per = [p for p in counter.per if p != "seat"]
        if per:
            scope.problems.report("E302", f"`{what.text}` is counted per {per[0]}; name one", what.span)
            raise Wrong
        return t.Amount(counter.id, None, count, k.BUNDLE, span=span)
    if meaning is not None and meaning.sort == "word":
        counter = _counter_for(meaning.id, scope, what.span)
        return t.Amount(counter.id, meaning.index, count, k.BUNDLE, span=span)
    kind_id = meaning.id if meaning is not None and meaning.sort == "words" else what.text
    if kind_id in names.word_kinds and what.text not in scope.variables:
        counter = _counter_for(kind_id, scope, what.span)
        return t.AmountFree(counter.id, kind_id, count, k.BUNDLE, span=span)
    if what.text in scope.variables:
        if scope.variables[what.text].kind.base == "unknown":
            raise Wrong
        resource = as_resource(scope.variables[what.text], scope)
        if resource.kind.base == "resource":
            return t.AmountOf(count, resource, k.BUNDLE, span=span)
    if scope.open:
        raise Wrong
    known = [w for w, m in names.meanings.items() if m.sort in ("word", "counter", "words")]
    raise scope.problems.unknown(
        "E201", "nothing to count is called", what.text, what.span, [*known, *names.word_kinds]
    )


def amount_in(what: n.Name, bundle: Term, scope: Scope, span: Span) -> Term | None:
    """`ore of price`: how much of it; a free choice is none of its words."""
    known = k.number_in(0, None)
    if what.text in scope.variables:
        found = scope.variables[what.text]
        if found.kind.base not in ("word", "resource"):
            return None
        return t.AmountOfIn(bundle, as_resource(found, scope), known, span=span)
    meaning = scope.names.meanings.get(what.text)
    if meaning is None or meaning.sort not in ("word", "counter"):
        return None
    counted = amount(t.TRUE_TERM, what, scope, span)
    assert isinstance(counted, t.Amount)
    return t.AmountIn(counted.counter, counted.word, bundle, known, span=span)


def names_resource(expr: n.Expr, scope: Scope) -> bool:
    """Whether a name stands for something that can be counted."""
    if not isinstance(expr, n.Ref) or expr.name.text in scope.variables:
        return False
    meaning = scope.names.meanings.get(expr.name.text)
    sort = meaning.sort if meaning is not None else ""
    return sort in ("counter", "words") or expr.name.text in scope.names.word_kinds


def counter_kind(counter: r.Counter) -> Kind:
    return k.number_in(counter.low, counter.high)
