"""The layout of the state vector for one number of seats: which slot stores what."""

from __future__ import annotations

from solenia_rules.checked.names import Names
from solenia_rules.core.inventory import Inventory, fill
from solenia_rules.text.frozen import define, field, frozen

# the header of every state
OVER, WINNERS, FRAME, SPEC, ASKED, MASK, DEST, TRIAL, TRIAL_SEAT, DECISIONS, PHASES, SEED_LOW, SEED_HIGH = range(13)
HEADER = 13
FRAME_HEAD = 3
"""The number of words before the locals of a frame: function, resume point, frame below."""


@frozen(eq=False)
class KeptMask:
    """A mask kept in `slot`: the things whose field, stored from `base` on, holds `value`."""

    base: int
    count: int
    value: int
    slot: int


@frozen(eq=False)
class PackedSlot:
    """A part of a packed position: the value of a slot above the lowest value that it can have. In a bunch of pieces,
    the slot is that of the first piece of the game."""

    slot: int
    low: int
    bits: int


@frozen(eq=False)
class Bunch:
    """Pieces that are interchangeable, with what is stored about each of them besides its place."""

    pieces: tuple[int, ...]
    fields: tuple[PackedSlot, ...]
    bits: int
    """The bits of the place and the fields of one piece."""


@frozen(eq=False)
class Recorded:
    """The slots of a history, and how a position is packed into one number: first the slots, then the bunches of
    pieces, the lowest number first, then the seat that acts."""

    number: int
    """Its index among the histories."""
    count: int
    """The slot of the number of recorded positions."""
    base: int
    """The slot of the first position."""
    most: int
    oldest: bool
    """Whether the oldest position is forgotten if the history is full; otherwise the game ends as a draw."""
    bits: int
    seat_bits: int
    """0: the seat that acts is not kept."""
    slots: tuple[PackedSlot, ...]
    places: tuple[int, ...]
    """For each place its number among the kept places; 0: nothing about a piece there is kept."""
    bunches: tuple[Bunch, ...]


@frozen
class RowBoard:
    """A board whose rows are the pieces in a zone."""

    place: int
    """The place of the zone."""
    first: int
    """The first cell."""
    columns: int
    count: int
    """The number of cells."""
    rows: str
    """The name of the zone."""
    rows_only: bool
    """Whether each piece that the zone can hold may be a row."""


@define(eq=False)
class Layout(Inventory):
    """The slots by name."""

    counters: dict[str, int] = field(factory=dict)
    states: dict[str, int] = field(factory=dict)
    piece_fields: dict[str, int] = field(factory=dict)
    """Stored field -> its first slot; indexed by piece."""
    cell_fields: dict[str, int] = field(factory=dict)
    locations: int = 0
    faces: int = 0
    faced: int = 0
    """The number of pieces that have a slot for a face, counted from the first; the pieces after them have only one
    face."""
    dice: int = 0
    rolled: int = 0
    """The number of pieces that have a slot for their top face and a random stream, counted from the first; no piece
    after them is a die."""
    at: int = 0
    """First slot of the masks of pieces on each cell."""
    zone_masks: int = 0
    zone_orders: int = 0
    owned: int = 0
    """First slot of the masks, by seat, of pieces without a fixed owner in the seat's places."""
    known: int = 0
    """First slot of the masks, by seat, of pieces shown to the seat."""
    occupied: dict[tuple[str, int], int] = field(factory=dict)
    """(piece kind, owner or -1 for all) -> slot of the mask of cells that such pieces occupy."""
    kept_masks: list[KeptMask] = field(factory=list)
    """The masks of things whose stored field holds a value."""
    streams: int = 0
    """First slot of the counts of random numbers: for each zone, each die, and words that are drawn."""
    lot: int = 0
    """The slot of the last random number for a word that is drawn; 0: the rules draw no words."""
    once: int = 0
    started: dict[str, int] = field(factory=dict)
    """Field of rules -> first slot of the marks of started rules, pieces first, then cells."""
    histories: dict[str, Recorded] = field(factory=dict)
    size: int = HEADER
    parts: list[tuple[int, int]] = field(factory=list)
    """Ranges of slots that belong together: first slot and number."""

    def take(self, count: int) -> int:
        base = self.size
        self.size += count
        self.parts.append((base, count))
        return base


def row_boards(layout: Layout) -> tuple[RowBoard, ...]:
    """The boards made of rows, in the order of declaration."""
    found = []
    for board in layout.names.world.boards:
        if isinstance(board.rows, str):
            place = layout.place_of_zone(layout.zone_base(board.rows))
            cells = layout.board_cells(board.id)
            rows_only = all(layout.names.pieces[kind].faces is not None for kind in layout.names.zones[board.rows].of)
            found.append(RowBoard(place, cells[0].index, board.columns or 0, len(cells), board.rows, rows_only))
    return tuple(found)


def lay_out(names: Names, seats: int, stored_piece: list[str], stored_cell: list[str], lots: bool) -> Layout:
    """Number pieces, cells and zones in order of declaration, and assign the slots. `lots`: whether words are drawn."""
    out = Layout(names, seats)
    world = names.world
    fill(out)
    for counter in world.counters:
        out.counters[counter.id] = out.take(out.width(counter) * (seats if "seat" in counter.per else 1))
    for variable in world.state:
        out.states[variable.id] = out.take(seats if variable.per == "seat" else 1)
    count, cells = len(out.pieces), len(out.cells)
    out.locations = out.take(count)
    out.faced = 1 + max((p.index for p in out.pieces if out.is_faced(p)), default=-1)
    out.faces = out.take(out.faced)
    out.rolled = 1 + max((p.index for p in out.pieces if out.is_die(p)), default=-1)
    out.dice = out.take(out.rolled)
    for name in stored_piece:
        out.piece_fields[name] = out.take(count)
    for name in stored_cell:
        out.cell_fields[name] = out.take(cells)
    out.at = out.take(cells)
    out.zone_masks = out.take(len(out.zones))
    out.zone_orders = out.take(len(out.zones))
    out.owned = out.take(seats)
    out.known = out.take(seats)
    for kind in world.pieces:
        out.occupied[kind.id, -1] = out.take(1)
        if kind.per == "seat":
            base = out.take(seats)
            for seat in range(seats):
                out.occupied[kind.id, seat] = base + seat
    out.streams = out.take(len(out.zones) + out.rolled + lots)
    if lots:
        out.lot = out.take(1)
    return out


def count_masks(layout: Layout, s: list[int]) -> None:
    """Recompute every kept mask from the fields."""
    for kept in layout.kept_masks:
        s[kept.slot] = sum(1 << i for i in range(kept.count) if s[kept.base + i] == kept.value)
