"""Fields of pieces and cells: what kind they are, and the terms that read them."""

from __future__ import annotations

from solenia_rules.check.kinds.scope import Scope, Wrong
from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl.kinds import Kind
from solenia_rules.text.places import Span

_PIECE_FIELDS: dict[str, Kind] = {
    "cell": k.CELL.maybe(),
    "owner": k.SEAT.maybe(),
    "face": k.FACE,
    "shows": k.number_in(0, None),
}
_CELL_FIELDS = {"row": k.number_in(0, None), "column": k.number_in(0, None), "owner": k.SEAT.maybe()}


def declared_kind(scope: Scope, text: str) -> Kind:
    """The kind that a declaration's kind text means."""
    return scope.names.kind(text) or k.NUMBER


def field_kind(text: str, subject: Kind, scope: Scope) -> tuple[Kind, bool] | None:
    """Kind of a field of a piece or cell, and whether it is built in."""
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
    return builtin, True


def _one_of(kinds: list[Kind], some_lack_it: bool) -> Kind:
    """What a field of one name holds, whichever of its holders it is; a number of what lacks it is 0."""
    if kinds[0].base != "number":
        return kinds[0]
    return k.joined([kind for kind in kinds if kind.base == "number"] + [k.number_in(0, 0)] * some_lack_it)


def field_of(text: str, subject: Term, scope: Scope, span: Span) -> Term | None:
    """`worth of token`"""
    found = field_kind(text, subject.kind, scope)
    if found is None:
        return None
    kind, built_in = found
    if subject.kind.optional and kind.base in k.SINGLE:
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
