"""The corners and sides of the cells of a grid: where they lie, what they are called, what touches them.

From the shape of a grid the module makes one `Joint` for each corner or side. Cells that meet share their corners and
sides, and edges that wrap are joined. Nothing here knows fields or pieces.
"""

from __future__ import annotations

from solenia_rules.rules.grid_ids import letters
from solenia_rules.text.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    PartSort: TypeAlias = Literal["corners", "sides"]
    Spot: TypeAlias = tuple[int, int]
    """Row and column."""

CORNERS = {"square": ("ne", "se", "sw", "nw"), "hex": ("n", "ne", "se", "s", "sw", "nw")}
"""The corners of a cell, clockwise."""
SIDES = {"square": ("n", "e", "s", "w"), "hex": ("ne", "e", "se", "sw", "w", "nw")}
"""The sides of a cell, clockwise from the top. Side number i lies between the corners i - 1 and i of `CORNERS`; on
hexes, between the corners i and i + 1."""


@frozen
class Joint:
    """A corner or a side of cells of a grid."""

    row: int
    column: int
    names: tuple[str, ...]
    """What it is called as part of each of its cells (`b3n`); the name from the first of these cells comes first."""
    cells: tuple[Spot, ...]
    """The cells that it is part of, in the order of the board."""
    near: tuple[Spot, ...]
    """Corners: those at the other end of a side. Sides: those that share a corner with it."""
    ends: tuple[Spot, ...]
    """Sides: the corners at its two ends."""


@frozen
class Grid:
    """The shape of a grid."""

    hexes: bool
    rows: int
    columns: int
    wraps_rows: bool
    wraps_columns: bool
    holes: frozenset[Spot]

    @property
    def sort(self) -> str:
        return "hex" if self.hexes else "square"

    def size(self, part: PartSort) -> Spot:
        """Rows and columns of the places of corners or sides."""
        rows = self.rows if self.wraps_rows else self.rows + 1
        columns = self.columns if self.wraps_columns else self.columns + 1
        wide = 2 * columns if self.hexes else columns
        if part == "corners":
            return rows, wide
        return (2 * self.rows if self.wraps_rows else 2 * self.rows + 1), wide

    def corners(self, cell: Spot) -> tuple[Spot, ...]:
        """The places of the corners of a cell, clockwise as in `CORNERS`."""
        row, column = cell
        if not self.hexes:
            steps = ((1, 1), (0, 1), (0, 0), (1, 0))
            return tuple(self._corner(row + up, column + right) for up, right in steps)
        middle = self._middle(cell)
        hexagon = ((1, 0), (1, 1), (0, 1), (0, 0), (0, -1), (1, -1))
        return tuple(self._corner(row + up, middle + right) for up, right in hexagon)

    def sides(self, cell: Spot) -> tuple[Spot, ...]:
        """The places of the sides of a cell, clockwise as in `SIDES`. Odd rows hold the sides that lie between two rows
        of cells, even rows those within a row."""
        row, column = cell
        if not self.hexes:
            steps = ((1, 0), (0, 1), (-1, 0), (0, 0))
            return tuple(self._side(2 * row + up, column + right) for up, right in steps)
        middle = self._middle(cell)
        hexagon = ((1, 0), (0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
        return tuple(self._side(2 * row + up, middle + right) for up, right in hexagon)

    def ends(self, cell: Spot) -> tuple[tuple[Spot, Spot], ...]:
        """The two corners of each side of a cell, in the order of `sides`."""
        corners = self.corners(cell)
        first = 0 if self.hexes else -1
        return tuple((corners[first + i], corners[(first + i + 1) % len(corners)]) for i in range(len(corners)))

    def cells(self) -> list[Spot]:
        every = ((row, column) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))
        return [spot for spot in every if spot not in self.holes]

    def _middle(self, cell: Spot) -> int:
        """How far right the middle of a hexagon lies, counted in half cells: even rows are shifted by a half."""
        row, column = cell
        return 2 * column + (row % 2 == 0)

    def _corner(self, row: int, column: int) -> Spot:
        rows, columns = self.size("corners")
        return self._wrapped(row, column, rows, columns)

    def _side(self, row: int, column: int) -> Spot:
        rows, columns = self.size("sides")
        return self._wrapped(row, column, rows, columns)

    def _wrapped(self, row: int, column: int, rows: int, columns: int) -> Spot:
        if self.wraps_rows:
            row = (row - 1) % rows + 1
        if self.wraps_columns:
            column = (column - 1) % columns + 1
        return row, column


def joints(grid: Grid, part: PartSort) -> tuple[Joint, ...]:
    """All corners or all sides of a grid, row by row from the bottom."""
    names: dict[Spot, dict[str, None]] = {}
    cells: dict[Spot, dict[Spot, None]] = {}
    near: dict[Spot, dict[Spot, None]] = {}
    ends: dict[Spot, dict[Spot, None]] = {}
    at_corner: dict[Spot, dict[Spot, None]] = {}
    for cell in grid.cells():
        here = f"{letters(cell[1])}{cell[0]}"
        directions = (CORNERS if part == "corners" else SIDES)[grid.sort]
        for spot, direction in zip(
            grid.corners(cell) if part == "corners" else grid.sides(cell), directions, strict=True
        ):
            names.setdefault(spot, {})[here + direction] = None
            cells.setdefault(spot, {})[cell] = None
        for side, (one, two) in zip(grid.sides(cell), grid.ends(cell), strict=True):
            if part == "corners":
                near.setdefault(one, {})[two] = None
                near.setdefault(two, {})[one] = None
            else:
                ends.setdefault(side, {}).update({one: None, two: None})
                at_corner.setdefault(one, {})[side] = None
                at_corner.setdefault(two, {})[side] = None
    for touching in at_corner.values():
        for side in touching:
            near.setdefault(side, {}).update(touching)
    return tuple(
        Joint(
            *spot,
            tuple(names[spot]),
            tuple(cells[spot]),
            tuple(sorted(other for other in near.get(spot, {}) if other != spot)),
            tuple(sorted(ends.get(spot, {}))),
        )
        for spot in sorted(names)
    )
