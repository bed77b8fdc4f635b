"""Variables of one text that the same words would name: the text calls each of them by its name instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, assert_never

from attrs import frozen

from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Act, Acts, CheckedText
from solenia_rules.checked.failing import variables, variables_of
from solenia_rules.dsl.kinds import TEST, Kind


@frozen
class Variable:
    """A variable: its number, the name that the text gives it, and its kind."""

    number: int
    name: str
    kind: Kind


Words: TypeAlias = Callable[[Variable], str]
"""The words that name a variable."""


def same_words(text: CheckedText, words: Words) -> dict[int, str]:
    """Number -> name of every variable that is mentioned where another one with the same words is known."""
    found: dict[int, str] = {}
    live = [Variable(number, name, kind) for name, number, kind in text.params]
    rest = variables(text.acts) | (set() if text.value is None else variables_of([text.value]))
    for index, one in enumerate(live):
        for other in live[:index]:
            if one.number in rest and words(one) == words(other):
                found |= {one.number: one.name, other.number: other.name}
    for one, other in _pairs(text.acts, live):
        if words(one) == words(other):
            found |= {one.number: one.name, other.number: other.name}
    return found


def _pairs(acts: Acts, live: list[Variable]) -> Iterator[tuple[Variable, Variable]]:
    """A variable that is known already and mentioned again, and a variable that was introduced in between."""
    for index, act in enumerate(acts):
        introduced = _introduced(act)
        if introduced is None:
            for block in a.blocks_of(act):
                yield from _pairs(block, live)
            continue
        one, body = introduced
        scope = acts[index + 1 :] if body is None else body
        read = variables(scope)
        yield from ((other, one) for other in live if other.number in read and one.number in read)
        if body is None:
            for block in a.blocks_of(act):
                yield from _pairs(block, live)
            live = [*live, one]
        else:
            yield from _pairs(body, [*live, one])


def _introduced(act: Act) -> tuple[Variable, Acts | None] | None:
    """The variable that a statement names, and the block that knows it; no block: the statements after it do."""
    match act:
        case a.Let(var, name):
            return Variable(var, name, act.value.kind), None
        case a.LetPossible(var, name):
            return Variable(var, name, TEST), None
        case a.Choose(var, name, body=body):
            return None if act.source.kind.member is None else (Variable(var, name, act.source.kind.member), body)
        case a.For(var, name, body=body):
            return None if act.source.kind.member is None else (Variable(var, name, act.source.kind.member), body)
        case (
            a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver() | a.Roll()
            | a.Show()
            | a.Need() | a.Stop() | a.Win() | a.DoVerb() | a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules()
            | a.If() | a.Repeat() | a.ChooseWay() | a.May() | a.As() | a.Try() | a.IfPossible()
            | a.Phase()
        ):  # fmt: skip
            return None
        case _:
            assert_never(act)
