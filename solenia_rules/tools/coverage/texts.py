"""Lists what can be covered in a ruleset: its statements, their branches, its decisions."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from solenia_rules.checked.acts import Act, Acts, If, all_acts
from solenia_rules.checked.checked import Checked
from solenia_rules.text.places import NOWHERE, Span
from solenia_rules.tools.coverage.records import Key, key_of


@frozen
class Statement:
    act: Act
    owner: str


def owned_texts(checked: Checked) -> Iterator[tuple[str, Acts]]:
    """Every text with effects, with its owner."""
    for _section, text in checked.steps:
        yield text.name, text.acts
    for verb, text in checked.verbs.items():
        yield f"verbs.{verb}", text.acts
    for (record, field), text in checked.held.items():
        yield f"{record}.{field}", text.acts
    for ident, rules in checked.rules.items():
        for rule in rules:
            yield f"rules.{ident}", rule.body.acts
    for record, rules in checked.held_rules.items():
        for rule in rules:
            yield f"{record}", rule.body.acts


def statements(checked: Checked) -> dict[Key, Statement]:
    """All statements, each once, in the order of the files and texts."""
    found: dict[Key, Statement] = {}
    for owner, acts in owned_texts(checked):
        for act in all_acts(acts):
            if act.span != NOWHERE and act.span.source.text:
                found.setdefault(key_of(act.span), Statement(act, owner))
    return found


def first_of(acts: Acts) -> Span | None:
    """The first statement with a place: if it ran, the block ran."""
    return next((act.span for act in acts if act.span != NOWHERE), None)


def names_of_branches(act: Act) -> tuple[str, ...]:
    """The names of the branches that play takes by itself; what seats choose is counted as choices."""
    if not isinstance(act, If):
        return ()
    return ("then", *(f"else if {number}" for number in range(1, len(act.tests))), "else")
