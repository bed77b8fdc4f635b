"""Where everything of the world lies in the state vector, for one number of seats."""

from __future__ import annotations

from solenia_rules.checked.names import Names
from solenia_rules.checked.numbers import NUMBERS
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import define, field, frozen

# the header of every state
OVER, WINNERS, FRAME, SPEC, ASKED, MASK, DEST, TRIAL, TRIAL_SEAT, DECISIONS, PHASES, SEED_LOW, SEED_HIGH = range(13)
HEADER = 13
FRAME_HEAD = 3
"""A frame: function, resume point, frame below; then its locals."""


@frozen
class Piece:
    index: int
    kind: str
    record: str | None
    owner: int
    """Seat it belongs to by declaration, or -1."""
    word: int
    """For kinds that exist once per word: which; else -1."""
    copy: int


@frozen
class Cell:
    index: int
    board: str
    seat: int
    row: int
    column: int
    record: str | None
    passable: bool = True


@frozen
class ZoneInstance:
    index: int
    zone: str
    key: int
    """Seat or word, or -1."""
    ordered: bool


@frozen
class Watch:
    """The mask of the things whose field, from `base` on, holds `value` lies in `slot`."""

    base: int
    count: int
    value: int
    slot: int


@define
class Layout:
    """Slots by name. Places are numbered: 0 nowhere, zones, then cells."""

    names: Names
    seats: int
    pieces: list[Piece] = field(factory=list)
    cells: list[Cell] = field(factory=list)
    zones: list[ZoneInstance] = field(factory=list)
    counters: dict[str, int] = field(factory=dict)
    states: dict[str, int] = field(factory=dict)
    piece_fields: dict[str, int] = field(factory=dict)
    """Stored field -> base, indexed by piece."""
    cell_fields: dict[str, int] = field(factory=dict)
    locations: int = 0
    faces: int = 0
    faced: int = 0
    """Pieces, from the first on, that have room for a face; those behind them have only one."""
    dice: int = 0
    rolled: int = 0
    """Pieces, from the first on, that have room for what they show and for their chance; none behind them is a die."""
    at: int = 0
    """Base of the masks of pieces on each cell."""
    zone_masks: int = 0
    zone_orders: int = 0
    owned: int = 0
    """Base of the masks of pieces that roam and lie in a seat's places."""
    known: int = 0
    """Base of the masks of pieces shown to a seat."""
    occupied: dict[tuple[str, int], int] = field(factory=dict)
    """(piece kind, owner or -1 for all) -> slot of the mask of cells where such pieces lie."""
    watches: list[Watch] = field(factory=list)
    """Masks of what holds a value in a stored field."""
    streams: int = 0
    once: int = 0
    started: dict[str, int] = field(factory=dict)
    """Field of rules -> base of the marks of those started, pieces first, then cells."""
    size: int = HEADER
    kind_masks: dict[tuple[str, int], int] = field(factory=dict)
    first_cell: int = 0
    parts: list[tuple[int, int]] = field(factory=list)
    """Slots that belong together: the first one and how many."""

    def place_of_zone(self, index: int) -> int:
        return 1 + index

    def place_of_cell(self, index: int) -> int:
        return self.first_cell + index

    def take(self, count: int) -> int:
        base = self.size
        self.size += count
        self.parts.append((base, count))
        return base

    def zone_base(self, zone_id: str) -> int:
        return next(z.index for z in self.zones if z.zone == zone_id)

    def piece_mask(self, kind: str, owner: int | None = None) -> int:
        key = (kind, -2 if owner is None else owner)
        if key not in self.kind_masks:
            self.kind_masks[key] = sum(
                1 << p.index for p in self.pieces if p.kind == kind and (owner is None or p.owner == owner)
            )
        return self.kind_masks[key]

    def board_cells(self, board_id: str, seat: int = -1) -> list[Cell]:
        return [c for c in self.cells if c.board == board_id and (seat < 0 or c.seat in (seat, -1))]

    def width(self, counter: r.Counter) -> int:
        """Words a counter has a number for."""
        kinds = [p for p in counter.per if p != "seat"]
        return len(self.names.word_kinds[kinds[0]].words) if kinds else 1

    def place_owner(self) -> tuple[int, ...]:
        """Seat that owns each place, or -1."""
        zones = [z.key if self.names.zones[z.zone].per == "seat" else -1 for z in self.zones]
        return (-1, *zones, *(c.seat for c in self.cells))

    def roams(self, piece: Piece) -> bool:
        """Whether it belongs to whoever's place it lies in, not to a seat of its own."""
        return self.names.pieces[piece.kind].per != "seat"

    def is_faced(self, piece: Piece) -> bool:
        return self.names.pieces[piece.kind].faces is not None

    def is_die(self, piece: Piece) -> bool:
        return self.names.pieces[piece.kind].sides is not None

    def row_pieces(self, board: r.Board) -> list[Piece]:
        """Pieces whose faces are the rows of a board."""
        return [p for p in self.pieces if self.names.pieces[p.kind].faces == board.id]


def lay_out(names: Names, seats: int, stored_piece: list[str], stored_cell: list[str]) -> Layout:
    """Number pieces, cells and zones in order of declaration and give everything its slots."""
    out = Layout(names, seats)
    world = names.world
    for kind in world.pieces:
        _pieces(out, kind)
    for zone in world.zones:
        keys = (
            range(seats) if zone.per == "seat" else range(len(names.word_kinds[zone.per].words)) if zone.per else (-1,)
        )
        for key in keys:
            out.zones.append(ZoneInstance(len(out.zones), zone.id, key, zone.order != "none"))
    for board in world.boards:
        for seat in range(seats) if board.per == "seat" else (-1,):
            _cells(out, board, seat)
    out.first_cell = 1 + len(out.zones)
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
    out.streams = out.take(len(out.zones) + out.rolled)
    return out


def _pieces(out: Layout, kind: r.PieceKind) -> None:
    names = out.names
    records: list[r.Record | None] = list(names.by_kind.get(kind.id, []))
    if not records:
        records = [None]
    owners = range(out.seats) if kind.per == "seat" else (-1,)
    words = range(len(names.word_kinds[kind.per].words)) if kind.per in names.word_kinds else (-1,)
    sets = [(owner, word) for owner in owners for word in words]
    if kind.also is not None:
        sets.append((-1, -1))
    for owner, word in sets:
        for record in records:
            for copy in range(record.copies if record is not None else 1):
                made = Piece(len(out.pieces), kind.id, record.id if record else None, owner, word, copy)
                out.pieces.append(made)


def _cells(out: Layout, board: r.Board, seat: int) -> None:
    if board.cells is not None:
        for number, record in enumerate(out.names.by_kind.get(board.cells, [])):
            out.cells.append(Cell(len(out.cells), board.id, seat, 1, number + 1, record.id))
        return
    assert board.columns is not None
    rows = board.rows if isinstance(board.rows, int) else len(out.row_pieces(board))
    walls = set(board.impassable)
    for row in range(1, rows + 1):
        for column in range(1, board.columns + 1):
            out.cells.append(Cell(len(out.cells), board.id, seat, row, column, None, (row, column) not in walls))


def domain_count(layout: Layout, name: str) -> int:
    """Number of indices a domain has; `done` is the one after the last."""
    match name:
        case "piece":
            return len(layout.pieces)
        case "cell":
            return len(layout.cells)
        case "seat":
            return layout.seats
        case "number":
            return NUMBERS
        case "face":
            return 2
        case "name":
            return len(layout.names.atoms)
        case "nothing":
            return 0
        case _:
            return len(layout.names.word_kinds[name.removeprefix("word:")].words)


def count_watched(layout: Layout, s: list[int]) -> None:
    """Every watched mask anew from the fields."""
    for watch in layout.watches:
        s[watch.slot] = sum(1 << i for i in range(watch.count) if s[watch.base + i] == watch.value)
