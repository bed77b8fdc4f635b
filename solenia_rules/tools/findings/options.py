"""Identifies an option across games: a branch of a choice, a record, or a word."""

from __future__ import annotations

from attrs import field, frozen

from solenia_rules.core.compiled import Program
from solenia_rules.core.specs import Spec
from solenia_rules.text.places import Span

WORD = "word:"


@frozen
class Choosable:
    """`kind`: the kind of a record or a word. It is empty for a branch, which has the place of its choice."""

    name: str
    kind: str
    span: Span = field(repr=False)


def choosable(program: Program, spec: Spec, value: int) -> Choosable | None:
    """The identity of an option; None for `done`, a number, a seat, a cell without a record, and the order of rules."""
    if spec.domain == "branch":
        return Choosable(spec.labels[value], "", spec.span)
    inventory, names = program.inventory, program.names
    if value >= inventory.domain_count(spec.domain):
        return None
    if spec.domain.startswith(WORD):
        kind = names.word_kinds[spec.domain.removeprefix(WORD)]
        return Choosable(kind.words[value], kind.id, kind.span)
    if spec.domain not in ("piece", "cell"):
        return None
    id = inventory.pieces[value].record if spec.domain == "piece" else inventory.cells[value].record
    return None if id is None else Choosable(id, names.records[id].kind, names.records[id].span)
