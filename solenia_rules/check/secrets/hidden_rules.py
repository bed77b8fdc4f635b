"""Finds lasting rules that may hold while their piece is hidden: what such a rule does tells where the piece lies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, CheckedRule, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.rules import records as r
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import define


@define
class HiddenRules:
    """The rules of the pieces of one ruleset."""

    calls: Calls

    def find(self) -> Iterator[Diagnostic]:
        """For each kind and hidden zone: an error for each rule that changes what seats are offered that do not see
        the piece; if there is none, a warning."""
        checked = self.calls.checked
        for kind in checked.names.world.pieces:
            text = checked.active_while.get(kind.id)
            if text is None or text.value is None:
                continue
            records = checked.names.by_kind.get(kind.id, ())
            rules = [rule for record in records for rule in checked.held_rules.get(record.id, ())]
            for zone in checked.names.world.zones:
                if kind.id in zone.of and zone.seen != "all" and self._holds(text.value, kind, zone) is not False:
                    yield from self._told(
                        text.value, [rule for rule in rules if _has_owner(rule, kind, zone)], kind, zone
                    )

    def seen_while_rules_hold(self, kind: r.PieceKind) -> bool:
        """Whether the lasting rules of pieces of a kind hold only while every seat sees the piece."""
        zones = [zone for zone in self.calls.checked.names.world.zones if kind.id in zone.of and zone.seen != "all"]
        text = self.calls.checked.active_while.get(kind.id)
        value = None if text is None else text.value
        return all(value is not None and self._holds(value, kind, zone) is False for zone in zones)

    def _told(self, test: Term, rules: list[CheckedRule], kind: r.PieceKind, zone: r.Zone) -> Iterator[Diagnostic]:
        reaching = [rule for rule in rules if self._reaches(rule, zone)]
        for rule in reaching:
            yield self._refused(rule, kind, zone)
        if rules and not reaching:
            message = (
                f"rules of `{kind.id}` may hold while it lies in `{zone.id}`, where not all see it: they give it away"
            )
            hint = (
                "unless that is meant, let `while` say where it is seen: `this is in ...`, `cell of this is not none`"
            )
            yield Diagnostic("W401", message, test.span, hint, "warning")

    def _refused(self, rule: CheckedRule, kind: r.PieceKind, zone: r.Zone) -> Diagnostic:
        who = "nobody sees it" if zone.seen == "nobody" else "only its owner sees it"
        message = f"this may hold while its `{kind.id}` lies in `{zone.id}`, where {who}: what is on offer would tell"
        hint = "let `while` say where it is seen: `this is in ...`, `cell of this is not none`"
        return Diagnostic("E404", message, rule.span, hint)

    def _reaches(self, rule: CheckedRule, zone: r.Zone) -> bool:
        """Whether what a seat is offered that does not see the piece may depend on the rule."""
        if rule.by == "me" and zone.seen == "owner":
            return False
        return rule.sort in ("modifier", "instead") or any(_may_be_impossible(act) for act in all_acts(rule.body.acts))

    def _holds(self, test: Term, kind: r.PieceKind, zone: r.Zone) -> bool | None:
        """Whether a condition holds for a piece that lies in a zone; None: it depends, or the test is not known."""
        match test:
            case t.Const(value):
                return bool(value)
            case t.Not(denied):
                found = self._holds(denied, kind, zone)
                return None if found is None else not found
            case t.And(tests) | t.Or(tests):
                each = [self._holds(one, kind, zone) for one in tests]
                decisive = isinstance(test, t.Or)
                if decisive in each:
                    return decisive
                return None if None in each else not decisive
            case t.Equal(left, right):
                found = self._equal(left, right, kind, zone)
                return self._equal(right, left, kind, zone) if found is None else found
            case t.Phrase("some" | "no" as query) if _nobodys(test, kind, zone):
                return query == "no"
            case t.In(t.Var(t.THIS), group):
                return self._within(group, kind, zone)
            case _:
                return None

    def _within(self, group: Term, kind: r.PieceKind, zone: r.Zone) -> bool | None:
        """Whether a piece that lies in a zone is a member of a set."""
        match group:
            case t.Board() | t.Cells():
                return False
            case t.Zone(name, index):
                if name != zone.id:
                    return False
                mine = kind.per != "seat" and index is not None and _is_me(index)
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


def _may_be_impossible(act: Act) -> bool:
    """Whether a statement, without those inside it, may be impossible or asks something."""
    match act:
        case a.Choose() | a.ChooseWay():
            return True
        case a.Gain() | a.Pay() | a.Lose() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver() | a.Roll() | a.Show():
            return VERBS[act.VERB].fails
        case a.Need() | a.Stop() | a.Win():
            return VERBS[act.VERB].fails
        case a.DoVerb() | a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules() | a.Let():
            return False
        case a.If() | a.For() | a.Repeat() | a.May() | a.As() | a.Try() | a.Phase():
            return False
        case _:
            assert_never(act)


def _has_owner(rule: CheckedRule, kind: r.PieceKind, zone: r.Zone) -> bool:
    """Whether the rule can hold there: a piece without an owner has only rules by `anyone`."""
    return rule.by == "anyone" or zone.per == "seat" or kind.per == "seat"


def _nobodys(phrase: t.Phrase, kind: r.PieceKind, zone: r.Zone) -> bool:
    """Whether a phrase is about things of the owner of a piece that has no owner there: such sets are empty."""
    match phrase.source:
        case t.Zone(_, seat) | t.Board(_, seat) | t.Cells(_, seat) | t.Owned(_, seat):
            return seat is not None and _is_me(seat) and zone.per != "seat" and kind.per != "seat"
        case _:
            return False


def _is_me(term: Term) -> bool:
    return isinstance(term, t.Var) and term.number == t.ME
