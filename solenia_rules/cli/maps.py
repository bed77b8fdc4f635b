"""Draws a grid together with the boards of its corners and sides: a map on which every corner and side has its place.

Rows of corners and rows of cells are lines of text, the last row on top. One unit is the distance between two corners
beside each other: a square is one unit wide, a hexagon two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen
from rich.table import Table
from rich.text import Text

from solenia_rules.cli.grid import MARK, column_name, draw_cell, draw_pieces, field_signs, titled
from solenia_rules.cli.looks import Looks
from solenia_rules.cli.signs import joined
from solenia_rules.pictures.scene import Board, Cell

Spot: TypeAlias = tuple[int, int]
"""A row and a column."""
Placed: TypeAlias = tuple[int, Text]
"""The middle of a text in its line, and the text."""
LEAST_UNIT = 3
WIDEST_CELL = 9


def draw_map(board: Board, parts: Sequence[Board], looks: Looks, width: int, low: bool) -> Table | None:
    """The map, or None if it is wider than the terminal. `low`: each row of cells takes one line."""
    cells = {(cell.row or 0, cell.column or 0): cell for cell in board.cells}
    if not cells:
        return None
    reach = {spot for cell in cells for spot in _corners_of(board.hexes, cell)}
    sides = {spot for cell in cells for spot in _sides_of(board.hexes, cell)}
    told = {spot: draw_cell(cell, looks, WIDEST_CELL, False, low) for spot, cell in cells.items()}
    drawn = _Map(
        board.hexes,
        told,
        {spot: _joint(cell, looks) for spot, cell in _joints(parts, board, "corners").items() if spot in reach},
        {spot: _joint(cell, looks) for spot, cell in _joints(parts, board, "sides").items() if spot in sides},
        looks.ascii_only,
    )
    label = len(str(max(row for row, _ in cells))) + 1
    first, last = min(column for _, column in reach), max(column for _, column in reach)
    margin = label + max(drawn.corner_width, drawn.upright_width) // 2
    unit = drawn.unit
    if margin + (last - first) * unit + max(drawn.corner_width, drawn.upright_width) // 2 + 1 > width:
        return None

    def x(column: float) -> int:
        return margin + int((column - first) * unit)

    lines: list[tuple[str, list[Placed]]] = [("", _heads(board.hexes, cells, x))]
    for row in range(min(row for row, _ in cells), max(row for row, _ in cells) + 2):
        lines.append(("", drawn.corner_line(row, x)))
        lines += [(str(row) if top else "", line) for top, line in drawn.cell_lines(row, x)]
    made = Table.grid()
    made.title, made.title_justify = titled(looks.name(board.id), board.owner, looks), "left"
    for number, line in reversed(lines):
        made.add_row(_written(number, label, line))
    return made


@frozen
class _Map:
    """The texts of cells, corners and sides by their places; None: a corner or side with nothing to tell."""

    hexes: bool
    cells: Mapping[Spot, Text]
    corners: Mapping[Spot, Text | None]
    sides: Mapping[Spot, Text | None]
    ascii_only: bool

    @property
    def corner_width(self) -> int:
        return _widest(self.corners.values())

    @property
    def upright_width(self) -> int:
        """The widest side within a row of cells."""
        return _widest(text for (row, _), text in self.sides.items() if row % 2 == 0)

    @property
    def unit(self) -> int:
        level = _widest(text for (row, _), text in self.sides.items() if row % 2)
        inside = _widest(line for text in self.cells.values() for line in text.split("\n")) + self.upright_width + 1
        return max(LEAST_UNIT, self.corner_width + level + 1, -(-inside // 2) if self.hexes else inside)

    def corner_line(self, row: int, x: Callable[[float], int]) -> list[Placed]:
        """The corners below a row of cells, and the sides between them."""
        dot = "." if self.ascii_only else "·"
        line = [
            (x(column + 0.5), Text(dot, "dim") if text is None else text)
            for (at, column), text in self.sides.items()
            if at == 2 * row - 1
        ]
        line += [
            (x(column), Text(dot, "dim") if text is None else text)
            for (at, column), text in self.corners.items()
            if at == row
        ]
        return line

    def cell_lines(self, row: int, x: Callable[[float], int]) -> list[tuple[bool, list[Placed]]]:
        """The lines of a row of cells, the lowest first, and whether a line is the top one. The sides beside cells
        stand in the top line. Where the board has sides, only those that hold something are drawn, and the others are
        points: otherwise the empty board would look like a maze."""
        bar, dot = ("|", ".") if self.ascii_only else ("│", "·")
        within = {spot: text.split("\n", allow_blank=True) for spot, text in self.cells.items() if spot[0] == row}
        height = max(map(len, within.values()), default=0)
        made = []
        for number in reversed(range(height)):
            line = [
                (x(middle_of(self.hexes, spot)), lines[number]) for spot, lines in within.items() if number < len(lines)
            ]
            uprights = {column: text for (at, column), text in self.sides.items() if at == 2 * row}
            ends = {column for spot in within for _row, column in _ends_of(self.hexes, spot)}
            for column in ends | uprights.keys():
                text = uprights.get(column) if number == 0 else None
                free = bar if not self.sides else dot if number == 0 else " "
                line.append((x(column), Text(free, "dim") if text is None else text))
            made.append((number == 0, line))
        return made


def middle_of(hexes: bool, cell: Spot) -> float:
    """How far right the middle of a cell lies, in units, counted as the columns of corners are."""
    row, column = cell
    return 2 * column + (row % 2 == 0) if hexes else column + 0.5


def _ends_of(hexes: bool, cell: Spot) -> tuple[Spot, Spot]:
    """The corners to the left and right below a cell."""
    half = 1 if hexes else 0.5
    return (cell[0], int(middle_of(hexes, cell) - half)), (cell[0], int(middle_of(hexes, cell) + half))


def _corners_of(hexes: bool, cell: Spot) -> set[Spot]:
    (row, left), (_, right) = _ends_of(hexes, cell)
    return {(row + up, column) for up in (0, 1) for column in range(left, right + 1)}


def _sides_of(hexes: bool, cell: Spot) -> set[Spot]:
    (row, left), (_, right) = _ends_of(hexes, cell)
    level = {(2 * row + up, column) for up in (-1, 1) for column in range(left, right)}
    return level | {(2 * row, left), (2 * row, right)}


def _joints(parts: Sequence[Board], board: Board, sort: str) -> dict[Spot, Cell]:
    """The corners or the sides of a grid by their places."""
    for part in parts:
        if part.sort == sort and part.of == board.id and part.owner == board.owner:
            return {(cell.row or 0, cell.column or 0): cell for cell in part.cells}
    return {}


def _joint(cell: Cell, looks: Looks) -> Text | None:
    """A corner or side: the answer that names it, what lies on it, its values; None if there is nothing."""
    things = draw_pieces(cell.pieces, looks) + field_signs(cell, looks, roomy=False)
    if cell.mark:
        things.insert(0, Text(f"[{cell.mark}]", style=MARK))
    return joined(things, roomy=False) if things else None


def _heads(hexes: bool, cells: Iterable[Spot], x: Callable[[float], int]) -> list[Placed]:
    """The letters of the columns, under the lowest row with the usual offset."""
    first = {column: (1, column) for _row, column in cells}
    return [(x(middle_of(hexes, spot)), Text(column_name(column), "dim")) for column, spot in sorted(first.items())]


def _widest(texts: Iterable[Text | None]) -> int:
    return max((text.cell_len for text in texts if text is not None), default=1)


def _written(number: str, label: int, placed: Iterable[Placed]) -> Text:
    """One line: the texts centred at their places, from left to right."""
    line = Text().append(number.ljust(label), style="dim")
    for middle, text in sorted(placed, key=lambda one: one[0]):
        start = middle - text.cell_len // 2
        if line.cell_len < start:
            line.append(" " * (start - line.cell_len))
        line.append_text(text)
    return line
