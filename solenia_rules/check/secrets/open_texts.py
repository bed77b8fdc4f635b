"""Finds texts of records that run only while every seat sees the piece or cell that has them.

The log names such a record as the cause of an event. For an effect, every `do` that may run it is checked: the piece
must lie on a board or in a zone that all seats see, as far as the text around the `do` shows. The answer depends on the
texts alone, so a cause that is left out tells nothing about hidden pieces.
"""

from __future__ import annotations

from typing import assert_never

from solenia_rules.check.secrets.hidden_rules import HiddenRules, is_cell
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, blocks_of
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term
from solenia_rules.rules import records as r
from solenia_rules.text.places import Span


def find_open_texts(calls: Calls) -> dict[Span, str]:
    """Text -> the record, the entry of `[rules]` or the step of scoring that has it."""
    checked, names = calls.checked, calls.checked.names
    hidden = _Walk(calls).hidden_effects()
    hidden_rules = HiddenRules(calls)
    found = {rule.rules.span: rule.id for rule in names.world.rules}
    found |= {step.effect.span: step.id for step in names.world.steps if step.section == "scoring"}
    for record in names.world.records:
        kind = names.pieces.get(record.kind)
        for key, value, _span in record.fields:
            if not isinstance(value, r.Text):
                continue
            if (record.id, key) in checked.held:
                seen = ("held", record.id, key) not in hidden
            else:
                seen = kind is None or hidden_rules.seen_while_rules_hold(kind)
            if seen:
                found[value.span] = record.id
    return found


class _Walk:
    """Follows all texts that run, with the variables whose pieces lie where every seat sees them."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.names = calls.checked.names
        self.hidden_rules = HiddenRules(calls)
        self.concealing = {zone.id for zone in self.names.world.zones if zone.seen != "all"}
        self.hidden: set[Node] = set()
        self._concealing_texts: dict[Node, bool] = {}
        self._done: set[tuple[Node, frozenset[int]]] = set()

    def hidden_effects(self) -> set[Node]:
        """Effects that may run while not every seat sees their piece."""
        for node, text in self.calls.texts.items():
            if node[0] == "step":
                self._block(text.acts, set())
            elif node in self.calls.rules:
                record = self.calls.record_of[node]
                kind = None if record is None else self.names.pieces.get(self.names.records[record].kind)
                seen = kind is None or self.hidden_rules.seen_while_rules_hold(kind)
                self._block(text.acts, {t.THIS} if seen else set())
        return self.hidden

    def _run(self, node: Node, seen: frozenset[int]) -> None:
        if (node, seen) not in self._done:
            self._done.add((node, seen))
            self._block(self.calls.texts[node].acts, set(seen))

    def _block(self, acts: Acts, seen: set[int]) -> None:
        """`seen`: variables whose pieces lie where all see them; it is brought up to date."""
        for act in acts:
            self._act(self._meant(act), self._conceals(act), seen)

    def _act(self, act: Act, conceals: bool, seen: set[int]) -> None:
        """`conceals`: whether the statement may move pieces where not all see them."""
        inner = set(seen)
        match act:
            case a.Let(var):
                self._bind(var, self._lies_open(act.value, seen), seen)
            case a.LetRandom(var):
                self._bind(var, self._lies_open(act.any_member, seen), seen)
            case a.For(var):
                inner = set() if conceals else inner
                self._bind(var, not conceals and self._among(var, act.source, act.where, seen), inner)
            case a.Choose(var):
                inner = set() if conceals else inner
                target = seen if act.body is None else inner
                self._bind(var, not conceals and self._among(var, act.source, act.where, seen), target)
            case a.Repeat() | a.As():
                inner = set() if conceals else inner
            case a.DoVerb(verb, _, given):
                params = zip(self.calls.texts["verb", verb, ""].params, given, strict=True)
                known = frozenset(number for (_n, number, _k), arg in params if self._lies_open(arg, seen))
                self._run(("verb", verb, ""), known)
            case a.RunHeld():
                self._held(act, self._lies_open(act.holder, seen))
            case a.Move() if not conceals and self._takes(act.target):
                moved = act.pieces.item if isinstance(act.pieces, t.Listed) else act.pieces
                if isinstance(moved, t.Var):
                    seen.add(moved.number)
            case (
                a.Move() | a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Draw() | a.Shuffle() | a.TurnOver()
                | a.Note() | a.Forget()
                | a.Roll() | a.Show()
                | a.Need() | a.Stop() | a.Win() | a.SetTo() | a.AddTo() | a.StartRules() | a.If() | a.ChooseWay()
                | a.May() | a.Try() | a.IfPossible() | a.LetPossible() | a.Phase() | a.DrawWord() | a.LetRandom()
            ):  # fmt: skip
                pass
            case _:
                assert_never(act)
        for block in blocks_of(act):
            self._block(block, set(inner))
        if conceals:
            seen.clear()

    def _meant(self, act: Act) -> Act:
        """A built-in verb that rules react to is done all the same, unless a rule replaces it."""
        if not isinstance(act, a.DoVerb) or act.stands_for is None:
            return act
        rules = self.calls.rules_of.get(("verb", act.verb, ""), ())
        return act if any(self.calls.rules[node].sort == "instead" for node in rules) else act.stands_for

    def _bind(self, var: int, is_open: bool, seen: set[int]) -> None:
        seen.discard(var)
        if is_open:
            seen.add(var)

    def _among(self, var: int, source: Term, where: Term, seen: set[int]) -> bool:
        """Whether all members of a set for which a condition holds lie where every seat sees them."""
        return self._lies_open(source, seen) or self._open_if(where, var, seen)

    def _held(self, act: a.RunHeld, is_open: bool) -> None:
        for node in self.calls.held_by(self.calls.field_of(act)):
            if not is_open:
                self.hidden.add(node)
            self._run(node, frozenset({t.THIS} if is_open else ()))

    # ---- what conceals pieces -------------------------------------------------------------------

    def _conceals(self, act: Act) -> bool:
        """Whether something may be moved where not every seat sees it."""
        meant = self._meant(act)
        called: list[Node] = []
        match meant:
            case a.Move() | a.Draw():
                if not self._is_open(meant.target):
                    return True
            case a.DoVerb(verb):
                called.append(("verb", verb, ""))
            case a.RunHeld():
                called += self.calls.held_by(self.calls.field_of(meant))
            case (
                a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Shuffle() | a.TurnOver()
                | a.Note() | a.Forget() | a.Roll() | a.Show()
                | a.Need() | a.Stop()
                | a.Win() | a.SetTo() | a.AddTo() | a.StartRules() | a.Let() | a.If() | a.For() | a.Repeat()
                | a.ChooseWay() | a.Choose() | a.May() | a.As() | a.Try() | a.IfPossible() | a.LetPossible()
                | a.Phase() | a.DrawWord() | a.LetRandom()
            ):  # fmt: skip
                pass
            case _:
                assert_never(meant)
        if isinstance(act, a.DoVerb):
            called += self.calls.rules_of.get(("verb", act.verb, ""), ())
        inside = any(self._conceals(one) for block in blocks_of(meant) for one in block)
        return inside or any(map(self._text_conceals, called))

    def _text_conceals(self, node: Node) -> bool:
        if node not in self._concealing_texts:
            self._concealing_texts[node] = False  # an effect that runs itself conceals no more than the first time
            self._concealing_texts[node] = any(map(self._conceals, self.calls.texts[node].acts))
        return self._concealing_texts[node]

    def _is_open(self, target: Term) -> bool:
        """Whether all see what lies there: no seat sees what is out of play."""
        if isinstance(target, t.Zone):
            return target.zone not in self.concealing
        return target.kind.base == "cell" and not target.kind.optional

    def _takes(self, target: Term) -> bool:
        """Whether a piece surely comes there: a full zone takes no more."""
        return not isinstance(target, t.Zone) or self.names.zones[target.zone].capacity is None

    # ---- where pieces lie ---------------------------------------------------------------------

    def _lies_open(self, term: Term, seen: set[int]) -> bool:
        """Whether all pieces that a value may be lie where every seat sees them; cells always do."""
        if (term.kind.member or term.kind).base != "piece":
            return True
        match term:
            case t.Var(number):
                return number in seen
            case t.Zone(zone):
                return zone not in self.concealing
            case t.Phrase("closure", var):
                assert term.value is not None
                first = self._among(var, term.source, term.where, seen)
                return first and self._lies_open(term.value, {*seen, var})
            case t.Phrase(_, var):
                return self._among(var, term.source, term.where, seen)
            case t.If():
                return self._lies_open(term.then, seen) and self._lies_open(term.otherwise, seen)
            case t.Difference():
                return self._lies_open(term.left, seen)
            case t.Listed():
                return self._lies_open(term.item, seen)
            case t.Union(parts) | t.BuiltIn(_, parts):
                return all(self._lies_open(part, seen) for part in parts)
            case t.Owned(kind):
                return self._owned_openly(kind)
            case _:
                return False  # named without saying where they lie

    def _owned_openly(self, kind: str) -> bool:
        """Whether a seat owns pieces of a kind only by having them in its zones and on its boards, and all see these.
        Other pieces may be out of play, where no seat sees them."""
        zones = [zone for zone in self.names.world.zones if kind in zone.of and zone.per == "seat"]
        return self.names.pieces[kind].per != "seat" and all(zone.seen == "all" for zone in zones)

    def _open_if(self, test: Term, var: int, seen: set[int]) -> bool:
        """Whether a condition can hold only for pieces that every seat sees: on boards, or in open zones."""
        match test:
            case t.And(tests):
                return any(self._open_if(one, var, seen) for one in tests)
            case t.Or(tests):
                return all(self._open_if(one, var, seen) for one in tests)
            case t.Not(t.Equal(left, t.Nothing())) | t.Not(t.Equal(t.Nothing(), left)):
                return is_cell(left, var)
            case t.Equal():
                return _on_board(test.left, test.right, var) or _on_board(test.right, test.left, var)
            case t.In(t.Var(number)) if number == var:
                return self._lies_open(test.group, seen)
            case t.In():
                return is_cell(test.member, var)
            case _:
                return False  # it says nothing about where they lie


def _on_board(one: Term, other: Term, var: int) -> bool:
    """Whether it can equal the other value only on a cell: row and column are 0 elsewhere."""
    if isinstance(one, t.BuiltInField) and one.field in ("row", "column") and is_cell(one.holder, var):
        return other.kind.low is not None and other.kind.low > 0
    return is_cell(one, var) and other.kind.base == "cell" and not other.kind.optional
