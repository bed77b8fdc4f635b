"""Draws the pieces that lie on one cell: cards and tiles, and figures that stand on them.

Equal pieces are one stack with its number. Pieces that differ lie side by side, so that each of them can be seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from solenia_rules.pictures.brush import Brush
from solenia_rules.pictures.cards import draw_small
from solenia_rules.pictures.edges import draw_edged, edges_of
from solenia_rules.pictures.figures import figure
from solenia_rules.pictures.ink import group, rect
from solenia_rules.pictures.palette import ink_on
from solenia_rules.pictures.scene import Piece
from solenia_rules.text.frozen import evolve

MOST_STACKS = 4
"""The most different cards that lie side by side on a cell. If there are more, only the last three are drawn, and the
number of the others."""
MOST_FIGURES = 9
PEEK, MOST_PEEKING = 0.1, 3
"""How much of a piece is seen below the piece on top of it, compared with the cell; how many pieces are seen so."""


def ring(width: float, height: float, colour: str) -> str:
    """Lights up what can be chosen."""
    return rect(1.5, 1.5, width - 3, height - 3, 7, fill="none", stroke=colour, stroke_width=3, class_="ring")


def stacks_of(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Groups of pieces that look the same, in the order of the first piece of each group."""
    found: dict[Piece, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(evolve(piece, mark=None, key=None), []).append(piece)
    return list(found.values())


def draw_lying(
    brush: Brush,
    pieces: Sequence[Piece],
    size: float,
    label: str,
    through: str | None = None,
    edges: tuple[str | None, ...] | None = None,
) -> str:
    """All pieces of a cell in a square of `size`. `through`: the icon of the cell, seen through the hole of a card;
    `edges`: what the sides of the cell hold."""
    pile = [piece for piece in pieces if piece.height is not None]
    if len(pile) > 1:
        rest = [piece for piece in pieces if piece.height is None]
        below = draw_lying(brush, rest, size, label, through, edges) if rest else ""
        return below + _pile(brush, pile, size, label, bool(rest))
    papers = [piece for piece in pieces if brush.album.is_paper(piece.kind)]
    figures = [piece for piece in pieces if not brush.album.is_paper(piece.kind)]
    body = _papers(brush, stacks_of(papers), size, label, through, edges)
    return body + _figures(brush, figures, size, label, bool(papers))


def _pile(brush: Brush, pile: list[Piece], size: float, label: str, covered: bool) -> str:
    """Pieces on top of each other, the lowest first: the top one whole, the next ones below it as far as they show, and
    their number. `covered`: something else lies on the cell."""
    room = size * 0.6 if covered else size
    shown = pile[-MOST_PEEKING - 1 :]
    step = room * PEEK
    wide = room - step * (len(shown) - 1)
    body = ""
    for number, piece in enumerate(shown):
        low = len(shown) - 1 - number
        if brush.album.is_paper(piece.kind):
            drawn = draw_small(brush, piece, wide, None)
        else:
            drawn = group(figure(brush, piece, wide * 0.86), wide * 0.07, wide * 0.07)
        mark = ring(wide, wide, brush.theme.accent)
        body += group(brush.live_piece(drawn, piece, label, mark), step * low, step * low)
    r = max(6.0, room * 0.13)
    body += brush.badge(max(r, room * 0.15), room - r, str(len(pile)), r)
    return group(body, (size - room) / 2, size - room)


def _papers(
    brush: Brush,
    stacks: list[list[Piece]],
    size: float,
    label: str,
    through: str | None,
    edges: tuple[str | None, ...] | None,
) -> str:
    if len(stacks) <= 1:
        return "".join(_stack(brush, stack, size, label, through, edges, size * 0.82) for stack in stacks)
    body, half = "", size / 2
    left = stacks if len(stacks) <= MOST_STACKS else stacks[-MOST_STACKS + 1 :]
    top = 0.0 if len(left) > 2 else half / 2
    for number, stack in enumerate(left):
        row, column = divmod(number, 2)
        drawn = _stack(brush, stack, half, label, None, None, half * 0.8)
        body += group(drawn, column * half, top + row * half)
    if len(left) < len(stacks):
        rest = sum(map(len, stacks)) - sum(map(len, left))
        body += brush.badge(half * 1.5, half * 1.5, f"+{rest}", max(6.0, size * 0.12))
    return body


def _stack(
    brush: Brush,
    stack: list[Piece],
    size: float,
    label: str,
    through: str | None,
    edges: tuple[str | None, ...] | None,
    corner: float,
) -> str:
    """The last of equal cards, with their number."""
    piece = next((one for one in stack if one.mark), stack[-1])
    printed = edges_of(brush, piece)
    if printed is not None:
        drawn = draw_edged(brush, piece, edges or printed, size)
    else:
        drawn = draw_small(brush, piece, size, through)
    body = brush.live_piece(drawn, piece, label, ring(size, size, brush.theme.accent))
    if len(stack) > 1:
        body += brush.badge(corner, corner, f"×{len(stack)}", max(7.0, size * 0.11))
    return body


def _figures(brush: Brush, pieces: list[Piece], size: float, label: str, covered: bool) -> str:
    """Figures side by side, smaller if there are many. `covered`: a card lies below them."""
    if not pieces:
        return ""
    shown = [[piece] for piece in pieces] if len(pieces) <= MOST_FIGURES else stacks_of(pieces)
    count = len(shown)
    columns = 1 if count == 1 else 2 if count <= 4 else 3
    wide = size * (0.62 if count == 1 else 0.46 if count <= 4 else 0.31)
    if covered:
        wide = size * (0.5 if count == 1 else 0.34 if count <= 4 else 0.24)
    body = ""
    rows = -(-min(count, MOST_FIGURES) // columns)
    for number, stack in enumerate(shown[:MOST_FIGURES]):
        row, column = divmod(number, columns)
        x = size / 2 + (column - (min(columns, count) - 1) / 2) * wide - wide / 2
        y = size * (0.5 if not covered else 0.3) + (row - (rows - 1) / 2) * wide - wide / 2
        piece = next((one for one in stack if one.mark), stack[0])
        drawn = brush.live_piece(figure(brush, piece, wide), piece, label, ring(wide, wide, brush.theme.accent))
        if len(stack) > 1:
            drawn += brush.badge(wide * 0.84, wide * 0.84, f"×{len(stack)}", max(6.0, wide * 0.2))
        body += group(drawn, x, y)
    if count > MOST_FIGURES:
        ink = ink_on(brush.theme.ink)
        body += brush.badge(size * 0.84, size * 0.16, f"×{len(pieces)}", size * 0.11, ink)
    return body
