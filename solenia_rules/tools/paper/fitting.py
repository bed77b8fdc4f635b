"""How large the letters of a player aid may be: as large as its one page takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil

LARGEST, SMALLEST, STEP = 10.0, 4.0, 0.2
"""Sizes of letters, in points."""
COLUMNS, WIDTH, HEIGHT = 3, 252.0, 544.0
"""Of a landscape page, in points: columns, their width, and the height inside its margins."""
LETTER, LINE = 0.49, 1.32
"""Width of a letter (of a wide typeface) and height of a line, in sizes."""
TOP, LEFT_OVER = 3.4, 3.0
"""Sizes that the title takes, and those that stay empty below a column, because paragraphs are not divided."""
_DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)
_BLOCK = re.compile(r"</?(?:h2|h3|p|ul|li|div)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_SIGN = "\0"
"""Stands for a drawing."""
_ROW, _PARAGRAPH = 1.86, 0.22
"""Sizes: the least height of a row with a drawing; what stands between two blocks."""


def largest(told: str) -> float:
    """The largest size, in points, at which a page of this content is likely to hold it."""
    blocks = list(_blocks(told))
    for step in range(round((LARGEST - SMALLEST) / STEP)):
        size = round(LARGEST - step * STEP, 1)
        room = COLUMNS * (HEIGHT / size - TOP - LEFT_OVER)
        if sum(_height(block, WIDTH / size) for block in blocks) <= room:
            return size
    return SMALLEST


def _blocks(told: str) -> Iterator[tuple[str, str]]:
    """Tag that a stretch of text stands in, and the text."""
    tag, at = "p", 0
    plain = _DRAWING.sub(_SIGN, told)
    for match in _BLOCK.finditer(plain):
        text = _TAG.sub("", plain[at : match.start()])
        if text.strip():
            yield tag, text
        tag, at = match.group(), match.end()


def _height(block: tuple[str, str], width: float) -> float:
    """In sizes, in a column of so many sizes."""
    tag, text = block
    drawings = text.count(_SIGN)
    if "signs" in tag:
        return ceil((len(text) * LETTER * 1.25 + drawings * 2) / width) * LINE + _PARAGRAPH
    if drawings and len(text) == drawings:
        # The text of the row follows; beside it there is the drawing.
        return _ROW - LINE
    larger = 1.75 if tag.startswith("<h") else 1.0
    return ceil(len(text) * LETTER / (width - 2)) * LINE * larger + _PARAGRAPH
