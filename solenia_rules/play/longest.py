"""Longest paths over cells: an exhaustive search from every cell, so the number is exact.

The search is bounded: after `SEARCH_STEPS` steps it raises `Exhausted`, and the executor ends the game as a draw, as it
does at the other caps. The machine code makes the same steps in the same order (`fast/kernel/longest.py`).
"""

from __future__ import annotations

from solenia_rules.checked.numbers import SEARCH_STEPS
from solenia_rules.play.masks import BITS, Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

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
        self._paths = Memo(lambda cells: (self._path(cells),), MOST_KEPT)
        self._trails: dict[tuple[int, int], int] = {}

    def path(self, cells: int) -> int:
        """The number of cells of the longest path from neighbour to neighbour that has no cell twice."""
        return self._paths[cells][0]

    def trail(self, cells: int, links: int) -> int:
        """The number of cells of the longest path in which each step leads over a link: a neighbour of both cells, or a
        corner, side or cell that touches both. The path has no cell twice, and does not leave a cell over the link by
        which it came."""
        key = (cells, links)
        if key not in self._trails:
            if len(self._trails) > MOST_KEPT:
                self._trails.clear()
            self._trails[key] = self._trail(cells, links)
        return self._trails[key]

    def _path(self, cells: int) -> int:
        near, best, left = self._near, 0, SEARCH_STEPS
        for start in BITS[cells]:
            part = self._part(start, cells)
            most = part.bit_count()
            if most <= best:
                continue
            best = best or 1
            free, at, tried = part & ~(1 << start), [start], [-1]
            while at and best < most:
                found = near[at[-1]] & free & -1 << tried[-1] + 1
                if not found:
                    free |= 1 << at.pop()
                    tried.pop()
                    continue
                left -= 1
                if left < 0:
                    raise Exhausted
                tried[-1] = cell = (found & -found).bit_length() - 1
                if len(at) + self._part(cell, free).bit_count() > best:
                    free &= ~(1 << cell)
                    at.append(cell)
                    tried.append(-1)
                    best = max(best, len(at))
        return best

    def _part(self, cell: int, cells: int) -> int:
        """The connected part of a set that contains the given cell of the set."""
        made, edge = 0, 1 << cell
        while edge:
            made |= edge
            edge = self._nearby[edge][0] & cells & ~made
        return made

    def _trail(self, cells: int, links: int) -> int:
        linked, best, left = self._linked, 0, SEARCH_STEPS
        for start in BITS[cells]:
            part = self._joined(start, cells, links)
            most = part.bit_count()
            if most <= best:
                continue
            best = best or 1
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
                        free |= 1 << at.pop()
                        for stack in (came, over, tried):
                            stack.pop()
                    continue
                left -= 1
                if left < 0:
                    raise Exhausted
                tried[-1] = cell = (found & -found).bit_length() - 1
                if len(at) + self._joined(cell, free, links).bit_count() > best:
                    free &= ~(1 << cell)
                    at.append(cell)
                    came.append(over[-1])
                    over.append(-1)
                    tried.append(-1)
                    best = max(best, len(at))
        return best

    def _joined(self, cell: int, cells: int, links: int) -> int:
        """The part of a set that can be reached from the given cell of the set over links."""
        made, edge, linked_to = 0, 1 << cell, self._linked_to
        while edge:
            made |= edge
            edge = linked_to[linked_to[edge][0] & links][0] & cells & ~made
        return made
