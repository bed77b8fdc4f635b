"""Boards whose rows are pieces in a zone: when a row moves, what lies on it moves along."""

from __future__ import annotations

from solenia_rules.compiler.core import DIGIT, DIGIT_MASK
from solenia_rules.compiler.layout import Layout
from solenia_rules.compiler.watched import count_watched
from solenia_rules.runtime import sequences

MOST_ORDERS = 10_000
"""Orders of rows remembered before starting anew."""


class Rows:
    """For each zone that makes up a board: the board's cells row by row, and the cells' slots."""

    def __init__(self, layout: Layout, faces: dict[str, dict[int, tuple[tuple[int, ...], tuple[int, ...]]]]) -> None:
        """`faces`: cell field -> row piece -> its values column by column, front and back."""
        self.layout = layout
        self.faces = faces
        self._orders: dict[int, list[int]] = {}
        self.watches = tuple(w for w in layout.watches if w.base in layout.cell_fields.values())
        self.masks = (*layout.occupied.values(), *(w.slot for w in self.watches))
        """Slots of masks of cells."""
        self.bits = self._row_bits()
        self.bases = [layout.at, *layout.cell_fields.values()]
        self.boards: dict[int, tuple[int, int, int]] = {}
        """place of the zone -> (first cell, columns, cells)"""
        for board in layout.names.world.boards:
            if isinstance(board.rows, str):
                place = layout.place_of_zone(layout.zone_base(board.rows))
                cells = layout.board_cells(board.id)
                self.boards[place] = (cells[0].index, board.columns or 0, len(cells))

    def _row_bits(self) -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
        """(row piece, face) -> for each watched mask of its fields: the slot and its columns' bits."""
        made: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
        fields = {base: name for name, base in self.layout.cell_fields.items()}
        for watch in self.watches:
            for piece, sides in self.faces.get(fields[watch.base], {}).items():
                for face, values in enumerate(sides):
                    bits = sum(1 << i for i, value in enumerate(values) if value == watch.value)
                    made[piece, face] = (*made.get((piece, face), ()), (watch.slot, bits))
        return made

    def board_of(self, place: int) -> int | None:
        return place if place in self.boards else None

    def _rows(self, packed: int) -> list[int]:
        """The pieces of an order, the first first; not to be changed."""
        found = self._orders.get(packed)
        if found is None:
            if len(self._orders) > MOST_ORDERS:
                self._orders.clear()
            found = self._orders[packed] = sequences.unpack(packed)
        return found

    def changed(self, s: list[int], place: int, packed: int) -> None:
        """Rearrange cells after the rows of a board changed from `packed`."""
        layout = self.layout
        first, columns, count = self.boards[place]
        order = s[layout.zone_orders + place - 1]
        if order == packed:
            return
        bases = self.bases
        turn = DIGIT * (count // columns - 1)
        if packed >> turn and order == packed >> DIGIT | (packed & DIGIT_MASK) << turn:
            self._first_to_last(s, bases, first, columns, count)
            return
        before, now = self._rows(packed), self._rows(order)
        if now[:-1] == before:
            start = first + len(before) * columns
            s[layout.at + start : layout.at + start + columns] = [0] * columns
            self._fill(s, now[-1], start, columns)
            return
        old = {
            piece: [[s[base + first + row * columns + i] for i in range(columns)] for base in bases]
            for row, piece in enumerate(before)
        }
        touched = 0
        for row, piece in enumerate(now):
            start = first + row * columns
            values = old.get(piece)
            for number, base in enumerate(bases):
                if values is not None:
                    s[base + start : base + start + columns] = values[number]
                elif base == layout.at:
                    s[base + start : base + start + columns] = [0] * columns
            if values is None:
                self._fill(s, piece, start, columns)
        for row in range(len(now), len(before)):
            start = first + row * columns
            for base in bases:
                s[base + start : base + start + columns] = [0 if base == layout.at else -1] * columns
        for piece in set(before) - set(now):
            for mask in old[piece][0]:
                touched |= mask
        self._relocate(s, touched, first, count)
        count_watched(layout, s)

    def _first_to_last(self, s: list[int], bases: list[int], first: int, columns: int, count: int) -> None:
        """The commonest change: the first row becomes the last one."""
        layout = self.layout
        for base in bases:
            start = base + first
            s[start : start + count] = s[start + columns : start + count] + s[start : start + columns]
        low, all_cells, last = (1 << columns) - 1, (1 << count) - 1, count - columns
        for slot in self.masks:
            mask = s[slot]
            if mask:
                mask = mask >> first & all_cells
                s[slot] ^= (mask ^ (mask >> columns | (mask & low) << last)) << first
        start, cells, locations = layout.place_of_cell(first), layout.at + first, layout.locations - 1
        moving = sum(s[cells : cells + count])
        while moving:
            bit = moving & -moving
            moving ^= bit
            slot = locations + bit.bit_length()
            place = s[slot] - columns
            s[slot] = place if place >= start else place + count

    def _relocate(self, s: list[int], lost: int, first: int, count: int) -> None:
        """Locations and occupied cells anew from the masks on the board's cells."""
        layout = self.layout
        board_mask = ((1 << count) - 1) << first
        for slot in layout.occupied.values():
            s[slot] &= ~board_mask
        for cell in range(first, first + count):
            mask = s[layout.at + cell]
            lost &= ~mask
            while mask:
                bit = mask & -mask
                mask ^= bit
                piece = layout.pieces[bit.bit_length() - 1]
                s[layout.locations + piece.index] = layout.place_of_cell(cell)
                s[layout.occupied[piece.kind, -1]] |= 1 << cell
                if piece.owner >= 0:
                    s[layout.occupied[piece.kind, piece.owner]] |= 1 << cell
        while lost:
            bit = lost & -lost
            lost ^= bit
            s[layout.locations + bit.bit_length() - 1] = 0

    def turned(self, s: list[int], piece: int) -> None:
        """A row on a board shows its other face."""
        place = s[self.layout.locations + piece]
        if place in self.boards:
            first, columns, _count = self.boards[place]
            self._fill(
                s, piece, first + self._rows(s[self.layout.zone_orders + place - 1]).index(piece) * columns, columns
            )

    def _fill(self, s: list[int], piece: int, start: int, columns: int) -> None:
        face = s[self.layout.faces + piece]
        for field, values in self.faces.items():
            if piece in values:
                base = self.layout.cell_fields[field]
                s[base + start : base + start + columns] = values[piece][face]
        row = ((1 << columns) - 1) << start
        for slot, bits in self.bits.get((piece, face), ()):
            s[slot] = s[slot] & ~row | bits << start
