"""Expressions of the core: a closed union of frozen classes, one class for each form.

Every value is an integer: a number, a test (0 or 1), the index of a word, seat, cell or piece (-1 is none), a set as a
bit mask, or a sequence as digits of 14 bits (index + 1, the first member in the lowest digit). A pass over expressions
is a `match` that ends in `assert_never`. The functions of `core/build.py` create expressions and fold constants; the
classes do not fold.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from solenia_rules.core.operators import BINARY, UNARY, BinaryOp, UnaryOp
from solenia_rules.text.frozen import frozen, remembered


class Expression:
    """The properties of every form, computed once for each expression."""

    EARLY: ClassVar[bool] = False
    """Whether this form may be evaluated early if its parts may."""

    @property
    def parts(self) -> tuple[Ex, ...]:
        """The expressions directly inside."""
        return ()

    @remembered
    def reads(self) -> tuple[int, ...]:
        """The locals that it reads, once for each read."""
        found: tuple[int, ...] = ()
        for part in self.parts:
            found += part.reads
        return found

    @remembered
    def locals(self) -> frozenset[int]:
        """The set of locals that it reads."""
        return frozenset(self.reads)

    @remembered
    def reads_state(self) -> bool:
        """Whether its value changes with the state."""
        return any(part.reads_state for part in self.parts)

    @remembered
    def calls(self) -> bool:
        """Whether it calls a function."""
        return any(part.calls for part in self.parts)

    @remembered
    def size(self) -> int:
        """The number of expressions it consists of."""
        return 1 + sum([part.size for part in self.parts])

    @remembered
    def early(self) -> bool:
        """Whether it may be evaluated before it is known whether it is needed: it is cheap and cannot fail."""
        return self.EARLY and all(part.early for part in self.parts)


@frozen(cache_hash=True)
class Const(Expression):
    """A constant number."""

    EARLY = True

    value: int


@frozen(cache_hash=True)
class Local(Expression):
    """A local variable of the function."""

    EARLY = True

    number: int

    @remembered
    def reads(self) -> tuple[int, ...]:
        return (self.number,)


@frozen(cache_hash=True)
class Load(Expression):
    """`state[base]`, or `state[base + index]`."""

    EARLY = True

    base: int
    index: Ex | None = None

    @property
    def parts(self) -> tuple[Ex, ...]:
        return () if self.index is None else (self.index,)

    @property
    def reads_state(self) -> bool:
        return True


@frozen(cache_hash=True)
class GuardedLoad(Expression):
    """`state[base + index]`; -1 if the index is -1."""

    EARLY = True

    base: int
    index: Ex

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.index,)

    @property
    def reads_state(self) -> bool:
        return True


@frozen(cache_hash=True)
class Table(Expression):
    """The entry of a constant table at an index."""

    table: int
    index: Ex

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.index,)

    @remembered
    def early(self) -> bool:
        index = self.index
        if isinstance(index, Binary) and index.op in ("sub", "index_mul"):
            return False  # the index may lie outside the table
        return index.early


@frozen(cache_hash=True)
class GuardedTable(Expression):
    """The entry of a constant table at an index; -1 if the index is -1."""

    EARLY = True

    table: int
    index: Ex

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.index,)


@frozen(cache_hash=True)
class Unary(Expression):
    """An operator with one operand."""

    op: UnaryOp
    arg: Ex

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.arg,)

    @remembered
    def early(self) -> bool:
        return UNARY[self.op].early and self.arg.early


@frozen(cache_hash=True)
class Binary(Expression):
    """An operator with two operands, both of which are evaluated."""

    op: BinaryOp
    left: Ex
    right: Ex

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.left, self.right)

    @remembered
    def early(self) -> bool:
        return BINARY[self.op].early and self.left.early and self.right.early


@frozen(cache_hash=True)
class Not(Expression):
    """1 if the value is 0, otherwise 0."""

    EARLY = True

    arg: Ex

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.arg,)


@frozen(cache_hash=True)
class And(Expression):
    """Whether both hold; the right operand is evaluated only if the left one holds."""

    EARLY = True

    left: Ex
    right: Ex

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.left, self.right)


@frozen(cache_hash=True)
class Or(Expression):
    """Whether at least one holds; the right operand is evaluated only if the left one does not hold."""

    EARLY = True

    left: Ex
    right: Ex

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.left, self.right)


@frozen(cache_hash=True)
class Choice(Expression):
    """One value if a test holds, otherwise another; only the chosen value is evaluated."""

    EARLY = True

    test: Ex
    then: Ex
    otherwise: Ex

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.test, self.then, self.otherwise)


@frozen(cache_hash=True)
class Apply(Expression):
    """The result of a pure function."""

    EARLY = True

    fn: int
    args: tuple[Ex, ...]

    @property
    def parts(self) -> tuple[Ex, ...]:
        return self.args

    @property
    def reads_state(self) -> bool:
        return True

    @property
    def calls(self) -> bool:
        return True


@frozen(cache_hash=True)
class ApplyBy(Expression):
    """The result of the pure function that a table holds for an index."""

    table: int
    index: Ex
    args: tuple[Ex, ...]

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.index, *self.args)

    @property
    def reads_state(self) -> bool:
        return True

    @property
    def calls(self) -> bool:
        return True


@frozen(cache_hash=True)
class SortPush(Expression):
    """Digits with keys, with an index inserted according to its keys."""

    digits: Ex
    index: Ex
    keys: tuple[Ex, ...]

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.digits, self.index, *self.keys)


@frozen(cache_hash=True)
class SortSeq(Expression):
    """The sequence of the digits without their keys; each digit has `keys` keys."""

    digits: Ex
    keys: int

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.digits,)


Ex: TypeAlias = (
    Const | Local | Load | GuardedLoad | Table | GuardedTable | Unary | Binary | Not | And | Or | Choice | Apply
    | ApplyBy | SortPush | SortSeq
)  # fmt: skip


def is_test(value: Ex) -> bool:
    """Whether a value is a single test, which is 0 or 1."""
    return BINARY[value.op].test if type(value) is Binary else type(value) is Not


def is_truth(value: Ex) -> bool:
    """Whether only the truth of a value is used: a test, or tests joined by `And` and `Or`."""
    return is_test(value) or isinstance(value, (And, Or))
