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
"""Kinds of events that are actions of a seat, not consequences."""
ENDS = ("won", "stuck")
"""Kinds of events that everybody must read."""


@frozen
class Recent:
    lines: tuple[tuple[int | None, str], ...]
    """Each line with the seat whose turn it is, if the line does not say it."""
    left_out: int
    """How many events are in no line."""


@frozen
class Line:
    """Equal lines of one turn, shown once."""

    text: str
    number: int
    rank: tuple[bool, bool, int]
    """Lines with smaller ranks are shown first: of other seats, actions, earlier in the turn."""


def tell_recent(told: Sequence[Told], viewer: int, most: int, times: str = "×") -> Recent:
    """All lines if they are few. Otherwise equal lines once, without the ends of phases. If there are still too many:
    actions of other seats before their consequences, a share for each turn, and the lines of the viewer last."""
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
    """The lines of each turn, in order. A turn without visible events is represented by its end."""
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
