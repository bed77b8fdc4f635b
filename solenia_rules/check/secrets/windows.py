"""Finds out who is told if a statement is impossible.

An option is offered only if the statements after it can be done. So a `need`, `pay` or `choose` that may be impossible
tells something to the seat that was asked before it. If no seat was asked, the acting seat is stuck, which all seats
see. Inside `try` the statement is skipped.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from solenia_rules.check.sound.empty_choices import EmptyChoices
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Calls, Node, held_field
from solenia_rules.checked.failing import Failing
from solenia_rules.checked.fixpoint import Fixpoint
from solenia_rules.dsl.builtins import VERBS

Asked: TypeAlias = Literal["nobody", "me", "other", "tried", "foreseen"]
"""Whose options depend on what comes next: nobody's, those of the acting seat, those of another seat. `tried`: a
statement that is impossible is skipped. `foreseen`: `possible` tells the acting seat whether it is possible."""

NOBODY: frozenset[Asked] = frozenset({"nobody"})
TRIED: frozenset[Asked] = frozenset({"tried"})
MINE: frozenset[Asked] = frozenset({"me"})
FORESEEN: frozenset[Asked] = frozenset({"foreseen"})
NEVER: frozenset[Asked] = frozenset()


class Windows:
    """Who is asked before each statement of the texts of one ruleset."""

    def __init__(self, calls: Calls, choices: EmptyChoices) -> None:
        self.calls = calls
        self.failing = Failing.shared(calls.checked)
        self._found: dict[int, frozenset[Asked]] = {}
        """The `id` of a statement that may be impossible -> who is asked before it."""
        self._certain = choices.certain | self.failing.certain.choices
        self._text = Fixpoint(self._followed, NEVER)
        for node, text in self.calls.texts.items():
            if node[0] == "step":
                self._block(text.acts, NOBODY)

    def of(self, act: Act) -> frozenset[Asked]:
        """Who is asked before a statement, as long as looking ahead reaches it."""
        return self._found.get(id(act), NEVER)

    def may_be_empty(self, act: a.Choose) -> bool:
        """Whether there may be too few things to choose from."""
        return id(act) not in self._certain

    def _block(self, acts: Acts, asked: frozenset[Asked]) -> frozenset[Asked]:
        for act in acts:
            asked = self._act(act, asked)
        return asked

    def _blocks(self, act: Act, asked: frozenset[Asked]) -> frozenset[Asked]:
        return NEVER.union(*(self._block(block, asked) for block in a.blocks_of(act)))

    def _act(self, act: Act, asked: frozenset[Asked]) -> frozenset[Asked]:
        match act:
            case a.Let() | a.StartRules() | a.DrawWord() | a.LetRandom():
                return asked
            case a.SetTo(place) | a.AddTo(place):
                return self._horizon(place, asked)
            case a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle():
                return self._built_in(act, asked)
            case a.TurnOver() | a.Roll() | a.Show() | a.Need() | a.Stop() | a.Win() | a.Note() | a.Forget():
                return self._built_in(act, asked)
            case a.DoVerb(verb):
                rules = self._rules(verb, asked)
                if act.stands_for is None:
                    return rules | self._called(("verb", verb, ""), asked | rules)
                return rules | self._built_in(act.stands_for, asked | rules)
            case a.RunHeld():
                held = self.calls.held_by(held_field(act))
                return asked.union(*(self._called(node, asked) for node in held))
            case a.If():
                return self._blocks(act, asked)
            case a.For():
                before = self._decided(asked) if act.by_choice else asked
                return before | self._loop(act.body, before)
            case a.Repeat():
                return asked | self._loop(act.body, asked)
            case a.Choose():
                self._note(act, asked)
                after = self._decided(asked)
                return after | self._loop(act.body or (), after)
            case a.ChooseWay() | a.May():
                blocks = a.blocks_of(act)
                free = any(not self.failing.any(block) for block in blocks)
                return self._blocks(act, (MINE if free else NEVER) | self._decided(asked & TRIED if free else asked))
            case a.As():
                return self._as(act, asked)
            case a.Try(body):
                return asked | (self._block(body, TRIED) - TRIED)
            case a.IfPossible(body, otherwise):
                inside = self._block(body, FORESEEN | (asked & TRIED)) - FORESEEN
                return asked | inside | self._block(otherwise, asked)
            case a.LetPossible(body=body):
                self._block(body, FORESEEN)
                return asked
            case a.Phase(_, body):
                inside = self._block(body, NOBODY | (asked & TRIED))
                return asked | (inside & NOBODY)
            case _:
                assert_never(act)

    def _built_in(self, act: a.BuiltInAct, asked: frozenset[Asked]) -> frozenset[Asked]:
        facts = VERBS[act.VERB]
        if facts.fails:
            self._note(act, asked)
        if facts.horizon:
            return _after_horizon(asked)
        match facts.asks:
            case "words":
                return self._decided(asked)
            case "nothing":
                return asked
            case asks:
                assert_never(asks)

    def _horizon(self, place: a.Writable, asked: frozenset[Asked]) -> frozenset[Asked]:
        """Looking ahead ends where a judged state is set."""
        judged = isinstance(place, t.State) and self.calls.checked.names.state[place.variable].judged
        return _after_horizon(asked) if judged else asked

    def _decided(self, asked: frozenset[Asked]) -> frozenset[Asked]:
        """After a decision of the acting seat, which is not asked if it has one possible answer only."""
        return asked if asked <= TRIED else asked | MINE

    def _note(self, act: Act, asked: frozenset[Asked]) -> None:
        self._found[id(act)] = self._found.get(id(act), NEVER) | asked

    def _loop(self, body: Acts, asked: frozenset[Asked]) -> frozenset[Asked]:
        after = self._block(body, asked)
        return after if after <= asked else self._loop(body, asked | after)

    def _as(self, act: a.As, asked: frozenset[Asked]) -> frozenset[Asked]:
        if act.together:
            self._block(act.body, TRIED)
            return asked | NOBODY
        before, after = NEVER, _of_another(asked)
        while not after <= before:
            before |= after
            after = _of_another(self._block(act.body, before))
        return asked | before

    def _rules(self, verb: str, asked: frozenset[Asked]) -> frozenset[Asked]:
        """After the lasting rules on a verb. A rule by others, or by anyone, may be done by another seat."""
        after = asked
        for node in self.calls.rules_of.get(("verb", verb, ""), ()):
            rule = self.calls.rules[node]
            if rule.by == "me":
                after |= self._called(node, asked)
            else:
                done = self._called(node, asked | _of_another(asked))
                after |= done | _of_another(done)
        return after

    def _called(self, node: Node, asked: frozenset[Asked]) -> frozenset[Asked]:
        """After a text that is called. It is followed once for each sort of seat that is asked before it."""
        return NEVER.union(*(self._text((node, one)) for one in asked))

    def _followed(self, key: tuple[Node, Asked]) -> frozenset[Asked]:
        node, asked = key
        return self._block(self.calls.texts[node].acts, frozenset({asked}))


def _of_another(asked: frozenset[Asked]) -> frozenset[Asked]:
    """Who was asked before, seen from another seat: it was not asked itself."""
    known = MINE | FORESEEN
    return asked - known | ({"other"} if asked & known else NEVER)


def _after_horizon(asked: frozenset[Asked]) -> frozenset[Asked]:
    return asked & TRIED or NOBODY
