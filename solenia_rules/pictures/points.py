"""Draws a grid as a board of points: each cell is a long triangle on which men stand one behind the other.

The lower half of the rows points up, the upper half down, and a bar divides the columns. A cell holds a number of men,
and the seat that they belong to.
"""

from __future__ import annotations

from solenia_rules.pictures.brush import Brush, Drawn
from solenia_rules.pictures.cells import area, content_of, told_cell
from solenia_rules.pictures.figures import figure, stone
from solenia_rules.pictures.ink import group, path, rect, text
from solenia_rules.pictures.palette import mix
from solenia_rules.pictures.scene import Board, Cell
from solenia_rules.pictures.scenery import TINTS

LONG = 5.2
"""How long a point is, in widths."""
MOST_MEN = 5
"""More men than this stand closer together."""
BAR = 0.7
"""The width of the bar, in widths of a point."""


def draw_points(brush: Brush, board: Board, width: float) -> Drawn:
    """The board with its frame."""
    columns = max((cell.column or 1 for cell in board.cells), default=1)
    rows = max((cell.row or 1 for cell in board.cells), default=1)
    margin = 20.0
    bar = BAR if columns % 2 == 0 else 0.0
    size = min(56.0, (width - 2 * margin) / (columns + bar))
    high = size * LONG
    gap = size * 0.6
    wide = size * (columns + bar)
    total = rows * high + gap
    border, cloth = (mix(tint, "#000000", brush.theme.shade) for tint in TINTS["points"])
    body = rect(0, 0, wide + 2 * margin, total + 2 * margin, 12, fill=border)
    body += rect(margin, margin, wide, total, 3, fill=cloth)
    if bar:
        body += rect(margin + size * columns / 2, margin, size * bar, total, 0, fill=border)
    for cell in board.cells:
        row, column = cell.row or 1, cell.column or 1
        lower = row <= rows / 2
        x = margin + (column - 1) * size + (size * bar if column > columns / 2 else 0)
        y = margin + (rows - row) * high + (gap if lower else 0)
        body += group(_point(brush, board, cell, size, high, lower), x, y)
        name = cell.id.rpartition(".")[2]
        label = margin * 1.5 + total if lower else margin / 2
        body += text(x + size / 2, label, name, 9, text_anchor="middle", fill="#f3e7d0")
    return Drawn(wide + 2 * margin, total + 2 * margin, body)


def _point(brush: Brush, board: Board, cell: Cell, size: float, high: float, lower: bool) -> str:
    """A point with its men; `lower`: it points up."""
    content = content_of(brush, cell)
    dark = ((cell.column or 0) + (cell.row or 0)) % 2 == 0
    fill = mix("#8a3b2c" if dark else "#efe0c3", "#000000", brush.theme.shade)
    base, tip = (high, high * 0.12) if lower else (0.0, high * 0.88)
    body = rect(0, 0, size, high, 0, fill="#000", opacity=0)
    body += path(f"M1 {base:.1f}H{size - 1:.1f}L{size / 2:.1f} {tip:.1f}z", fill=fill)
    seat = content.seats[0][1] if content.seats else None
    count = content.numbers[0][1] if content.numbers else len(cell.pieces)
    step = size * 0.92 if count <= MOST_MEN else (high * 0.86 - size) / max(1, count - 1)
    label = f"{brush.album.name(board.id)} {cell.id.rpartition('.')[2]}"
    for number in range(count):
        y = high - size * 0.96 - number * step if lower else size * 0.04 + number * step
        if number < len(cell.pieces):
            piece = cell.pieces[number]
            man = brush.live_piece(figure(brush, piece, size * 0.92), piece, label)
        elif seat is not None:
            man = stone(brush, "disc", seat, size * 0.92)
        else:
            continue
        body += group(man, size * 0.04, y)
    if count > MOST_MEN:
        body += brush.badge(size / 2, high * 0.06 if lower else high * 0.94, str(count), size * 0.2)
    accent = brush.theme.accent
    lit = rect(1.5, 1.5, size - 3, high - 3, 7, fill="none", stroke=accent, stroke_width=3, class_="ring")
    return brush.live_cell(body, cell, told_cell(brush, cell, label), lit, area(size, high))
