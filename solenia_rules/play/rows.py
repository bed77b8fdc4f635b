"""Boards whose rows are pieces in a zone: when a row moves, the pieces on it move along."""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.checked.numbers import DIGIT, DIGIT_MASK
from solenia_rules.core.layout import Layout, count_masks, row_boards
from solenia_rules.play import sequences
from solenia_rules.play.masks import CHUNK, LOW, WIDTH

MOST_ORDERS = 10_000
"""The most cached orders of rows; a full cache is cleared."""


Side = tuple[tuple[tuple[int, tuple[int, ...]], ...], tuple[tuple[int, int], ...]]
Filling = tuple[tuple[tuple[slice, tuple[int, ...]], ...], int, tuple[tuple[int, int], ...]]
"""Slots of fields with their values; the mask of all cells outside the row; slots of kept masks with the row's
bits."""


class Rows:
    """The boards made of rows. For each zone that holds rows: the board's cells row by row, and the slots of the
    cells."""

    def __init__(self, layout: Layout, faces: dict[str, dict[int, tuple[tuple[int, ...], tuple[int, ...]]]]) -> None:
        """`faces`: cell field -> row piece -> its values column by column, front and back."""
        self.layout = layout
        self.faces = faces
        self._orders: dict[int, list[int]] = {}
        self._fillings: dict[tuple[int, int, int], Filling] = {}
        """Row piece, its face and its first cell -> the values for its cells."""
        self.kept_masks = tuple(w for w in layout.kept_masks if w.base in layout.cell_fields.values())
        self.masks = (*layout.occupied.values(), *(w.slot for w in self.kept_masks))
        """The slots of all masks of cells."""
        self.sides = self._sides()
        self.bases = [layout.at, *layout.cell_fields.values()]
        self.boards: dict[int, tuple[int, int, int]] = {}
        """Place of the zone -> (first cell, columns, number of cells)."""
        for board in row_boards(layout):
            self.boards[board.place] = (board.first, board.columns, board.count)
        self.first_to_last = {place: self._turner(*board) for place, board in self.boards.items()}
        """Place of the zone -> the function for the most frequent change: the first row becomes the last."""

    def _sides(self) -> dict[int, tuple[Side, ...]]:
        """Row piece -> for each face: first slots of fields with their values by column, and slots of kept masks
        with the bits of the columns."""
        made: dict[int, tuple[Side, ...]] = {}
        for piece in {piece for values in self.faces.values() for piece in values}:
            sides = []
            for face in (0, 1):
                fields = [(self.layout.cell_fields[f], v[piece][face]) for f, v in self.faces.items() if piece in v]
                masks = [
                    (kept.slot, sum(1 << i for i, value in enumerate(row) if value == kept.value))
                    for base, row in fields
                    for kept in self.kept_masks
                    if kept.base == base
                ]
                sides.append((tuple(fields), tuple(masks)))
            made[piece] = tuple(sides)
        return made

    def board_of(self, place: int) -> int | None:
        return place if place in self.boards else None

    def _turner(self, first: int, columns: int, count: int) -> Callable[[list[int]], None]:
        layout = self.layout
        slices = [(base + first, base + first + columns, base + first + count) for base in self.bases]
        cells, last = ((1 << count) - 1) << first, count - columns
        lying = tuple(slot for (_kind, owner), slot in layout.occupied.items() if owner < 0)
        masks = tuple(slot for slot in self.masks if slot not in lying)
        at, locations = layout.at + first, layout.locations - 1
        behind = at + last

        def turn(s: list[int]) -> None:
            there = 0
            """The occupied cells after the change."""
            for slot in lying:
                mask = s[slot] & cells
                if mask:
                    turned = (mask >> columns | mask << last) & cells
                    s[slot] ^= mask ^ turned
                    there |= turned
            for slot in masks:
                mask = s[slot] & cells
                if mask:
                    s[slot] ^= mask ^ (mask >> columns | mask << last) & cells
            for one, two, three in slices:
                s[one:three] = s[two:three] + s[one:two]
            there >>= first
            begin = at
            while there:
                for cell in LOW[there & CHUNK]:
                    steps = last if begin + cell >= behind else -columns
                    pieces = s[begin + cell]
                    while pieces & (pieces - 1):
                        piece = pieces.bit_length()
                        s[locations + piece] += steps
                        pieces ^= 1 << piece - 1
                    s[locations + pieces.bit_length()] += steps
                there >>= WIDTH
                begin += WIDTH

        return turn

    def _rows(self, packed: int) -> list[int]:
        """The pieces of an order, first piece first. The list is cached: do not change it."""
        found = self._orders.get(packed)
        if found is None:
            if len(self._orders) > MOST_ORDERS:
                self._orders.clear()
            found = self._orders[packed] = sequences.unpack(packed)
        return found

    def changed(self, s: list[int], place: int, packed: int) -> None:
        """Rearrange the cells after the order of a board's rows changed from `packed`."""
        layout = self.layout
        first, columns, count = self.boards[place]
        order = s[layout.zone_orders + place - 1]
        if order == packed:
            return
        bases = self.bases
        turn = DIGIT * (count // columns - 1)
        if packed >> turn and order == packed >> DIGIT | (packed & DIGIT_MASK) << turn:
            self.first_to_last[place](s)
            return
        rows = -(-packed.bit_length() // DIGIT)
        added = order >> DIGIT * rows
        if 0 < added <= DIGIT_MASK and order == packed | added << DIGIT * rows:
            start = first + rows * columns
            s[layout.at + start : layout.at + start + columns] = [0] * columns
            self._fill(s, added - 1, start, columns)
            return
        before, now = self._rows(packed), self._rows(order)
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
        count_masks(layout, s)

    def _relocate(self, s: list[int], lost: int, first: int, count: int) -> None:
        """Recompute the locations of pieces and the masks of occupied cells from the masks of the board's cells."""
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
        """Update the cells of a row that was turned to its other face."""
        layout = self.layout
        board = self.boards.get(s[layout.locations + piece])
        if board is not None:
            first, columns, _count = board
            order = s[layout.zone_orders + s[layout.locations + piece] - 1]
            if order & DIGIT_MASK != piece + 1:
                first += self._rows(order).index(piece) * columns
            self._fill(s, piece, first, columns)

    def _fill(self, s: list[int], piece: int, start: int, columns: int) -> None:
        """Give the cells of a row the values of its face."""
        key = (piece, s[self.layout.faces + piece], start)
        found = self._fillings.get(key)
        if found is None:
            found = self._fillings[key] = self._filling(*key, columns)
        values, beside, masks = found
        for where, row in values:
            s[where] = row
        for slot, bits in masks:
            s[slot] = s[slot] & beside | bits

    def _filling(self, piece: int, face: int, start: int, columns: int) -> Filling:
        fields, masks = self.sides[piece][face] if piece in self.sides else ((), ())
        return (
            tuple((slice(base + start, base + start + columns), row) for base, row in fields),
            ~(((1 << columns) - 1) << start),
            tuple((slot, bits << start) for slot, bits in masks),
        )
