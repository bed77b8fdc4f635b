"""Corners and sides of grids, against points and lines in the plane that are computed in another way."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest

import solenia_rules as sr
from solenia_rules.core.topology import work_out, work_out_touching
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine
from solenia_rules.rules.lattice import CORNERS, SIDES, Grid, joints
from tests.fast.comparing import compiled, first_difference, step_through

ISLES = str(Path(__file__).parents[1] / "games" / "isles.toml")
OF_SETS = """
[scoring.touching]
source = "ours"
effect = '''
gain count(corners_of(all(f in fences of me where built of f))) of points
gain count(sides_of(all(c in crossings where holder of c is me))) of points
'''
"""
"""What touches one cell is read from a table. What touches a set of cells is a function, which these lines call."""
Point = tuple[Fraction, Fraction]
HOLES = frozenset({(1, 1), (2, 3), (2, 4), (4, 1)})
GRIDS = [
    Grid(hexes, 4, 4, rows, columns, holes)
    for hexes in (False, True)
    for rows in (False, True)
    for columns in (False, True)
    for holes in (frozenset[tuple[int, int]](), HOLES)
]


def polygon(grid: Grid, row: int, column: int) -> list[Point]:
    """The corners of a cell in the plane, clockwise as they are listed. A hexagon is 2 wide and 4 high; a row of
    hexagons lies 3 above the last."""
    if not grid.hexes:
        return [
            (Fraction(x), Fraction(y))
            for x, y in ((column + 1, row + 1), (column + 1, row), (column, row), (column, row + 1))
        ]
    x, y = 2 * column + (row % 2 == 0), 3 * row
    points = ((x, y + 2), (x + 1, y + 1), (x + 1, y - 1), (x, y - 2), (x - 1, y - 1), (x - 1, y + 1))
    return [(Fraction(a), Fraction(b)) for a, b in points]


def on_the_torus(grid: Grid, point: Point) -> Point:
    """Points that are joined because edges wrap are the same point."""
    width, height = (2 * grid.columns, 3 * grid.rows) if grid.hexes else (grid.columns, grid.rows)
    x, y = point
    return (x % width if grid.wraps_columns else x), (y % height if grid.wraps_rows else y)


def middles(grid: Grid, cell: tuple[int, int]) -> list[Point]:
    """The middles of the sides of a cell, in the order in which the sides are listed."""
    points = polygon(grid, *cell)
    first = 0 if grid.hexes else -1
    made = []
    for i in range(len(points)):
        (a, b), (c, d) = points[first + i], points[(first + i + 1) % len(points)]
        made.append(on_the_torus(grid, ((a + c) / 2, (b + d) / 2)))
    return made


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("part", ["corners", "sides"])
def test_parts_are_those_of_the_plane(grid: Grid, part: Literal["corners", "sides"]) -> None:
    """Two cells share a corner or side exactly if they share a point or line in the plane."""
    found = {name: joint for joint in joints(grid, part) for name in joint.names}
    drawn: dict[Point, set[str]] = defaultdict(set)
    for row, column in grid.cells():
        here = f"{'abcd'[column - 1]}{row}"
        directions = (CORNERS if part == "corners" else SIDES)[grid.sort]
        places = (
            [on_the_torus(grid, point) for point in polygon(grid, row, column)]
            if part == "corners"
            else middles(grid, (row, column))
        )
        for place, direction in zip(places, directions, strict=True):
            drawn[place].add(here + direction)
    assert {frozenset(joint.names) for joint in found.values()} == {frozenset(names) for names in drawn.values()}
    rows, columns = grid.size(part)
    assert all(1 <= joint.row <= rows and 1 <= joint.column <= columns for joint in found.values())


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_corners_are_neighbours_along_sides_and_sides_at_corners(grid: Grid) -> None:
    corners = {(joint.row, joint.column): joint for joint in joints(grid, "corners")}
    sides = joints(grid, "sides")
    along = defaultdict(set)
    at = defaultdict(set)
    for side in sides:
        assert len(side.ends) == 2
        one, two = side.ends
        along[one].add(two)
        along[two].add(one)
        for end in side.ends:
            at[end].add((side.row, side.column))
    assert {spot: set(joint.near) for spot, joint in corners.items()} == along
    for side in sides:
        here = (side.row, side.column)
        assert set(side.near) == (at[side.ends[0]] | at[side.ends[1]]) - {here}


def test_a_board_with_19_hexagons_has_54_corners_and_72_sides() -> None:
    grid = Grid(True, 5, 5, False, False, frozenset({(1, 1), (1, 5), (2, 5), (4, 5), (5, 1), (5, 5)}))
    assert (len(grid.cells()), len(joints(grid, "corners")), len(joints(grid, "sides"))) == (19, 54, 72)


@pytest.mark.parametrize("kind", [Executor, Machine])
def test_queries_go_from_each_to_each_and_back(kind: type[Executor]) -> None:
    one = kind(sr.load_text(Path(ISLES).read_text("utf-8") + OF_SETS).executor(2).program)
    layout, s = one.program.layout, one.ready(1)
    functions = {f.name: f.id for f in one.program.flat.core.functions}
    known = work_out_touching(layout)
    for cell in layout.cells:
        for name, masks in (("corners_of", known.corners), ("sides_of", known.sides), ("cells_of", known.cells)):
            assert one.call(s, functions[name], 1 << cell.index) == masks[cell.index]
    fences = [cell for cell in layout.cells if cell.board == "fences"]
    posts = sum(1 << cell.index for cell in layout.cells if cell.board == "posts" and cell.seat == 0)
    mine = sum(1 << cell.index for cell in fences if cell.seat == 0)
    assert one.call(s, functions["corners_of"], mine) == posts
    for side in fences:
        ends = known.corners[side.index]
        assert ends.bit_count() == 2
        for other in layout.cells:
            if ends >> other.index & 1:
                assert other.seat == side.seat
                assert known.sides[other.index] >> side.index & 1
                assert work_out(layout).near[other.index] & ends


def test_machine_code_plays_the_same_games() -> None:
    made = compiled(sr.load(ISLES).executor(2))
    assert first_difference(made, range(6)) is None
    assert step_through(made, seed=3) > 0


def test_a_corner_has_a_name_from_each_of_its_cells() -> None:
    game = sr.new_game(sr.load(ISLES), seats=2, seed=1)
    decision = game.decision
    assert decision is not None
    usual, other = decision.find("crossings.b1ne"), decision.find("c2s")
    assert usual is not None
    assert usual == decision.find("c=crossings.c1nw") == decision.find("c1nw")
    assert usual.id == "c=crossings.b1ne"
    assert other is not None
    assert other.id != usual.id
    assert decision.find("a1ne") is None  # a hole


def test_a_longest_road_leads_over_corners() -> None:
    """Three roads that meet at one corner are no road of three, and a settlement of another seat interrupts."""
    rules = sr.load(ISLES)
    executor = rules.executor(2)
    layout, path = executor.program.layout, executor.physics.longest
    named = {f"{cell.board}.{name}": cell.index for cell in layout.cells for name in cell.names}

    def mask(*names: str) -> int:
        return sum(1 << named[name] for name in names)

    corners = sum(1 << cell.index for cell in layout.cells if cell.board == "crossings")
    meeting = mask("roads.b1e", "roads.b1ne", "roads.c1nw")
    assert path.trail(meeting, corners) == 2
    assert path.path(meeting) == 3
    straight = mask("roads.b1w", "roads.b1nw", "roads.b1ne", "roads.b1e")
    assert path.trail(straight, corners) == 4
    assert path.trail(straight, corners & ~mask("crossings.b1n")) == 2
    ring = mask(*(f"roads.b2{side}" for side in ("ne", "e", "se", "sw", "w", "nw")))
    assert path.trail(ring, corners) == 6
