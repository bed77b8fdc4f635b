"""Stable identifiers for pieces, cells and places, used in views, logs and saves."""

from __future__ import annotations

from solenia_rules.core.inventory import Cell, Inventory, Piece
from solenia_rules.rules.grid_ids import letters


class Idents:
    def __init__(self, inventory: Inventory) -> None:
        self.inventory = inventory
        self.names = inventory.names

    def piece(self, piece: Piece) -> str:
        """The record of a piece; followed by its word if its kind has one piece per word."""
        text = piece.record or piece.kind
        kind = self.names.pieces[piece.kind]
        if piece.word >= 0 and kind.per is not None:
            text += "." + self.names.word_kinds[kind.per].words[piece.word]
        return text

    def cell(self, cell: Cell, seat: int | None = None) -> str:
        """`board.c4`, `board.c4ne` for a corner or side, or the record of a listed cell; another seat's has `@seat`."""
        if cell.record is not None:
            text = cell.record
        elif cell.names:
            text = f"{cell.board}.{cell.names[0]}"
        else:
            text = f"{cell.board}.{letters(cell.column)}{cell.row}"
        return text if cell.seat < 0 or cell.seat == seat else f"{text}@{cell.seat}"

    def zone(self, index: int) -> str:
        zone = self.inventory.zones[index]
        declared = self.names.zones[zone.zone]
        if zone.key < 0 or declared.per is None:
            return zone.zone
        key = str(zone.key) if declared.per == "seat" else self.names.word_kinds[declared.per].words[zone.key]
        return f"{zone.zone}@{key}"

    def place(self, place: int, seat: int | None = None) -> str:
        if place == 0:
            return "none"
        if place < self.inventory.first_cell:
            return self.zone(place - 1)
        return self.cell(self.inventory.cells[place - self.inventory.first_cell], seat)
