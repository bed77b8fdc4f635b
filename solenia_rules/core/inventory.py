"""The inventory of a game for one number of seats: its pieces, cells and zones, numbered in order of declaration.

It lists things; the layout says where the state stores their data.
"""

from __future__ import annotations

from solenia_rules.checked.bundle_sets import members
from solenia_rules.checked.names import Names
from solenia_rules.checked.numbers import NUMBERS
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import define, field, frozen


@frozen(eq=False)
class Piece:
    index: int
    kind: str
    record: str | None
    owner: int
    """The owner by declaration, or -1."""
    word: int
    """For kinds with one piece per word: the word; otherwise -1."""
    copy: int


@frozen(eq=False)
class Cell:
    index: int
    board: str
    seat: int
    row: int
    column: int
    record: str | None
    passable: bool = True
    names: tuple[str, ...] = ()
    """Of a corner or side: what it is called on its board, the usual name first."""


@frozen(eq=False)
class ZoneInstance:
    index: int
    zone: str
    key: int
    """The seat or word of the zone, or -1."""
    ordered: bool


@define(eq=False)
class Inventory:
    """The inventory. Places are numbered: 0 is nowhere, then come the zones, then the cells."""

    names: Names
    seats: int
    pieces: list[Piece] = field(factory=list)
    cells: list[Cell] = field(factory=list)
    zones: list[ZoneInstance] = field(factory=list)
    first_cell: int = 0
    """The place of the first cell."""
    kind_masks: dict[tuple[str, int], int] = field(factory=dict)

    def place_of_zone(self, index: int) -> int:
        return 1 + index

    def place_of_cell(self, index: int) -> int:
        return self.first_cell + index

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
        """The number of words of a counter."""
        kinds = [p for p in counter.per if p != "seat"]
        return len(self.names.word_kinds[kinds[0]].words) if kinds else 1

    def place_owner(self) -> tuple[int, ...]:
        """For each place, the seat that owns it, or -1."""
        zones = [z.key if self.names.zones[z.zone].per == "seat" else -1 for z in self.zones]
        return (-1, *zones, *(c.seat for c in self.cells))

    def roams(self, piece: Piece) -> bool:
        """Whether a piece has no fixed owner and belongs to the owner of its current place."""
        return self.names.pieces[piece.kind].per != "seat"

    def is_faced(self, piece: Piece) -> bool:
        return self.names.pieces[piece.kind].faces is not None

    def is_die(self, piece: Piece) -> bool:
        return self.names.pieces[piece.kind].sides is not None

    def row_pieces(self, board: r.Board) -> list[Piece]:
        """The pieces whose faces are the rows of a board."""
        return [p for p in self.pieces if self.names.pieces[p.kind].faces == board.id]

    def domain_count(self, name: str) -> int:
        """The number of indices of a domain; `done` is the index after the last."""
        match name:
            case "piece":
                return len(self.pieces)
            case "cell":
                return len(self.cells)
            case "seat":
                return self.seats
            case "number":
                return NUMBERS
            case "face":
                return 2
            case "name":
                return len(self.names.atoms)
            case "nothing":
                return 0
            case _ if name.startswith("bundle:"):
                return len(members(name.removeprefix("bundle:"), self.names))
            case _:
                return len(self.names.word_kinds[name.removeprefix("word:")].words)


def fill(out: Inventory) -> None:
    """Fill an empty inventory: number pieces, cells and zones in order of declaration."""
    names = out.names
    for kind in names.world.pieces:
        _pieces(out, kind)
    for zone in names.world.zones:
        keys = (
            range(out.seats)
            if zone.per == "seat"
            else range(len(names.word_kinds[zone.per].words))
            if zone.per
            else (-1,)
        )
        for key in keys:
            out.zones.append(ZoneInstance(len(out.zones), zone.id, key, zone.order != "none"))
    for board in names.world.boards:
        for seat in range(out.seats) if board.per == "seat" else (-1,):
            _cells(out, board, seat)
    out.first_cell = 1 + len(out.zones)


def _pieces(out: Inventory, kind: r.PieceKind) -> None:
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


def _cells(out: Inventory, board: r.Board, seat: int) -> None:
    if board.part is not None:
        for joint in board.part.joints:
            cell = Cell(len(out.cells), board.id, seat, joint.row, joint.column, None, names=joint.names)
            out.cells.append(cell)
        return
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
