"""Where generated rulesets take their choices from: Hypothesis, which makes failures small, or a seed.

Smaller numbers stand for simpler rulesets, so that a failure shrinks to the simplest text that still fails.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

T = TypeVar("T")


class Source(Protocol):
    """Numbers that decide what is generated."""

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""


@cache
def _numbers(limit: int) -> SearchStrategy[int]:
    return st.integers(0, limit - 1)


class Drawn:
    """Numbers that Hypothesis draws and shrinks."""

    def __init__(self, draw: DrawFn) -> None:
        self._draw = draw

    def below(self, limit: int) -> int:
        return 0 if limit < 2 else self._draw(_numbers(limit))


class Seeded:
    """Numbers of a seed. They are written down, so that a failure can be made smaller."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.numbers: list[int] = []

    def below(self, limit: int) -> int:
        self.numbers.append(self._random.randrange(limit))
        return self.numbers[-1]


class Recorded:
    """Numbers of a list; zeros after its end."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._left = list(reversed(numbers))

    def below(self, limit: int) -> int:
        return self._left.pop() % limit if self._left else 0


def shrunk(numbers: Sequence[int], fails: Callable[[Sequence[int]], bool], tries: int) -> list[int]:
    """A list of smaller numbers that fails, too: parts of the list are left out or become 0, then numbers become
    smaller, for so many tries."""
    best = list(numbers)

    def better(other: list[int]) -> bool:
        nonlocal best, tries
        tries -= 1
        if tries < 0 or other == best or not fails(other):
            return False
        best = other
        return True

    width = max(1, len(best) // 2)
    while tries > 0:
        improved, start = False, 0
        while start < len(best) and tries > 0:
            left_out = best[:start] + best[start + width :]
            zeros = best[:start] + [0] * len(best[start : start + width]) + best[start + width :]
            if better(left_out) or (any(best[start : start + width]) and better(zeros)):
                improved = True
            elif width == 1 and best[start] > 1 and better([*best[:start], best[start] // 2, *best[start + 1 :]]):
                improved = True
            else:
                start += width
        if not improved and width == 1:
            break
        width = max(1, width // 2)
    return best


class Chance:
    """Choices made with the numbers of a source."""

    def __init__(self, source: Source) -> None:
        self.below = source.below

    def pick(self, options: Sequence[T]) -> T:
        """One of several options; the first one is the simplest."""
        return options[self.below(len(options))]

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def yes(self, percent: int) -> bool:
        """Yes in so many of a hundred cases; no is simpler."""
        return self.below(100) >= 100 - percent

    def some(self, options: Sequence[T], most: int) -> tuple[T, ...]:
        """Up to so many of the options, in their order."""
        left = list(options)
        while len(left) > most:
            left.pop(self.below(len(left)))
        return tuple(left)
