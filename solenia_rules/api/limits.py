"""Lower limits for rulesets of other people: what an embedder allows, and what a ruleset exceeds.

The engine has limits of its own (`caps`). A program that loads rulesets of strangers can set lower ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.rules import caps
from solenia_rules.rules.amounts import amounts
from solenia_rules.rules.records import World
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import sealed


@sealed
class Limits:
    """The most that a ruleset may have or ask for. What is not given is as high as the engine allows."""

    steps: int = caps.MOST_BUDGET
    """Steps of one action, as the checker estimates them (`budget`)."""
    seats: int = caps.SEATS
    pieces: int = caps.PIECES
    cells: int = caps.CELLS
    zones: int = caps.ZONES
    """Counted for each seat and word."""
    numbers: int = caps.STORED
    """Stored numbers: counters and states by seat and word, fields of pieces and cells, zones, recorded positions."""


def exceeded(world: World, limits: Limits) -> Iterator[Diagnostic]:
    """What a ruleset has or asks for beyond the limits, one diagnostic each."""
    found = amounts(world)
    for code, what, number, most in (
        ("E505", "steps in one action", world.budget, limits.steps),
        ("E024", "seats", world.seats.high, limits.seats),
        ("E024", "pieces", found.pieces, limits.pieces),
        ("E024", "cells", found.cells, limits.cells),
        ("E024", "zones, counted for each seat and word", found.zones, limits.zones),
        ("E024", "numbers to store in a game", found.numbers, limits.numbers),
    ):
        if number > most:
            yield Diagnostic(code, f"the ruleset asks for {number} {what}; at most {most} are allowed here", world.span)
