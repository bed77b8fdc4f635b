"""Prints values for whole games: distances are read from the levels of cells without a call."""

from __future__ import annotations

from solenia_rules.checked.numbers import FAR
from solenia_rules.core.backends.python.python_code import PythonCode
from solenia_rules.core.expressions import Binary, Choice, Const, Ex, Local, Table
from solenia_rules.core.flatten import Flat
from solenia_rules.core.refine.hoisting import Kept, Reach

MOST_TABLED = 2048
"""The most bits of the levels of a set of cells for which what parts of sets reach is kept in tables: there may be
16,384 entries."""


class PlayingValues(PythonCode):
    """`levels`: the width of a level and the index of the last level in the result of `reach`, if levels are packed:
    the cells at most 0, 1, 2 ... steps away, side by side in one integer."""

    def __init__(self, flat: Flat, levels: tuple[int, int] | None) -> None:
        super().__init__(flat, emitting=False)
        self.levels = levels

    def _text(self, value: Kept) -> str:
        if self.levels is None:
            return super()._text(value)
        wide, last = self.levels
        match value:
            case Reach(cells) if wide * (last + 1) <= MOST_TABLED:
                naming, self.naming = self.naming, False  # the test is evaluated first
                first, again = self._atom(cells)
                self.naming = naming
                return f"(REACHED0[{again} & 8191] | REACHED1[{again} >> 13] if {first} < 67108864 else reach({again}))"
            case Binary("within") | Choice():
                return self._near(value, None) or super()._text(value)
            case Binary("band", among, near) if self._are_cells(among):
                # The bits after the first level are outside this mask of cells.
                found = self._near(near, among) if near not in self.hoisted and near not in self.named else None
                return found or super()._text(value)
            case Binary("dist", cell, cells) if self._is_present(cell):
                self.temps += 1
                there, column = f"w{self.temps}", sum(1 << wide * level for level in range(last + 1))
                shifted = f"({there} := {self.ex(Reach(cells))} >> {self.ex(cell)} & {column:#x})"
                return f"((({there} & -{there}).bit_length() - 1) // {wide} if {shifted} else {FAR})"
        return super()._text(value)

    def _near(self, value: Ex, among: Ex | None) -> str | None:
        """The cells within a number of steps, for values that may also require a number of at least 0; `among`: a mask
        to intersect with."""
        naming, self.naming = self.naming, False  # the texts below are not evaluated in the order of printing
        found = None
        match value:
            case Binary("within", cells, most):
                found = self._within(cells, most, among, isinstance(most, Const) and most.value >= 0)
            case Choice(Binary("le", Const(0), number) as test, Binary("within", cells, most) as near, Const(0)):
                if most in (number, Binary("add", number, Const(1))) and near not in self.hoisted:
                    found = f"({self._within(cells, most, among, sure=True)} if {self.ex(test)} else 0)"
        self.naming = naming
        return found

    def _within(self, cells: Ex, most: Ex, amid: Ex | None, sure: bool) -> str:
        """The cells within `most` steps. `sure`: `most` is not negative."""
        assert self.levels is not None
        wide, last = self.levels
        among = f"{(1 << wide) - 1:#x} & " if amid is None else f"{self.ex(amid)} & "
        reached = self.ex(Reach(cells))
        if sure and isinstance(most, Const):
            return f"({among}{reached} >> {min(most.value, last) * wide})"
        first, again = self._atom(most)
        if sure:
            return f"({among}{reached} >> ({again} if {first} < {last} else {last}) * {wide})"
        return f"({among}{reached} >> ({again} if {again} < {last} else {last}) * {wide} if {first} >= 0 else 0)"

    def _are_cells(self, value: Ex) -> bool:
        """Whether a value is certainly a mask of cells."""
        assert self.levels is not None
        match value:
            case Table(table):
                numbers = self.core.tables[table]
                return min(numbers, default=0) >= 0 and max(numbers, default=0) >> self.levels[0] == 0
            case Binary("band", one, other):
                return self._are_cells(one) or self._are_cells(other)
            case Binary("bandnot", one):
                return self._are_cells(one)
            case Const(number):
                return number >= 0 and number >> self.levels[0] == 0
            case _:
                return False

    def _is_present(self, value: Ex) -> bool:
        """Whether a value is never -1."""
        if isinstance(value, Const):
            return value.value >= 0
        return isinstance(value, Local) and value.number in self.present
