"""Maps every place in a ruleset to the record, rule, verb or step that contains it."""

from __future__ import annotations

from solenia_rules.core.compiled import Program
from solenia_rules.rules.records import Text, World
from solenia_rules.text.places import Span


def holders(world: World) -> dict[Span, str]:
    """Every text with the id of its owner."""
    found: dict[Span, str] = {}
    for step in world.steps:
        found[step.effect.span] = step.id
    for verb in world.verbs:
        found[verb.effect.span] = verb.id
    for rule in world.rules:
        found[rule.rules.span] = rule.id
    for record in world.records:
        for _key, value, _span in record.fields:
            if isinstance(value, Text):
                found[value.span] = record.id
    return found


def holder_of_span(world: World, place: Span, otherwise: str = "rules") -> str:
    """The owner of a place; if texts are nested, the owner of the innermost."""
    fits = [
        (span.end - span.start, who)
        for span, who in holders(world).items()
        if span.source == place.source and span.start <= place.start < span.end
    ]
    return min(fits)[1] if fits else otherwise


def holder_of_places(program: Program) -> list[str]:
    """For each place of a program, its owner."""
    known: dict[Span, str] = {}
    for place in program.outline.places:
        if place not in known:
            known[place] = holder_of_span(program.names.world, place)
    return [known[place] for place in program.outline.places]
