"""Tests that exclude only a few members of a set, and boards whose cells are known: together they show that something
is left to choose from."""

from __future__ import annotations

from solenia_rules.checked import terms as t
from solenia_rules.checked.names import Names
from solenia_rules.checked.terms import Term, contains


def cells_on(board: str, names: Names) -> int:
    """The number of cells of a grid with a fixed number of rows; 0 for other boards."""
    found = names.boards[board]
    if found.columns is None or not isinstance(found.rows, int) or found.part is not None:
        return 0
    return found.columns * found.rows - len(found.impassable)


def count_failing(test: Term, var: int) -> int | None:
    """The most values of a variable for which a test does not hold; None: perhaps all."""
    match test:
        case t.Or(tests):
            known = [found for part in tests if (found := count_failing(part, var)) is not None]
            return min(known, default=None)
        case t.Not(t.Equal(one, other)) if contains(one, var) != contains(other, var):
            return 1 if _one_to_one(one if contains(one, var) else other, var) else None
        case _:
            return None


def _one_to_one(value: Term, var: int) -> bool:
    """Whether different members give different values: the member itself, or with something added."""
    match value:
        case t.Var(number):
            return number == var
        case t.Arithmetic("+" | "-") if contains(value.left, var) != contains(value.right, var):
            return _one_to_one(value.left if contains(value.left, var) else value.right, var)
        case _:
            return False
