"""Which statements ask somebody, and where in `together` they may stand: before anything is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solenia_rules.checked.acts import Act, Acts
from solenia_rules.text.places import Span

if TYPE_CHECKING:
    from solenia_rules.checked.checked import Checked

SPLIT = ("choose", "choose_effect", "may", "if", "verb")
"""Statements whose choices can be made first and the rest done later."""


class Asking:
    """What is said of the texts of one ruleset. A payment of any words asks too, but not for what `together` means."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._texts: dict[tuple[str, str], bool] = {}

    def decides(self, act: Act) -> bool:
        """Whether a statement may ask for a choice."""
        match act.op:
            case "choose" | "choose_effect" | "may":
                return True
            case "verb" | "do":
                return self._called(act.op, str(act.data[0]))
            case "for" if act.data[1]:
                return True
        return any(self.decides(inner) for block in act.blocks for inner in block)

    def _called(self, op: str, name: str) -> bool:
        if (op, name) not in self._texts:
            self._texts[op, name] = False
            if op == "do":
                texts = [text.acts for (_record, field), text in self.checked.held.items() if field == name]
            else:
                texts = [self.checked.verbs[name].acts, *(rule for rule in self._hung(name))]
            self._texts[op, name] = any(self.decides(act) for acts in texts for act in acts)
        return self._texts[op, name]

    def _hung(self, verb: str) -> list[Acts]:
        groups = (*self.checked.rules.values(), *self.checked.held_rules.values())
        return [rule.body.acts for rules in groups for rule in rules if rule.target == verb and rule.sort != "modifier"]

    def changes(self, act: Act) -> bool:
        """Whether a statement does anything beside asking and naming."""
        if act.op == "let":
            return False
        if act.op not in SPLIT or not self.decides(act):
            return True
        blocks = (self.checked.verbs[str(act.data[0])].acts,) if act.op == "verb" else act.blocks
        return any(self.changes(inner) for block in blocks for inner in block)

    def late(self, acts: Acts) -> Iterator[Span]:
        """Choices in `together` that come too late, or where they cannot be made first."""
        done = False
        for act in acts:
            if self.decides(act):
                if done:
                    yield act.span
                else:
                    yield from self._inside(act)
            done = done or self.changes(act)

    def _inside(self, act: Act) -> Iterator[Span]:
        several = act.op == "choose" and bool(act.data[2])
        if act.op not in SPLIT:
            yield act.span
        elif act.op == "verb":
            verb = str(act.data[0])
            if self._hung(verb) or any(True for _span in self.late(self.checked.verbs[verb].acts)):
                yield act.span
        else:
            for block in act.blocks:
                if several:
                    yield from (inner.span for inner in block if self.decides(inner))
                else:
                    yield from self.late(block)
