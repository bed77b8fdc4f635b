"""Finds the statements that ask for a choice, and the choices in `together` that come too late: they must come before
any effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.summaries import Summaries
from solenia_rules.text.places import Span


class Asking:
    """The analysis for the texts of one ruleset. Choosing the words of an amount does not count as a choice here."""

    def __init__(self, summaries: Summaries) -> None:
        self.summaries = summaries
        self.calls = summaries.calls

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
