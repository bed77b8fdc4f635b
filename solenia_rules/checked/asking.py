"""Finds the statements that ask for a choice, those that may ask another seat than the one that acts, and the choices
in `together` that come too late: they must come before any effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Node
from solenia_rules.checked.fixpoint import Fixpoint
from solenia_rules.checked.summaries import Summaries
from solenia_rules.text.places import Span


class Asking:
    """The analysis for the texts of one ruleset. Choosing the words of an amount does not count as a choice here."""

    def __init__(self, summaries: Summaries) -> None:
        self.summaries = summaries
        self.calls = summaries.calls
        self._texts_with_others = Fixpoint(self._others_in, False)

    def others(self, act: Act) -> bool:
        """Whether a statement may ask another seat than the one that acts. A seat that is asked in a lasting rule
        counts as another one."""
        if not self.summaries.of_act(act).asks:
            return False
        if isinstance(act, a.BuiltInAct):
            me, *_given = a.terms_of(act)
            return not isinstance(me, t.Var) or me.number != t.ME
        match act:
            case a.As():
                return True
            case a.DoVerb(verb):
                return self._texts_with_others(("verb", verb, ""))
            case a.RunHeld():
                return any(map(self._texts_with_others, self.calls.held_by(self.calls.field_of(act))))
            case (
                a.SetTo() | a.AddTo() | a.StartRules() | a.Let() | a.For() | a.Repeat() | a.Choose() | a.ChooseWay()
                | a.May() | a.If() | a.Try() | a.IfPossible() | a.LetPossible() | a.Phase() | a.DrawWord()
                | a.LetRandom()
            ):  # fmt: skip
                return any(self.others(inner) for block in a.blocks_of(act) for inner in block)
            case _:
                assert_never(act)

    def _others_in(self, node: Node) -> bool:
        rules = (self.calls.rules[rule] for rule in self.calls.rules_of.get(node, ()))
        hung = (act for rule in rules for act in rule.body.acts)
        return any(map(self.others, self.calls.texts[node].acts)) or any(self.summaries.of_act(x).asks for x in hung)

    def decides(self, act: Act) -> bool:
        """Whether a statement may ask for a choice."""
        return "choice" in self.summaries.of_act(act).asks

    def changes(self, act: Act) -> bool:
        """Whether a statement does anything besides asking and naming."""
        if isinstance(act, (a.Let, a.LetPossible)):
            return False
        first = self._made_first(act)
        return first is None or not self.decides(act) or any(self.changes(inner) for block in first for inner in block)

    def _made_first(self, act: Act) -> tuple[Acts, ...] | None:
        """The blocks of a statement whose choices can be made before the rest is done; None: they cannot."""
        if isinstance(act, a.BuiltInAct):
            return None
        match act:
            case a.Choose() | a.ChooseWay() | a.May() | a.If():
                return a.blocks_of(act)
            case a.DoVerb(verb):
                return (self.calls.texts["verb", verb, ""].acts,)
            case (
                a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules() | a.Let() | a.For() | a.Repeat() | a.As()
                | a.Try() | a.IfPossible() | a.LetPossible() | a.Phase() | a.DrawWord() | a.LetRandom()
            ):  # fmt: skip
                return None
            case _:
                assert_never(act)

    def late(self, acts: Acts) -> Iterator[Span]:
        """The choices in `together` that come too late or cannot be asked first."""
        done = False
        for act in acts:
            if self.decides(act):
                if done:
                    yield act.span
                else:
                    yield from self._inside(act)
            done = done or self.changes(act)

    def _inside(self, act: Act) -> Iterator[Span]:
        first = self._made_first(act)
        if first is None:
            yield act.span
        elif isinstance(act, a.DoVerb):
            ruled = ("verb", act.verb, "") in self.calls.rules_of
            if ruled or any(True for block in first for _span in self.late(block)):
                yield act.span
        elif isinstance(act, a.Choose) and act.quota is not None:
            yield from (inner.span for block in first for inner in block if self.decides(inner))
        else:
            for block in first:
                yield from self.late(block)
