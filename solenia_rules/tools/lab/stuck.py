"""Finds seats that got stuck in a game: something was required and impossible, so the rest of the phase was skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from solenia_rules.core.compiled import Program
from solenia_rules.play.events import RawEvent
from solenia_rules.text.places import Span

MOST_TOLD = 80
"""The number of characters of a rule that are told."""


def stuck_span(program: Program, place: int) -> Span:
    """Where a seat got stuck: `place` is the place of a text, or -1 minus a decision."""
    outline = program.outline
    return outline.places[place] if place >= 0 else outline.specs[-1 - place].span


def stuck_words(seat: int, span: Span) -> str:
    """A seat (-1: none) and the place where it got stuck, in words."""
    who = f"seat {seat + 1}" if seat >= 0 else "the game"
    return f"{who} at `{' '.join(span.text.split())[:MOST_TOLD]}`"


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
            found[phases[-1] if phases else -1, stuck_span(program, event.args[0])] += 1
    return found
