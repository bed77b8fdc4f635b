"""Straight lines on grids, as a function of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, Function, const, ex, local
from solenia_rules.core.layout import Cell
from solenia_rules.lower.code import Code
from solenia_rules.text.places import NOWHERE

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit

_TURNS = 3
"""A direction is made of two numbers from -1 to 1."""


def straight_line(u: Unit) -> Function:
    """Cell, cell -> mask of the cells from the one to the other, both included; empty if no row, column or diagonal
    without a hole leads there."""
    made = u.new_function("straight", 2, NOWHERE)
    made.results = 1
    code = Code(made, made.body, {})
    start, end = local(0), local(1)
    found, across, along = (code.temp() for _ in range(3))
    axes = [_axes(u, cell) for cell in u.layout.cells]

    def of(values: tuple[int, ...], cell: Ex) -> Ex:
        return ex("table", cell, imm=u.table(values))

    def apart(axis: int) -> Ex:
        values = tuple(pair[axis] for pair in axes)
        return ex("sub", of(values, end), of(values, start))

    def crossing(slope: int) -> Ex:
        """Whether the way leaves a diagonal of this slope, seen from a cell that such diagonals pass."""
        rise = local(along) if slope > 0 else ex("neg", local(along))
        return ex("lor", ex("ne", local(across), rise), ex("eq", of(_slopes(u, slope), start), const(0)))

    code.emit(c.Set(found, const(0)))
    known = ex("land", ex("le", const(0), start), ex("le", const(0), end))
    body: list[c.Stmt] = []
    with code.into(body):
        code.emit(c.Set(across, apart(0)))
        code.emit(c.Set(along, apart(1)))
        bent = ex("land", ex("ne", local(across), const(0)), ex("ne", local(along), const(0)))
        walk: list[c.Stmt] = []
        with code.into(walk):
            _walk(u, code, found, ex("add", ex("imul", _sign(local(across)), const(_TURNS)), _sign(local(along))))
        code.emit(c.If(ex("land", bent, ex("land", crossing(1), crossing(-1))), [], walk))
    grid = _grids(u)
    code.emit(c.If(known, [c.If(ex("eq", of(grid, start), of(grid, end)), body, [])], []))
    code.emit(c.Return((local(found),)))
    return made


def _sign(value: Ex) -> Ex:
    return ex("max", const(-1), ex("min", const(1), value))


def _walk(u: Unit, code: Code, found: int, direction: Ex) -> None:
    """From the first cell to the second; a hole leaves nothing."""
    at, count = code.temp(), len(u.layout.cells)
    first = code.keep(ex("imul", ex("add", direction, const(_TURNS + 1)), const(count)))
    code.emit(c.Set(at, local(0)))
    code.emit(c.Set(found, ex("bit", local(0))))
    label = u.label()
    step = ex("table", ex("add", first, local(at)), imm=u.table(_steps(u)))
    body: list[c.Stmt] = [
        c.If(ex("eq", local(at), local(1)), [c.Break(label)], []),
        c.Set(at, step),
        c.If(ex("lt", local(at), const(0)), [c.Set(found, const(0)), c.Break(label)], []),
        c.Set(found, ex("bor", local(found), ex("bit", local(at)))),
    ]
    code.emit(c.Loop(label, body))


def _is_hex(u: Unit, cell: Cell) -> bool:
    return u.names.boards[cell.board].grid == "hex"


def _axes(u: Unit, cell: Cell) -> tuple[int, int]:
    """Numbers that change by one along two directions of a grid; on hexes both change along the third."""
    return cell.row, cell.column - (cell.row + 1) // 2 if _is_hex(u, cell) else cell.column


def _slopes(u: Unit, slope: int) -> tuple[int, ...]:
    """Which cells have diagonals of this slope."""
    return tuple(int(slope < 0 or not _is_hex(u, cell)) for cell in u.layout.cells)


def _steps(u: Unit) -> tuple[int, ...]:
    """The next cell in each direction, -1 where there is none: direction by direction, cell by cell."""
    cells = u.layout.cells
    places = {(cell.board, cell.seat, *_axes(u, cell)): cell.index for cell in cells if cell.passable}
    return tuple(
        places.get((cell.board, cell.seat, axes[0] + across, axes[1] + along), -1)
        for across in (-1, 0, 1)
        for along in (-1, 0, 1)
        for cell in cells
        for axes in [_axes(u, cell)]
    )


def _grids(u: Unit) -> tuple[int, ...]:
    """Which grid each cell lies on; the cells of lists lie on no line with others."""
    grids: dict[tuple[str, int], int] = {}
    made = []
    for cell in u.layout.cells:
        if u.names.boards[cell.board].columns is None:
            made.append(-1 - cell.index)
        else:
            made.append(grids.setdefault((cell.board, cell.seat), len(grids)))
    return tuple(made)
