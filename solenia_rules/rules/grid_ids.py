"""Ids of the cells of a grid: `board.c4` is column c, row 4. A corner or side of a cell has its direction at the end:
`board.c4ne`."""

from __future__ import annotations

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_LETTERS = 4
MOST_DIGITS = 5
DIRECTIONS = ("ne", "se", "sw", "nw", "n", "e", "s", "w")


def letters(column: int) -> str:
    """Column 1 is a, 26 z, 27 aa."""
    text = ""
    while column:
        column, rest = divmod(column - 1, len(LETTERS))
        text = LETTERS[rest] + text
    return text


def read_part_id(text: str) -> tuple[str, str] | None:
    """Board and name of a corner or side; None if the text does not have the form of such an id."""
    direction = next((one for one in DIRECTIONS if text.endswith(one)), "")
    spot = read_grid_id(text.removesuffix(direction)) if direction else None
    return None if spot is None else (spot[0], text.partition(".")[2])


def read_cell_id(text: str) -> str | None:
    """The board of a cell, corner or side of a grid; None if the text does not have the form of such an id."""
    spot = read_grid_id(text) or read_part_id(text)
    return None if spot is None else spot[0]


def read_grid_id(text: str) -> tuple[str, int, int] | None:
    """Board, row and column; None if the text does not have the form of such an id."""
    # This runs at every start; importing `re` would take longer.
    board, _dot, spot = text.partition(".")
    digits = spot.lstrip(LETTERS)
    found = spot[: len(spot) - len(digits)]
    if not (0 < len(found) <= MOST_LETTERS and 0 < len(digits) <= MOST_DIGITS):
        return None
    if not (digits.isascii() and digits.isdecimal() and digits[0] != "0" and board.isidentifier() and board.isascii()):
        return None
    column = 0
    for letter in found:
        column = column * len(LETTERS) + LETTERS.index(letter) + 1
    return board, int(digits), column
