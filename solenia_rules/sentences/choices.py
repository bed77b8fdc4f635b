"""What seats may choose: the named branches of choices, and the verbs of a turn that ask something.

A checked ruleset goes in; steps of branches and ids of verbs come out. Players ask about a branch by its name, and the
rules at the table list the verbs that phases lead to.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import evolve, frozen

from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Acts, CheckedText, all_acts
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import ME
from solenia_rules.sentences.explainer import Explainer
from solenia_rules.sentences.said import Said


@frozen
class Branch:
    """A named branch of a choice: its statements, the text that holds it with its id, and the seat that acts."""

    holder: str
    text: CheckedText
    acts: Acts
    me: int


class Choices:
    """The choices of one ruleset, in one language."""

    def __init__(self, checked: Checked, explainer: Explainer) -> None:
        self.checked, self.explainer = checked, explainer

    @cached_property
    def branches(self) -> dict[str, list[Branch]]:
        """Named branches by name."""
        found: dict[str, list[Branch]] = {}

        def follow(acts: Acts, holder: str, text: CheckedText, me: int) -> None:
            for act in acts:
                if isinstance(act, a.ChooseWay):
                    for name, way in zip(act.names, act.ways, strict=True):
                        if not name.isdigit():
                            found.setdefault(name, []).append(Branch(holder, text, way, me))
                for block in a.blocks_of(act):
                    follow(block, holder, text, act.var if isinstance(act, a.As) else me)

        for holder, text in self._texts():
            follow(text.acts, holder, text, ME)
        return found

    def branch(self, name: str) -> Iterator[Said]:
        """The steps of a branch; of several with this name, each under the title of its holder."""
        e, several = self.explainer, self.branches[name]
        for one in several:
            steps = e.finished(e.tellers.block(one.acts, evolve(e.context(one.text), me=one.me), "you"))
            steps = steps or (Said(e.g.patterns["nothing happens"]),)
            if len(several) == 1:
                yield from steps
            else:
                yield Said(e.g.finish(e.g.title(one.holder)), steps)

    def verbs_with_choices(self) -> list[str]:
        """Verbs that the play leads to and that ask something, in the order in which they are called."""
        found: dict[str, None] = {}

        def follow(acts: Acts) -> None:
            for act in all_acts(acts):
                if isinstance(act, a.DoVerb) and act.verb in self.checked.verbs and act.verb not in found:
                    found[act.verb] = None
                    follow(self.checked.verbs[act.verb].acts)

        for section, text in self.checked.steps:
            if section == "play":
                follow(text.acts)
        asking = (a.ChooseWay, a.Choose, a.May)
        return [verb for verb in found if any(isinstance(x, asking) for x in all_acts(self.checked.verbs[verb].acts))]

    def _texts(self) -> Iterator[tuple[str, CheckedText]]:
        checked = self.checked
        for step, (_section, text) in zip(checked.names.world.steps, checked.steps, strict=True):
            yield step.id, text
        yield from checked.verbs.items()
        yield from ((record, text) for (record, _field), text in checked.held.items())
        yield from ((ident, rule.body) for ident, rules in checked.rules.items() for rule in rules)
        yield from ((record, rule.body) for (record, _field), rules in checked.held_by_field.items() for rule in rules)
