"""Variables of one text that would be told by the same words: they are told by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from attrs import frozen

from solenia_rules.checked.acts import Act, Acts, CheckedText
from solenia_rules.checked.failing import variables, variables_of
from solenia_rules.dsl.kinds import Kind


@frozen
class Variable:
    number: int
    name: str
    kind: Kind


Words: TypeAlias = Callable[[Variable], str]
"""What a variable is told by."""


def same_words(text: CheckedText, words: Words) -> dict[int, str]:
    """Number -> name of every variable that is mentioned where another one of the same words is known."""
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
    """A variable that is known already and mentioned again, and the one that has come to it."""
    for index, act in enumerate(acts):
        rest = acts[index + 1 :]
        one = _introduced(act)
        if one is None:
            for block in act.blocks:
                yield from _pairs(block, live)
            continue
        scope = act.blocks[0] if act.blocks else rest
        read = variables(scope)
        yield from ((other, one) for other in live if other.number in read and one.number in read)
        if act.blocks:
            yield from _pairs(scope, [*live, one])
        else:
            live = [*live, one]


def _introduced(act: Act) -> Variable | None:
    match act.op:
        case "let":
            return Variable(int(str(act.data[0])), str(act.data[1]), act.terms[0].kind)
        case "choose":
            name = str(act.data[3])
        case "for":
            name = str(act.data[2])
        case _:
            return None
    member = act.terms[0].kind.member
    return None if member is None else Variable(int(str(act.data[0])), name, member)
