"""Draws the corners and sides of a grid: what they hold, what lies on them, and where they can be chosen.

A side that holds something is a line in the colour of what it holds. Icons, names and numbers stand in the middle of a
side or on a corner, large enough to be read in each size of cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from solenia_rules.pictures.brush import Brush, Drawn
from solenia_rules.pictures.cells import Content, area, content_of, told_cell
from solenia_rules.pictures.figures import figure, stone
from solenia_rules.pictures.graphs import Point
from solenia_rules.pictures.ink import circle, group, line
from solenia_rules.pictures.lying import ring
from solenia_rules.pictures.palette import mix
from solenia_rules.pictures.scene import Board, Cell, Piece
from solenia_rules.pictures.tags import plate
from solenia_rules.text.frozen import evolve

Placer: TypeAlias = Callable[[int, int], tuple[float, float]]
"""Row and column -> the upper left corner of a cell."""

LINE, WALL = 0.24, 0.43
"""How far lines reach from the middle of a side: those of seats and pieces leave room for what stands on corners, and
words and tests make walls."""
LONG = ("strip", "band")
"""Shapes of pieces that lie along a side."""
_PART = re.compile(r"([a-z]+?)([0-9]+)([nesw]+)$")
_WAYS = {
    "n": (0.0, -0.5), "e": (0.5, 0.0), "s": (0.0, 0.5), "w": (-0.5, 0.0),
    "ne": (0.5, -0.5), "se": (0.5, 0.5), "sw": (-0.5, 0.5), "nw": (-0.5, -0.5),
}  # fmt: skip
_HEX_CORNERS = {
    "n": (0.0, -0.577), "ne": (0.5, -0.289), "se": (0.5, 0.289), "s": (0.0, 0.577), "sw": (-0.5, 0.289),
    "nw": (-0.5, -0.289),
}  # fmt: skip
_HEX_SIDES = {
    "ne": (0.25, -0.433), "e": (0.5, 0.0), "se": (0.25, 0.433), "sw": (-0.25, 0.433), "w": (-0.5, 0.0),
    "nw": (-0.25, -0.433),
}  # fmt: skip


def has_corners(brush: Brush, part: Board) -> bool:
    declared = brush.album.boards[part.id].part
    return declared is not None and declared.sort == "corners"


def draw_part(brush: Brush, part: Board, board: Board, size: float, place: Placer, edged: bool) -> str:
    """The corners or sides that hold something or can be chosen; the others are points too small to see. `edged`: their
    words are drawn on the tiles."""
    corners = has_corners(brush, part)
    body = ""
    for cell in part.cells:
        found = _PART.search(cell.id.rpartition(".")[2])
        if found is None:
            continue
        column = _column(found[1])
        x, y = place(int(found[2]), column)
        table = (_HEX_CORNERS if corners else _HEX_SIDES) if board.hexes else _WAYS
        dx, dy = table.get(found[3], (0.0, 0.0))
        shown = evolve(cell, fields=()) if edged else cell
        body += _joint(brush, shown, part, x + size * (0.5 + dx), y + size * (0.5 + dy), (dx, dy), size, corners)
    return body


def _joint(brush: Brush, cell: Cell, part: Board, x: float, y: float, way: Point, size: float, corners: bool) -> str:
    content = content_of(brush, cell)
    held = bool(cell.pieces or content.seats or content.words or content.numbers or content.flags or content.others)
    if not held and cell.mark is None:
        return ""
    label = f"{brush.album.name(part.id)} {cell.id.rpartition('.')[2]}"
    wide = size * (0.36 if corners else 0.3)
    lying = [piece for piece in cell.pieces if not piece.aside]
    colour = None if corners else _line_colour(brush, content, lying)
    body = "" if held else circle(x, y, size * 0.07, fill=brush.theme.muted)
    if colour is not None:
        body += _line(brush, colour, (x, y), way, size, LINE if lying or content.seats else WALL)
    if lying and (corners or not _is_long(brush, lying[0].kind)):
        body += group(figure(brush, lying[0], wide), x - wide / 2, y - wide / 2)
    elif not lying:
        body += _middle(brush, content, x, y, wide, size, corners)
    lit = group(ring(wide, wide, brush.theme.accent), x - wide / 2, y - wide / 2)
    whole = group(area(wide, wide), x - wide / 2, y - wide / 2)
    for piece in lying[:1]:
        body = brush.live_piece(body, piece, label, lit)
    for piece in [piece for piece in cell.pieces if piece.aside][:1]:
        body = _aside(brush, piece, label, x + way[0] * size * 0.5, y + way[1] * size * 0.5, size * 0.36) + body
    return brush.live_cell(body, cell, told_cell(brush, cell, label), lit, whole)


def _is_long(brush: Brush, id_: str) -> bool:
    """Whether a thing lies along a side: if it has no shape, or a long one."""
    return brush.album.look(id_, "shape") in (None, *LONG)


def _line_colour(brush: Brush, content: Content, lying: list[Piece]) -> str | None:
    """The colour of a side: that of the seat that holds it, else of its piece, its word or its test; None if nothing
    lies along it."""
    album = brush.album
    if lying:
        if not _is_long(brush, lying[0].kind):
            return None
        side = album.side(lying[0])
        seat = lying[0].owner if side is None else side
    else:
        seat = content.seats[0][1] if content.seats else None
    if seat is not None:
        return album.seat_colour(seat)
    if lying:
        return brush.theme.ink
    if content.words:
        return album.colour(content.words[0][1])
    flag = next((flag for flag in content.flags if _is_long(brush, flag)), None)
    return None if flag is None else album.colour(flag, brush.theme.ink)


def _line(brush: Brush, colour: str, middle: Point, way: Point, size: float, part: float) -> str:
    """A line along a side, with an outline; `part`: half of its length, as a part of the size of a cell."""
    x, y = middle
    wide, half = size * 0.09, size * part
    dx, dy = (-way[1], way[0])
    length = (dx * dx + dy * dy) ** 0.5 or 1
    dx, dy = dx / length * half, dy / length * half
    ends = (x - dx, y - dy, x + dx, y + dy)
    body = line(*ends, stroke=brush.theme.outline, stroke_width=wide * 1.45, stroke_linecap="round")
    return body + line(*ends, stroke=colour, stroke_width=wide, stroke_linecap="round")


def _middle(brush: Brush, content: Content, x: float, y: float, wide: float, size: float, corners: bool) -> str:
    """What stands in the middle of a side or on a corner, side by side: stones of seats on corners, words, tests that
    hold, and numbers."""
    album = brush.album
    made: list[Drawn] = []
    for field, seat in content.seats[:1] if corners else ():
        made.append(Drawn(wide, wide, stone(brush, album.look(field, "shape") or "disc", seat, wide)))
    for word in [word for _field, word in content.words]:
        made.append(_named(brush, word, wide, size))
    several = len(content.flags) > 1 or bool(content.words)
    for flag in content.flags:
        if corners or several or not _is_long(brush, flag):
            made.append(_named(brush, flag, wide, size))
    for field, value in content.numbers:
        if album.has_icon(field):
            made.append(Drawn(wide, wide, group(album.icon(field), 0, 0, wide / 24)))
        r = max(7.0, wide * 0.3)
        made.append(Drawn(2 * r, 2 * r, brush.badge(r, r, str(value), r)))
    made += [plate(brush, said, size * 0.9) for _field, said in content.others]
    left = x - sum(one.width for one in made) / 2
    body = ""
    for one in made:
        body += one.at(left, y - one.height / 2)
        left += one.width
    return body


def _named(brush: Brush, id_: str, wide: float, size: float) -> Drawn:
    """The icon of a word or of a test, or its name."""
    if brush.album.has_icon(id_):
        return Drawn(wide, wide, group(brush.album.icon(id_), 0, 0, wide / 24))
    return plate(brush, brush.album.name(id_), size * 0.9)


def _aside(brush: Brush, piece: Piece, label: str, x: float, y: float, wide: float) -> str:
    """A piece that belongs to a side or corner and is drawn beside it: on a disc, with the first icon that is printed
    on it."""
    words = [word for word in brush.album.face(piece.id, piece.kind).words if brush.album.has_icon(word)]
    ground = mix(brush.theme.paper, brush.album.colour(words[0] if words else piece.kind), 0.25)
    body = circle(x, y, wide / 2, fill=ground, stroke=brush.theme.outline, stroke_width=1)
    icon = brush.album.icon(words[0]) if words else brush.album.icon(piece.kind)
    body += group(icon, x - wide * 0.36, y - wide * 0.36, wide * 0.72 / 24)
    return brush.live_piece(body, piece, label, group(ring(wide, wide, brush.theme.accent), x - wide / 2, y - wide / 2))


def _column(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number
