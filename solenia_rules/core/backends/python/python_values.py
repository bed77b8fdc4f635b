"""Prints core expressions as Python. The text contains only names created here, so that it is safe to run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from solenia_rules.checked.numbers import LIMIT
from solenia_rules.core.backends.python.bounds import UNKNOWN, Bounds
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
        self.repeated: set[Kept] = set()
        """The values that the expression being printed uses again after they were computed."""
        self.named: dict[Kept, str] = {}
        """Those of them that are computed at this point of the expression -> the name of the variable."""
        self.naming = True
        """Whether the text is printed in the order in which it is evaluated, so that its values may get names."""

    def bounds_of(self, _value: Kept) -> Bounds:
        """The lowest and the highest number that a value can be."""
        return UNKNOWN

    def perhaps(self, value: Kept, named: dict[Kept, str] | None = None) -> str:
        """The text of a part that is evaluated only under a condition: what it computes has no name after it. `named`:
        what has a name if the condition holds."""
        if not self.repeated:
            return self.ex(value)
        before = self.named
        self.named = dict(before if named is None else named)
        text = self.ex(value)
        self.named = before
        return text

    def condition(self, test: Ex) -> str:
        """The text of a test of which only the truth matters: a number that is not 0 need not be compared."""
        return self._tested(test, self.truth)[0]

    def truth(self, test: Ex) -> str:
        match test:
            case Binary("ne", left, Const(0)) if not self._known(test):
                return self.ex(left)
            case Binary("eq", left, Const(0)) if not self._known(test):
                return f"(not {self.ex(left)})"
            case _:
                return self.ex(test)

    def _known(self, value: Ex) -> bool:
        """Whether a value has a name or gets one."""
        return value in self.hoisted or value in self.repeated

    def _tested(self, test: Ex, part: Callable[[Ex], str]) -> tuple[str, dict[Kept, str]]:
        """The text of a test, and what has a name if the test holds. `part`: prints a test that joins no others."""
        if not isinstance(test, And) or self._known(test):
            return part(test), self.named
        return self._joined(test, part)

    def _joined(self, test: And, part: Callable[[Ex], str]) -> tuple[str, dict[Kept, str]]:
        """The text of both parts of a test, and what has a name if both hold."""
        first, held = self._tested(test.left, part)
        before = self.named
        self.named = dict(held)
        second, held = self._tested(test.right, part)
        self.named = before
        return f"({first} and {second})", held

    def local(self, number: int) -> str:
        """The text that reads a local."""
        return f"v{number}"

    def ex(self, value: Kept) -> str:
        """The text of a value. If only its truth matters, it may be a Python test."""
        if self.hoisted and value in self.hoisted:
            return self.hoisted[value]
        if not self.repeated or value not in self.repeated:
            return self._text(value)
        if value in self.named:
            return self.named[value]
        text = self._text(value)
        if not self.naming:
            return text
        self.temps += 1
        self.named[value] = f"w{self.temps}"
        return f"(w{self.temps} := {text})"

    def _text(self, value: Kept) -> str:
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
            case And():
                return self._joined(value, self.ex)[0]
            case Or(left, right):
                first = self.ex(left)
                return f"({first} or {self.perhaps(right)})"
            case Not(arg):
                return f"(not {self.ex(arg)})"
            case Choice():
                test, named = self._tested(value.test, self.truth)
                return f"({self.perhaps(value.then, named)} if {test} else {self.perhaps(value.otherwise)})"
            case GuardedLoad(base, index):
                once, again = self._atom(index)
                return f"(s[{base} + {again}] if {once} >= 0 else -1)"
            case Apply(fn, args):
                return f"f{fn}(s{''.join(', ' + self.val(arg) for arg in args)})"
            case ApplyBy(table, index, args):
                return f"PURE[T{table}[{self.ex(index)}]](s{''.join(', ' + self.val(arg) for arg in args)})"
            case SortPush():
                push = "sort_push_one" if len(value.parts) == 3 else "sort_push"
                return f"{push}({', '.join(self.val(part) for part in value.parts)})"
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
        if isinstance(test, Binary) and test.op in ("eq", "ne") and test.right == Const(0) and not self._known(test):
            return self.ex(test.left) if test.op == "eq" else f"not {self.ex(test.left)}"
        if isinstance(test, Binary) and test.op in _OPPOSITE and test not in self.hoisted:
            return f"({self.ex(test.left)} {_OPPOSITE[test.op]} {self.ex(test.right)})"
        return f"not {self.ex(test)}"

    def _atom(self, value: Ex) -> tuple[str, str]:
        """The texts for the first use and for later uses of a value."""
        if isinstance(value, (Const, Local)) or value in self.hoisted or value in self.named:
            return self.ex(value), self.ex(value)
        if self.naming and value in self.repeated:
            return self.ex(value), self.named[value]
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

    def clamped(self, value: Kept, text: str) -> str:
        """The text of a number that is kept within the limit of numbers; a call only if it may be outside."""
        low, high = self.bounds_of(value)
        if -LIMIT <= low and high <= LIMIT:
            return text
        self.temps += 1
        name = f"w{self.temps}"
        return f"({name} if {-LIMIT} <= ({name} := {text}) <= {LIMIT} else clamp({name}))"

    def product(self, left: Ex, right: Ex) -> str:
        return self.clamped(Binary("index_mul", left, right), f"({self.ex(left)} * {self.ex(right)})")

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
    "clamp": lambda values, arg: values.clamped(arg, values.ex(arg)),
    "bit": _one("BIT[{}]"),
    "popcount": _one("({}).bit_count()"),
    "lowest": PythonValues.lowest,
    "highest": _one("(({}).bit_length() - 1)"),
    "near": _one("NEAR[{}][0]"),
    "around": _one("AROUND[{}][0]"),
    "path": _one("path({})"),
    "weighed_path": _one("weighed_path({})"),
    "seq_first": _one("(({} & 16383) - 1)"),
    "seq_last": _one("last({})"),
    "seq_rest": _one("({} >> 14)"),
    "seq_reverse": _one("reverse({})"),
    "seq_of": _one("from_mask({})"),
}
_BINARY: ByBinary[_OfTwo] = {
    "add": _two("({} + {})"),
    "sub": _two("({} - {})"),
    "mul": PythonValues.product,
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
    "weighed_trail": _two("weighed_trail({}, {})"),
    "range": _two("range_mask({}, {})"),
    "seq_push": PythonValues.pushed,
}
