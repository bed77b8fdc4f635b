"""Finds what the other seats notice when statements are done: that something happened, and that somebody was asked.

The search for leaks compares what is noticed in the branches that a secret decides between.
"""

from __future__ import annotations

from typing import assert_never

from solenia_rules.check.secrets.knowledge import ME
from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Node
from solenia_rules.checked.fixpoint import Fixpoint
from solenia_rules.checked.summaries import Summaries
from solenia_rules.text.frozen import frozen


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


class Noticing:
    """What is noticed of the texts of one ruleset."""

    def __init__(self, summaries: Summaries) -> None:
        self.summaries = summaries
        self.calls = summaries.calls
        self.of_text = Fixpoint(self._text, NOTHING)
        """What is noticed of a held effect, the body of a rule, or a verb with the rules on it."""

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

    def _text(self, node: Node) -> Noticed:
        acts = self.calls.texts[node].acts
        rules = [self.of_text(rule) for rule in self.calls.rules_of.get(node, ())]
        return Noticed(acts) if any(rules) else self.of(acts, ME)

    def _act(self, act: Act, me: frozenset[int]) -> Noticed:
        whole = Noticed((act,))
        match act:
            case a.Choose() | a.ChooseWay() | a.May():
                return Noticed((), (act,))
            case a.For() if act.by_choice:
                return Noticed((), (act,))
            case a.If() | a.IfPossible():
                blocks = [self.of(block, me) for block in a.blocks_of(act)]
                return blocks[0] if alike(blocks) else whole
            case a.For() | a.Repeat() | a.Try():
                return self.of(act.body, me)
            case a.LetPossible():
                return NOTHING
            case a.DoVerb(verb, stands_for=None):
                found = self.of_text(("verb", verb, ""))
                return whole if found.acts else Noticed((), found.question)
            case a.DoVerb() | a.RunHeld() | a.As() | a.Phase() | a.SetTo() | a.AddTo() | a.StartRules() | a.Let():
                return whole if self.summaries.of_act(act).noticed(me) else NOTHING
            case (
                a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
                | a.Roll()
            ):  # fmt: skip
                return whole if self.summaries.of_act(act).noticed(me) else NOTHING
            case a.Show() | a.Need() | a.Stop() | a.Win():
                return whole if self.summaries.of_act(act).noticed(me) else NOTHING
            case _:
                assert_never(act)


def branches(act: a.If, rest: Acts) -> tuple[Acts, ...]:
    """The blocks of an `if`. If one of them leaves the repeat, the others go on with the statements after the `if`."""
    blocks = a.blocks_of(act)
    if not any(_leaves(block) for block in blocks):
        return blocks
    return tuple(block if _leaves(block) else block + rest for block in blocks)


def _leaves(block: Acts) -> bool:
    return bool(block) and isinstance(block[-1], a.Stop)


def alike(branches: list[Noticed]) -> bool:
    """Whether no other seat can tell these branches apart before an answer does."""
    first = branches[0]
    return all(one.acts == first.acts and bool(one.question) == bool(first.question) for one in branches)
