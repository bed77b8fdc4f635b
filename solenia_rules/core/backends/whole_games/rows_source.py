"""Prints the most frequent changes of a board made of rows, for whole games: a row is added, the first row is turned
to its other face, and it becomes the last row.

`play/rows.py` does the same for any layout and any change. The printed functions have the slots of one layout in them,
and no loops over them: rows are a sixth of the time of some games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from solenia_rules.checked.numbers import DIGIT, DIGIT_MASK
from solenia_rules.core.layout import KeptMask, Layout, RowBoard, row_boards

NARROW = 26
"""The most cells of a board whose members are in two lookup tables."""


Faces: TypeAlias = Mapping[str, Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]]]
"""Cell field -> row piece -> its values column by column, front and back."""


class RowsSource:
    """The functions of one board: `turned{place}(s, piece)` does what the primitive `turn` does, and
    `row{place}(s, piece)` puts a piece last in the zone, like the function of the piece in `PUT`. Other changes than
    the most frequent ones are left to these."""

    def __init__(self, board: RowBoard, layout: Layout, faces: Faces) -> None:
        self.board = board
        self.layout = layout
        pieces = [piece.index for piece in layout.pieces if piece.kind in layout.names.zones[board.rows].of]
        self.fields = tuple(faces) if all(piece in values for values in faces.values() for piece in pieces) else ()
        """The fields that every row gives to its cells; empty if rows differ in this."""
        self.sides = {(piece, face): self._side(faces, piece, face) for piece in pieces for face in (0, 1)}
        self.order = f"s[{layout.zone_orders + board.place - 1}]"
        self.full = DIGIT * (board.count // board.columns - 1)
        """The place of the last row in the order of the zone, in bits."""

    def lines(self) -> list[str]:
        sides, place = f"SIDES{self.board.place}", self.board.place
        listed = (f"    {2 * piece + face}: {side!r}," for (piece, face), side in self.sides.items())
        return [
            *((f"{sides} = {{", *listed, "}", *self._turned()) if self.fields else ()),
            f"def row{place}(s, v0):",
            f"    q = {self.order}",
            f"    o = s[{self.layout.locations} + v0]",
            f"    if o == {place} and q & {DIGIT_MASK} == v0 + 1 and q >> {self.full}:",
            f"        {self.order} = q >> {DIGIT} | v0 + 1 << {self.full}",
            *_indented(_turned_masks(self.board, self.layout)),
            *_indented(_turned_cells(self.board, self.layout)),
            *_indented(_moved_pieces(self.board, self.layout)),
            *(self._added() if self.fields else ()),
            "    else:",
            f"        PUT[v0](s, v0, {place})",
        ]

    def _side(self, faces: Faces, piece: int, face: int) -> tuple[tuple[int, ...] | int, ...]:
        """The values of a face for each field, then for each kept mask the cells of the first row with its value."""
        rows = {field: faces[field][piece][face] for field in self.fields}
        masks = [
            sum(1 << self.board.first + column for column, value in enumerate(rows[field]) if value == kept.value)
            for field, kept in self._kept()
        ]
        return (*rows.values(), *masks)

    def _kept(self) -> list[tuple[str, KeptMask]]:
        """The masks that are kept of the fields."""
        fields = ((field, self.layout.cell_fields[field]) for field in self.fields)
        return [(field, kept) for field, base in fields for kept in self.layout.kept_masks if kept.base == base]

    def _values(self) -> list[str]:
        return [f"w{number}" for number in range(len(self.fields) + len(self._kept()))]

    def _turned(self) -> Iterator[str]:
        board, layout, values = self.board, self.layout, self._values()
        front = f"s[{layout.faces} + v0]"
        yield f"def turned{board.place}(s, v0):"
        yield f"    if v0 < 0 or s[{layout.locations} + v0] != {board.place} or {self.order} & {DIGIT_MASK} != v0 + 1:"
        yield "        turn(s, v0)"
        yield "        return"
        yield f"    {front} = n = {front} ^ 1"
        yield f"    {', '.join(values)}, = SIDES{board.place}[2 * v0 + n]"
        for field in self.fields:
            base = layout.cell_fields[field] + board.first
            yield f"    s[{base}:{base + board.columns}] = {values.pop(0)}"
        beside = ~(((1 << board.columns) - 1) << board.first)
        for _field, kept in self._kept():
            yield f"    s[{kept.slot}] = s[{kept.slot}] & {beside} | {values.pop(0)}"

    def _added(self) -> Iterator[str]:
        """A piece comes from the front of another zone and becomes one more row."""
        board, layout, values = self.board, self.layout, self._values()
        owners, orders = layout.place_owner(), layout.zone_orders - 1
        zones = {layout.place_of_zone(zone.index) for zone in layout.zones if zone.ordered}
        zones -= {other.place for other in row_boards(layout)}
        others = tuple(place for place in sorted(zones) if owners[place] == owners[board.place])
        if not others or layout.names.zones[board.rows].capacity:
            return
        columns = board.columns
        yield f"    elif o in {others} and s[{orders} + o] & {DIGIT_MASK} == v0 + 1 and not q >> {self.full}:"
        yield f"        s[{orders} + o] >>= {DIGIT}"
        yield f"        s[{layout.locations} + v0] = {board.place}"
        yield "        m = BIT[v0]"
        yield f"        s[{layout.zone_masks - 1} + o] ^= m"
        yield f"        s[{layout.zone_masks + board.place - 1}] |= m"
        yield f"        o = -(-q.bit_length() // {DIGIT})"
        yield f"        {self.order} = q | v0 + 1 << {DIGIT} * o"
        yield f"        o *= {columns}"
        yield f"        {', '.join(values)}, = SIDES{board.place}[2 * v0 + s[{layout.faces} + v0]]"
        yield f"        n = {layout.at + board.first} + o"
        yield f"        s[n:n + {columns}] = {(0,) * columns}"
        for field in self.fields:
            yield f"        n = {layout.cell_fields[field] + board.first} + o"
            yield f"        s[n:n + {columns}] = {values.pop(0)}"
        yield f"        n = ~({((1 << columns) - 1) << board.first} << o)"
        for _field, kept in self._kept():
            yield f"        s[{kept.slot}] = s[{kept.slot}] & n | {values.pop(0)} << o"


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def _turned_masks(board: RowBoard, layout: Layout) -> Iterator[str]:
    """Turn the masks of cells; `q` is the mask of the occupied cells of the board after the change."""
    cells, last = ((1 << board.count) - 1) << board.first, board.count - board.columns
    turned = f"(m >> {board.columns} | m << {last}) & {cells}"
    yield "    q = 0"
    for (_kind, owner), slot in layout.occupied.items():
        yield f"    m = s[{slot}] & {cells}"
        if owner < 0:
            yield "    if m:"
            yield f"        n = {turned}"
            yield f"        s[{slot}] ^= m ^ n"
            yield "        q |= n"
        else:
            yield f"    if m: s[{slot}] ^= m ^ {turned}"
    for kept in layout.kept_masks:
        if kept.base in layout.cell_fields.values():
            yield f"    m = s[{kept.slot}] & {cells}"
            yield f"    if m: s[{kept.slot}] ^= m ^ {turned}"


def _turned_cells(board: RowBoard, layout: Layout) -> Iterator[str]:
    """Turn what is stored for each cell."""
    for base in (layout.at, *layout.cell_fields.values()):
        low = base + board.first
        high = low + board.count
        yield f"    s[{low}:{high}] = s[{low + board.columns}:{high}] + s[{low}:{low + board.columns}]"


def _moved_pieces(board: RowBoard, layout: Layout) -> Iterator[str]:
    """Write where the pieces on the board are now."""
    at, above, there = layout.at + board.first, layout.locations - 1, layout.first_cell + board.first
    if board.first:
        yield f"    q >>= {board.first}"
    yield f"    for n in {'LOW[q & 8191] + HIGH[q >> 13]' if board.count <= NARROW else 'BITS[q]'}:"
    yield f"        m = s[{at} + n]"
    yield "        while m & (m - 1):"
    yield f"            s[{above} + m.bit_length()] = {there} + n"
    yield "            m ^= 1 << m.bit_length() - 1"
    yield f"        s[{above} + m.bit_length()] = {there} + n"
