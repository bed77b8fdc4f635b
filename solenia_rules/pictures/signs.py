"""Short effects and prices as signs: `gain 1 coin + 2 gems` becomes amounts with their icons.

A checked text of a record goes in. Its signs come out, or None if the text says more than signs can show. In that case
the picture shows the sentence of the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.names import Names
from solenia_rules.text.frozen import frozen


@frozen
class Sum:
    """A number of a thing."""

    count: int
    of: str


@frozen
class Then:
    """An arrow: what stands before it is the condition of what follows."""


@frozen
class Or:
    """One of two."""


Sign: TypeAlias = "Sum | Then | Or"
Signs: TypeAlias = tuple[Sign, ...]


def signs_of(text: a.CheckedText, names: Names, looks: Mapping[str, Mapping[str, str]]) -> Signs | None:
    """The signs of a price, or of an effect that only gains fixed amounts; None if there are none."""
    if text.value is not None:
        return _amounts(text.value, names, looks)
    return _block(text.acts, names, looks)


def _block(acts: a.Acts, names: Names, looks: Mapping[str, Mapping[str, str]]) -> Signs | None:
    if len(acts) != 1:
        return None
    act = acts[0]
    if isinstance(act, a.Gain):
        return _amounts(act.what, names, looks)
    if isinstance(act, a.ChooseWay):
        return _joined([_block(way, names, looks) for way in act.ways])
    if isinstance(act, a.If) and len(act.tests) == 1 and not act.otherwise:
        word, then = _word_of_test(act.tests[0], names), _block(act.thens[0], names, looks)
        return None if word is None or then is None else (Sum(1, word), Then(), *then)
    return None


def _joined(ways: list[Signs | None]) -> Signs | None:
    made: list[Sign] = []
    for way in ways:
        if way is None:
            return None
        made += [*([Or()] if made else []), *way]
    return tuple(made)


def _word_of_test(test: t.Term, names: Names) -> str | None:
    """The word that a field of a thing is compared with."""
    if isinstance(test, t.Equal) and isinstance(test.left, t.Field) and isinstance(test.right, t.Const):
        kind = test.right.kind
        if kind.base == "word" and kind.of is not None:
            return names.word_kinds[kind.of].words[test.right.value]
    return None


def _amounts(term: t.Term, names: Names, looks: Mapping[str, Mapping[str, str]]) -> Signs | None:
    if isinstance(term, t.BundleAdd):
        left, right = _amounts(term.left, names, looks), _amounts(term.right, names, looks)
        return None if left is None or right is None else left + right
    if isinstance(term, t.Amount) and isinstance(term.count, t.Const):
        if term.word is None:
            return (Sum(term.count.value, term.counter),)
        kind = next(kind for kind in names.counters[term.counter].per if kind != "seat")
        return (Sum(term.count.value, names.word_kinds[kind].words[term.word]),)
    if isinstance(term, t.AmountOf) and isinstance(term.count, t.Const) and isinstance(term.resource, t.Query):
        return (Sum(term.count.value, term.resource.query),) if term.resource.query in looks else None
    return None
