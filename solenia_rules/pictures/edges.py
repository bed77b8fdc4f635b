"""Draws tiles whose four edges mean something, as tiles that are laid beside each other: the look `edges` names the
field with the words of the edges, clockwise from the top. On a board with sides, what the sides hold is drawn, so that
a tile that was turned is drawn as it lies."""

from __future__ import annotations

from collections.abc import Mapping

from solenia_rules.pictures.brush import Brush
from solenia_rules.pictures.ink import group, line, path, rect
from solenia_rules.pictures.palette import mix, shades
from solenia_rules.pictures.scene import Board, Cell, Piece

WAYS = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
"""From the middle of a square to its edges, clockwise from the top."""


def edges_of(brush: Brush, piece: Piece) -> tuple[str | None, ...] | None:
    """The words of the edges of a piece as they are printed; None if its look names no edges."""
    field = brush.album.look(piece.kind, "edges")
    record = brush.album.records.get(piece.id.partition(".")[0])
    if field is None or record is None:
        return None
    value = next((value for name, value, _span in record.fields if name == field), None)
    return tuple(one.text for one in value) if isinstance(value, tuple) and len(value) == len(WAYS) else None


def words_of_sides(brush: Brush, sides: Board) -> dict[tuple[int, int], str]:
    """Row and column of a side -> the word that it holds."""
    return {
        (one.row or 0, one.column or 0): value
        for one in sides.cells
        for _name, value in one.fields
        if isinstance(value, str) and value in brush.album.words
    }


def around(cell: Cell, held: Mapping[tuple[int, int], str]) -> tuple[str | None, ...]:
    """What the sides of a square hold, clockwise from the top. Rows of sides lie in the rows of cells and between
    them: the row of a cell is twice its number."""
    row, column = 2 * (cell.row or 0), cell.column or 0
    places = ((row + 1, column), (row, column + 1), (row - 1, column), (row, column))
    return tuple(held.get(place) for place in places)


def draw_edged(brush: Brush, piece: Piece, words: tuple[str | None, ...], size: float) -> str:
    """A tile in a square of `size`: a road leads to each edge with a word whose ground is `road`, another word fills
    the quarter at its edge."""
    album, theme = brush.album, brush.theme
    base = album.colour(piece.kind)
    dark, _light = shades(base)
    inner = size - 2
    body = rect(2, 2.6, inner, inner, size * 0.07, fill="#000", opacity=0.22)
    body += rect(1, 1, inner, inner, size * 0.07, fill=mix(base, theme.paper, 0.45))
    middle = size / 2
    roads = ""
    for word, (dx, dy) in zip(words, WAYS, strict=True):
        if word is None:
            continue
        colour = album.colour(word)
        if album.look(word, "ground") == "road":
            x, y = middle + dx * (middle - 1), middle + dy * (middle - 1)
            for wide, shade in ((0.2, shades(colour)[0]), (0.14, mix(colour, theme.paper, 0.55))):
                roads += line(middle, middle, x, y, stroke=shade, stroke_width=size * wide, stroke_linecap="butt")
        elif colour != base:
            body += _quarter(colour, dx, dy, size, mix(colour, theme.paper, 0.3))
            if album.has_icon(word):
                wide = size * 0.22
                x, y = middle + dx * size * 0.34 - wide / 2, middle + dy * size * 0.34 - wide / 2
                body += group(album.icon(word, shades(colour)[0]), x, y, wide / 24)
    body += roads
    record = piece.id.partition(".")[0]
    if album.has_icon(record):
        wide = size * 0.4
        body += group(album.icon(record), middle - wide / 2, middle - wide / 2, wide / 24)
    return body + rect(1, 1, inner, inner, size * 0.07, fill="none", stroke=dark, stroke_width=1.2)


def _quarter(colour: str, dx: float, dy: float, size: float, fill: str) -> str:
    """The quarter of a square at one of its edges, with a soft inner border."""
    half, near = size / 2, size * 0.13
    far = half - 1.2
    x, y = half + dx * far, half + dy * far
    across = (dy * far, dx * far)
    tip = (half + dx * near, half + dy * near)
    points = (
        f"M{x - across[0]:.1f} {y - across[1]:.1f}L{x + across[0]:.1f} {y + across[1]:.1f}"
        f"Q{tip[0]:.1f} {tip[1]:.1f} {x - across[0]:.1f} {y - across[1]:.1f}z"
    )
    return path(points, fill=fill, stroke=shades(colour)[0], stroke_width=1)
