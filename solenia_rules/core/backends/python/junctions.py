"""The control flow between the blocks of a flat program."""

from __future__ import annotations

from collections import deque

from solenia_rules.core import core as c
from solenia_rules.core import flatten as f
from solenia_rules.core.flatten import Flat

FAR_AHEAD = 60
"""The most blocks searched for the point where two branches join."""


class Junctions:
    def __init__(self, flat: Flat, telling: bool = False) -> None:
        """`telling`: a block that only sets its place is not skipped, because the log needs the place."""
        self.flat = flat
        self.telling = telling
        self._through: dict[int, int] = {}

    def through(self, target: int) -> int:
        """The target of a block that only jumps; loops are entered at their head."""
        if target not in self._through:
            block = self.flat.blocks[target]
            seen = {target}
            while isinstance(block.end, f.Jump) and block.id not in self.flat.heads:
                if any(map(self._matters, block.stmts)) or block.end.target in seen:
                    break
                seen.add(block.end.target)
                block = self.flat.blocks[block.end.target]
            self._through[target] = block.id
        return self._through[target]

    def _matters(self, stmt: c.Stmt) -> bool:
        return not isinstance(stmt, c.Mark) or (self.telling and stmt.place >= 0)

    def resumed(self) -> set[int]:
        """Blocks where execution resumes after a call or an answer."""
        ends = [block.end for block in self.flat.blocks]
        return {end.next for end in ends if isinstance(end, (f.CallEnd, f.CallDynEnd, f.DecideEnd, f.ForeseeEnd))}

    def _next(self, number: int) -> tuple[int, ...]:
        match self.flat.blocks[number].end:
            case f.Jump(target):
                found: tuple[int, ...] = (target,)
            case f.Branch(_, then, otherwise):
                found = (then, otherwise)
            case (
                f.PrimEnd(_, follow) | f.CallDynEnd(next=follow) | f.DecideEnd(next=follow) | f.ForeseeEnd(next=follow)
            ):  # fmt: skip
                found = (follow,)
            case _:
                found = ()
        return tuple(self.through(x) for x in found)

    def _ahead(self, start: int, around: set[int]) -> dict[int, int]:
        """The reachable blocks with their distance; the blocks in `around` are not passed."""
        steps = {start: 0}
        queue = deque([start])
        while queue and len(steps) < FAR_AHEAD:
            number = queue.popleft()
            if number in around:
                continue
            for other in self._next(number):
                if other not in steps:
                    steps[other] = steps[number] + 1
                    queue.append(other)
        return steps

    def join(self, one: int, two: int, around: set[int]) -> int | None:
        """The nearest block that both branches reach."""
        first, second = self._ahead(one, around), self._ahead(two, around)
        both = [number for number in first if number in second]
        return min(both, key=lambda number: (first[number] + second[number], number)) if both else None
