"""Ids of the cells of a grid: `board.c4` is column c, row 4."""

from __future__ import annotations

_ID = r"([a-z][a-z0-9_]{0,63})\.([a-z]{1,4})([1-9][0-9]{0,4})"


def letters(column: int) -> str:
    """Column 1 is a, 26 z, 27 aa."""
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(97 + rest) + text
    return text


def read_grid_id(text: str) -> tuple[str, int, int] | None:
    """Board, row and column; nothing where it has not the shape of such an id."""
    import re  # A kept game, which only writes such ids, starts without.

    match = re.fullmatch(_ID, text, re.ASCII)
    if match is None:
        return None
    column = 0
    for letter in match.group(2):
        column = column * 26 + ord(letter) - 96
    return match.group(1), int(match.group(3)), column
