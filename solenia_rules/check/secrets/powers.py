"""Lasting rules of pieces that lie hidden: what they do tells that they are there."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.terms import Term
from solenia_rules.rules import records as r
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import define

FAILING = ("need", "pay")


@define
class Powers:
    calls: Calls

    def find(self) -> Iterator[Diagnostic]:
        """For each kind and hidden zone: rules that reach seats that do not see the piece, else a warning."""
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
        """Whether what is on offer to a seat that does not see the piece may depend on it."""
        if rule.by == "me" and zone.seen == "owner":
            return False
        if rule.sort in ("modifier", "instead"):
            return True
        acts = all_acts(rule.body.acts)
        return any(a.op in ("choose", "choose_effect") or (a.op == "builtin" and a.data[0] in FAILING) for a in acts)

    def _holds(self, test: Term, kind: r.PieceKind, zone: r.Zone) -> bool | None:
        """Whether a condition holds of a piece that lies in a zone; None: it depends."""
        match test.op:
            case "const":
                return bool(test.data[0])
            case "not":
                found = self._holds(test.args[0], kind, zone)
                return None if found is None else not found
            case "and" | "or":
                each = [self._holds(arg, kind, zone) for arg in test.args]
                decisive = test.op == "or"
                if decisive in each:
                    return decisive
                return None if None in each else not decisive
            case "equal":
                return self._equal(test, kind, zone)
            case "phrase" if test.data[0] in ("some", "no") and _nobodys(test, kind, zone):
                return test.data[0] == "no"
            case "in" if _is_this(test.args[0]):
                return self._within(test.args[1], kind, zone)
            case _:
                return None

    def _within(self, group: Term, kind: r.PieceKind, zone: r.Zone) -> bool | None:
        if group.op in ("board", "cells") or (group.op == "zone" and group.data[0] != zone.id):
            return False
        mine = group.op == "zone" and kind.per != "seat" and any(x.data[:1] == (t.ME,) for x in group.args)
        return True if group.op == "zone" and (mine or zone.per is None) else None

    def _equal(self, test: Term, kind: r.PieceKind, zone: r.Zone) -> bool | None:
        for one, other in (test.args, test.args[::-1]):
            if one.op == "phrase" and one.data[0] == "count" and other.op == "const" and _nobodys(one, kind, zone):
                return other.data[0] == 0
            if one.op != "builtin_field" or not _is_this(one.args[0]):
                continue
            if one.data[0] == "cell" and other.op == "none":
                return True
            if one.data[0] == "owner" and other.op == "none":
                return zone.per != "seat" and kind.per != "seat"
        return None


def _has_owner(rule: CheckedRule, kind: r.PieceKind, zone: r.Zone) -> bool:
    """Whether there is somebody whom the rule is about: without an owner only rules for `anyone` hold."""
    return rule.by == "anyone" or zone.per == "seat" or kind.per == "seat"


def _nobodys(phrase: Term, kind: r.PieceKind, zone: r.Zone) -> bool:
    """Whether a phrase is about things of the owner of a piece that has none there: such sets are empty."""
    source = phrase.args[0]
    mine = source.op in ("zone", "board", "cells", "owned") and any(x.data[:1] == (t.ME,) for x in source.args)
    return mine and zone.per != "seat" and kind.per != "seat"


def _is_this(term: Term) -> bool:
    """Whether it is the piece whose rules these are."""
    return term.op == "var" and term.data[0] == t.THIS
