"""What the operations with one or two operands and a result work out, by name."""

from __future__ import annotations

import operator
from collections.abc import Callable

from solenia_rules.checked.numbers import DIGIT, LIMIT
from solenia_rules.play import sequences
from solenia_rules.play.generated import range_mask
from solenia_rules.play.masks import members
from solenia_rules.play.physics import Physics, clamp

Unary = Callable[[int], int]
Binary = Callable[[int, int], int]


def binary(physics: Physics) -> dict[str, Binary]:
    return {
        "add": operator.add, "sub": operator.sub, "mul": _mul, "imul": operator.mul, "div": operator.floordiv,
        "mod": operator.mod, "min": _min, "max": _max, "eq": _eq, "ne": _ne, "lt": _lt, "le": _le,
        "band": operator.and_, "bor": operator.or_, "bandnot": _bandnot, "has": _has,
        "dist": lambda cell, cells: physics.nearest(cell, members(cells)),
        "within": lambda cells, most: physics.within(members(cells), most),
        "group": physics.group, "seqpush": sequences.push,
        "range": range_mask,
    }  # fmt: skip


def unary(physics: Physics) -> dict[str, Unary]:
    return {
        "copy": operator.pos, "neg": operator.neg, "not": _not, "clamp": clamp, "bit": _bit, "popcount": int.bit_count,
        "lowest": _lowest, "highest": _highest, "nb": lambda cells: physics.near[cells][0],
        "sur": lambda cells: physics.around[cells][0], "seqfirst": sequences.first, "seqlast": sequences.last,
        "seqmask": sequences.mask, "seqpop": _seqpop, "seqreverse": sequences.reverse, "maskseq": sequences.from_mask,
    }  # fmt: skip


def _mul(a: int, b: int) -> int:
    return max(-LIMIT, min(LIMIT, a * b))


def _min(a: int, b: int) -> int:
    return a if a < b else b


def _max(a: int, b: int) -> int:
    return a if a > b else b


def _eq(a: int, b: int) -> int:
    return 1 if a == b else 0


def _ne(a: int, b: int) -> int:
    return 1 if a != b else 0


def _lt(a: int, b: int) -> int:
    return 1 if a < b else 0


def _le(a: int, b: int) -> int:
    return 1 if a <= b else 0


def _not(a: int) -> int:
    return 0 if a else 1


def _bandnot(a: int, b: int) -> int:
    return a & ~b


def _has(mask: int, index: int) -> int:
    return mask >> index & 1 if index >= 0 else 0


def _bit(index: int) -> int:
    return 1 << index if index >= 0 else 0


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _highest(mask: int) -> int:
    return mask.bit_length() - 1


def _seqpop(sequence: int) -> int:
    return sequence >> DIGIT
