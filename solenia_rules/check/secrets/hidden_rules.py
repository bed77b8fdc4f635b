"""Finds where pieces may lie while their lasting rules hold: a rule of a hidden piece tells where the piece lies."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import define


@define(eq=False)
class HiddenRules:
    """The rules of the pieces of one ruleset."""

    calls: Calls

    def zones(self, rule: Node) -> Iterator[r.Zone]:
        """Zones that not all seats see, in which the piece that holds a rule may lie while the rule holds."""
        kind = self.kind(rule)
        if kind is not None:
            for zone in self._hidden_zones(kind):
                if _has_owner(self.calls.rules[rule], kind, zone) and self._may_hold(kind, zone):
                    yield zone

    def kind(self, rule: Node) -> r.PieceKind | None:
        """The kind of the piece that holds a rule; None for a rule of a cell or of `[rules]`."""
        record, names = self.calls.record_of[rule], self.calls.checked.names
        return None if record is None else names.pieces.get(names.records[record].kind)

    def seen_while_rules_hold(self, kind: r.PieceKind) -> bool:
        """Whether the lasting rules of pieces of a kind hold only while every seat sees the piece."""
        return not any(self._may_hold(kind, zone) for zone in self._hidden_zones(kind))

    def _hidden_zones(self, kind: r.PieceKind) -> Iterator[r.Zone]:
        return (zone for zone in self.calls.checked.names.world.zones if kind.id in zone.of and zone.seen != "all")

    def _may_hold(self, kind: r.PieceKind, zone: r.Zone) -> bool:
        text = self.calls.checked.active_while.get(kind.id)
        return text is not None and text.value is not None and self._holds(text.value, kind, zone) is not False

    def _holds(self, test: Term, kind: r.PieceKind, zone: r.Zone) -> bool | None:
        """Whether a condition holds for a piece that lies in a zone; None: it depends, or the test is not known."""
        match test:
            case t.Const(value):
                return bool(value)
            case t.Not():
                found = self._holds(test.value, kind, zone)
                return None if found is None else not found
            case t.And(tests) | t.Or(tests):
                each = [self._holds(one, kind, zone) for one in tests]
                decisive = isinstance(test, t.Or)
                if decisive in each:
                    return decisive
                return None if None in each else not decisive
            case t.Equal():
                found = self._equal(test.left, test.right, kind, zone)
                return self._equal(test.right, test.left, kind, zone) if found is None else found
            case t.Phrase("some" | "no" as query) if _nobodys(test, kind, zone):
                return query == "no"
            case t.In(t.Var(t.THIS)):
                return self._within(test.group, kind, zone)
            case _:
                return None

    def _within(self, group: Term, kind: r.PieceKind, zone: r.Zone) -> bool | None:
        """Whether a piece that lies in a zone is a member of a set."""
        match group:
            case t.Board() | t.Cells():
                return False
            case t.Zone(name):
                if name != zone.id:
                    return False
                mine = kind.per != "seat" and group.index is not None and _is_me(group.index)
                return True if mine or zone.per is None else None
            case _:
                return None

    def _equal(self, one: Term, other: Term, kind: r.PieceKind, zone: r.Zone) -> bool | None:
        match one, other:
            case t.Phrase("count"), t.Const(number) if _nobodys(one, kind, zone):
                return number == 0
            case t.BuiltInField("cell", t.Var(t.THIS)), t.Nothing():
                return True
            case t.BuiltInField("owner", t.Var(t.THIS)), t.Nothing():
                return zone.per != "seat" and kind.per != "seat"
            case _:
                return None


def _has_owner(rule: CheckedRule, kind: r.PieceKind, zone: r.Zone) -> bool:
    """Whether the rule can hold there: a piece without an owner has only rules by `anyone`."""
    return rule.by == "anyone" or zone.per == "seat" or kind.per == "seat"


def _nobodys(phrase: t.Phrase, kind: r.PieceKind, zone: r.Zone) -> bool:
    """Whether a phrase is about things of the owner of a piece that has no owner there: such sets are empty."""
    source = phrase.source
    match source:
        case t.Zone() | t.Board() | t.Cells() | t.Owned():
            seat = source.index if isinstance(source, t.Zone) else source.seat
            return seat is not None and _is_me(seat) and zone.per != "seat" and kind.per != "seat"
        case _:
            return False


def _is_me(term: Term) -> bool:
    return isinstance(term, t.Var) and term.number == t.ME


def is_cell(term: Term, var: int) -> bool:
    """Whether a term is the cell of the piece that a variable stands for."""
    match term:
        case t.BuiltInField("cell", t.Var(number)):
            return number == var
        case _:
            return False
