"""Reads a state: who is asked, which options there are, who has won, where a piece is.

Packages above `play` call these functions, so that only `core`, `lower`, `play` and `fast` know where the state stores
a value. `s` is always a state as an executor keeps it.
"""

from __future__ import annotations

from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.play import chance, sequences
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


def callers(program: Program, s: Sequence[int]) -> tuple[int, ...]:
    """The numbers of the places in the texts that led to the pending decision by calls, the innermost first."""
    found = []
    frame = s[at.FRAME]
    while frame >= 0:
        if (place := program.outline.block_calls[s[frame + 1]]) >= 0:
            found.append(place)
        frame = s[frame + 2]
    return tuple(found)


def behalf(program: Program, s: Sequence[int]) -> int:
    """The number of the place of the held text on whose behalf the pending decision is asked; -1 if there is none."""
    place = program.outline.block_places[s[s[at.FRAME] + 1]]
    return program.outline.behalf.get(place, -1)


def params_told(program: Program, s: Sequence[int]) -> tuple[tuple[str, str, int], ...]:
    """The parameters of the verb that decide what the pending decision offers: name, domain and value."""
    about = program.outline.about.get(asked_spec(s), ())
    first = first_local(s)
    return tuple((name, domain, value if place < 0 else s[first + place]) for name, domain, place, value in about)


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


def seed_slots() -> tuple[int, int]:
    """The slots of the two words of the seed."""
    return at.SEED_LOW, at.SEED_HIGH


def reseeded(program: Program, s: Sequence[int], seed: int) -> list[int]:
    """The same state with another seed: later shuffles, rolls and lots are others. They are counted from 0 again, so
    that the same seed gives the same rolls in every state."""
    made = list(s)
    made[at.SEED_LOW], made[at.SEED_HIGH] = chance.split_seed(seed)
    slots = chance_slots(program)
    made[slots] = [0] * (slots.stop - slots.start)
    return made


def without_seed(s: Sequence[int]) -> tuple[int, ...]:
    """A key that is the same for states that differ only in the seed."""
    return (*s[: at.SEED_LOW], *s[at.SEED_HIGH + 1 :])


def without_copies(program: Program, s: list[int]) -> tuple[object, ...]:
    """A key that is the same for states that differ only in which of several equal pieces lies where, and in the
    seed."""
    layout = program.layout
    bunches: dict[tuple[object, ...], int] = {}
    for own in layout.pieces:
        bunches.setdefault((own.kind, own.record, own.owner, own.word), len(bunches))
    rows: list[list[tuple[int, ...]]] = [[] for _place in range(layout.first_cell + len(layout.cells))]
    fields = list(layout.piece_fields.values())
    for place, row in enumerate(rows):
        for piece in pieces_in(program, s, place) if place else ():
            own = layout.pieces[piece]
            bunch = bunches[own.kind, own.record, own.owner, own.word]
            shown = [s[layout.known + seat] >> piece & 1 for seat in range(layout.seats)]
            face = s[layout.faces + piece] if piece < layout.faced else 0
            die = s[layout.dice + piece] if piece < layout.rolled else 0
            row.append((bunch, face, die, *shown, *(s[base + piece] for base in fields)))
        if not is_ordered(program, place):
            row.sort()
    of_pieces = {
        slot
        for base, count in (
            (layout.locations, len(layout.pieces)), (layout.faces, layout.faced), (layout.dice, layout.rolled),
            (layout.at, len(layout.cells)), (layout.zone_masks, len(layout.zones)),
            (layout.zone_orders, len(layout.zones)), (layout.owned, layout.seats), (layout.known, layout.seats),
            *((base, len(layout.pieces)) for base in fields),
        )
        for slot in range(base, base + count)
    }  # fmt: skip
    dice = tuple(s[layout.dice + die] for die in range(layout.rolled))
    others = [value for slot, value in enumerate(s) if slot not in of_pieces and slot not in (at.MASK, *seed_slots())]
    return (*others, dice, *map(tuple, rows))


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
