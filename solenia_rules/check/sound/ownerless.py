"""Finds rules for `anyone` that depend on `me` although their piece or cell may have no owner.

In the rules of a piece or cell `me` is its owner. If there is none, a rule for `anyone` takes the seat that acts
instead, and a `while` or `where` that speaks of `my` things then asks about the wrong seat: a piece still in
the box pays whoever acts. So values in such a rule may not depend on `me`, unless the rule holds only for an owner. The
seat that does what the rule says (`gain 1 point`) is not a value and is not restricted.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Acts, CheckedRule
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import NOWHERE, Span

_DONE_BY_ME = ("verb", "builtin", "do", "start")
"""Acts whose first term is the seat that does them."""
_OWNED = "`owner of this is not none and ...`"


def find_ownerless(calls: Calls) -> Iterator[Diagnostic]:
    checked = calls.checked
    mine, owners = _Mine(calls), _Owners(calls)
    for record, rules in checked.held_rules.items():
        kind = checked.names.records[record].kind
        condition = checked.active_while.get(kind)
        if condition is None or condition.value is None or owners.always(kind) or owners.needed(condition.value):
            continue
        for rule in rules:
            if rule.by == "anyone" and (rule.where is None or not owners.needed(rule.where)):
                yield from _told(rule, kind, condition.value, mine)


def _told(rule: CheckedRule, kind: str, condition: Term, mine: _Mine) -> Iterator[Diagnostic]:
    said = next(mine.in_rule(rule), None)
    if said is not None:
        message = f"`{kind}` may have no owner, and then `me` is the seat that acts"
        hint = f"write `actor` or `as actor {{ ... }}` for that seat, or let the rule hold only for an owner: {_OWNED}"
        yield Diagnostic("E319", message, said, hint)
        return
    said = next(mine.in_value(condition), None)
    if said is not None:
        message = f"`{kind}` may have no owner, and then `me` in its `while` is the seat that acts"
        hint = f"write `by me`, or let the `while` hold only for an owner: {_OWNED}"
        yield Diagnostic("E319", message, rule.span, hint, also=((said, "the `while`"),))


class _Owners:
    """Whether there is an owner: by declaration, or wherever a condition holds."""

    def __init__(self, calls: Calls) -> None:
        self.names = calls.checked.names

    def always(self, kind: str) -> bool:
        piece = self.names.pieces.get(kind)
        if piece is not None:
            return piece.per == "seat" and piece.also is None
        return all(board.per == "seat" for board in self.names.world.boards if board.cells == kind)

    def needed(self, test: Term) -> bool:
        """Whether a condition can hold only for a piece or cell that has an owner."""
        match test.op:
            case "const":
                return not test.data[0]
            case "and":
                return any(self.needed(arg) for arg in test.args)
            case "or":
                return all(self.needed(arg) for arg in test.args)
            case "not":
                (denied,) = test.args
                return denied.op == "equal" and any(_is_owner(a) and b.op == "none" for a, b in _both_ways(denied))
            case "equal":
                return any(_is_owner(a) and _is_a_seat(b) for a, b in _both_ways(test))
            case "in":
                return self._within(*test.args)
            case _:
                return False

    def _within(self, member: Term, group: Term) -> bool:
        """A seat owns what lies in its zones and on its boards."""
        if _is_this(member):
            return group.op == "owned" or (group.op == "zone" and self.names.zones[str(group.data[0])].per == "seat")
        if member.op != "builtin_field" or not _is_this(member.args[0]):
            return False
        return member.data[0] == "owner" or (group.op in ("board", "cells") and bool(group.args))


class _Mine:
    """Places of values that depend on the seat that is `me` in a text."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self._texts: dict[Node, bool] = {}

    def in_rule(self, rule: CheckedRule) -> Iterator[Span]:
        for term in (rule.where, rule.body.value):
            if term is not None:
                yield from self.in_value(term)
        yield from self._in_acts(rule.body.acts)

    def _in_acts(self, acts: Acts) -> Iterator[Span]:
        for act in acts:
            for term in act.terms[1:] if act.op in _DONE_BY_ME else act.terms:
                yield from self.in_value(term, act.span)
            if act.op != "as":  # inside, `me` is the seat that it names
                for block in act.blocks:
                    yield from self._in_acts(block)

    def in_value(self, term: Term, around: Span = NOWHERE) -> Iterator[Span]:
        """`around`: the place of what the term stands in; the `me` of `my hand` has none of its own."""
        span = around if term.span is NOWHERE else term.span
        args = term.args
        match term.op:
            case "var" if _is_me(term):
                yield span
            case "query":
                args = term.args[1:]
                if _is_me(term.args[0]) and self._text(("query", str(term.data[0]), "")):
                    yield span
            case "held_test":
                kind = term.args[0].kind
                if any(map(self._text, self.calls.held_by(("field", str(term.data[0]), kind.of or kind.base)))):
                    yield span
            case "builtin" if term.data[0] == "can_pay":
                yield span
        for arg in args:
            yield from self.in_value(arg, span)

    def _text(self, node: Node) -> bool:
        """Whether the value of a query or of a held text depends on the seat that asks for it."""
        if node not in self._texts:
            self._texts[node] = False  # what a query in a circle reads is found where the circle was entered
            text = self.calls.texts.get(node)
            value = None if text is None else text.value
            own = value is not None and any(True for _span in self.in_value(value))
            self._texts[node] = own or any(map(self._modifies, self.calls.rules_of.get(node, ())))
        return self._texts[node]

    def _modifies(self, node: Node) -> bool:
        """Whether a lasting rule changes a value for some askers only; in `[rules]` the asker is `me`."""
        rule = self.calls.rules[node]
        return rule.by != "anyone" or (self.calls.record_of[node] is None and any(True for _span in self.in_rule(rule)))


def _both_ways(pair: Term) -> tuple[tuple[Term, Term], tuple[Term, Term]]:
    one, other = pair.args
    return (one, other), (other, one)


def _is_me(term: Term) -> bool:
    return term.op == "var" and term.data[0] == t.ME


def _is_this(term: Term) -> bool:
    return term.op == "var" and term.data[0] == t.THIS


def _is_owner(term: Term) -> bool:
    return term.op == "builtin_field" and term.data[0] == "owner" and _is_this(term.args[0])


def _is_a_seat(term: Term) -> bool:
    """Whether a value is a seat and never none."""
    return term.kind.base == "seat" and not term.kind.optional
