"""Bounds on how many members of a set pass a test.

`passing` takes a test on the members of a set and gives the most members for which it can hold: a cell in a given row,
a member of a small set, one given thing. Where the form of the test shows nothing, all members may pass. Costs use it,
because what stands after `and` is worked out only for members that passed what stands before it.
"""

from __future__ import annotations

from solenia_rules.checked import terms as t
from solenia_rules.checked.sizes import Sizes
from solenia_rules.checked.terms import Term


def passing(sizes: Sizes, size: int, test: Term, var: int) -> int:
    """The most of `size` members for which a test holds; the variable stands for the member."""
    match test:
        case t.And():
            return min(passing(sizes, size, part, var) for part in test.tests)
        case t.Equal():
            sides = ((test.left, test.right), (test.right, test.left))
            return min(
                (_equals(sizes, size, one, var) for one, other in sides if not t.contains(other, var)), default=size
            )
        case t.In() if _is(test.member, var) and not t.contains(test.group, var):
            return min(size, sizes.of(test.group))
        case _:
            return size


def _equals(sizes: Sizes, size: int, term: Term, var: int) -> int:
    """The most members of which a term has one given value."""
    match term:
        case t.Var(number) if number == var:
            return min(size, 1)
        case t.BuiltInField("row" | "column" as field) if _is(term.holder, var):
            return min(size, sizes.cells_in_line(field))
        case _:
            return size


def _is(term: Term, var: int) -> bool:
    return isinstance(term, t.Var) and term.number == var
