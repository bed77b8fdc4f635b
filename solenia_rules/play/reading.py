"""What a state says: who is asked, what is on offer, who has won, where a piece lies.

Packages above `play` ask these functions, so that only `core`, `lower`, `play` and `fast` know where the state stores
something. `s` is always a state as an executor keeps it.
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
    """The number of the decision that is asked."""
    return s[at.SPEC]


def option_mask(s: Sequence[int]) -> int:
    """The answers on offer, as a mask."""
    return s[at.MASK]


def options(s: Sequence[int]) -> tuple[int, ...]:
    """The answers on offer, the lowest first."""
    return BITS[s[at.MASK]]


def decisions(s: Sequence[int]) -> int:
    """Answers given so far."""
    return s[at.DECISIONS]


def phases(s: Sequence[int]) -> int:
    """Phases begun so far."""
    return s[at.PHASES]


def is_trial(s: Sequence[int]) -> bool:
    """Whether this is a copy on which looking ahead tries an option."""
    return s[at.TRIAL] != 0


def first_local(s: Sequence[int]) -> int:
    """Where the frame of the text that runs begins to hold its locals: what a block is called with."""
    return s[at.FRAME] + at.FRAME_HEAD


def scores(program: Program, s: Sequence[int]) -> tuple[int, ...]:
    """For each seat the value of the counter declared as score; () if there is none."""
    if program.score is None:
        return ()
    base = program.layout.counters[program.score]
    return tuple(s[base : base + program.layout.seats])


def place_of(program: Program, s: Sequence[int], piece: int) -> int:
    """The place in which a piece lies."""
    return s[program.layout.locations + piece]


def pieces_in(program: Program, s: Sequence[int], place: int) -> list[int]:
    """The pieces of a zone or cell, in order where they have one."""
    layout = program.layout
    if place >= layout.first_cell:
        return list(BITS[s[layout.at + place - layout.first_cell]])
    if layout.zones[place - 1].ordered:
        return sequences.unpack(s[layout.zone_orders + place - 1])
    return list(BITS[s[layout.zone_masks + place - 1]])


def face_of(program: Program, s: Sequence[int], piece: int) -> int:
    """The face on which a piece lies."""
    return s[program.layout.faces + piece]


def is_shown(program: Program, s: Sequence[int], piece: int, seat: int) -> bool:
    """Whether a piece was shown to this seat alone or with others, where it lies now."""
    return bool(s[program.layout.known + seat] >> piece & 1)


def chance_slots(program: Program) -> slice:
    """The part of a state that counts how often each zone was shuffled and each die rolled."""
    layout = program.layout
    return slice(layout.streams, layout.streams + len(layout.zones) + layout.rolled)


def rest_of(program: Program, s: list[int], left_out: Iterable[int]) -> tuple[int, ...]:
    """All that tells positions apart, without some slots, the number of answers, the options and who won: the state,
    and which texts are unfinished. What their locals hold is left out too."""
    rest = s[: program.layout.size]
    for slot in (*left_out, at.FRAME, at.DECISIONS, at.MASK, at.DEST, at.WINNERS):
        rest[slot] = 0
    return (*rest, *_unfinished(s))


def _unfinished(s: list[int]) -> Iterator[int]:
    """The function and the block of each frame, the innermost first."""
    frame = s[at.FRAME]
    while frame > 0:
        yield from (s[frame], s[frame + 1])
        frame = s[frame + 2]
