"""Finds what the other seats notice when statements are done: that something happened, and that somebody was asked.

The search for leaks compares what is noticed in the branches that a secret decides between.
"""

from __future__ import annotations

from typing import assert_never

from solenia_rules.check.secrets.knowledge import ME, bare, is_me
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.text.frozen import define, field, frozen


@frozen
class Noticed:
    """What other seats notice up to the first question."""

    acts: Acts = ()
    question: Acts = ()
    """The statement that asks, and the statements after it."""

    def __bool__(self) -> bool:
        return bool(self.acts or self.question)

    def then(self, other: Noticed) -> Noticed:
        """What is noticed if the other statements follow."""
        return self if self.question else Noticed(self.acts + other.acts, other.question)


NOTHING = Noticed()


@define
class Noticing:
    """What is noticed of the texts of one ruleset."""

    calls: Calls
    _texts: dict[Node, Noticed] = field(factory=dict)

    def of(self, acts: Acts, me: frozenset[int]) -> Noticed:
        """What is noticed of statements; `me`: variables that are the acting seat.

        Only the acting seat notices changes of its own secrets.
        """
        found = NOTHING
        for number, act in enumerate(acts):
            made = self._act(act, me)
            if made.question:
                made = Noticed(made.acts, made.question + acts[number + 1 :])
            found = found.then(made)
            if found.question:
                break
        return found

    def of_text(self, node: Node) -> Noticed:
        """What is noticed of a held effect, the body of a rule, or a verb with the rules on it."""
        if node not in self._texts:
            self._texts[node] = NOTHING
            made = self.of(self.calls.texts[node].acts, ME)
            rules = [self.of_text(rule) for rule in self.calls.rules_of.get(node, ())]
            self._texts[node] = Noticed(self.calls.texts[node].acts) if any(rules) else made
        return self._texts[node]

    def _act(self, act: Act, me: frozenset[int]) -> Noticed:
        whole = Noticed((act,))
        match act:
            case a.Let():
                return NOTHING
            case a.SetTo(place) | a.AddTo(place):
                return whole if self._changes_openly(place, me) else NOTHING
            case a.StartRules() | a.Phase():
                return whole
            case a.Gain() | a.Pay() | a.Lose() | a.Move() | a.Draw() | a.Shuffle():
                return whole if self._does_openly(act, me) else NOTHING
            case a.TurnOver() | a.Roll() | a.Show() | a.Need() | a.Stop() | a.Win():
                return whole if self._does_openly(act, me) else NOTHING
            case a.DoVerb(verb):
                if act.stands_for is None:
                    found = self.of_text(("verb", verb, ""))
                    return whole if found.acts else Noticed((), found.question)
                ruled = any(self.of_text(rule) for rule in self.calls.rules_of.get(("verb", verb, ""), ()))
                return whole if ruled or self._does_openly(act.stands_for, me) else NOTHING
            case a.RunHeld():
                held = self.calls.held_by(self.calls.field_of(act))
                return whole if any(self.of_text(node) for node in held) else NOTHING
            case a.Choose() | a.ChooseWay() | a.May():
                return Noticed((), (act,))
            case a.For() if act.by_choice:
                return Noticed((), (act,))
            case a.As(var):
                return whole if self.of(act.body, frozenset({var})) else NOTHING
            case a.If():
                branches = [self.of(block, me) for block in a.blocks_of(act)]
                return branches[0] if alike(branches) else whole
            case a.For() | a.Repeat() | a.Try():
                return self.of(act.body, me)
            case _:
                assert_never(act)

    def _changes_openly(self, place: a.Writable, me: frozenset[int]) -> bool:
        """Whether other seats notice that a value is set."""
        names = self.calls.checked.names
        match place:
            case t.Counter(name, seat):
                seen = names.counters[name].seen
            case t.State(name, seat):
                seen = names.state[name].seen
            case t.Field() | t.BuiltInField():
                return True
            case _:
                assert_never(place)
        return seen == "all" or (seen == "owner" and not is_me(seat, me))

    def _does_openly(self, act: a.BuiltInAct, me: frozenset[int]) -> bool:
        """Whether other seats notice a built-in verb."""
        seen_by = VERBS[act.VERB].seen_by
        match act:
            case a.Gain(_me, what) | a.Pay(_me, what) | a.Lose(_me, what):
                return self.openly_paid(what)
            case a.Show(_me, _pieces, seats):
                return not is_me(bare(seats), me)
            case a.Move() | a.Draw() | a.Shuffle() | a.TurnOver() | a.Roll() | a.Need() | a.Stop() | a.Win():
                return seen_by != "nobody"
            case _:
                assert_never(act)

    def openly_paid(self, bundle: Term) -> bool:
        """Whether all seats see how much this is: not if only owners see all counters that the bundle is of."""
        counters = self.calls.checked.names.counters
        found = [name for term in all_terms((bundle,)) for name in _counters(term)]
        return not found or any(counters[name].seen == "all" for name in found)


def _counters(term: Term) -> tuple[str, ...]:
    """The counter that a part of a bundle is of."""
    match term:
        case t.Amount(name) | t.AmountFree(name) | t.Counter(name) | t.CounterBundle(name) | t.Resource(name):
            return (name,)
        case _:
            return ()


def alike(branches: list[Noticed]) -> bool:
    """Whether no other seat can tell these branches apart before an answer does."""
    first = branches[0]
    return all(one.acts == first.acts and bool(one.question) == bool(first.question) for one in branches)
