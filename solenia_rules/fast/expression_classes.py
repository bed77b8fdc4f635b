"""Infers the classes of expressions: which values are copied into each other or compared, and what an operation
demands of its parts."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.checked.numbers import NUMBERS
from solenia_rules.core import expressions as e
from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.core.expressions import Ex
from solenia_rules.core.operators import UnaryOp
from solenia_rules.fast.classes import Classes, Sort

Key = tuple[str, int, int]


class ExpressionClasses(Classes):
    """The nodes of the locals, results, tables, slots and expressions of a program."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program
        self.core = program.flat.core
        self.cells = len(program.layout.cells)
        self.named: dict[Key, int] = {}
        self.known: dict[tuple[int, Ex], int] = {}
        self.fn = -1
        """The function whose expressions are looked at."""
        self.part_of = list(range(at.HEADER))
        """Slot -> first slot of its part."""
        self.searches = False
        """Whether longest paths are searched for."""
        for base, count in program.layout.parts:
            self.part_of += [base] * count
        assert len(self.part_of) == program.layout.size

    def name(self, sort: str, owner: int, number: int = 0) -> int:
        key = (sort, owner, number)
        if key not in self.named:
            self.named[key] = self.fresh()
        return self.named[key]

    def local(self, number: int) -> int:
        return self.name("local", self.fn, number)

    def slot(self, slot: int) -> int:
        return self.name("state", self.part_of[slot])

    def ex(self, value: Ex) -> int:
        if isinstance(value, e.Const):
            number = value.value
            sort = Sort.INTEGER if number < 0 else None
            return self.fresh(bits=max(0, number).bit_length(), negative=number < 0, sort=sort)
        key = (self.fn, value)
        if key not in self.known:
            self.known[key] = self._ex(value)
        return self.known[key]

    def _ex(self, value: Ex) -> int:
        if isinstance(value, e.Local):
            return self.local(value.number)
        given = [self.ex(part) for part in value.parts]
        match value:
            case e.Const():
                return self.ex(value)
            case e.Unary(op):
                return self._unary(op, given[0])
            case e.Binary():
                return self._binary(value, given[0], given[1])
            case e.Not() | e.And() | e.Or():
                return self._test()
            case e.Choice():
                return self.same(given[1], given[2])
            case e.Load(base, None):
                return self.slot(base)
            case e.Load(base) | e.GuardedLoad(base):
                self.number(given[0])
                return self.fresh(number=True) if base < at.HEADER else self.slot(base)
            case e.Table(table) | e.GuardedTable(table):
                self.number(given[0])
                return self.name("table", table)
            case e.SortPush(_, _, keys):
                for node in given[1:]:
                    self.number(node)
                return self.same(given[0], self.fresh(sort=Sort.SEQUENCE, keys=len(keys)))
            case e.SortSeq(_, key_count):
                self.same(given[0], self.fresh(sort=Sort.SEQUENCE, keys=key_count))
                return self.fresh(sort=Sort.SEQUENCE)
            case e.Apply(fn):
                self._params(fn, given)
                return self.name("result", fn)
            case e.ApplyBy(table):
                self.number(given[0])
                return self._called(table, given[1:])
            case _:
                assert_never(value)

    def _test(self) -> int:
        """A node for a test, 0 or 1: it is a number, and also the empty set or the set of the first member."""
        return self.fresh(sort=Sort.INTEGER)

    def _unary(self, op: UnaryOp, arg: int) -> int:
        cells = max(1, self.cells)
        match op:
            case "clamp":
                self.number(arg)
                return self.fresh(number=True)
            case "neg":
                # the negative of a test is a set: full or empty
                self.number(arg)
                return self.fresh(sort=Sort.INTEGER)
            case "bit":
                self.number(arg)
                return self.fresh(mask=True)
            case "popcount" | "lowest" | "highest":
                self.mask(arg)
                return self.fresh(number=True)
            case "near" | "around":
                return self.same(self.mask(arg, cells), self.fresh(mask=True, bits=cells))
            case "path":
                self.searches = True
                self.mask(arg, cells)
                return self.fresh(number=True)
            case "weighed_path":
                self._weighed(arg)
                return self.fresh(number=True)
            case "seq_first" | "seq_last":
                self.sequence(arg)
                return self.fresh(number=True)
            case "seq_rest" | "seq_reverse":
                return self.sequence(arg)
            case "seq_of":
                self.mask(arg)
                return self.fresh(sort=Sort.SEQUENCE)
            case _:
                assert_never(op)

    def _binary(self, value: e.Binary, left: int, right: int) -> int:
        cells = max(1, self.cells)
        match value.op:
            case "add" | "sub" | "mul" | "index_mul" | "div" | "mod" | "min" | "max":
                self.number(left)
                self.number(right)
                return self.fresh(number=True)
            case "eq" | "ne":
                self.same(left, right)
                return self._test()
            case "lt" | "le":
                if isinstance(value.left, e.Const) or isinstance(value.right, e.Const):
                    # a negative number may mark a set that is not computed yet
                    self.same(left, right)
                else:
                    self.number(left)
                    self.number(right)
                return self._test()
            case "band" | "bor" | "bandnot":
                return self.mask(self.same(left, right))
            case "has":
                self.mask(left)
                self.number(right)
                return self._test()
            case "dist":
                self.number(left)
                self.mask(right, cells)
                return self.fresh(number=True)
            case "within":
                self.number(right)
                return self.mask(left, cells)
            case "group":
                self.number(left)
                return self.mask(right, cells)
            case "trail":
                self.searches = True
                self.mask(left, cells)
                self.mask(right, cells)
                return self.fresh(number=True)
            case "weighed_trail":
                self._weighed(left)
                self.mask(right, cells)
                return self.fresh(number=True)
            case "range":
                self.number(left)
                self.number(right)
                return self.mask(self.fresh(), max(1, min(NUMBERS, 1 + _most(value.right))))
            case "seq_push":
                self.number(right)
                return self.sequence(left)
            case _:
                assert_never(value.op)

    def _weighed(self, node: int) -> None:
        """Cells, each with a weight as its key."""
        self.same(node, self.fresh(sort=Sort.SEQUENCE, keys=1))

    def _params(self, fn: int, given: list[int]) -> None:
        for number, node in enumerate(given):
            self.same(node, self.name("local", fn, number))

    def _called(self, table: int, given: list[int]) -> int:
        result = self.fresh()
        for fn in sorted({fn for fn in self.core.tables[table] if fn >= 0}):
            self._params(fn, given)
            if self.core.functions[fn].results:
                result = self.same(result, self.name("result", fn))
        return result


def _most(value: Ex) -> int:
    """An upper bound of a number, as far as the expression itself shows it."""
    match value:
        case e.Const(number):
            return number
        case e.Binary("min", left, right):
            return min(_most(left), _most(right))
    return NUMBERS
