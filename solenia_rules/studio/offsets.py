"""Offsets of editors and of Python. A browser counts the two halves of a rare character, Python counts it once."""

from __future__ import annotations

import re
from bisect import bisect_left

_WIDE = re.compile("[\U00010000-\U0010ffff]")


class Units:
    """Converts between offsets in one text."""

    def __init__(self, text: str) -> None:
        self.wide = [match.start() for match in _WIDE.finditer(text)]
        """Offsets, in Python's count, of the characters that a browser counts twice."""

    def given(self, offset: int) -> int:
        """The offset of the browser for one of Python."""
        return offset + bisect_left(self.wide, offset)

    def taken(self, offset: int) -> int:
        """The offset of Python for one of the browser; inside a character, its beginning."""
        low, high = 0, len(self.wide)
        while low < high:
            middle = (low + high) // 2
            if self.wide[middle] + middle + 1 < offset:
                low = middle + 1
            else:
                high = middle
        return max(0, offset - low)
