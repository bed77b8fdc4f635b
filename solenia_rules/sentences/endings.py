"""Tells how a game ends outside of its last section: every text in which somebody wins or nobody does, with the
conditions on the way there, and what holds if the last step has been done.

A checked ruleset goes in, steps come out. A statement that only stands beside the end of the game is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, CheckedText
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.failing import variables
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.kinds import TEST
from solenia_rules.sentences.explainer import Explainer
from solenia_rules.sentences.said import Said


class Endings:
    """How the game of one ruleset ends, in one language."""

    def __init__(self, checked: Checked, explainer: Explainer) -> None:
        self.checked, self.explainer, self.g = checked, explainer, explainer.g

    def during_play(self) -> tuple[Said, ...]:
        """The texts that end the game before its last section, each with its conditions."""
        found = tuple(Said(self.g.finish(self.g.title(ident)), steps) for ident, steps in self._texts() if steps)
        return (Said(self.g.patterns["ends at once"], found),) if found else ()

    def at_the_end(self) -> tuple[Said, ...]:
        """What holds if nobody has won after the last step; nothing if somebody surely has."""
        if any(self._surely(text.acts) for section, text in self.checked.steps if section != "setup"):
            return ()
        nobody = self.explainer.tellers.deeds.nobody_wins()
        return (Said(self.g.finish(self.g.say("after the last step", x=nobody))),)

    def _texts(self) -> Iterator[tuple[str, tuple[Said, ...]]]:
        """Each text outside of the last section, by the id of what holds it."""
        e, checked = self.explainer, self.checked
        for step, (section, text) in zip(checked.names.world.steps, checked.steps, strict=True):
            if section != "result":
                yield step.id, self._told(text)
        for ident, text in checked.verbs.items():
            yield ident, self._told(text)
        for (record, _field), text in checked.held.items():
            yield record, self._told(text)
        held = {record: rules for (record, _field), rules in checked.held_by_field.items()}
        for group, by_piece in ((checked.rules, False), (held, True)):
            for ident, rules in group.items():
                ending = [evolve(rule, body=evolve(rule.body, acts=leading(rule.body.acts))) for rule in rules]
                yield ident, e.lasting([rule for rule in ending if rule.body.acts], by_piece)

    def _told(self, text: CheckedText) -> tuple[Said, ...]:
        return self.explainer.effect(evolve(text, acts=leading(text.acts)))

    def _surely(self, acts: Acts) -> bool:
        """Whether the game certainly ends in statements."""
        return any(map(self._ends, acts))

    def _ends(self, act: Act) -> bool:
        match act:
            case a.Win():
                return True
            case a.If():
                return all(map(self._surely, (*act.thens, act.otherwise)))
            case a.ChooseWay():
                return all(map(self._surely, act.ways))
            case a.Phase(_, body):
                return self._surely(body)
            case a.As():
                one = isinstance(act.seats, t.Listed) and not act.seats.item.kind.optional
                return (one or isinstance(act.seats, t.Seats)) and self._surely(act.body)
            case a.DoVerb(verb) if verb in self.checked.verbs:
                return self._surely(self.checked.verbs[verb].acts)
            case _:
                return False


def leading(acts: Acts) -> Acts:
    """The statements that end the game, inside the conditions and seats that they stand in."""
    made: list[Act] = []
    for act in reversed(acts):
        made[:0] = _leading(act, variables(tuple(made)))
    return tuple(made)


def _leading(act: Act, read: set[int]) -> Acts:
    """The parts of a statement that lead to the end of the game; `read`: the variables that are read after it."""
    match act:
        case a.Win():
            return (act,)
        case a.If():
            return _branches(act)
        case a.Let() | a.LetRandom():
            return (act,) if act.var in read else ()
        case a.LetPossible():
            return (act,) if act.var in read else ()
        case a.Choose():
            body = None if act.body is None else leading(act.body)
            return (evolve(act, body=body),) if body or (body is None and act.var in read) else ()
        case a.ChooseWay():
            ways = [(name, found) for name, way in zip(act.names, act.ways, strict=True) if (found := leading(way))]
            kept = evolve(act, names=tuple(name for name, _ in ways), ways=tuple(found for _, found in ways))
            return (kept,) if ways else ()
        case a.For() | a.As():
            body = leading(act.body)
            return (evolve(act, body=body),) if body else ()
        case a.May() | a.IfPossible():
            body, otherwise = leading(act.body), leading(act.otherwise)
            return (evolve(act, body=body, otherwise=otherwise),) if body or otherwise else ()
        case a.Repeat() | a.Phase() | a.Try():
            return leading(act.body)
        case (
            a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver() | a.Note()
            | a.Forget() | a.Roll() | a.Show() | a.Need() | a.Stop() | a.DoVerb() | a.SetTo() | a.AddTo() | a.RunHeld()
            | a.StartRules() | a.DrawWord()
        ):  # fmt: skip
            return ()
        case _:
            assert_never(act)


def _branches(act: a.If) -> Acts:
    """Each branch that leads to the end of the game, with the tests of the branches before it."""
    made: list[Act] = []
    passed: list[Term] = []
    blocks = (*zip(act.tests, act.thens, strict=True), (None, act.otherwise))
    for test, block in blocks:
        found = leading(block)
        tests = [*passed, *([] if test is None else [test])]
        if found:
            whole = tests[0] if len(tests) == 1 else t.And(tuple(tests), TEST)
            made.append(a.If((whole,), (found,), (), span=act.span))
        if test is not None:
            passed.append(t.Not(test, TEST))
    return tuple(made)
