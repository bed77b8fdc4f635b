"""Bounds of the numbers that an expression of the core can be, where its form alone tells them.

The printers leave out the limit of numbers where a product cannot exceed it.
"""

from __future__ import annotations

from collections.abc import Container
from typing import TypeAlias

from solenia_rules.core.core import Core
from solenia_rules.core.expressions import Binary, Choice, Const, GuardedTable, Local, Table, Unary, is_truth
from solenia_rules.core.refine.hoisting import Kept, Reach

Bounds: TypeAlias = tuple[int, int]
"""The lowest and the highest number."""
MOST = 1 << 64
UNKNOWN: Bounds = (-MOST, MOST)


def bounds(value: Kept, core: Core, members: Container[int], most: int) -> Bounds:
    """The bounds of a value. `members`: locals that are only an answer or a member of a mask, which is at most
    `most`."""

    def inside(part: Kept) -> Bounds:
        match part:
            case Const(number):
                return number, number
            case Local(number):
                return (0, most) if number in members else UNKNOWN
            case Table(table) | GuardedTable(table):
                entries = (*core.tables[table], -1)
                return min(entries), max(entries)
            case Choice():
                return _either(inside(part.then), inside(part.otherwise))
            case Unary("neg", arg):
                low, high = inside(arg)
                return -high, -low
            case Binary("add" | "sub" | "index_mul" | "min" | "max"):
                return _together(part, inside(part.left), inside(part.right))
        return (0, 1) if not isinstance(part, Reach) and is_truth(part) else UNKNOWN

    low, high = inside(value)
    return max(low, -MOST), min(high, MOST)


def _either(one: Bounds, other: Bounds) -> Bounds:
    return min(one[0], other[0]), max(one[1], other[1])


def _together(value: Binary, left: Bounds, right: Bounds) -> Bounds:
    match value.op:
        case "add":
            return left[0] + right[0], left[1] + right[1]
        case "sub":
            return left[0] - right[1], left[1] - right[0]
        case "min":
            return min(left[0], right[0]), min(left[1], right[1])
        case "max":
            return max(left[0], right[0]), max(left[1], right[1])
        case "index_mul":
            corners = [a * b for a in left for b in right]
            return min(corners), max(corners)
    return UNKNOWN
