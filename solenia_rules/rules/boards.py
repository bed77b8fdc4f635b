"""Decodes boards: grids, lists of cells, and the corners and sides of grids."""

from __future__ import annotations

from typing import TypeVar

from solenia_rules.rules import caps
from solenia_rules.rules.declarations import Declarations
from solenia_rules.rules.grid_maps import GridMap
from solenia_rules.rules.lattice import Grid, joints
from solenia_rules.rules.reading import Entry, Reading
from solenia_rules.rules.records import Board, Content, Part, Record
from solenia_rules.rules.shapes import BoardShape, Id
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.frozen import evolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solenia_rules.rules.lattice import PartSort

ItemT = TypeVar("ItemT", int, str)
GRID_KEYS = ("columns", "rows", "impassable", "grid", "wraps", "map")
BOARD_SORTS = {
    "cells": ("a list of cells", (*GRID_KEYS, "fields", "corners", "sides")),
    "corners": ("the corners of a grid", (*GRID_KEYS, "cells", "links", "sides", "per")),
    "sides": ("the sides of a grid", (*GRID_KEYS, "cells", "links", "corners", "per")),
    "columns": ("a grid", ("links",)),
}
"""The key that decides what a board is -> how messages call such a board, and the keys that it cannot have."""


def decode_board(declarations: Declarations, name: str, entry: Entry[BoardShape]) -> Board:
    shape, reading = entry.shape, declarations.reading
    sort = next((key for key in BOARD_SORTS if entry.has(key)), "columns")
    described, others = BOARD_SORTS[sort]
    for key in others:
        if entry.has(key):
            reading.at_key("E025", f"a board that is {described} has no `{key}`", entry.at(key))
    if sort == "corners":
        return _board_of_parts(declarations, name, entry, "corners", shape.corners)
    if sort == "sides":
        return _board_of_parts(declarations, name, entry, "sides", shape.sides)
    is_list = sort == "cells"
    if not is_list and not entry.has("columns"):
        reading.missing("columns", entry.path)
    elif not is_list and not entry.has("rows"):
        reading.missing("rows", entry.path)
    rows: int | str | None = None
    if isinstance(shape.rows, str):
        word = reading.value(shape.rows, entry.at("rows"), Id)
        rows = declarations.reference(word, entry.at("rows"), "zone", "zones")
    elif entry.has("rows"):
        rows = entry.number(reading.value(shape.rows, entry.at("rows"), int), "rows", 1, caps.CELLS)
    columns = entry.number(shape.columns, "columns", 1, caps.CELLS)
    impassable = _pairs(reading, shape.impassable, entry.at("impassable"), int, "`[row, column]`")
    for index, (row, column) in enumerate(impassable):
        if not (1 <= row <= (rows if isinstance(rows, int) else row) and 1 <= column <= (columns or column)):
            reading.at_value("E013", "outside the board", (*entry.at("impassable"), index))
    per = declarations.seat_or_shared(shape.per, entry.at("per"), "a board")
    if shape.grid == "hex" and isinstance(rows, str):
        reading.at_value("E013", "a hex grid has a number of rows", entry.at("rows"))
    elif shape.grid == "hex" and shape.wraps in ("rows", "both") and isinstance(rows, int) and rows % 2:
        reading.at_value("E013", "rows of a hex grid meet only if their number is even", entry.at("wraps"))
    fields = declarations.fields(entry, shape.fields, "the cells of a grid have no records")
    contents: tuple[Content, ...] = ()
    if entry.has("map") and not is_list:
        if isinstance(rows, str):
            message = "a board whose rows are pieces has no `map`: the faces of the pieces tell what its cells hold"
            reading.at_key("E025", message, entry.at("map"))
        elif entry.has("impassable"):
            message = "a board with a `map` has no `impassable`: write `#` for these cells in the map"
            reading.at_key("E025", message, entry.at("impassable"))
        elif rows is not None and columns is not None:
            found = GridMap(reading, declarations.names, name, (rows, columns), fields)
            found.read(shape.map, entry.at("map"))
            contents, impassable = tuple(found.contents), tuple(sorted(found.holes))
    return Board(
        name,
        per,
        columns,
        rows,
        shape.grid,
        shape.wraps,
        impassable,
        declarations.reference(shape.cells, entry.at("cells"), "kind of cell", "cells"),
        _pairs(reading, shape.links, entry.at("links"), str, "two ids"),
        fields,
        contents=contents,
        span=entry.span,
    )


def _board_of_parts(
    declarations: Declarations, name: str, entry: Entry[BoardShape], sort: PartSort, grid: Id | None
) -> Board:
    """The corners or sides of a grid; `place_parts` adds the places that depend on the grid."""
    of = declarations.reference(grid, entry.at(sort), "board", "boards")
    fields = declarations.fields(entry, entry.shape.fields, "corners and sides have no records")
    part = Part(sort, of or name, ())
    return Board(name, None, None, None, "square", "none", (), None, (), fields, part, span=entry.span)


def link_records(boards: tuple[Board, ...], records: tuple[Record, ...]) -> tuple[Board, ...]:
    """The boards with the links that their cells give."""
    given: dict[str, list[tuple[str, str]]] = {}
    for record in records:
        given.setdefault(record.kind, []).extend((record.id, other) for other in record.links)
    return tuple(evolve(board, links=(*board.links, *given.get(board.cells or "", ()))) for board in boards)


def place_parts(reading: Reading, boards: tuple[Board, ...]) -> tuple[Board, ...]:
    """The boards; those of corners and sides get the places that follow from their grids."""
    known = {board.id: board for board in boards}
    first: dict[tuple[PartSort, str], str] = {}
    made: list[Board] = []
    for board in boards:
        part, grid = board.part, known.get(board.part.board) if board.part is not None else None
        if part is None or grid is None:
            made.append(board)
            continue
        path = ("boards", board.id, part.sort)
        other = first.setdefault((part.sort, grid.id), board.id)
        if not isinstance(grid.rows, int) or grid.columns is None:
            hint = f"only a grid with numbers of rows and columns has {part.sort}"
            reading.at_value("E013", f"`{grid.id}` has no {part.sort}", path, hint)
        elif other != board.id:
            reading.at_value("E025", f"the {part.sort} of `{grid.id}` are the board `{other}` already", path)
        elif grid.rows * grid.columns <= caps.CELLS:
            shape = Grid(
                grid.grid == "hex", grid.rows, grid.columns, grid.wraps in ("rows", "both"),
                grid.wraps in ("columns", "both"), frozenset(grid.impassable),
            )  # fmt: skip
            rows, columns = shape.size(part.sort)
            placed = evolve(part, joints=joints(shape, part.sort))
            board = evolve(board, per=grid.per, rows=rows, columns=columns, grid=grid.grid, part=placed)
        made.append(board)
    return tuple(made)


def _pairs(
    reading: Reading, items: tuple[object, ...], path: KeyPath, kind: type[ItemT], expected: str
) -> tuple[tuple[ItemT, ItemT], ...]:
    """A list of pairs; an item that is not a pair is reported."""
    found: list[tuple[ItemT, ItemT]] = []
    for index, item in enumerate(items):
        match item:
            case [first, second] if type(first) is kind and type(second) is kind:
                found.append((first, second))
            case _:
                reading.wrong(expected, item, (*path, index))
    return tuple(found)
