"""Terms that read fields of pieces and cells, and terms for amounts of counters, with their kinds."""

from __future__ import annotations

from solenia_rules.check.kinds.scope import Scope, Wrong
from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.kinds import Kind
from solenia_rules.rules import records as r
from solenia_rules.text.places import Span

# ---- fields ---------------------------------------------------------------------------

_PIECE_FIELDS: dict[str, Kind] = {
    "cell": k.CELL.maybe(),
    "owner": k.SEAT.maybe(),
    "face": k.FACE,
    "shows": k.number_in(0, None),
    "place": k.number_in(0, None),
}
_CELL_FIELDS = {"row": k.number_in(0, None), "column": k.number_in(0, None), "owner": k.SEAT.maybe()}


def declared_kind(scope: Scope, text: str) -> Kind:
    """The kind that a declaration's kind text means."""
    return scope.names.kind(text) or k.NUMBER


def field_kind(text: str, subject: Kind, scope: Scope) -> tuple[Kind, bool] | None:
    """Kind of a field of a piece or cell, and whether it is built in; None: there is no such field."""
    names = scope.names
    declared = [f for group, f in names.holders(text, subject.base) if subject.of in (None, group)]
    if declared:
        return _one_of([declared_kind(scope, f.kind) for f in declared], subject.of is None), False
    if subject.base == "piece" and subject.of is not None and text in names.implicit_fields(subject.of):
        return names.implicit_fields(subject.of)[text], False
    builtin = (_PIECE_FIELDS if subject.base == "piece" else _CELL_FIELDS).get(text)
    if builtin is None:
        return None
    if text == "shows" and subject.of is not None and names.pieces[subject.of].sides is None:
        return None
    if text == "face" and subject.of is not None and names.pieces[subject.of].faces is None:
        return None
    if text == "place" and not any(
        subject.of in (None, *zone.of) for zone in names.world.zones if zone.order != "none"
    ):
        return None
    return builtin, True


def why_no_field(text: str, subject: Kind, scope: Scope) -> str | None:
    """Why a thing lacks a field that others have: a hint."""
    holders = [kind for base in ("piece", "cell") for kind, _f in scope.names.holders(text, base)]
    if holders:
        return f"`{text}` is a field of {' and '.join(f'`{kind}`' for kind in holders)}"
    if subject.base == "piece" and subject.of is not None:
        match text:
            case "place":
                return f'no zone of `{subject.of}` has an order: give one `order = "line"`'
            case "shows":
                return f"`{subject.of}` is no die: it has no `sides`"
            case "face":
                return f"`{subject.of}` has no `faces`"
            case _:
                pass
    return None


def _one_of(kinds: list[Kind], some_lack_it: bool) -> Kind:
    """The kind of a field that several kinds of pieces or cells declare; a number is 0 for those that lack it."""
    if kinds[0].base != "number":
        return kinds[0]
    return k.joined([kind for kind in kinds if kind.base == "number"] + [k.number_in(0, 0)] * some_lack_it)


def field_of(text: str, subject: Term, scope: Scope, span: Span) -> Term | None:
    """`worth of token`"""
    found = field_kind(text, subject.kind, scope)
    if found is None:
        return None
    kind, built_in = found
    if subject.kind.optional and (kind.base in k.SINGLE or kind.base == "list"):
        kind = kind.maybe()
    if built_in:
        return t.BuiltInField(t.built_in_field(text), subject, kind, span=span)
    declared = scope.names.holders(text, subject.kind.base)
    texts = {f.kind.rstrip("?") for _g, f in declared}
    if texts & {"value", "test", "bundle"}:
        return t.HeldValue(text, subject, kind.sure() if kind.base != "rules" else kind, span=span)
    return t.Field(text, subject, kind, span=span)


def mapped(text: str, subject: Term, scope: Scope, span: Span) -> Term | None:
    """`cell of tokens`: the field of every member of a set."""
    member = subject.kind.member
    assert member is not None
    if member.base not in ("piece", "cell"):
        return None
    found = field_kind(text, member, scope)
    if found is None:
        return None
    kind, built_in = found
    if kind.base == "set":
        return t.Map(text, False, subject, kind, span=span)
    if kind.base not in k.SINGLE:
        scope.problems.report("E306", f"`{text}` of a set would be many numbers", span, "use `sum(... for x in ...)`")
        raise Wrong
    return t.Map(text, built_in, subject, k.set_of(kind), span=span)


# ---- amounts --------------------------------------------------------------------------


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
            number = str(count.value) if isinstance(count, t.Const) else "..."
            hint = f"write the {per[0]} instead: `{number} {names.word_kinds[per[0]].words[0]}`"
            if "seat" not in counter.per:
                hint = f"it belongs to no seat: `add {number} to {what.text} of ...`"
            scope.problems.report("E302", f"`{what.text}` is counted for each {per[0]}; name one", what.span, hint)
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
