"""Distances from a set of cells: the cells that a set reaches are computed once and looked up often."""

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
        """Replaces `typing.Generic` at run time, where the type parameter has no effect."""

        def __class_getitem__(cls, _of):
            return cls

    Reached = None

MOST_BITS = 1 << 27
"""The most bits that the levels of all cells of a layout may take together."""


class Reaching(Generic[Reached]):
    """The functions that generated code calls. The result of `reach` is opaque: it is only passed to `within` and
    `nearest`."""

    def __init__(
        self,
        reach: Callable[[int], Reached],
        within: Callable[[Reached, int], int],
        nearest: Callable[[int, Reached], int],
        levels: tuple[int, int] | None = None,
        chunk: Callable[[int], list[int]] | None = None,
    ) -> None:
        self.reach = reach
        self.within = within
        """The mask of the cells reached in at most the given number of steps."""
        self.nearest = nearest
        """The number of steps from a cell to the nearest cell of the set."""
        self.levels = levels
        """If levels are packed: the number of bits of each level, and the index of the last level."""
        self.chunk = chunk
        """If levels are packed: the function that lists what each set of cells within a chunk of bits reaches. The
        whole reaches what its parts reach. The lists are long, so only whole games make them."""


def packed(near: tuple[int, ...], passable: tuple[bool, ...]) -> Reaching[int] | None:
    """Levels packed into one integer, so that the levels of several cells are combined with one `or`; None if they
    would take too many bits."""
    cells, wide = (1 << len(near)) - 1, len(near)
    deep = _depth(near, passable)
    if wide * wide * (deep + 1) > MOST_BITS:
        return None
    column = sum(1 << wide * level for level in range(deep + 1))
    levels = [0] * wide
    """For each cell, the masks of the cells at most 0, 1, 2 ... steps away; 0 if not computed yet."""

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

    def chunk(number: int) -> list[int]:
        found = [0]
        for cell in range(number * WIDTH, min((number + 1) * WIDTH, wide)):
            own = levels[cell] or fill(cell)
            found += [lower | own for lower in found]
        return found

    def within(reached: int, most: int) -> int:
        return reached >> (most if most < deep else deep) * wide & cells if most >= 0 else 0

    def nearest(cell: int, reached: int) -> int:
        there = reached >> cell & column if cell >= 0 else 0
        return ((there & -there).bit_length() - 1) // wide if there else FAR

    return Reaching(reach, within, nearest, (wide, deep), chunk)


def _depth(near: tuple[int, ...], passable: tuple[bool, ...]) -> int:
    """An upper bound on the steps between any two connected cells: twice the distance from the middle of each connected
    part."""
    seen, found = 0, 0
    for cell in range(len(near)):
        if seen >> cell & 1 or not passable[cell]:
            continue
        part = [other for other, steps in enumerate(distances(near, cell)) if steps < FAR]
        seen |= sum(1 << other for other in part)
        middle = distances(near, part[len(part) // 2])
        found = max(found, 2 * max(middle[other] for other in part))
    return found
