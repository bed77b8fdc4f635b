"""Tells equal lines that follow each other once, with their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby


def counted(lines: Iterable[str]) -> Iterator[str]:
    """The lines; of equal ones in a row one, with a count: `token: drawn (× 3)`."""
    for text, same in groupby(lines):
        yield times(text, sum(1 for _ in same))


def times(text: str, number: int) -> str:
    """A line that stands for several equal ones."""
    return f"{text} (× {number})" if number > 1 else text
