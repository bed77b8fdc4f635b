"""Functions that build expressions of the core: they fold constants and drop neutral operands.

Each function returns an expression with the same value as the form it is named after, in the simplest form that the
operands alone allow.
"""

from __future__ import annotations

from typing import assert_never

from solenia_rules.core import layout as at
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
    is_test,
)
from solenia_rules.core.operators import BINARY, UNARY, BinaryOp, UnaryOp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def unary(op: UnaryOp, arg: Ex) -> Ex:
    """Any operator with one operand."""
    if isinstance(arg, Const):
        fold = UNARY[op].fold
        if fold is not None:
            return Const(fold(arg.value))
    return Unary(op, arg)


def binary(op: BinaryOp, left: Ex, right: Ex) -> Ex:
    """Any operator with two operands."""
    if isinstance(left, Const):
        if isinstance(right, Const):
            fold = BINARY[op].fold
            if fold is not None:
                return Const(fold(left.value, right.value))
        return _with_known_left(op, left, right) or Binary(op, left, right)
    if isinstance(right, Const):
        return _with_known_right(op, left, right) or Binary(op, left, right)
    return Binary(op, left, right)


def _with_known_left(op: BinaryOp, known: Const, right: Ex) -> Ex | None:
    match op, known.value:
        case ("add" | "bor", 0) | ("mul" | "index_mul", 1):
            return right
        case "band" | "bandnot", 0:
            return known
        case "max", 0:
            match right:
                case Binary("max", Const(low)) if low >= 0:
                    return right
    return None


def _with_known_right(op: BinaryOp, left: Ex, known: Const) -> Ex | None:
    match op, known.value:
        case ("add" | "sub" | "bor" | "bandnot", 0) | ("mul" | "index_mul", 1):
            return left
        case "band", 0:
            return known
        case "has", member if member < 0:
            return Const(0)
    return None


def not_(arg: Ex) -> Ex:
    match arg:
        case Const(value):
            return Const(int(not value))
        case Binary("eq", left, right):
            return binary("ne", left, right)
        case Binary("ne", left, right):
            return binary("eq", left, right)
        case Not(inner) if is_test(inner):
            return inner
    return Not(arg)


def and_(left: Ex, right: Ex) -> Ex:
    if isinstance(left, Const):
        return right if left.value else Const(0)
    return left if isinstance(right, Const) and right.value == 1 else And(left, right)


def or_(left: Ex, right: Ex) -> Ex:
    if isinstance(left, Const):
        return Const(1) if left.value else right
    return left if isinstance(right, Const) and right.value == 0 else Or(left, right)


def choice(test: Ex, then: Ex, otherwise: Ex) -> Ex:
    match test, then, otherwise:
        case Const(value), _, _:
            return then if value else otherwise
        case _, Const(1), Const(0) if is_test(test):
            return test
    return Choice(test, then, otherwise)


def load(base: int, index: Ex | None = None) -> Ex:
    match index:
        case Const(value):
            return Load(base + value)
        case Binary("add", Const(value), rest):
            return load(base + value, rest)
    return Load(base, index)


def guarded_load(base: int, index: Ex) -> Ex:
    if isinstance(index, Const):
        return Load(base + index.value) if index.value >= 0 else Const(-1)
    return GuardedLoad(base, index)


def with_parts(value: Ex, change: Callable[[Ex], Ex]) -> Ex:
    """The same form with every direct part changed; it is folded again if a part differs."""
    match value:
        case Binary():
            first, second = change(value.left), change(value.right)
            return value if first is value.left and second is value.right else binary(value.op, first, second)
        case Const() | Local():
            return value
        case Load(base, index):
            if index is None:
                return value
            changed = change(index)
            return value if changed is index else load(base, changed)
        case Table(table, index):
            changed = change(index)
            return value if changed is index else Table(table, changed)
        case Unary(unary_op, arg):
            changed = change(arg)
            return value if changed is arg else unary(unary_op, changed)
        case And(left, right):
            first, second = change(left), change(right)
            return value if first is left and second is right else and_(first, second)
        case Or(left, right):
            first, second = change(left), change(right)
            return value if first is left and second is right else or_(first, second)
        case Not(arg):
            changed = change(arg)
            return value if changed is arg else not_(changed)
        case Choice(test, then, otherwise):
            changed, first, second = change(test), change(then), change(otherwise)
            if changed is test and first is then and second is otherwise:
                return value
            return choice(changed, first, second)
        case GuardedLoad(base, index):
            changed = change(index)
            return value if changed is index else guarded_load(base, changed)
        case GuardedTable(table, index):
            changed = change(index)
            return value if changed is index else GuardedTable(table, changed)
        case Apply(fn, args):
            given = tuple([change(arg) for arg in args])
            return value if given == args else Apply(fn, given)
        case ApplyBy(table, index, args):
            changed, given = change(index), tuple([change(arg) for arg in args])
            return value if changed is index and given == args else ApplyBy(table, changed, given)
        case SortPush(digits, index, keys):
            return SortPush(change(digits), change(index), tuple([change(key) for key in keys]))
        case SortSeq(digits, keys_of_each):
            return SortSeq(change(digits), keys_of_each)
        case _:
            assert_never(value)


def neg(arg: Ex) -> Ex:
    return unary("neg", arg)


def clamp(arg: Ex) -> Ex:
    return unary("clamp", arg)


def bit(arg: Ex) -> Ex:
    return unary("bit", arg)


def popcount(arg: Ex) -> Ex:
    return unary("popcount", arg)


def lowest(arg: Ex) -> Ex:
    return unary("lowest", arg)


def highest(arg: Ex) -> Ex:
    return unary("highest", arg)


def near(arg: Ex) -> Ex:
    return unary("near", arg)


def around(arg: Ex) -> Ex:
    return unary("around", arg)


def path(arg: Ex) -> Ex:
    return unary("path", arg)


def weighed_path(arg: Ex) -> Ex:
    return unary("weighed_path", arg)


def seq_first(arg: Ex) -> Ex:
    return unary("seq_first", arg)


def seq_last(arg: Ex) -> Ex:
    return unary("seq_last", arg)


def seq_rest(arg: Ex) -> Ex:
    return unary("seq_rest", arg)


def seq_reverse(arg: Ex) -> Ex:
    return unary("seq_reverse", arg)


def seq_of(arg: Ex) -> Ex:
    return unary("seq_of", arg)


def add(left: Ex, right: Ex) -> Ex:
    return binary("add", left, right)


def sub(left: Ex, right: Ex) -> Ex:
    return binary("sub", left, right)


def mul(left: Ex, right: Ex) -> Ex:
    return binary("mul", left, right)


def index_mul(left: Ex, right: Ex) -> Ex:
    return binary("index_mul", left, right)


def div(left: Ex, right: Ex) -> Ex:
    return binary("div", left, right)


def mod(left: Ex, right: Ex) -> Ex:
    return binary("mod", left, right)


def minimum(left: Ex, right: Ex) -> Ex:
    return binary("min", left, right)


def maximum(left: Ex, right: Ex) -> Ex:
    return binary("max", left, right)


def eq(left: Ex, right: Ex) -> Ex:
    return binary("eq", left, right)


def ne(left: Ex, right: Ex) -> Ex:
    return binary("ne", left, right)


def lt(left: Ex, right: Ex) -> Ex:
    return binary("lt", left, right)


def le(left: Ex, right: Ex) -> Ex:
    return binary("le", left, right)


def band(left: Ex, right: Ex) -> Ex:
    return binary("band", left, right)


def bor(left: Ex, right: Ex) -> Ex:
    return binary("bor", left, right)


def bandnot(left: Ex, right: Ex) -> Ex:
    return binary("bandnot", left, right)


def has(left: Ex, right: Ex) -> Ex:
    return binary("has", left, right)


def dist(left: Ex, right: Ex) -> Ex:
    return binary("dist", left, right)


def within(left: Ex, right: Ex) -> Ex:
    return binary("within", left, right)


def group(left: Ex, right: Ex) -> Ex:
    return binary("group", left, right)


def trail(left: Ex, right: Ex) -> Ex:
    return binary("trail", left, right)


def weighed_trail(left: Ex, right: Ex) -> Ex:
    return binary("weighed_trail", left, right)


def number_range(left: Ex, right: Ex) -> Ex:
    return binary("range", left, right)


def seq_push(left: Ex, right: Ex) -> Ex:
    return binary("seq_push", left, right)


def looking_ahead(seat: int) -> Ex:
    """Whether this is a trial in which an option of the given seat is tried on a copy of the state."""
    return and_(Load(at.TRIAL), eq(Load(at.TRIAL_SEAT), Const(seat)))
