"""Decides whether the order matters in which something is done once with each of several things.

It does not matter if each thing is only moved to a place without order and with enough room, written into, added to a
counter, or makes a seat gain or lose something without a limit, and if every test reads only fields of the thing itself
and values that never change. Then a seat that must choose all of them is not asked for the order.
"""

from __future__ import annotations

from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.terms import Term

MOST_DEEP = 4
"""The most levels of nested verbs or queries that are followed."""


def is_indifferent(calls: Calls, acts: Acts, var: int) -> bool:
    """Whether the order makes no difference. `var`: the variable of the current thing."""
    looked = _Look(calls)
    limits = calls.checked.limits.keys()
    return looked.all(acts, {var}, 0) and looked.gained.isdisjoint(looked.lost | limits)


class _Look:
    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.names = calls.checked.names
        self.gained: set[str] = set()
        self.lost: set[str] = set()
        """The counters that seats gain (`gained`) and lose (`lost`)."""

    def all(self, acts: Acts, things: set[int], depth: int) -> bool:
        """Whether statements are indifferent. `things`: variables that hold one of the things; all other variables have
        the same value for each."""
        return all(self._one(act, things, depth) for act in acts)

    def _one(self, act: Act, things: set[int], depth: int) -> bool:
        if isinstance(act, a.BuiltInAct) and ("verb", act.VERB, "") in self.calls.rules_of:
            return False
        match act:
            case a.Move():
                moved = act.pieces.item if isinstance(act.pieces, t.Listed) else act.pieces
                return act.position is None and _is_one(moved, things) and self._roomy(act.target, things)
            case a.TurnOver():
                return _is_one(act.piece, things)
            case a.Gain():
                return self._amount(act.what, things, self.gained)
            case a.Lose():
                return self._amount(act.what, things, self.lost)
            case a.AddTo(t.Counter() as place):
                return self._counted(place, act.number, things)
            case a.SetTo(t.Field() as place):
                return _is_one(place.holder, things) and self._stable(act.value, things)
            case a.AddTo(t.Field() as place):
                return _is_one(place.holder, things) and self._stable(act.number, things)
            case a.DoVerb():
                return self._verb(act, things, depth)
            case a.If(tests):
                stable = all(self._stable(test, things) for test in tests)
                return stable and all(self.all(block, things, depth) for block in a.blocks_of(act))
            case (
                a.Note() | a.Forget()
                | a.Pay() | a.GiveUp() | a.Draw() | a.Shuffle() | a.Roll() | a.Show() | a.Need() | a.Stop() | a.Win()
                | a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules() | a.Let() | a.For() | a.Repeat() | a.ChooseWay()
                | a.DrawWord() | a.LetRandom()
                | a.Choose() | a.May() | a.As() | a.Try() | a.IfPossible() | a.LetPossible() | a.Phase()
            ):  # fmt: skip
                return False
            case _:
                assert_never(act)

    def _counted(self, place: t.Counter, number: Term, things: set[int]) -> bool:
        """Whether a counter is only raised: above its range, too, the order makes no difference."""
        self.gained.add(place.counter)
        low = number.kind.low
        stable = all(self._stable(term, things) for term in (*t.parts(place), number))
        return low is not None and low >= 0 and stable

    def _verb(self, act: a.DoVerb, things: set[int], depth: int) -> bool:
        """Whether a verb has no rules, and its text is indifferent for these arguments."""
        node = ("verb", act.verb, "")
        if node in self.calls.rules_of or depth == MOST_DEEP:
            return False
        text = self.calls.texts[node]
        inner = {number for (_p, number, _k), arg in zip(text.params, act.given, strict=True) if _is_one(arg, things)}
        return all(self._stable(arg, things) for arg in act.given) and self.all(text.acts, inner, depth + 1)

    def _roomy(self, target: Term, things: set[int]) -> bool:
        """Whether the target is an unordered zone without a capacity, either the same for each thing or a separate
        one."""
        match target:
            case t.Nothing():
                return True
            case t.Zone(name):
                zone = self.names.zones[name]
                stable = target.index is None or self._stable(target.index, things)
                return stable and zone.order == "none" and zone.capacity is None
            case _:
                return False

    def _amount(self, bundle: Term, things: set[int], counters: set[str]) -> bool:
        """Whether an amount needs no choice; its counters are added to `counters`."""
        match bundle:
            case t.Amount(counter):
                counters.add(counter)
                return self._stable(bundle.count, things)
            case t.AmountOf(_, t.Resource(counter) | t.ResourceWord(counter) as resource):
                counters.add(counter)
                return self._stable(bundle.count, things) and self._stable(resource, things)
            case t.BundleAdd():
                return self._amount(bundle.left, things, counters) and self._amount(bundle.right, things, counters)
            case _:
                return False

    def _stable(self, value: Term, things: set[int], depth: int = 0) -> bool:
        """Whether a value stays the same while the block runs for all things.

        A field of the thing itself does: only the iteration of that thing changes it. Variables were assigned before.
        """
        match value:
            case t.Field():
                return _is_one(value.holder, things)
            case t.Query():
                return self._query(value, things, depth)
            case t.BuiltIn("other", (word,)):
                return self._stable(word, things, depth)
            case (
                t.Const() | t.Param() | t.Nothing() | t.Var() | t.SeatField() | t.Arithmetic() | t.Minus()
                | t.Compare() | t.Equal() | t.Not() | t.And() | t.Or() | t.If() | t.Resource() | t.ResourceWord()
            ):  # fmt: skip
                return all(self._stable(part, things, depth) for part in t.parts(value))
            case _:
                return False

    def _query(self, call: t.Query, things: set[int], depth: int) -> bool:
        """Whether a query has no modifiers, and its value is stable for these arguments."""
        node = ("query", call.query, "")
        text = self.calls.texts.get(node)
        if text is None or text.value is None or node in self.calls.rules_of or depth == MOST_DEEP:
            return False
        inner = {number for (_p, number, _k), arg in zip(text.params, call.given, strict=True) if _is_one(arg, things)}
        return all(self._stable(arg, things, depth) for arg in call.given) and self._stable(
            text.value, inner, depth + 1
        )


def _is_one(term: Term, things: set[int]) -> bool:
    return isinstance(term, t.Var) and term.number in things
