"""Finds the zones that statements change, with everything that they call: what was shown of these zones is outdated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from solenia_rules.check.secrets.knowledge import ME, Change
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.text.frozen import define, field

MOVED: Change = ("", False)


@define
class Changes:
    """The changes of the texts of one ruleset."""

    calls: Calls
    _texts: dict[Node, frozenset[Change]] = field(factory=dict)

    def of(self, acts: Acts, me: frozenset[int]) -> frozenset[Change]:
        """The zones that statements change; `me`: variables that are the acting seat."""
        found: set[Change] = set()
        for act in acts:
            found |= self._act(act, me)
        return frozenset(found)

    def _act(self, act: Act, me: frozenset[int]) -> set[Change]:
        match act:
            case a.Move(_me, _pieces, target) | a.Draw(_me, _pieces, _, target):
                return {MOVED, *self._target(target, me)}
            case a.Shuffle(_me, zone):
                return {MOVED, *((name, False) for name, _mine in self._target(zone, me))}
            case a.DoVerb(verb):
                if act.stands_for is None:
                    return set(self._of_text(("verb", verb, "")))
                return self._act(act.stands_for, me) | self._by_rules(("verb", verb, ""))
            case a.RunHeld():
                held = self.calls.held_by(self.calls.field_of(act))
                return {change for node in held for change in self._of_text(node)}
            case a.As(var, _seats):
                return {(zone, False) for zone, _mine in self.of(act.body, frozenset({var}))}
            case a.If() | a.For() | a.Repeat() | a.ChooseWay() | a.Choose() | a.May() | a.Try() | a.Phase():
                return {change for block in a.blocks_of(act) for change in self.of(block, me)}
            case a.Gain() | a.Pay() | a.Lose() | a.TurnOver() | a.Roll() | a.Show() | a.Need() | a.Stop() | a.Win():
                return set()
            case a.SetTo() | a.AddTo() | a.StartRules() | a.Let():
                return set()
            case _:
                assert_never(act)

    def _target(self, place: Term, me: frozenset[int]) -> Iterator[Change]:
        if isinstance(place, t.Var) and place.kind.base == "place":
            yield from ((zone.id, False) for zone in self.calls.checked.names.world.zones)
        for term in all_terms((place,)):
            if isinstance(term, t.Zone):
                yield term.zone, isinstance(term.index, t.Var) and term.index.number in me

    def _of_text(self, node: Node) -> frozenset[Change]:
        """The changes of a held effect, or of a verb with the rules on it, which pieces of another seat may hold."""
        if node not in self._texts:
            self._texts[node] = frozenset()
            self._texts[node] = self.of(self.calls.texts[node].acts, ME) | self._by_rules(node)
        return self._texts[node]

    def _by_rules(self, node: Node) -> frozenset[Change]:
        changes = (self._of_text(rule) for rule in self.calls.rules_of.get(node, ()))
        return frozenset((zone, False) for found in changes for zone, _mine in found)
