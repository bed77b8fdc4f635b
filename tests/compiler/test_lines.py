"""Straight lines on grids with holes, on boards of seats and on lists, against a naive walk; cells by number."""

from __future__ import annotations

from functools import cache

import pytest

import solenia_rules as sr
from solenia_rules.compiler.layout import Cell
from solenia_rules.runtime.executor import Executor
from solenia_rules.runtime.machine import Machine

LINES = """
ruleset  = "lines"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Lines", fr = "Lignes", pl = "Linie" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[cells]
post = { plural = "posts", source = "ours" }

[boards]
plain = { columns = 5, rows = 4, impassable = [[2, 2], [3, 5]], source = "ours" }
mat   = { per = "seat", columns = 3, rows = 3, source = "ours" }
path  = { cells = "post", source = "ours" }
shelf = { per = "seat", cells = "post", source = "ours" }

[posts]
near = { source = "ours" }
mid  = { source = "ours" }
far  = { source = "ours" }

[play.all]
source = "ours"
effect = '''
phase turn {
  as seats {
    gain count(straight(mat(me, 1, 1), mat(me, 3, 3))) of points
    if path(4) is none and path(0) is none and column of path(2) is 2 { gain 10 points }
    if owner of shelf(me, 3) is me and owner of mat(me, 2, 2) is me { gain 100 points }
    if some(straight(mat(me, 1, 1), mat(next(me), 1, 1))) { gain 1000 points }
    if mat(me, 4, 1) is none and shelf(me, 4) is none { gain 10000 points }
  }
}
"""
LINES += "'''\n"


@cache
def rules() -> sr.Ruleset:
    return sr.load_text(LINES, "lines")


def naive(cells: dict[tuple[str, int, int, int], Cell], a: Cell, b: Cell) -> int:
    """From the one to the other in every direction, until the board ends."""
    if a is b:
        return 1 << a.index
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            found, at = 1 << a.index, a
            while down or right:
                step = cells.get((at.board, at.seat, at.row + down, at.column + right))
                if step is None or not step.passable or step.board in ("path", "shelf"):
                    break
                found, at = found | 1 << step.index, step
                if at is b:
                    return found
    return 0


@pytest.mark.parametrize("kind", [Executor, Machine])
def test_a_straight_line_is_what_a_walk_finds(kind: type[Executor]) -> None:
    one = kind(rules().executor(2).program)
    layout = one.program.layout
    cells = {(x.board, x.seat, x.row, x.column): x for x in layout.cells}
    function = next(f.id for f in one.program.flat.core.functions if f.name == "straight")
    s = one.ready(1)
    for a in layout.cells:
        for b in layout.cells:
            if a.passable and b.passable:
                assert one.call(s, function, a.index, b.index) == naive(cells, a, b), (a, b)
        assert one.call(s, function, a.index, -1) == one.call(s, function, -1, a.index) == 0


def test_cells_are_found_by_number_and_seat() -> None:
    assert sr.playout(rules(), seats=2, seed=1).scores == {0: 10113, 1: 10113}
