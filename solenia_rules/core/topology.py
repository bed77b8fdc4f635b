"""Neighbourhood, distance and reach between cells, computed once for a layout."""

from __future__ import annotations

from collections import deque

from solenia_rules.checked.numbers import FAR
from solenia_rules.core.inventory import Cell
from solenia_rules.core.layout import Layout
from solenia_rules.rules import records as r
from solenia_rules.rules.grid_ids import letters
from solenia_rules.rules.lattice import SIDES
from solenia_rules.text.frozen import frozen


@frozen(eq=False)
class Topology:
    """For each cell: the mask of cells sharing an edge, the mask of cells sharing an edge or a corner, and the mask of
    cells over which a path may lead: those that share an edge, and the corners, sides and cells that touch it."""

    near: tuple[int, ...]
    around: tuple[int, ...]
    linked: tuple[int, ...]


@frozen
class Touching:
    """For each cell: the masks of the corners, sides and cells that are parts of it or that it is part of."""

    corners: tuple[int, ...]
    sides: tuple[int, ...]
    cells: tuple[int, ...]


def work_out(layout: Layout) -> Topology:
    near = [0] * len(layout.cells)
    around = [0] * len(layout.cells)
    for board in layout.names.world.boards:
        seats = range(layout.seats) if board.per == "seat" else (-1,)
        for seat in seats:
            cells = [c for c in layout.cells if c.board == board.id and c.seat == seat]
            if board.part is not None:
                _part(board.part, cells, near, around)
            elif board.cells is None:
                _grid(board, cells, near, around)
            else:
                _list(board, cells, near, around)
    touching = work_out_touching(layout)
    groups = zip(near, touching.corners, touching.sides, touching.cells, strict=True)
    return Topology(tuple(near), tuple(around), tuple(a | b | c | d for a, b, c, d in groups))


EDGES = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def edges(board: r.Board, row: int) -> tuple[tuple[int, int], ...]:
    """The row and column offsets from a cell of a row to the cells that share an edge with it."""
    if board.grid == "square":
        return EDGES
    left = -1 if row % 2 else 0
    return ((-1, left), (-1, left + 1), (0, -1), (0, 1), (1, left), (1, left + 1))


def _wrapped(board: r.Board, row: int, column: int, rows: int) -> tuple[int, int]:
    """A place, taken round the edges that are joined."""
    if board.wraps in ("rows", "both"):
        row = (row - 1) % rows + 1
    if board.wraps in ("columns", "both"):
        column = (column - 1) % (board.columns or 1) + 1
    return row, column


def _grid(board: r.Board, cells: list[Cell], near: list[int], around: list[int]) -> None:
    by_place = {(c.row, c.column): c for c in cells}
    rows = max((c.row for c in cells), default=0)
    for cell in cells:
        if not cell.passable:
            continue
        beside = edges(board, cell.row)
        for step in (*beside, *(DIAGONALS if board.grid == "square" else ())):
            row, column = _wrapped(board, cell.row + step[0], cell.column + step[1], rows)
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


def _part(part: r.Part, cells: list[Cell], near: list[int], around: list[int]) -> None:
    by_place = {(c.row, c.column): c.index for c in cells}
    for cell, joint in zip(cells, part.joints, strict=True):
        near[cell.index] = around[cell.index] = sum(1 << by_place[spot] for spot in joint.near)


def work_out_touching(layout: Layout) -> Touching:
    """What touches what: cells of grids, their corners and their sides."""
    corners, sides, within = ([0] * len(layout.cells) for _ in range(3))
    by_place = {(c.board, c.seat, c.row, c.column): c.index for c in layout.cells}
    parts = [board for board in layout.names.world.boards if board.part is not None]
    corner_boards = {board.part.board: board.id for board in parts if board.part and board.part.sort == "corners"}

    def touch(upper: list[int], index: int, lower: list[int], other: int) -> None:
        upper[index] |= 1 << other
        lower[other] |= 1 << index

    for board in parts:
        assert board.part is not None
        joints = {(joint.row, joint.column): joint for joint in board.part.joints}
        for cell in layout.board_cells(board.id):
            joint = joints[cell.row, cell.column]
            own = corners if board.part.sort == "corners" else sides
            for spot in joint.cells:
                touch(within, cell.index, own, by_place[board.part.board, cell.seat, *spot])
            if board.part.board in corner_boards:
                for spot in joint.ends:
                    touch(corners, cell.index, sides, by_place[corner_boards[board.part.board], cell.seat, *spot])
    return Touching(tuple(corners), tuple(sides), tuple(within))


ROUND = 12
"""A number of sides that goes round on squares and on hexes."""


def work_out_sides(layout: Layout) -> tuple[int, ...]:
    """For each cell, its neighbours on `ROUND` sides clockwise from the top, or -1; none for cells of no grid."""
    made: list[int] = []
    places = {(c.board, c.seat, c.row, c.column): c for c in layout.cells}
    rows = {
        board.id: max((c.row for c in layout.board_cells(board.id)), default=0) for board in layout.names.world.boards
    }
    for cell in layout.cells:
        board = layout.names.boards[cell.board]
        steps = sides(board, cell.row) if board.cells is None and board.part is None and cell.passable else ()
        found = []
        for up, right in steps:
            row, column = _wrapped(board, cell.row + up, cell.column + right, rows[board.id])
            other = places.get((cell.board, cell.seat, row, column))
            found.append(other.index if other is not None and other.passable else -1)
        made += (found or [-1]) * (ROUND // max(1, len(found)))
    return tuple(made)


def work_out_side_parts(layout: Layout) -> tuple[int, ...]:
    """For each cell of a grid whose sides are a board, its `ROUND` sides clockwise from the top; -1 for other cells."""
    boards = [b for b in layout.names.world.boards if b.part is not None and b.part.sort == "sides"]
    by_name = {
        (board.part.board, cell.seat, name): cell.index
        for board in boards if board.part is not None
        for cell in layout.board_cells(board.id)
        for name in cell.names
    }  # fmt: skip
    made: list[int] = []
    for cell in layout.cells:
        grid = layout.names.boards[cell.board].grid
        here = f"{letters(cell.column)}{cell.row}"
        found = [by_name.get((cell.board, cell.seat, here + direction), -1) for direction in SIDES.get(grid, ())]
        made += (found or [-1]) * (ROUND // max(1, len(found)))
    return tuple(made)


def sides(board: r.Board, row: int) -> tuple[tuple[int, int], ...]:
    """The row and column offsets to the neighbours of a cell, clockwise from the top."""
    if board.grid == "square":
        return ((1, 0), (0, 1), (-1, 0), (0, -1))
    left = -1 if row % 2 else 0
    return ((1, left + 1), (0, 1), (-1, left + 1), (-1, left), (0, -1), (1, left))


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
