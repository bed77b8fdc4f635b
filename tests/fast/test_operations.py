"""Every form and operator of the core has machine code; a value without one shape is refused with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest

from solenia_rules.core import build
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
)
from solenia_rules.core.operators import BinaryOp, UnaryOp
from solenia_rules.fast.classes import Sort
from solenia_rules.fast.errors import Unsupported
from solenia_rules.fast.integer_code import IntegerCode
from solenia_rules.fast.memory import Memory
from solenia_rules.fast.module import Module
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.writer import Writer
from tests.playing import loaded

if TYPE_CHECKING:
    from solenia_rules.core.operators import ByBinary, ByUnary

WEIGHED = SortPush(Local(97), build.add(Local(90), Const(2)), (Local(90),))
NUMBER, MASK, SEQUENCE = build.add(Local(90), Const(2)), build.bit(Local(91)), build.seq_push(Const(0), Local(92))

FORMS: tuple[Ex, ...] = (
    Const(5), Local(93), Load(13, Local(94)), GuardedLoad(13, Local(94)), Table(0, Local(95)),
    GuardedTable(0, Local(95)), MASK, NUMBER, Not(NUMBER), And(NUMBER, NUMBER), Or(NUMBER, NUMBER),
    Choice(NUMBER, MASK, Const(0)), Apply(0, ()), ApplyBy(0, Local(96), ()), SortPush(Local(98), NUMBER, (NUMBER,)),
    SortSeq(Local(98), 1),
)  # fmt: skip
UNARY_ARGS: ByUnary[Ex] = {
    "neg": NUMBER, "clamp": NUMBER, "bit": NUMBER, "popcount": MASK, "lowest": MASK, "highest": MASK, "near": MASK,
    "around": MASK, "path": MASK, "weighed_path": WEIGHED, "seq_first": SEQUENCE, "seq_last": SEQUENCE,
    "seq_rest": SEQUENCE, "seq_reverse": SEQUENCE, "seq_of": MASK,
}  # fmt: skip
BINARY_ARGS: ByBinary[tuple[Ex, Ex]] = {
    "add": (NUMBER, NUMBER), "sub": (NUMBER, NUMBER), "mul": (NUMBER, NUMBER), "index_mul": (NUMBER, NUMBER),
    "div": (NUMBER, NUMBER), "mod": (NUMBER, NUMBER), "min": (NUMBER, NUMBER), "max": (NUMBER, NUMBER),
    "eq": (NUMBER, NUMBER), "ne": (NUMBER, NUMBER), "lt": (NUMBER, NUMBER), "le": (NUMBER, NUMBER),
    "band": (MASK, MASK), "bor": (MASK, MASK), "bandnot": (MASK, MASK), "has": (MASK, NUMBER), "dist": (NUMBER, MASK),
    "within": (MASK, NUMBER), "group": (NUMBER, MASK), "trail": (MASK, MASK), "weighed_trail": (WEIGHED, MASK),
    "range": (NUMBER, NUMBER),
    "seq_push": (SEQUENCE, NUMBER),
}  # fmt: skip


def code_of(value: Ex) -> str:
    """Machine code of an expression in some function of some ruleset."""
    module = Module(loaded("crab_pots").executor(2))
    shapes = module.shapes
    shapes.fn = 0
    called = next(function for function in module.core.functions if function.results and not function.spine)
    given = tuple(Local(number) for number in range(100, 100 + called.params))
    module.core.tables.append((called.id,))
    match value:
        case Apply():
            value = Apply(called.id, given)
        case ApplyBy(_, index):
            value = ApplyBy(len(module.core.tables) - 1, index, given)
    sort = shapes.shape(shapes.ex(value)).sort
    writer = Writer("define void @f()")
    code = IntegerCode(writer, shapes, module.memory, module, 0, {})
    if sort is Sort.SEQUENCE:
        code.sequence(value)
    else:
        code.value(value)
    return writer.text()


def test_there_is_an_example_of_every_form() -> None:
    assert {type(value) for value in FORMS} == {*get_args(Ex)}


@pytest.mark.parametrize("value", FORMS, ids=lambda value: type(value).__name__)
def test_a_form_has_machine_code(value: Ex) -> None:
    assert isinstance(value, Const) or "%v" in code_of(value)


@pytest.mark.parametrize("op", get_args(UnaryOp))
def test_a_unary_operator_has_machine_code(op: UnaryOp) -> None:
    assert "%v" in code_of(Unary(op, UNARY_ARGS[op]))


@pytest.mark.parametrize("op", get_args(BinaryOp))
def test_a_binary_operator_has_machine_code(op: BinaryOp) -> None:
    assert "%v" in code_of(Binary(op, *BINARY_ARGS[op]))


def test_a_value_without_one_shape_is_refused_with_a_reason() -> None:
    with pytest.raises(Unsupported, match="a value is sequence and integer at once"):
        code_of(Binary("add", SEQUENCE, NUMBER))


def test_memory_has_a_place_for_every_slot() -> None:
    for name in ("summer", "day_and_night"):
        program = loaded(name).executor(2).program
        memory = Memory(Shapes(program))
        assert sum(count for _base, count in memory.parts) == program.layout.size
        assert memory.fault < memory.frames < memory.total
