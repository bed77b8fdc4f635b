"""Draws short values on the thing that they belong to: a test that holds, a word or a number that was set in play.

The name of a field or a word goes in. Its icon comes out, or a plate with its name, or with its first letters where the
name does not fit. A plate has a ground of its own, so that its text can be read on everything.
"""

from __future__ import annotations

from solenia_rules.pictures.album import initials
from solenia_rules.pictures.brush import Brush, Drawn
from solenia_rules.pictures.ink import group, rect, text
from solenia_rules.text.widths import text_width

LETTERS = 9.0
"""The height of the letters on a plate, in all sizes of cells."""
ROOM = 6.0
"""How much wider a plate is than its text."""


def tag(brush: Brush, id_: str, width: float, icon: float) -> Drawn:
    """The icon of an id in a square of `icon`, or else a plate that is not wider than `width`."""
    if brush.album.has_icon(id_):
        return Drawn(icon, icon, group(brush.album.icon(id_), 0, 0, icon / 24))
    return plate(brush, brush.album.name(id_), width)


def plate(brush: Brush, said: str, width: float) -> Drawn:
    """A text on a ground of its own; only its first letters if it is wider than `width`."""
    theme = brush.theme
    if text_width(said, LETTERS, bold=True) + ROOM > width:
        said = initials(said)
    wide, high = text_width(said, LETTERS, bold=True) + ROOM, LETTERS * 1.4
    body = rect(0, 0, wide, high, 3, fill=theme.paper, stroke=theme.outline, stroke_width=0.8)
    body += text(wide / 2, high / 2, said, LETTERS, text_anchor="middle", font_weight="700", fill=theme.paper_ink)
    return Drawn(wide, high, body)


def draw_tags(brush: Brush, ids: tuple[str, ...], size: float, foot: float) -> str:
    """Tags side by side in the middle of a square, above `foot`."""
    if not ids:
        return ""
    made = [tag(brush, id_, size / len(ids), min(size * 0.34, size / len(ids))) for id_ in ids]
    x = (size - sum(one.width for one in made)) / 2
    body = ""
    for one in made:
        body += one.at(x, foot - one.height)
        x += one.width
    return body
