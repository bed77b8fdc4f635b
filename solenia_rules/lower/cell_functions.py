"""Paths over cells as functions of the core: straight lines on grids, the fewest steps within a set of cells, and what
touches cells: their corners and sides."""

from __future__ import annotations

from typing import Literal, TypeAlias

from solenia_rules.checked.numbers import FAR
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Apply, Const, Ex, Local, Table, Unary
from solenia_rules.core.inventory import Cell
from solenia_rules.core.topology import work_out_touching
from solenia_rules.lower.code import Code
from solenia_rules.lower.unit import Unit
from solenia_rules.text.places import NOWHERE

TouchingName: TypeAlias = Literal["corners_of", "sides_of", "cells_of"]
_TURNS = 3
"""A direction is made of two numbers from -1 to 1."""
MOST_KEPT = 100
"""The most cells of a game whose straight lines are kept in a table; on larger boards a line is walked."""


class CellFunctions:
    """The functions of this module, each built on first use."""

    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self._straight: Function | None = None
        self._steps: Function | None = None
        self._touching: dict[TouchingName, Function] = {}

    def straight(self) -> Function:
        if self._straight is None:
            few = len(self.u.layout.cells) <= MOST_KEPT
            self._straight = kept_line(self.u) if few else straight_line(self.u)
        return self._straight

    def steps(self) -> Function:
        if self._steps is None:
            self._steps = fewest_steps(self.u)
        return self._steps

    def touching(self, query: TouchingName, cells: Ex) -> Ex:
        """The mask of the corners, sides or cells that touch one of the cells. For a single cell it is in a table, in
        which the first entry is for no cell."""
        if isinstance(cells, Unary) and cells.op == "bit":
            return Table(self.u.table((0, *_touched(self.u, query))), build.add(cells.arg, Const(1)))
        if query not in self._touching:
            self._touching[query] = touching(self.u, query)
        return Apply(self._touching[query].id, (cells,))


def touching(u: Unit, query: TouchingName) -> Function:
    """Mask of cells -> mask of the corners, sides or cells that touch one of them."""
    made = u.new_function(query, 1, NOWHERE, results=1)
    code = Code(made, made.body, {})
    found, member = code.temp(), code.temp()
    code.emit(c.Set(found, Const(0)))
    masks = u.table(_touched(u, query))
    each: list[c.Stmt] = [c.Set(found, build.bor(Local(found), Table(masks, Local(member))))]
    code.emit(c.ForBits(member, Local(0), each, u.label(), code.temp()))
    code.emit(c.Return((Local(found),)))
    return made


def _touched(u: Unit, query: TouchingName) -> tuple[int, ...]:
    """For each cell the mask of the corners, sides or cells that touch it."""
    known = work_out_touching(u.layout)
    return {"corners_of": known.corners, "sides_of": known.sides, "cells_of": known.cells}[query]


def straight_line(u: Unit) -> Function:
    """Cell, cell -> mask of the cells between them, both included; empty if no row, column or diagonal without a hole
    connects them."""
    made = u.new_function("straight", 2, NOWHERE, results=1)
    code = Code(made, made.body, {})
    start, end = Local(0), Local(1)
    found, across, along = (code.temp() for _ in range(3))
    axes = [_axes(u, cell) for cell in u.layout.cells]

    def of(values: tuple[int, ...], cell: Ex) -> Ex:
        return Table(u.table(values), cell)

    def apart(axis: int) -> Ex:
        values = tuple(pair[axis] for pair in axes)
        return build.sub(of(values, end), of(values, start))

    def crossing(slope: int) -> Ex:
        """Whether the end is not on the diagonal of this slope, or the first cell has no such diagonal."""
        rise = Local(along) if slope > 0 else build.neg(Local(along))
        return build.or_(build.ne(Local(across), rise), build.eq(of(_slopes(u, slope), start), Const(0)))

    code.emit(c.Set(found, Const(0)))
    known = build.and_(build.le(Const(0), start), build.le(Const(0), end))
    body: list[c.Stmt] = []
    with code.into(body):
        code.emit(c.Set(across, apart(0)))
        code.emit(c.Set(along, apart(1)))
        bent = build.and_(build.ne(Local(across), Const(0)), build.ne(Local(along), Const(0)))
        walk: list[c.Stmt] = []
        with code.into(walk):
            _walk(u, code, found, build.add(build.index_mul(_sign(Local(across)), Const(_TURNS)), _sign(Local(along))))
        code.emit(c.If(build.and_(bent, build.and_(crossing(1), crossing(-1))), [], walk))
    grid = _grids(u)
    code.emit(c.If(known, [c.If(build.eq(of(grid, start), of(grid, end)), body, [])], []))
    code.emit(c.Return((Local(found),)))
    return made


def kept_line(u: Unit) -> Function:
    """The same as `straight_line`, read from a table of all pairs of cells."""
    made = u.new_function("straight", 2, NOWHERE, results=1)
    code = Code(made, made.body, {})
    start, end, found = Local(0), Local(1), code.temp()
    line = Table(u.table(_lines(u)), build.add(build.index_mul(start, Const(len(u.layout.cells))), end))
    known = build.and_(build.le(Const(0), start), build.le(Const(0), end))
    code.emit(c.Set(found, Const(0)))
    code.emit(c.If(known, [c.Set(found, line)], []))
    code.emit(c.Return((Local(found),)))
    return made


def _lines(u: Unit) -> tuple[int, ...]:
    """The mask of the straight line from each cell to each cell."""
    cells, grids, steps = u.layout.cells, _grids(u), _steps(u)
    axes = [_axes(u, cell) for cell in cells]

    def line(start: int, end: int) -> int:
        across, along = (axes[end][axis] - axes[start][axis] for axis in (0, 1))
        crooked = across and along and across != -along and (across != along or _is_hex(u, cells[start]))
        if grids[start] != grids[end] or crooked:
            return 0
        turn = ((across > 0) - (across < 0) + 1) * _TURNS + (along > 0) - (along < 0) + 1
        here, found = start, 1 << start
        while here != end:
            here = steps[turn * len(cells) + here]
            if here < 0:
                return 0
            found |= 1 << here
        return found

    return tuple(line(start, end) for start in range(len(cells)) for end in range(len(cells)))


def _sign(value: Ex) -> Ex:
    return build.maximum(Const(-1), build.minimum(Const(1), value))


def _walk(u: Unit, code: Code, found: int, direction: Ex) -> None:
    """Collect the cells from the first to the second; a hole makes the result empty."""
    at, count = code.temp(), len(u.layout.cells)
    first = code.keep(build.index_mul(build.add(direction, Const(_TURNS + 1)), Const(count)))
    code.emit(c.Set(at, Local(0)))
    code.emit(c.Set(found, build.bit(Local(0))))
    label = u.label()
    step = Table(u.table(_steps(u)), build.add(first, Local(at)))
    body: list[c.Stmt] = [
        c.If(build.eq(Local(at), Local(1)), [c.Break(label)], []),
        c.Set(at, step),
        c.If(build.lt(Local(at), Const(0)), [c.Set(found, Const(0)), c.Break(label)], []),
        c.Set(found, build.bor(Local(found), build.bit(Local(at)))),
    ]
    code.emit(c.Loop(label, body))


def _is_hex(u: Unit, cell: Cell) -> bool:
    return u.names.boards[cell.board].grid == "hex"


def _axes(u: Unit, cell: Cell) -> tuple[int, int]:
    """Two coordinates that change by one along two directions of a grid; on hexes both change along the third
    direction."""
    return cell.row, cell.column - (cell.row + 1) // 2 if _is_hex(u, cell) else cell.column


def _slopes(u: Unit, slope: int) -> tuple[int, ...]:
    """For each cell, whether it has diagonals of this slope."""
    return tuple(int(slope < 0 or not _is_hex(u, cell)) for cell in u.layout.cells)


def _steps(u: Unit) -> tuple[int, ...]:
    """The next cell in each direction, or -1: direction by direction, cell by cell."""
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
    """The number of each cell's grid. A cell of a list, a corner or a side has a number of its own, so that no line
    connects it."""
    grids: dict[tuple[str, int], int] = {}
    made = []
    for cell in u.layout.cells:
        if u.names.boards[cell.board].columns is None or cell.names:
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
    code.emit(c.Set(usable, build.band(Local(2), Const(passable))))
    code.emit(c.Set(edge, build.band(build.bit(Local(0)), Local(usable))))
    code.emit(c.Set(seen, Const(0)))
    code.emit(c.Set(steps, Const(0)))
    code.emit(c.Set(found, Const(FAR)))
    label = u.label()
    body: list[c.Stmt] = [
        c.If(build.eq(Local(edge), Const(0)), [c.Break(label)], []),
        c.If(build.ne(build.band(Local(edge), Local(1)), Const(0)), [c.Set(found, Local(steps)), c.Break(label)], []),
        c.Set(seen, build.bor(Local(seen), Local(edge))),
        c.Set(edge, build.bandnot(build.band(build.near(Local(edge)), Local(usable)), Local(seen))),
        c.Set(steps, build.add(Local(steps), Const(1))),
    ]
    code.emit(c.Loop(label, body))
    code.emit(c.Return((Local(found),)))
    return made
