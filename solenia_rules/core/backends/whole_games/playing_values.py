"""Python source of values where whole games are played: distances are read from the levels of cells without a call."""

from __future__ import annotations

from solenia_rules.checked.numbers import FAR
from solenia_rules.core.backends.python.python_code import PythonCode
from solenia_rules.core.core import Ex, const
from solenia_rules.core.flatten import Flat
from solenia_rules.core.refine.hoisting import reach_of


class PlayingValues(PythonCode):
    """`levels`: the width and the number of the last of the levels that `reach` gives, if it gives such: cells at most
    0, 1, 2 ... steps away, side by side in one integer."""

    def __init__(self, flat: Flat, levels: tuple[int, int] | None) -> None:
        super().__init__(flat, emitting=False)
        self.levels = levels

    def ex(self, value: Ex) -> str:
        if self.levels is None or value in self.hoisted:
            return super().ex(value)
        match value:
            case Ex("within" | "ite"):
                return self._near(value, "") or super().ex(value)
            case Ex("band", (among, near)) if self._are_cells(among):
                # What lies past the first level is none of these cells.
                found = self._near(near, self.ex(among) + " & ") if near not in self.hoisted else None
                return found or super().ex(value)
            case Ex("dist", (cell, cells)) if self._is_present(cell):
                wide, last = self.levels
                self.temps += 1
                there, column = f"w{self.temps}", sum(1 << wide * level for level in range(last + 1))
                shifted = f"({there} := {self.ex(reach_of(cells))} >> {self.ex(cell)} & {column:#x})"
                return f"((({there} & -{there}).bit_length() - 1) // {wide} if {shifted} else {FAR})"
        return super().ex(value)

    def _near(self, value: Ex, among: str) -> str | None:
        """Cells within a number of steps, perhaps only if that is 0 or more; `among`: of which others."""
        match value:
            case Ex("within", (_, most)):
                return self._within(value, among, most.op == "const" and most.imm >= 0)
            case Ex("ite", (Ex("le", (Ex("const", (), 0), number)) as test, Ex("within", (_, most)) as found, other)):
                sure = most == number or (most.op == "add" and most.args == (number, const(1)))
                if sure and other == const(0) and found not in self.hoisted:
                    return f"({self._within(found, among, sure)} if {self.ex(test)} else 0)"
        return None

    def _within(self, value: Ex, among: str, sure: bool) -> str:
        """`sure`: the number of steps is not below 0."""
        assert self.levels is not None
        wide, last = self.levels
        cells, most = value.args
        reached, among = self.ex(reach_of(cells)), among or f"{(1 << wide) - 1:#x} & "
        if sure and most.op == "const":
            return f"({among}{reached} >> {min(most.imm, last) * wide})"
        first, again = self._atom(most)
        if sure:
            return f"({among}{reached} >> ({again} if {first} < {last} else {last}) * {wide})"
        return f"({among}{reached} >> ({again} if {again} < {last} else {last}) * {wide} if {first} >= 0 else 0)"

    def _are_cells(self, value: Ex) -> bool:
        """Whether a value is surely a mask of cells and of nothing else."""
        assert self.levels is not None
        match value:
            case Ex("table", _, table):
                numbers = self.core.tables[table]
                return min(numbers, default=0) >= 0 and max(numbers, default=0) >> self.levels[0] == 0
            case Ex("band", (one, other)):
                return self._are_cells(one) or self._are_cells(other)
            case Ex("bandnot", (one, _)):
                return self._are_cells(one)
            case Ex("const", (), number):
                return number >= 0 and number >> self.levels[0] == 0
            case _:
                return False

    def _is_present(self, value: Ex) -> bool:
        """Whether a value is never none."""
        return (value.op == "local" and value.imm in self.present) or (value.op == "const" and value.imm >= 0)
