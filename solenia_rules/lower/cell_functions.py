"""Paths over cells as functions of the core: straight lines on grids, and the fewest steps within a set of cells."""

from __future__ import annotations

from solenia_rules.core import core as c
from solenia_rules.core.core import FAR, Ex, Function, const, ex, local
from solenia_rules.core.layout import Cell
from solenia_rules.lower.code import Code
from solenia_rules.lower.unit import Unit
from solenia_rules.text.places import NOWHERE

_TURNS = 3
"""A direction is made of two numbers from -1 to 1."""


class CellFunctions:
    """The functions of this module, each made when it is first needed."""

    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self._straight: Function | None = None
        self._steps: Function | None = None

    def straight(self) -> Function:
        if self._straight is None:
            self._straight = straight_line(self.u)
        return self._straight

    def steps(self) -> Function:
        if self._steps is None:
            self._steps = fewest_steps(self.u)
        return self._steps


def straight_line(u: Unit) -> Function:
    """Cell, cell -> mask of the cells between them, both included; empty if no row, column or diagonal without a hole
    connects them."""
    made = u.new_function("straight", 2, NOWHERE, results=1)
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
        """Whether the end is not on the diagonal of this slope, or the first cell has no such diagonal."""
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
    """Collect the cells from the first to the second; a hole makes the result empty."""
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
    """Which grid each cell lies on; each cell of a list has a number of its own, so that no line connects it."""
    grids: dict[tuple[str, int], int] = {}
    made = []
    for cell in u.layout.cells:
        if u.names.boards[cell.board].columns is None:
            made.append(-1 - cell.index)
        else:
            made.append(grids.setdefault((cell.board, cell.seat), len(grids)))
    return tuple(made)


def fewest_steps(u: Unit) -> Function:
    """Cell, mask of targets, mask of usable cells -> steps to the nearest target. The first and last cell must be
    usable too. The search goes ring by ring and never enters a cell twice, so it ends."""
    made = u.new_function("steps", 3, NOWHERE, results=1)
    code = Code(made, made.body, {})
    usable, edge, seen, steps, found = (code.temp() for _ in range(5))
    passable = sum(1 << cell.index for cell in u.layout.cells if cell.passable)
    code.emit(c.Set(usable, ex("band", local(2), const(passable))))
    code.emit(c.Set(edge, ex("band", ex("bit", local(0)), local(usable))))
    code.emit(c.Set(seen, const(0)))
    code.emit(c.Set(steps, const(0)))
    code.emit(c.Set(found, const(FAR)))
    label = u.label()
    body: list[c.Stmt] = [
        c.If(ex("eq", local(edge), const(0)), [c.Break(label)], []),
        c.If(ex("ne", ex("band", local(edge), local(1)), const(0)), [c.Set(found, local(steps)), c.Break(label)], []),
        c.Set(seen, ex("bor", local(seen), local(edge))),
        c.Set(edge, ex("bandnot", ex("band", ex("nb", local(edge)), local(usable)), local(seen))),
        c.Set(steps, ex("add", local(steps), const(1))),
    ]
    code.emit(c.Loop(label, body))
    code.emit(c.Return((local(found),)))
    return made
