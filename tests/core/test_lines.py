"""Straight lines on grids with holes, on boards of seats and on lists, against a naive walk; cells by number."""

from __future__ import annotations

from functools import cache

import pytest

import solenia_rules as sr
from solenia_rules.core.inventory import Cell
from solenia_rules.core.topology import work_out
from solenia_rules.lower.cell_functions import MOST_KEPT
from solenia_rules.lower.program import compile_program
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine

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
comb  = { columns = 5, rows = 5, grid = "hex", impassable = [[3, 3]], source = "ours" }
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


LARGE = '\n[boards.field]\ncolumns = 10\nrows = 10\nsource = "ours"\n'
"""One more board: the lines of so many cells are walked, not kept in a table."""


@cache
def rules(more: str = "") -> sr.Ruleset:
    return sr.load_text(LINES + more, "lines")


def naive(cells: dict[tuple[str, int, int, int], Cell], a: Cell, b: Cell) -> int:
    """From the one to the other in every direction, until the board ends."""
    if a is b:
        return 1 << a.index
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            found, at = 1 << a.index, a
            while down or right:
                to_the_right = right if a.board != "comb" else half_right(at.row, down, right)
                step = cells.get((at.board, at.seat, at.row + down, at.column + to_the_right))
                if to_the_right == NO_WAY or step is None or not step.passable or step.board in ("path", "shelf"):
                    break
                found, at = found | 1 << step.index, step
                if at is b:
                    return found
    return 0


NO_WAY = 99


def half_right(row: int, down: int, right: int) -> int:
    """Columns to go by half a hexagon to a side: rows with even numbers lie further right."""
    if not down:
        return right
    if not right:
        return NO_WAY
    shifted = row % 2 == 0
    return (1 if shifted else 0) if right > 0 else (0 if shifted else -1)


@pytest.mark.parametrize("more", ["", LARGE], ids=["kept", "walked"])
@pytest.mark.parametrize("kind", [Executor, Machine])
def test_a_straight_line_is_what_a_walk_finds(kind: type[Executor], more: str) -> None:
    one = kind(compile_program(rules(more).checked, 2, refined=False))  # refining inlines the function and drops it
    assert (len(one.program.layout.cells) > MOST_KEPT) == bool(more)
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


def test_a_cell_of_a_hex_grid_has_six_neighbours() -> None:
    layout = rules().executor(2).program.layout
    topology = work_out(layout)
    comb = {(x.row, x.column): x.index for x in layout.cells if x.board == "comb"}

    def near(row: int, column: int) -> set[tuple[int, int]]:
        assert topology.near[comb[row, column]] == topology.around[comb[row, column]]
        return {place for place, index in comb.items() if topology.near[comb[row, column]] >> index & 1}

    assert near(4, 2) == {(4, 1), (4, 3), (3, 2), (5, 2), (5, 3)}  # (3, 3) is a hole
    assert near(3, 2) == {(3, 1), (2, 1), (2, 2), (4, 1), (4, 2)}
    assert near(1, 1) == {(1, 2), (2, 1)}
    assert near(2, 5) == {(2, 4), (1, 5), (3, 5)}


ROUND = """
ruleset  = "rounds"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Rounds" }
languages = ["en"]

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[boards.field]
columns    = 6
rows       = 4
grid       = "GRID"
wraps      = "both"
impassable = [[2, 4]]
source     = "ours"

[queries.slide]
params = { c = "cell" }
value  = 'closure(all(n in beside(x, 2) where n is not field(1, 3)) for x in c)'
source = "ours"

[play.all]
source = "ours"
effect = '''
as first(seats) { gain count(slide(field(1, 5))) of points }
as last(seats) {
  gain (10 * count(straight(field(2, 6), field(2, 1)))) of points
  gain count(straight(field(3, 6), field(3, 1))) of points
}
'''
"""


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_a_slide_crosses_joined_edges_and_a_straight_line_does_not(grid: str) -> None:
    scores = sr.playout(sr.load_text(ROUND.replace("GRID", grid), "rounds"), seats=2, seed=1).scores
    assert scores[0] == 4, "columns 5, 6, 1 and 2 of the first row"
    assert scores[1] == 6, "a whole row, not two neighbours over the edge; in the other row is a hole"
