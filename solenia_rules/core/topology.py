"""Neighbourhood, distance and reach between cells, computed once for a layout."""

from __future__ import annotations

from collections import deque

from solenia_rules.checked.numbers import FAR
from solenia_rules.core.inventory import Cell
from solenia_rules.core.layout import Layout
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import frozen


@frozen
class Topology:
    """For each cell: the mask of cells sharing an edge, and the mask of cells sharing an edge or a corner."""

    near: tuple[int, ...]
    around: tuple[int, ...]


def work_out(layout: Layout) -> Topology:
    near = [0] * len(layout.cells)
    around = [0] * len(layout.cells)
    for board in layout.names.world.boards:
        seats = range(layout.seats) if board.per == "seat" else (-1,)
        for seat in seats:
            cells = [c for c in layout.cells if c.board == board.id and c.seat == seat]
            if board.cells is None:
                _grid(board, cells, near, around)
            else:
                _list(board, cells, near, around)
    return Topology(tuple(near), tuple(around))


EDGES = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def edges(board: r.Board, row: int) -> tuple[tuple[int, int], ...]:
    """The row and column offsets from a cell of a row to the cells that share an edge with it."""
    if board.grid == "square":
        return EDGES
    left = -1 if row % 2 else 0
    return ((-1, left), (-1, left + 1), (0, -1), (0, 1), (1, left), (1, left + 1))


def _grid(board: r.Board, cells: list[Cell], near: list[int], around: list[int]) -> None:
    by_place = {(c.row, c.column): c for c in cells}
    rows = max((c.row for c in cells), default=0)
    columns = board.columns or 0
    for cell in cells:
        if not cell.passable:
            continue
        beside = edges(board, cell.row)
        for step in (*beside, *(DIAGONALS if board.grid == "square" else ())):
            row, column = cell.row + step[0], cell.column + step[1]
            if board.wraps in ("rows", "both"):
                row = (row - 1) % rows + 1
            if board.wraps in ("columns", "both"):
                column = (column - 1) % columns + 1
            other = by_place.get((row, column))
            if other is None or other is cell or not other.passable:
                continue
            around[cell.index] |= 1 << other.index
            if step in beside:
                near[cell.index] |= 1 << other.index


def _list(board: r.Board, cells: list[Cell], near: list[int], around: list[int]) -> None:
    by_record = {c.record: c for c in cells}
    for a, b in board.links:
        first, second = by_record[a], by_record[b]
        for x, y in ((first, second), (second, first)):
            near[x.index] |= 1 << y.index
            around[x.index] |= 1 << y.index


def distances(near: tuple[int, ...], start: int) -> tuple[int, ...]:
    """The number of steps from a cell to every cell."""
    found = [FAR] * len(near)
    found[start] = 0
    queue = deque([start])
    while queue:
        index = queue.popleft()
        rest = near[index]
        while rest:
            bit = rest & -rest
            rest ^= bit
            other = bit.bit_length() - 1
            if found[other] == FAR:
                found[other] = found[index] + 1
                queue.append(other)
    return tuple(found)
