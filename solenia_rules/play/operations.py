"""The operators of the core as functions on integers; the interpreter uses them."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

from solenia_rules.play import sequences
from solenia_rules.play.masks import members, range_mask
from solenia_rules.play.physics import Physics, clamp

if TYPE_CHECKING:
    from collections.abc import Callable

    from solenia_rules.core.operators import ByBinary, ByUnary


def unary_operations(physics: Physics) -> ByUnary[Callable[[int], int]]:
    return {
        "neg": operator.neg,
        "clamp": clamp,
        "bit": lambda index: 1 << index if index >= 0 else 0,
        "popcount": int.bit_count,
        "lowest": lambda mask: (mask & -mask).bit_length() - 1,
        "highest": lambda mask: mask.bit_length() - 1,
        "near": lambda cells: physics.near[cells][0],
        "around": lambda cells: physics.around[cells][0],
        "seq_first": sequences.first,
        "seq_last": sequences.last,
        "seq_rest": sequences.rest,
        "seq_reverse": sequences.reverse,
        "seq_of": sequences.from_mask,
    }


def binary_operations(physics: Physics) -> ByBinary[Callable[[int, int], int]]:
    return {
        "add": operator.add,
        "sub": operator.sub,
        "mul": lambda a, b: clamp(a * b),
        "index_mul": operator.mul,
        "div": operator.floordiv,
        "mod": operator.mod,
        "min": min,
        "max": max,
        "eq": lambda a, b: 1 if a == b else 0,
        "ne": lambda a, b: 1 if a != b else 0,
        "lt": lambda a, b: 1 if a < b else 0,
        "le": lambda a, b: 1 if a <= b else 0,
        "band": operator.and_,
        "bor": operator.or_,
        "bandnot": lambda a, b: a & ~b,
        "has": lambda mask, index: mask >> index & 1 if index >= 0 else 0,
        "dist": lambda cell, cells: physics.nearest(cell, members(cells)),
        "within": lambda cells, most: physics.within(members(cells), most),
        "group": physics.group,
        "range": range_mask,
        "seq_push": sequences.push,
    }
