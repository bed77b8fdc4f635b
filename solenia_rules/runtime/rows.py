"""Boards whose rows are pieces in a zone: when a row moves, what lies on it moves along."""

from __future__ import annotations

from solenia_rules.compiler.layout import Layout
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
        self.occupied = tuple(layout.occupied.values())
        self.boards: dict[int, tuple[int, int, int]] = {}
        """place of the zone -> (first cell, columns, cells)"""
        for board in layout.names.world.boards:
            if isinstance(board.rows, str):
                place = layout.place_of_zone(layout.zone_base(board.rows))
                cells = layout.board_cells(board.id)
                self.boards[place] = (cells[0].index, board.columns or 0, len(cells))

    def board_of(self, place: int) -> int | None:
        return place if place in self.boards else None

    def order(self, s: list[int], place: int) -> list[int]:
        """The pieces that are a board's rows, the first first; not to be changed."""
        packed = s[self.layout.zone_orders + place - 1]
        found = self._orders.get(packed)
        if found is None:
            if len(self._orders) > MOST_ORDERS:
                self._orders.clear()
            found = self._orders[packed] = sequences.unpack(packed)
        return found

    def changed(self, s: list[int], place: int, before: list[int]) -> None:
        """Rearrange cells after the rows of a board changed from `before`."""
        layout = self.layout
        first, columns, count = self.boards[place]
        now = self.order(s, place)
        if now == before:
            return
        bases = [layout.at, *layout.cell_fields.values()]
        if len(now) * columns == count and now == before[1:] + before[:1]:
            self._first_to_last(s, bases, first, columns, count)
            return
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

    def _first_to_last(self, s: list[int], bases: list[int], first: int, columns: int, count: int) -> None:
        """The commonest change: the first row becomes the last one."""
        layout = self.layout
        for base in bases:
            start = base + first
            s[start : start + count] = s[start + columns : start + count] + s[start : start + columns]
        low, all_cells = (1 << columns) - 1, (1 << count) - 1
        taken = 0
        for slot in self.occupied:
            mask = s[slot] >> first & all_cells
            if mask:
                moved = mask >> columns | (mask & low) << count - columns
                s[slot] ^= (mask ^ moved) << first
                taken |= moved
        place, cells = layout.place_of_cell(first), layout.at + first
        while taken:
            bit = taken & -taken
            taken ^= bit
            offset = bit.bit_length() - 1
            mask = s[cells + offset]
            while mask:
                bit = mask & -mask
                mask ^= bit
                s[layout.locations + bit.bit_length() - 1] = place + offset

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
            self._fill(s, piece, first + self.order(s, place).index(piece) * columns, columns)

    def _fill(self, s: list[int], piece: int, start: int, columns: int) -> None:
        face = s[self.layout.faces + piece]
        for field, values in self.faces.items():
            if piece in values:
                base = self.layout.cell_fields[field]
                s[base + start : base + start + columns] = values[piece][face]
