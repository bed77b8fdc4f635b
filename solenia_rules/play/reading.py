"""Reads a state: who is asked, which options there are, who has won, where a piece is.

Packages above `play` call these functions, so that only `core`, `lower`, `play` and `fast` know where the state stores
a value. `s` is always a state as an executor keeps it.
"""

from __future__ import annotations

from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.play import sequences
from solenia_rules.play.masks import BITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def is_over(s: Sequence[int]) -> bool:
    """Whether the game has ended."""
    return s[at.OVER] != 0


def winners(s: Sequence[int]) -> tuple[int, ...]:
    """Seats that share the win; () while the game runs, and for a draw."""
    return BITS[s[at.WINNERS]]


def asked_seat(s: Sequence[int]) -> int:
    """The seat that must answer."""
    return s[at.ASKED]


def asked_spec(s: Sequence[int]) -> int:
    """The index of the pending decision's spec."""
    return s[at.SPEC]


def option_mask(s: Sequence[int]) -> int:
    """The mask of the options."""
    return s[at.MASK]


def options(s: Sequence[int]) -> tuple[int, ...]:
    """The options, lowest first."""
    return BITS[s[at.MASK]]


def left_to_choose(program: Program, s: Sequence[int]) -> int | None:
    """How many things the seat still chooses, words to pay or pieces to pick, this one included; None if the decision
    is not one of several."""
    frame = s[at.FRAME]
    left = program.outline.left.get(s[frame + 1])
    if left is None:
        return None
    position, number = left
    return number if position < 0 else s[frame + at.FRAME_HEAD + position]


def asking_place(program: Program, s: Sequence[int]) -> int:
    """The number of the place in the texts where the pending decision is asked. A decision that the engine makes has
    the place of the statement that called it; -1 if there is none."""
    frame = s[at.FRAME]
    while frame >= 0:
        if program.outline.block_calls[s[frame + 1]] >= 0:
            return program.outline.block_calls[s[frame + 1]]
        frame = s[frame + 2]
    return -1


def decisions(s: Sequence[int]) -> int:
    """The number of answers given so far."""
    return s[at.DECISIONS]


def phases(s: Sequence[int]) -> int:
    """The number of phases begun so far."""
    return s[at.PHASES]


def is_trial(s: Sequence[int]) -> bool:
    """Whether this state is a copy on which looking ahead tries an option."""
    return s[at.TRIAL] != 0


def first_local(s: Sequence[int]) -> int:
    """The slot of the first local in the top frame: the second argument of a block."""
    return s[at.FRAME] + at.FRAME_HEAD


def scores(program: Program, s: Sequence[int]) -> tuple[int, ...]:
    """For each seat, the value of the counter declared as score; () if there is none."""
    if program.score is None:
        return ()
    base = program.layout.counters[program.score]
    return tuple(s[base : base + program.layout.seats])


def place_of(program: Program, s: Sequence[int], piece: int) -> int:
    """The place in which a piece lies."""
    return s[program.layout.locations + piece]


def pieces_in(program: Program, s: Sequence[int], place: int) -> list[int]:
    """The pieces in a zone or cell, in order if the zone is ordered."""
    layout = program.layout
    if place >= layout.first_cell:
        return list(BITS[s[layout.at + place - layout.first_cell]])
    if layout.zones[place - 1].ordered:
        return sequences.unpack(s[layout.zone_orders + place - 1])
    return list(BITS[s[layout.zone_masks + place - 1]])


def places(program: Program, s: Sequence[int]) -> list[int]:
    """Where each piece lies, by the numbers of pieces; 0: nowhere."""
    first = program.layout.locations
    return list(s[first : first + len(program.layout.pieces)])


def is_ordered(program: Program, place: int) -> bool:
    """Whether the pieces of a place have an order."""
    return 0 < place <= len(program.layout.zones) and program.layout.zones[place - 1].ordered


def face_of(program: Program, s: Sequence[int], piece: int) -> int:
    """The face on which a piece lies."""
    return s[program.layout.faces + piece]


def is_shown(program: Program, s: Sequence[int], piece: int, seat: int) -> bool:
    """Whether a piece was shown to this seat at its current place."""
    return bool(s[program.layout.known + seat] >> piece & 1)


def chance_slots(program: Program) -> slice:
    """The part of a state that counts how often each zone was shuffled and each die rolled."""
    layout = program.layout
    return slice(layout.streams, layout.streams + len(layout.zones) + layout.rolled + bool(layout.lot))


def running_phase(program: Program, s: Sequence[int]) -> str | None:
    """The innermost running phase."""
    frame, functions = s[at.FRAME], program.outline.functions
    while frame > 0:
        name = functions[s[frame]]
        if name.startswith("phase "):
            return name.removeprefix("phase ")
        frame = s[frame + 2]
    return None


def rest_of(program: Program, s: list[int], left_out: Iterable[int]) -> tuple[int, ...]:
    """A key that distinguishes positions: the state and the unfinished texts, without the slots in `left_out`, the
    number of answers, the options and the winners. The locals of unfinished texts are left out too."""
    rest = s[: program.layout.size]
    for slot in (*left_out, at.FRAME, at.DECISIONS, at.MASK, at.DEST, at.WINNERS):
        rest[slot] = 0
    return (*rest, *_unfinished(s))


def _unfinished(s: list[int]) -> Iterator[int]:
    """The function and the block of each frame, innermost first."""
    frame = s[at.FRAME]
    while frame > 0:
        yield from (s[frame], s[frame + 1])
        frame = s[frame + 2]
