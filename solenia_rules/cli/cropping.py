"""Chooses the part of a large board that is drawn: where something lies or can be chosen, or around a cell that
somebody asked for."""

from __future__ import annotations

from attrs import evolve

from solenia_rules.cli.looks import Looks
from solenia_rules.cli.texts import text
from solenia_rules.pictures.scene import Board
from solenia_rules.rules.grid_ids import letters

MARGINS = (2, 1, 0)
"""How many empty rows and columns are drawn around what is occupied: the first number with which all of it fits."""
LEAST = 9
"""The least number of rows and columns of a part, if there is room."""


def cropped(
    board: Board, columns: int, rows: int, looks: Looks, around: str | None = None, wished: int = 0
) -> tuple[Board, str | None]:
    """The board with at most so many columns and rows, and a line that says which part it is; None if it is whole.
    `wished`: with so many columns, the contents of no cell are cut; a narrower margin is taken for it."""
    wide = max((cell.column or 0 for cell in board.cells), default=0)
    high = max((cell.row or 0 for cell in board.cells), default=0)
    if wide <= columns and high <= rows:
        return board, None
    used = [cell for cell in board.cells if cell.mark or cell.pieces or looks.held(cell.fields)]
    asked = [cell for cell in board.cells if around is not None and cell.id.rpartition(".")[2] == around.casefold()]
    left, right = _window([c.column or 0 for c in used], [c.column or 0 for c in asked], columns, wide, wished)
    low, top = _window([c.row or 0 for c in used], [c.row or 0 for c in asked], rows, high)
    kept = [c for c in board.cells if left <= (c.column or 0) <= right and low <= (c.row or 0) <= top]
    if not kept or len(kept) == len(board.cells):
        return board, None
    left_out = len([cell for cell in used if cell not in kept])
    note = text(
        "board_part", looks.lang, first=f"{letters(left)}{low}", last=f"{letters(right)}{top}",
        whole=f"{letters(wide)}{high}", used=left_out,
    )  # fmt: skip
    return evolve(board, cells=tuple(kept)), note


def _window(used: list[int], asked: list[int], most: int, last: int, wished: int = 0) -> tuple[int, int]:
    """The first and last row or column that is drawn: all that is occupied with a margin, if it fits; otherwise what is
    around the middle, or around what was asked for."""
    first, final = min(used, default=1), max(used, default=last)
    tries = [(wished, margin) for margin in MARGINS if margin] + [(most, margin) for margin in MARGINS]
    for limit, margin in tries if not asked else ():
        low, high = max(1, first - margin), min(last, final + margin)
        if high - low < limit:
            least = min(LEAST, limit)
            low = max(1, min(low, low - (least - (high - low + 1)) // 2))
            return low, min(last, max(high, low + least - 1))
    middle = asked[0] if asked else (first + final) // 2
    first = max(1, min(middle - most // 2, last - most + 1))
    return first, first + most - 1
