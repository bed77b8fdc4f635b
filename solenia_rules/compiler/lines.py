"""Straight lines on grids, as a function of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.compiler import core as c
from solenia_rules.compiler.code import Code
from solenia_rules.compiler.core import Ex, Function, const, ex, local
from solenia_rules.text.places import NOWHERE

if TYPE_CHECKING:
    from solenia_rules.compiler.lowering import Unit


def straight_line(u: Unit) -> Function:
    """Cell, cell -> mask of the cells from the one to the other, both included; empty if no row, column or diagonal
    without a hole leads there."""
    made = u.new_function("straight", 2, NOWHERE)
    made.results = 1
    code = Code(made, made.body, {})
    start, end = local(0), local(1)
    found, at, down, right = (code.temp() for _ in range(4))
    cells = u.layout.cells

    def of(values: tuple[int, ...], cell: Ex) -> Ex:
        return ex("table", cell, imm=u.table(values))

    def apart(values: tuple[int, ...]) -> Ex:
        return ex("sub", of(values, end), of(values, start))

    def sign(value: Ex) -> Ex:
        return ex("max", const(-1), ex("min", const(1), value))

    code.emit(c.Set(found, const(0)))
    known = ex("land", ex("le", const(0), start), ex("le", const(0), end))
    grid = _grids(u)
    body: list[c.Stmt] = []
    with code.into(body):
        code.emit(c.Set(down, apart(tuple(x.row for x in cells))))
        code.emit(c.Set(right, apart(tuple(x.column for x in cells))))
        slanted = ex("land", ex("ne", local(down), local(right)), ex("ne", local(down), ex("neg", local(right))))
        crooked = ex("land", ex("land", ex("ne", local(down), const(0)), ex("ne", local(right), const(0))), slanted)
        walk: list[c.Stmt] = []
        with code.into(walk):
            _walk(
                u, code, found, at, ex("add", ex("imul", sign(local(down)), of(_widths(u), start)), sign(local(right)))
            )
        code.emit(c.If(crooked, [], walk))
    same = ex("eq", of(grid, start), of(grid, end))
    code.emit(c.If(known, [c.If(same, body, [])], []))
    code.emit(c.Return((local(found),)))
    return made


def _walk(u: Unit, code: Code, found: int, at: int, step: Ex) -> None:
    """From the first cell to the second in steps of so many cells; a hole leaves nothing."""
    step = code.keep(step)
    code.emit(c.Set(at, local(0)))
    code.emit(c.Set(found, ex("bit", local(0))))
    label = u.label()
    holes = sum(1 << x.index for x in u.layout.cells if not x.passable)
    body: list[c.Stmt] = [
        c.If(ex("eq", local(at), local(1)), [c.Break(label)], []),
        c.Set(at, ex("add", local(at), step)),
        c.If(ex("has", const(holes), local(at)), [c.Set(found, const(0)), c.Break(label)], []),
        c.Set(found, ex("bor", local(found), ex("bit", local(at)))),
    ]
    code.emit(c.Loop(label, body))


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


def _widths(u: Unit) -> tuple[int, ...]:
    return tuple(u.names.boards[cell.board].columns or 0 for cell in u.layout.cells)
