"""Longest paths over cells: an exhaustive search from every cell, so the number is exact.

The search is bounded: after `SEARCH_STEPS` steps it raises `Exhausted`, and the executor ends the game as a draw, as it
does at the other caps. The machine code makes the same steps in the same order (`fast/kernel/longest.py`).
"""

from __future__ import annotations

from solenia_rules.checked.numbers import SEARCH_STEPS
from solenia_rules.play.masks import BITS, Memo
from solenia_rules.play.sequences import keyed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    Weigh: TypeAlias = Callable[[int], int]

MOST_KEPT = 10_000
"""The most results that are kept for each layout."""


class Exhausted(Exception):
    """Raised when a search takes more steps than allowed; the game ends as a draw."""

    def __init__(self) -> None:
        super().__init__(f"the search for the longest path takes more than {SEARCH_STEPS} steps")


class Longest:
    """Searches in the neighbourhood of one layout. Results are kept, because roads are asked about more often than
    they are built."""

    def __init__(self, near: Sequence[int], nearby: Memo, linked: Sequence[int], linked_to: Memo) -> None:
        """`near`: the neighbours of each cell; `nearby`: the neighbours of each set of cells. `linked` and `linked_to`:
        the same with the corners, sides and cells that touch a cell, for paths that lead over links."""
        self._near = near
        self._nearby = nearby
        self._linked = linked
        self._linked_to = linked_to
        self._paths = Memo(lambda cells: (self._path(cells, int.bit_count),), MOST_KEPT)
        self._trails = Kept(lambda cells, links: self._trail(cells, links, int.bit_count))
        self._weighed_paths = Memo(lambda digits: (self._path(*_weighed(digits)),), MOST_KEPT)
        self._weighed_trails = Kept(self._weighed_trail)

    def path(self, cells: int) -> int:
        """The number of cells of the longest path from neighbour to neighbour that has no cell twice."""
        return self._paths[cells][0]

    def trail(self, cells: int, links: int) -> int:
        """The number of cells of the longest path in which each step leads over a link: a neighbour of both cells, or a
        corner, side or cell that touches both. The path has no cell twice, and does not leave a cell over the link by
        which it came."""
        return self._trails.of(cells, links)

    def weighed_path(self, digits: int) -> int:
        """The same as `path` for cells with a weight each, in digits with one key: the most weight of a path."""
        return self._weighed_paths[digits][0]

    def weighed_trail(self, digits: int, links: int) -> int:
        """The same as `trail` for cells with a weight each."""
        return self._weighed_trails.of(digits, links)

    def _weighed_trail(self, digits: int, links: int) -> int:
        cells, weigh = _weighed(digits)
        return self._trail(cells, links, weigh)

    def _path(self, cells: int, weigh: Weigh) -> int:
        near, best, left = self._near, 0, SEARCH_STEPS
        for start in BITS[cells]:
            part = self._part(start, cells)
            most = weigh(part)
            if most <= best:
                continue
            total = weigh(1 << start)
            best = max(best, total)
            free, at, tried = part & ~(1 << start), [start], [-1]
            while at and best < most:
                found = near[at[-1]] & free & -1 << tried[-1] + 1
                if not found:
                    last = 1 << at.pop()
                    tried.pop()
                    free |= last
                    total -= weigh(last)
                    continue
                left -= 1
                if left < 0:
                    raise Exhausted
                tried[-1] = cell = (found & -found).bit_length() - 1
                if total + weigh(self._part(cell, free)) > best:
                    free &= ~(1 << cell)
                    at.append(cell)
                    tried.append(-1)
                    total += weigh(1 << cell)
                    best = max(best, total)
        return best

    def _part(self, cell: int, cells: int) -> int:
        """The connected part of a set that contains the given cell of the set."""
        made, edge = 0, 1 << cell
        while edge:
            made |= edge
            edge = self._nearby[edge][0] & cells & ~made
        return made

    def _trail(self, cells: int, links: int, weigh: Weigh) -> int:
        linked, best, left = self._linked, 0, SEARCH_STEPS
        for start in BITS[cells]:
            part = self._joined(start, cells, links)
            most = weigh(part)
            if most <= best:
                continue
            total = weigh(1 << start)
            best = max(best, total)
            free, at, came, over, tried = part & ~(1 << start), [start], [-1], [-1], [-1]
            while at and best < most:
                found = linked[over[-1]] & free & -1 << tried[-1] + 1 if over[-1] >= 0 else 0
                if not found:
                    ways = linked[at[-1]] & links & -1 << over[-1] + 1
                    if came[-1] >= 0:
                        ways &= ~(1 << came[-1])
                    tried[-1] = -1
                    if ways:
                        over[-1] = (ways & -ways).bit_length() - 1
                    else:
                        last = 1 << at.pop()
                        free |= last
                        total -= weigh(last)
                        for stack in (came, over, tried):
                            stack.pop()
                    continue
                left -= 1
                if left < 0:
                    raise Exhausted
                tried[-1] = cell = (found & -found).bit_length() - 1
                if total + weigh(self._joined(cell, free, links)) > best:
                    free &= ~(1 << cell)
                    at.append(cell)
                    came.append(over[-1])
                    over.append(-1)
                    tried.append(-1)
                    total += weigh(1 << cell)
                    best = max(best, total)
        return best

    def _joined(self, cell: int, cells: int, links: int) -> int:
        """The part of a set that can be reached from the given cell of the set over links."""
        made, edge, linked_to = 0, 1 << cell, self._linked_to
        while edge:
            made |= edge
            edge = linked_to[linked_to[edge][0] & links][0] & cells & ~made
        return made


class Kept:
    """The results of a function of two sets."""

    def __init__(self, work: Callable[[int, int], int]) -> None:
        self._work = work
        self._found: dict[tuple[int, int], int] = {}

    def of(self, one: int, other: int) -> int:
        key = (one, other)
        if key not in self._found:
            if len(self._found) > MOST_KEPT:
                self._found.clear()
            self._found[key] = self._work(one, other)
        return self._found[key]


def _weighed(digits: int) -> tuple[int, Weigh]:
    """The cells of digits with one key, and the function that adds up the keys of a set of these cells."""
    cells, heavy = 0, dict[int, int]()
    for cell, weight in keyed(digits):
        cells |= 1 << cell
        heavy[weight] = heavy.get(weight, 0) | 1 << cell
    groups = tuple(heavy.items())
    return cells, lambda part: sum([weight * (part & group).bit_count() for weight, group in groups])
