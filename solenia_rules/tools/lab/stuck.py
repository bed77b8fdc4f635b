"""Finds seats that got stuck in a game: something was required and impossible, so the rest of the phase was skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from solenia_rules.core.compiled import Program
from solenia_rules.play.events import RawEvent
from solenia_rules.text.places import Span


def stuck_seats(program: Program, events: Iterable[RawEvent]) -> Counter[tuple[int, Span]]:
    """The seat (-1 outside the phases of seats) and the place in the ruleset -> how often it got stuck there."""
    found: Counter[tuple[int, Span]] = Counter()
    phases: list[int] = []
    for event in events:
        if event.kind == "entered":
            phases.append(event.args[1])
        elif event.kind == "left":
            del phases[-1:]
        elif event.kind == "stuck":
            place, outline = event.args[0], program.outline
            span = outline.places[place] if place >= 0 else outline.specs[-1 - place].span
            found[phases[-1] if phases else -1, span] += 1
    return found
