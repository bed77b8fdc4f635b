"""Summarizes what happened since the last answer of a player in a few lines: first what the others did, turn by
turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from solenia_rules.api.events import Told

PHASES = ("entered", "left")
DEEDS = ("answered", "moved", "turned", "set", "rolled", "shown", "seen", "won", "stuck", "sketched")
"""Kinds of events that are actions of a seat, not consequences."""
ENDS = ("won", "stuck")
"""Kinds of events that everybody must read."""
REVEALED = (*ENDS, "seen", "shown")
"""Kinds of events that are told before others of the same turn: what becomes visible is not seen on the table later."""


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
    times: int
    events: int
    rank: tuple[bool, int, int]
    """Lines with smaller ranks are shown first: actions of other seats before those of the viewer, then what was
    revealed before other actions, then in the order of the turn."""


def tell_recent(told: Sequence[Told], viewer: int, most: int, times: str = "×") -> Recent:
    """Summarize lines of the log in at most `most` lines.

    Few lines are told as they are. Otherwise equal lines are told once, equal dice share one line, and ends of phases
    are left out. If there are still too many lines, each turn gets a share of them, actions of other seats come before
    their consequences, and lines of the viewer come last.
    """
    if len(told) <= most:
        return Recent(tuple((None, line.text) for line in told), 0)
    stretches = [(seat, _merged(lines, seat not in (None, viewer))) for seat, lines in _stretches(told)]
    turns: list[tuple[bool, int, int, int]] = []
    for number, (_seat, stretch) in enumerate(stretches):
        by_rank = sorted(enumerate(stretch), key=lambda entry: entry[1].rank)
        turns += [
            (line.rank[0], place if line.rank[1] else 0, -number, index) for place, (index, line) in enumerate(by_rank)
        ]
    kept = sorted((-number, index) for _own, _place, number, index in sorted(turns)[:most])
    lines = [(stretches[number][0], stretches[number][1][index]) for number, index in kept]
    left_out = sum(line.events for _, stretch in stretches for line in stretch) - sum(line.events for _, line in lines)
    return Recent(
        tuple((seat, f"{line.text} {times}{line.times}" if line.times > 1 else line.text) for seat, line in lines),
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
    counted: dict[tuple[str, str], tuple[int, int]] = {}
    for kind, text, number in _dice_together(lines):
        times, events = counted.get((kind, text), (0, 0))
        counted[kind, text] = times + 1, events + number
    return [
        Line(text, times, events, (not (others or kind in ENDS), _rank(kind), index))
        for index, ((kind, text), (times, events)) in enumerate(counted.items())
    ]


def _dice_together(lines: Sequence[Told]) -> Iterator[tuple[str, str, int]]:
    """The lines with their kinds and the number of their events. Dice that are alike and are told one after the other
    are in one line: `die shows 6, 3, 3`. It also stands for the line that says that they are shown."""
    shown: Told | None = None
    for (kind, form), group in groupby(lines, lambda line: (line.kind, None if line.die is None else line.die[0])):
        several = list(group)
        if shown is not None and kind != "seen":
            yield shown.kind, shown.text, 1
        if form is not None:
            numbers = ", ".join(str(line.die[1]) for line in several if line.die is not None)
            yield kind, form.replace("{}", numbers), len(several) + (shown is not None and kind == "seen")
        else:
            yield from ((line.kind, line.text, 1) for line in (several[:-1] if kind == "shown" else several))
        shown = several[-1] if kind == "shown" else None
    if shown is not None:
        yield shown.kind, shown.text, 1


def _rank(kind: str) -> int:
    return 0 if kind in REVEALED else 1 if kind in DEEDS else 2
