"""Finds which texts of a ruleset name a zone, board, field, counter, state or other declared thing.

The result is a table from the id of a thing to the ids of the verbs, queries, steps, rules and records whose texts read
or change it, in the order of a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, CheckedRule, CheckedText
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import Term

FIELD = "field "
"""Before the name of a field, which may equal another name."""


def uses(checked: Checked) -> dict[str, tuple[str, ...]]:
    """Id of a thing, or `FIELD` and the name of a field -> the ids of what uses it."""
    found: dict[str, dict[str, None]] = {}
    for user, text in _texts(checked):
        for ident in _named(text):
            if ident != user:
                found.setdefault(ident, {})[user] = None
    return {ident: tuple(users) for ident, users in found.items()}


def _texts(checked: Checked) -> Iterator[tuple[str, CheckedText]]:
    """Every checked text with the id of what holds it."""
    for step, (_section, text) in zip(checked.names.world.steps, checked.steps, strict=True):
        yield step.id, text
    yield from ((verb, text) for verb, text in checked.verbs.items() if verb in checked.names.verbs)
    yield from checked.queries.items()
    for ident, group in (*checked.rules.items(), *checked.held_rules.items()):
        yield from ((ident, text) for rule in group for text in _of_rule(rule))
    yield from ((record, text) for (record, _field), text in checked.held.items())
    yield from ((key.removeprefix("rules."), text) for key, text in checked.active_while.items())
    yield from checked.limits.items()


def _of_rule(rule: CheckedRule) -> Iterator[CheckedText]:
    yield rule.body
    if rule.where is not None:
        yield CheckedText(rule.target, (), 0, value=rule.where)


def _named(text: CheckedText) -> Iterator[str]:
    values = () if text.value is None else (text.value,)
    for act in a.all_acts(text.acts):
        values = (*values, *a.terms_of(act))
        yield from _by_act(act)
    yield from _by_terms(values)


def _by_act(act: Act) -> Iterator[str]:
    match act:
        case a.RunHeld(field) | a.StartRules(field):
            yield FIELD + field
        case a.DoVerb(verb):
            yield verb
        case _:
            pass


def _by_terms(terms: Iterable[Term]) -> Iterator[str]:
    for term in t.all_terms(tuple(terms)):
        match term:
            case t.Field(ident) | t.SeatField(ident) | t.HeldValue(ident) | t.Map(ident, False):
                yield FIELD + ident
            case t.Counter(ident) | t.CounterBundle(ident) | t.Amount(ident) | t.AmountIn(ident) | t.AmountFree(ident):
                yield ident
            case t.State(ident) | t.Zone(ident) | t.Board(ident) | t.BoardCell(ident) | t.Times(ident):
                yield ident
            case t.Param(ident) | t.Query(ident) | t.Record(ident) | t.Cells(ident):
                yield ident
            case t.Pieces(ident) | t.Owned(ident) | t.Single(ident) | t.Words(ident):
                yield ident
            case _:
                pass
