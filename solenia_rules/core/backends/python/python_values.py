"""Prints core expressions as Python. The text contains only names created here, so that it is safe to run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from solenia_rules.core.expressions import (
    And,
    Apply,
    ApplyBy,
    Binary,
    Choice,
    Const,
    Ex,
    GuardedLoad,
    GuardedTable,
    Load,
    Local,
    Not,
    Or,
    SortPush,
    SortSeq,
    Table,
    Unary,
    is_truth,
)
from solenia_rules.core.refine.hoisting import Kept, Reach

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solenia_rules.core.operators import BinaryOp, ByBinary, ByUnary

_OPPOSITE: dict[BinaryOp, str] = {"eq": "!=", "ne": "==", "lt": ">=", "le": ">"}


class PythonValues:
    """Prints values; values that are already computed are read from a variable."""

    def __init__(self) -> None:
        self.hoisted: dict[Kept, str] = {}
        """Hoisted value -> the name of its variable."""
        self.temps = 0

    def local(self, number: int) -> str:
        """The text that reads a local."""
        return f"v{number}"

    def ex(self, value: Kept) -> str:
        """The text of a value. If only its truth matters, it may be a Python test."""
        if self.hoisted and value in self.hoisted:
            return self.hoisted[value]
        match value:
            case Local():
                return self.local(value.number)
            case Const():
                return str(value.value) if value.value >= 0 else f"({value.value})"
            case Binary():
                return _BINARY[value.op](self, value.left, value.right)
            case Load(base, index):
                return f"s[{base}]" if index is None else f"s[{self._index(base, index)}]"
            case Unary(unary_op, arg):
                return _UNARY[unary_op](self, arg)
            case Table(table, index) | GuardedTable(table, index):
                return f"T{table}[{self.ex(index)}]"
            case And(left, right):
                return f"({self.ex(left)} and {self.ex(right)})"
            case Or(left, right):
                return f"({self.ex(left)} or {self.ex(right)})"
            case Not(arg):
                return f"(not {self.ex(arg)})"
            case Choice():
                test, then, otherwise = self.ex(value.test), self.ex(value.then), self.ex(value.otherwise)
                return f"({then} if {test} else {otherwise})"
            case GuardedLoad(base, index):
                once, again = self._atom(index)
                return f"(s[{base} + {again}] if {once} >= 0 else -1)"
            case Apply(fn, args):
                return f"f{fn}(s{''.join(', ' + self.val(arg) for arg in args)})"
            case ApplyBy(table, index, args):
                return f"PURE[T{table}[{self.ex(index)}]](s{''.join(', ' + self.val(arg) for arg in args)})"
            case SortPush():
                return f"sort_push({', '.join(self.val(part) for part in value.parts)})"
            case SortSeq(digits, keys):
                return f"sort_seq({self.ex(digits)}, {keys})"
            case Reach(cells):
                return f"reach({self.ex(cells)})"
            case _:
                assert_never(value)

    def _index(self, base: int, index: Ex) -> str:
        text = self.ex(index)
        return text if base == 0 else f"{base} + {text}"

    def val(self, value: Kept) -> str:
        """The text of a value as an integer, even if it is a test."""
        text = self.ex(value)
        return f"(1 if {text} else 0)" if not isinstance(value, Reach) and is_truth(value) else text

    def negated(self, test: Ex) -> str:
        """The text of the negated test."""
        if isinstance(test, Binary) and test.op in _OPPOSITE and test not in self.hoisted:
            return f"({self.ex(test.left)} {_OPPOSITE[test.op]} {self.ex(test.right)})"
        return f"not {self.ex(test)}"

    def _atom(self, value: Ex) -> tuple[str, str]:
        """The texts for the first use and for later uses of a value."""
        if isinstance(value, (Const, Local)) or value in self.hoisted:
            return self.ex(value), self.ex(value)
        self.temps += 1
        name = f"w{self.temps}"
        return f"({name} := {self.ex(value)})", name

    # ---- operators that need more than a pattern -----------------------------------------------

    def lower_or_higher(self, sign: str, left: Ex, right: Ex) -> str:
        (a_first, a), (b_first, b) = self._atom(left), self._atom(right)
        return f"({a} if {a_first} {sign} {b_first} else {b})"

    def lowest(self, mask: Ex) -> str:
        first, name = self._atom(mask)
        return f"(({first} & -{name}).bit_length() - 1)"

    def distance(self, cell: Ex, cells: Ex) -> str:
        return f"nearest({self.ex(cell)}, {self.ex(Reach(cells))})"

    def within(self, cells: Ex, steps: Ex) -> str:
        return f"within({self.ex(Reach(cells))}, {self.ex(steps)})"

    def pushed(self, sequence: Ex, member: Ex) -> str:
        if sequence == Const(0):
            return f"({self.val(member)} + 1)"
        return f"push({self.ex(sequence)}, {self.ex(member)})"


_OfOne: TypeAlias = Callable[[PythonValues, Ex], str]
_OfTwo: TypeAlias = Callable[[PythonValues, Ex, Ex], str]


def _one(pattern: str) -> _OfOne:
    return lambda values, arg: pattern.format(values.ex(arg))


def _two(pattern: str) -> _OfTwo:
    return lambda values, left, right: pattern.format(values.ex(left), values.ex(right))


_UNARY: ByUnary[_OfOne] = {
    "neg": _one("(-{})"),
    "clamp": _one("clamp({})"),
    "bit": _one("BIT[{}]"),
    "popcount": _one("({}).bit_count()"),
    "lowest": PythonValues.lowest,
    "highest": _one("(({}).bit_length() - 1)"),
    "near": _one("NEAR[{}][0]"),
    "around": _one("AROUND[{}][0]"),
    "path": _one("path({})"),
    "seq_first": _one("(({} & 16383) - 1)"),
    "seq_last": _one("last({})"),
    "seq_rest": _one("({} >> 14)"),
    "seq_reverse": _one("reverse({})"),
    "seq_of": _one("from_mask({})"),
}
_BINARY: ByBinary[_OfTwo] = {
    "add": _two("({} + {})"),
    "sub": _two("({} - {})"),
    "mul": _two("clamp({} * {})"),
    "index_mul": _two("({} * {})"),
    "div": _two("({} // {})"),
    "mod": _two("({} % {})"),
    "min": lambda values, left, right: values.lower_or_higher("<", left, right),
    "max": lambda values, left, right: values.lower_or_higher(">", left, right),
    "eq": _two("({} == {})"),
    "ne": _two("({} != {})"),
    "lt": _two("({} < {})"),
    "le": _two("({} <= {})"),
    "band": _two("({} & {})"),
    "bor": _two("({} | {})"),
    "bandnot": _two("({} & ~{})"),
    "has": _two("(({} & BIT[{}]) != 0)"),
    "dist": PythonValues.distance,
    "within": PythonValues.within,
    "group": _two("group({}, {})"),
    "trail": _two("trail({}, {})"),
    "range": _two("range_mask({}, {})"),
    "seq_push": PythonValues.pushed,
}
