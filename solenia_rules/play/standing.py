"""What stands on a cell: the words and seats in its fields, and the pieces on it. All seats see everything that lies on
a board."""

from __future__ import annotations

from functools import lru_cache

from attrs import frozen

from solenia_rules.core.compiled import Program
from solenia_rules.play.physics import BITS
from solenia_rules.rules.records import FieldValue, Text


@frozen
class Standing:
    """A word, or a piece with its owner; or a seat by itself. `seat` is -1 for nobody."""

    id: str | None
    seat: int = -1


class CellReader:
    """Reads the cells of one program. Things that the ruleset does not show are left out."""

    def __init__(self, program: Program) -> None:
        self.layout, self.names = program.layout, program.names
        self._hidden = self.names.world.unshown
        self._of_cell = lru_cache(maxsize=None)(self._fields)

    def _fields(self, cell: int) -> tuple[tuple[Standing, ...], tuple[tuple[int, tuple[str, ...]], ...]]:
        """The words that a cell always holds, and the slots of its fields that can change. With each slot stand the
        words of its kind; a slot without words holds a seat."""
        declared = self.layout.cells[cell]
        board = self.names.boards[declared.board]
        record = self.names.records[declared.record].fields if declared.record is not None else ()
        here = (declared.row, declared.column)
        given: dict[str, FieldValue] = {x.field: x.value for x in board.contents if (x.row, x.column) == here}
        given |= {key: value for key, value, _span in record}
        fixed: list[Standing] = []
        slots: list[tuple[int, tuple[str, ...]]] = []
        for field in self.names.fields_of(board.cells or board.id):
            kind = self.names.kind(field.kind)
            if kind is None or kind.base not in ("word", "seat") or field.id in self._hidden:
                continue
            words = self.names.word_kinds[kind.of].words if kind.base == "word" and kind.of is not None else ()
            if field.id in self.layout.cell_fields:
                slots.append((self.layout.cell_fields[field.id] + cell, words))
                continue
            value = given.get(field.id, field.starts)
            word = value.text if isinstance(value, Text) else value
            if isinstance(word, str) and word in words:
                fixed.append(Standing(word))
        return tuple(fixed), tuple(slots)

    def numbers(self, s: list[int], cell: int) -> tuple[int, ...]:
        """The values in the state on which the result of `of` depends."""
        return s[self.layout.at + cell], *[s[slot] for slot, _words in self._of_cell(cell)[1]]

    def of(self, s: list[int], cell: int) -> list[Standing]:
        """What stands on a cell, fields first."""
        fixed, slots = self._of_cell(cell)
        found = [*fixed]
        for slot, words in slots:
            if s[slot] >= 0:
                found.append(Standing(words[s[slot]]) if words else Standing(None, s[slot]))
        for index in BITS[s[self.layout.at + cell]]:
            piece = self.layout.pieces[index]
            if not {piece.record, piece.kind} & self._hidden:
                found.append(Standing(piece.record or piece.kind, piece.owner))
        return found
