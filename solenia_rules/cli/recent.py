"""Summarizes what happened since the last answer of a player in a few lines: first what the others did, turn by
turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from solenia_rules.api.events import Told

PHASES = ("entered", "left")
DEEDS = ("answered", "moved", "turned", "set", "rolled", "shown", "seen", "won", "stuck", "sketched")
"""Kinds of events that tell what somebody did, rather than what came of it."""
ENDS = ("won", "stuck")
"""Kinds of events that everybody must read."""


@frozen
class Recent:
    lines: tuple[tuple[int | None, str], ...]
    """Each with the seat at turn where that is no line of its own."""
    left_out: int
    """How many events are in no line."""


@frozen
class Line:
    """Equal lines of one stretch, told once."""

    text: str
    number: int
    rank: tuple[bool, bool, int]
    """Smaller ones are rather told: of others, deeds, earlier in the stretch."""


def tell_recent(told: Sequence[Told], viewer: int, most: int, times: str = "×") -> Recent:
    """All of it where it is short. Else equal lines once, without the ends of phases; and if that is still too much,
    the deeds of others before what came of them, each turn with its share, and the viewer's own last."""
    if len(told) <= most:
        return Recent(tuple((None, line.text) for line in told), 0)
    stretches = [(seat, _merged(lines, seat not in (None, viewer))) for seat, lines in _stretches(told)]
    turns: list[tuple[bool, int, int, int]] = []
    for number, (_seat, stretch) in enumerate(stretches):
        by_rank = sorted(enumerate(stretch), key=lambda entry: entry[1].rank)
        turns += [(line.rank[0], place, -number, index) for place, (index, line) in enumerate(by_rank)]
    kept = sorted((-number, index) for _own, _place, number, index in sorted(turns)[:most])
    lines = [(stretches[number][0], stretches[number][1][index]) for number, index in kept]
    left_out = sum(line.number for _, stretch in stretches for line in stretch) - sum(line.number for _, line in lines)
    return Recent(
        tuple((seat, f"{line.text} {times}{line.number}" if line.number > 1 else line.text) for seat, line in lines),
        left_out,
    )


def _stretches(told: Sequence[Told]) -> list[tuple[int | None, list[Told]]]:
    """What happened while one seat was at turn, one after the other; a turn with nothing to see by its end alone."""
    made: list[tuple[int | None, list[Told], list[Told]]] = [(None, [], [])]
    within: list[int | None] = []
    for line in told:
        if line.kind == "entered":
            within.append(line.seat)
            if line.seat != made[-1][0]:
                made.append((line.seat, [], []))
        elif line.kind == "left":
            made[-1][2].append(line)
            del within[-1:]
            if made[-1][0] is not None and within[-1:] != [made[-1][0]]:
                made.append((None, [], []))
        else:
            made[-1][1].append(line)
    return [(seat, lines or ends[-1:]) for seat, lines, ends in made if lines or (ends and seat is not None)]


def _merged(lines: Sequence[Told], others: bool) -> list[Line]:
    """Equal lines once, where the first of them stood."""
    counted: dict[tuple[str, str], int] = {}
    for line in lines:
        counted[line.kind, line.text] = counted.get((line.kind, line.text), 0) + 1
    return [
        Line(text, number, (not (others or kind in ENDS), kind not in DEEDS, index))
        for index, ((kind, text), number) in enumerate(counted.items())
    ]
