"""Computes the largest letter size at which a player aid fits on one page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil

LARGEST, SMALLEST, STEP = 10.0, 4.0, 0.2
"""Letter sizes, in points."""
COLUMNS, WIDTH, HEIGHT = 3, 252.0, 544.0
"""A landscape page, in points: number of columns, their width, and the height inside the margins."""
LETTER, LINE = 0.49, 1.32
"""The width of a letter (of a wide typeface) and the height of a line, relative to the letter size."""
TOP, LEFT_OVER = 3.4, 3.0
"""The height of the title, and the space left empty below a column because paragraphs are not divided; relative to the
letter size."""
_DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)
_BLOCK = re.compile(r"</?(?:h2|h3|p|ul|li|div)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_SIGN = "\0"
"""A placeholder for a drawing."""
_ROW, _PARAGRAPH = 1.86, 0.22
"""The smallest height of a row with a drawing, and the space between two blocks; relative to the letter size."""


def largest(told: str) -> float:
    """The largest letter size, in points, at which this content probably fits on a page."""
    blocks = list(_blocks(told))
    for step in range(round((LARGEST - SMALLEST) / STEP)):
        size = round(LARGEST - step * STEP, 1)
        room = COLUMNS * (HEIGHT / size - TOP - LEFT_OVER)
        if sum(_height(block, WIDTH / size) for block in blocks) <= room:
            return size
    return SMALLEST


def _blocks(told: str) -> Iterator[tuple[str, str]]:
    """Each piece of text with the tag that contains it."""
    tag, at = "p", 0
    plain = _DRAWING.sub(_SIGN, told)
    for match in _BLOCK.finditer(plain):
        text = _TAG.sub("", plain[at : match.start()])
        if text.strip():
            yield tag, text
        tag, at = match.group(), match.end()


def _height(block: tuple[str, str], width: float) -> float:
    """The height of a block in a column of the given width; both relative to the letter size."""
    tag, text = block
    drawings = text.count(_SIGN)
    if "signs" in tag:
        return ceil((len(text) * LETTER * 1.25 + drawings * 2) / width) * LINE + _PARAGRAPH
    if drawings and len(text) == drawings:
        # The text of the row follows, beside the drawing.
        return _ROW - LINE
    larger = 1.75 if tag.startswith("<h") else 1.0
    return ceil(len(text) * LETTER / (width - 2)) * LINE * larger + _PARAGRAPH
