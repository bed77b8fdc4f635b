"""Puts finished parts together: in lines that wrap, one below the other, in columns, in panels."""

from __future__ import annotations

from collections.abc import Sequence

from solenia_rules.pictures.brush import Drawn
from solenia_rules.pictures.ink import rect
from solenia_rules.pictures.palette import Theme, edge_of


def flow(parts: Sequence[Drawn], width: float, gap: float = 12, below: float = 10) -> Drawn:
    """Parts side by side, in as many lines as they take."""
    lines: list[list[Drawn]] = []
    used = 0.0
    for part in parts:
        if lines and used + gap + part.width <= width:
            lines[-1].append(part)
            used += gap + part.width
        else:
            lines.append([part])
            used = part.width
    y = wide = 0.0
    body = ""
    for number, line in enumerate(lines):
        x = 0.0
        y += below if number else 0
        for part in line:
            body += part.at(x, y)
            x += part.width + gap
        wide = max(wide, x - gap)
        y += max(part.height for part in line)
    return Drawn(wide, y, body)


def stacked(parts: Sequence[Drawn], gap: float = 12) -> Drawn:
    """Parts one below the other."""
    y = 0.0
    body = ""
    for number, part in enumerate(parts):
        y += gap if number else 0
        body += part.at(0, y)
        y += part.height
    return Drawn(max((part.width for part in parts), default=0), y, body)


def panel(
    inner: Drawn, theme: Theme, width: float, edge: str | None = None, pad: float = 14, lit: bool = False
) -> Drawn:
    """A part on a sheet of its own; `edge`: the colour of its left side; `lit`: it has a border in the accent."""
    high = inner.height + 2 * pad
    body = rect(0, 0, width, high, 12, fill=theme.panel, stroke=theme.rule, stroke_width=1)
    if lit:
        body = rect(1, 1, width - 2, high - 2, 12, fill=theme.panel, stroke=theme.accent, stroke_width=2.4)
    if edge is not None:
        body += rect(0, 12, 5, high - 24, 2, fill=edge, stroke=edge_of(edge, theme.panel), stroke_width=0.8)
    return Drawn(width, high, body + inner.at(pad, pad))


def columns(parts: Sequence[Drawn], count: int, width: float, gap: float = 14) -> Drawn:
    """Parts in columns of equal width, each below the column that is shortest so far."""
    heights = [0.0] * count
    each = (width - gap * (count - 1)) / count
    body = ""
    for part in parts:
        column = heights.index(min(heights))
        if heights[column]:
            heights[column] += gap
        body += part.at(column * (each + gap), heights[column])
        heights[column] += part.height
    return Drawn(width, max(heights), body)
