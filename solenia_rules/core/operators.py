"""The operators of the core's expressions: their names, and one row of facts for each.

Anything that another module needs for every operator (how it is printed, what it computes, its machine code) is a table
of type `ByUnary` or `ByBinary`: mypy reports a table that lacks an operator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from solenia_rules.checked.numbers import LIMIT, range_mask
from solenia_rules.text.frozen import frozen

UnaryOp: TypeAlias = Literal[
    "neg", "clamp", "bit", "popcount", "lowest", "highest", "near", "around", "path", "weighed_path", "seq_first",
    "seq_last", "seq_rest", "seq_reverse", "seq_of",
]  # fmt: skip
BinaryOp: TypeAlias = Literal[
    "add", "sub", "mul", "index_mul", "div", "mod", "min", "max", "eq", "ne", "lt", "le", "band", "bor", "bandnot",
    "has", "dist", "within", "group", "trail", "weighed_trail", "range", "seq_push",
]  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Generic, TypedDict, TypeVar

    T = TypeVar("T")

    class ByUnary(TypedDict, Generic[T]):
        """One entry for each unary operator."""

        neg: T
        clamp: T
        bit: T
        popcount: T
        lowest: T
        highest: T
        near: T
        around: T
        path: T
        weighed_path: T
        seq_first: T
        seq_last: T
        seq_rest: T
        seq_reverse: T
        seq_of: T

    class ByBinary(TypedDict, Generic[T]):
        """One entry for each binary operator."""

        add: T
        sub: T
        mul: T
        index_mul: T
        div: T
        mod: T
        min: T
        max: T
        eq: T
        ne: T
        lt: T
        le: T
        band: T
        bor: T
        bandnot: T
        has: T
        dist: T
        within: T
        group: T
        trail: T
        weighed_trail: T
        range: T
        seq_push: T


@frozen(eq=False)
class Operator:
    """`fold` computes the value for constants, if that is possible before a game. `early`: the value may be evaluated
    before it is known whether it is needed, because it is cheap and cannot fail. `test`: the value is 0 or 1."""

    meaning: str
    fold: Callable[..., int] | None = None
    early: bool = True
    test: bool = False


UNARY: ByUnary[Operator] = {
    "neg": Operator("-a", lambda a: -a),
    "clamp": Operator("a kept within the limit of numbers", early=False),
    "bit": Operator("mask of one index; 0 for none", lambda a: 1 << a if a >= 0 else 0),
    "popcount": Operator("how many members a mask has", lambda a: a.bit_count()),
    "lowest": Operator("lowest member of a mask; none if it is empty", lambda a: (a & -a).bit_length() - 1),
    "highest": Operator("highest member of a mask; none if it is empty", lambda a: a.bit_length() - 1),
    "near": Operator("neighbours of a mask of cells"),
    "around": Operator("surroundings of a mask of cells"),
    "path": Operator("cells of the longest path in a mask of cells", early=False),
    "weighed_path": Operator(
        "most weight of a path over the cells of digits, each with its weight as key", early=False
    ),
    "seq_first": Operator("first member of a sequence; none if it is empty"),
    "seq_last": Operator("last member of a sequence; none if it is empty", early=False),
    "seq_rest": Operator("sequence without its first member"),
    "seq_reverse": Operator("sequence with the last member first", early=False),
    "seq_of": Operator("sequence of the members of a mask, lowest first", early=False),
}

BINARY: ByBinary[Operator] = {
    "add": Operator("a + b", lambda a, b: a + b),
    "sub": Operator("a - b", lambda a, b: a - b),
    "mul": Operator("a * b kept within the limit", lambda a, b: max(-LIMIT, min(LIMIT, a * b)), early=False),
    "index_mul": Operator("a * b of small numbers, for places in the state", lambda a, b: a * b),
    "div": Operator("a / b rounded down", lambda a, b: a // b, early=False),
    "mod": Operator("remainder of a / b, never negative for b > 0", early=False),
    "min": Operator("the smaller number", min),
    "max": Operator("the larger number", max),
    "eq": Operator("a = b", lambda a, b: int(a == b), test=True),
    "ne": Operator("a is not b", lambda a, b: int(a != b), test=True),
    "lt": Operator("a < b", lambda a, b: int(a < b), test=True),
    "le": Operator("a <= b", lambda a, b: int(a <= b), test=True),
    "band": Operator("members of both masks", lambda a, b: a & b),
    "bor": Operator("members of one of the masks", lambda a, b: a | b),
    "bandnot": Operator("members of mask a that are not in b", lambda a, b: a & ~b),
    "has": Operator("whether mask a has the member b; 0 for none", lambda a, b: a >> b & 1 if b >= 0 else 0, test=True),
    "dist": Operator("steps from cell a to the nearest of mask b", early=False),
    "within": Operator("cells at most b steps from the nearest of mask a", early=False),
    "group": Operator("members of mask b that are connected with cell a", early=False),
    "trail": Operator("cells of the longest path in mask a whose steps lead over mask b", early=False),
    "weighed_trail": Operator("the same for a path whose steps lead over mask b", early=False),
    "range": Operator("mask of the numbers a to b", range_mask, early=False),
    "seq_push": Operator("sequence a with member b at its end", early=False),
}
