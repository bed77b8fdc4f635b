"""Checks of lasting rules that depend on who holds them: pieces without an owner (E319), and the order (W502).

In the rules of a piece or cell `me` is its owner. If there is none, a rule for `anyone` takes the seat that acts
instead, and a `while` or `where` that speaks of `my` things then asks about the wrong seat: a piece still in
the box pays whoever acts. So values in such a rule may not depend on `me`, unless the rule holds only for an owner. The
seat that does what the rule says (`gain 1 point`) is not a value and is not restricted.

If it matters which of two rules goes first and neither states an `order`, that is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, CheckedRule
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.commuting import Commuting
from solenia_rules.checked.summaries import Summaries
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.builtins import QUERIES
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import NOWHERE, Span

_OWNED = "`owner of this is not none and ...`"


def find_ownerless(calls: Calls) -> Iterator[Diagnostic]:
    """Rules for `anyone` that depend on `me` although their piece or cell may have no owner."""
    checked = calls.checked
    mine, owners = _Mine(calls), _Owners(calls)
    for record, rules in checked.held_rules.items():
        kind = checked.names.records[record].kind
        condition = checked.active_while.get(kind)
        if condition is None or condition.value is None or owners.always(kind) or owners.needed(condition.value):
            continue
        for rule in rules:
            if rule.by == "anyone" and (rule.where is None or not owners.needed(rule.where)):
                yield from _reported(rule, kind, condition.value, mine)


def _reported(rule: CheckedRule, kind: str, condition: Term, mine: _Mine) -> Iterator[Diagnostic]:
    place = next(mine.in_rule(rule), None)
    if place is not None:
        message = f"`{kind}` may have no owner, and then `me` is the seat that acts"
        hint = f"write `actor` or `as actor {{ ... }}` for that seat, or let the rule hold only for an owner: {_OWNED}"
        yield Diagnostic("E319", message, place, hint)
        return
    place = next(mine.in_value(condition), None)
    if place is not None:
        message = f"`{kind}` may have no owner, and then `me` in its `while` is the seat that acts"
        hint = f"write `by me`, or let the `while` hold only for an owner: {_OWNED}"
        yield Diagnostic("E319", message, rule.span, hint, also=((place, "the `while`"),))


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
        match test:
            case t.Const(value):
                return not value
            case t.And(tests):
                return any(map(self.needed, tests))
            case t.Or(tests):
                return all(map(self.needed, tests))
            case t.Not(t.Equal(one, other)):
                return (_is_owner(one) and isinstance(other, t.Nothing)) or (
                    _is_owner(other) and isinstance(one, t.Nothing)
                )
            case t.Equal():
                return (_is_owner(test.left) and _is_a_seat(test.right)) or (
                    _is_owner(test.right) and _is_a_seat(test.left)
                )
            case t.In():
                return self._within(test.member, test.group)
            case _:
                return False

    def _within(self, member: Term, group: Term) -> bool:
        """Whether only a piece with an owner is a member: a seat owns what lies in its zones and on its boards."""
        match member, group:
            case t.Var(t.THIS), t.Owned():
                return True
            case t.Var(t.THIS), t.Zone(zone):
                return self.names.zones[zone].per == "seat"
            case t.BuiltInField("owner", t.Var(t.THIS)), _:
                return True
            case t.BuiltInField(_, t.Var(t.THIS)), t.Board(_, seat) | t.Cells(_, seat):
                return seat is not None
            case _:
                return False


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
            for term in _values(act):
                yield from self.in_value(term, act.span)
            if not isinstance(act, a.As):  # inside, `me` is the seat that it names
                for block in a.blocks_of(act):
                    yield from self._in_acts(block)

    def in_value(self, term: Term, around: Span = NOWHERE) -> Iterator[Span]:
        """`around`: the place of what the term stands in; the `me` of `my hand` has none of its own."""
        span = around if term.span is NOWHERE else term.span
        parts = t.parts(term)
        match term:
            case t.Var(number):
                if number == t.ME:
                    yield span
            case t.Query(query, _, given):
                parts = given
                if _is_me(term.me) and self._text(("query", query, "")):
                    yield span
            case t.HeldValue(field):
                held = self.calls.held_by(("field", field, term.holder.kind.of or term.holder.kind.base))
                if any(map(self._text, held)):
                    yield span
            case t.BuiltIn(query):
                if QUERIES[query].reads == "counters":
                    yield span
            case t.Const() | t.Nothing() | t.Param() | t.Words() | t.Seats() | t.Pieces() | t.Resource():
                pass
            case t.Field() | t.BuiltInField() | t.SeatField() | t.Counter() | t.CounterBundle() | t.State() | t.Times():
                pass
            case t.Zone() | t.Board() | t.Cells() | t.Owned() | t.Single() | t.Record() | t.BoardCell() | t.Others():
                pass
            case (
                t.Phrase() | t.Arithmetic() | t.Minus() | t.Compare() | t.Equal() | t.In() | t.Not() | t.And() | t.Or()
            ):
                pass
            case t.If() | t.Union() | t.Difference() | t.Listed() | t.Place() | t.Map() | t.Active() | t.ResourceWord():
                pass
            case t.Amount() | t.AmountOf() | t.AmountFree() | t.AmountIn() | t.AmountOfIn():
                pass
            case t.BundleAdd() | t.BundleSubtract() | t.BundleScale():
                pass
            case _:
                assert_never(term)
        for part in parts:
            yield from self.in_value(part, span)

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


def _values(act: Act) -> tuple[Term, ...]:
    """The values of a statement without the seat that does it."""
    match act:
        case (
            a.DoVerb() | a.RunHeld() | a.StartRules() | a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move()
            | a.Draw()
        ):  # fmt: skip
            return a.terms_of(act)[1:]
        case a.Shuffle() | a.TurnOver() | a.Roll() | a.Show() | a.Need() | a.Stop() | a.Win() | a.Note() | a.Forget():
            return a.terms_of(act)[1:]
        case a.SetTo() | a.AddTo() | a.Let() | a.If() | a.For() | a.Repeat() | a.ChooseWay() | a.Choose() | a.May():
            return a.terms_of(act)
        case a.As() | a.Try() | a.IfPossible() | a.LetPossible() | a.Phase() | a.DrawWord() | a.LetRandom():
            return a.terms_of(act)
        case _:
            assert_never(act)


def _is_me(term: Term) -> bool:
    return isinstance(term, t.Var) and term.number == t.ME


def _is_owner(term: Term) -> bool:
    match term:
        case t.BuiltInField("owner", t.Var(t.THIS)):
            return True
        case _:
            return False


def _is_a_seat(term: Term) -> bool:
    """Whether a value is a seat and never none."""
    return term.kind.base == "seat" and not term.kind.optional


# ---- the order of rules ---------------------------------------------------------------------------------


_MOMENTS = {"before": "before", "after": "after", "instead": "instead of"}


@frozen(eq=False)
class _Held:
    """A lasting rule and the record or the entry of `[rules]` that holds it."""

    holder: str
    kind: str
    """The kind of the record; empty for an entry of `[rules]`."""
    order: int | None
    entry: bool
    """Whether it is an entry of `[rules]`."""
    copies: int
    rule: CheckedRule


def find_disputes(summaries: Summaries) -> Iterator[Diagnostic]:
    """One warning for every rule whose order relative to an earlier rule matters and is not stated."""
    commuting = Commuting(summaries)
    groups: dict[tuple[str, str, bool], list[_Held]] = {}
    for held in _all(summaries.calls):
        apart = held.entry and held.rule.sort in ("before", "after")
        groups.setdefault((held.rule.sort, held.rule.target, apart), []).append(held)
    for group in groups.values():
        for index, later in enumerate(group):
            earlier = group[:index]
            if (
                later.copies > 1
                and later.rule.sort != "modifier"
                and commuting.asks_about_copies(later.rule, later.kind)
            ):
                earlier = [*earlier, later]
            for other in earlier:
                agreed = later.rule.sort != "modifier" and None not in (other.order, later.order)
                if (other.order or 0) != (later.order or 0) or agreed:
                    continue
                if commuting.matters(other.rule, later.rule):
                    yield _dispute(other, later)
                    break


def _all(calls: Calls) -> Iterator[_Held]:
    checked = calls.checked
    for record, rules in checked.held_rules.items():
        declared = checked.names.records[record]
        yield from (_Held(record, declared.kind, declared.order, False, declared.copies, rule) for rule in rules)
    orders = {declared.id: declared.order for declared in checked.names.world.rules}
    for rules_id, rules in checked.rules.items():
        yield from (_Held(rules_id, "", orders[rules_id], True, 1, rule) for rule in rules)


def _dispute(one: _Held, other: _Held) -> Diagnostic:
    pair = f"`{one.holder}` and `{other.holder}`" if one is not other else f"two copies of `{one.holder}`"
    if one.rule.sort == "modifier":
        message = f"{pair} change `{other.rule.target}`, and it matters which goes first"
        hint = "give them an `order`; lower goes first"
    elif one.entry and one.rule.sort != "instead":
        message = f"{pair} both come {_MOMENTS[one.rule.sort]} `{other.rule.target}`, and it matters which goes first"
        hint = "give them an `order`; lower goes first"
    else:
        who = "the seat that acts" if one.rule.sort == "instead" else "their owner"
        moment = _MOMENTS[one.rule.sort]
        message = f"{pair} come {moment} `{other.rule.target}`, and it matters which goes first: {who} is asked"
        hint = "give them an `order`: with equal numbers the seat is asked, with different numbers the lower goes first"
        if one is other:
            hint = (
                "copies share one record: give it any `order` if the seat should be asked; if only one copy should "
                "act, write so after `where`: `where this is first(c in ... where ...)`"
            )
    return Diagnostic("W502", message, other.rule.span, hint, "warning", also=((one.rule.span, "the other one"),))
