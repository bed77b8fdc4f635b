"""How far cells are from a set of cells: what the set reaches, worked out once and asked often."""

from __future__ import annotations

from solenia_rules.checked.numbers import FAR
from solenia_rules.core.topology import distances
from solenia_rules.play.masks import BITS, CHUNK, HIGH, LOW, NARROW, WIDTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Generic, TypeVar

    Reached = TypeVar("Reached")
else:

    class Generic:
        """Only checkers of types need to know of what."""

        def __class_getitem__(cls, _of):
            return cls

    Reached = None

MOST_BITS = 1 << 27
"""Bits that the levels of all cells of a layout may take together."""


class Reaching(Generic[Reached]):
    """What generated code asks. `reach` of a mask of cells is a value for the other two only."""

    def __init__(
        self,
        reach: Callable[[int], Reached],
        within: Callable[[Reached, int], int],
        nearest: Callable[[int, Reached], int],
        levels: tuple[int, int] | None = None,
    ) -> None:
        self.reach = reach
        self.within = within
        """Mask of what was reached in at most so many steps."""
        self.nearest = nearest
        """Steps from a cell to what it was reached from."""
        self.levels = levels
        """Where levels lie side by side: how many bits each has, and the number of the last."""


def packed(near: tuple[int, ...], passable: tuple[bool, ...]) -> Reaching[int] | None:
    """Levels side by side in one integer, those of several cells joined by one `or`; None where they would be too
    many."""
    cells, wide = (1 << len(near)) - 1, len(near)
    deep = _depth(near, passable)
    if wide * wide * (deep + 1) > MOST_BITS:
        return None
    column = sum(1 << wide * level for level in range(deep + 1))
    levels = [0] * wide
    """By cell, 0 where nobody asked yet: the cells at most 0, 1, 2 ... steps away."""

    def fill(cell: int) -> int:
        if passable[cell]:
            for other, steps in enumerate(distances(near, cell)):
                if steps < FAR:
                    levels[cell] |= (column << wide * steps & (1 << wide * (deep + 1)) - 1) << other
        return levels[cell]

    def reach(mask: int) -> int:
        found = 0
        for cell in LOW[mask & CHUNK] + HIGH[mask >> WIDTH] if mask < NARROW else BITS[mask]:
            found |= levels[cell] or fill(cell)
        return found

    def within(reached: int, most: int) -> int:
        return reached >> (most if most < deep else deep) * wide & cells if most >= 0 else 0

    def nearest(cell: int, reached: int) -> int:
        there = reached >> cell & column if cell >= 0 else 0
        return ((there & -there).bit_length() - 1) // wide if there else FAR

    return Reaching(reach, within, nearest, (wide, deep))


def _depth(near: tuple[int, ...], passable: tuple[bool, ...]) -> int:
    """Steps that suffice from any cell to any other: twice those from the middle of each connected part."""
    seen, found = 0, 0
    for cell in range(len(near)):
        if seen >> cell & 1 or not passable[cell]:
            continue
        part = [other for other, steps in enumerate(distances(near, cell)) if steps < FAR]
        seen |= sum(1 << other for other in part)
        middle = distances(near, part[len(part) // 2])
        found = max(found, 2 * max(middle[other] for other in part))
    return found
