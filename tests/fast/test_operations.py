"""Every operation and primitive of the core has machine code; an unknown one is refused with a reason."""

from __future__ import annotations

import pytest

from solenia_rules.core.core import EX_OPS, HORIZON, PRIMS, Ex, const, ex, local
from solenia_rules.fast.classes import Sort
from solenia_rules.fast.errors import Unsupported
from solenia_rules.fast.expressions import Expressions
from solenia_rules.fast.memory import Memory
from solenia_rules.fast.module import Module
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.statements import ACTS, DOES
from solenia_rules.fast.writer import Writer
from tests.engine.playing import loaded

NUMBER, MASK, SEQUENCE = ex("add", local(90), const(2)), ex("bit", local(91)), ex("seqpush", const(0), local(92))

MADE: dict[str, Ex] = {
    "const": const(5), "local": local(93), "load": ex("load", local(94), imm=13),
    "gload": Ex("gload", (local(94),), 13), "table": Ex("table", (local(95),), 0),
    "gtable": Ex("gtable", (local(95),), 0), "call": Ex("call"), "calldyn": Ex("calldyn", (local(96),)),
    "bit": MASK, "has": Ex("has", (MASK, local(97))), "popcount": Ex("popcount", (MASK,)),
    "lowest": Ex("lowest", (MASK,)), "highest": Ex("highest", (MASK,)), "nb": Ex("nb", (MASK,)),
    "sur": Ex("sur", (MASK,)), "dist": Ex("dist", (NUMBER, MASK)), "within": Ex("within", (MASK, NUMBER)),
    "group": Ex("group", (NUMBER, MASK)), "seqfirst": Ex("seqfirst", (SEQUENCE,)),
    "seqlast": Ex("seqlast", (SEQUENCE,)), "seqmask": Ex("seqmask", (SEQUENCE,)),
    "seqpop": Ex("seqpop", (SEQUENCE,)), "seqpush": SEQUENCE,
    "seqreverse": Ex("seqreverse", (SEQUENCE,)), "maskseq": Ex("maskseq", (MASK,)),
    "sortpush": Ex("sortpush", (local(98), NUMBER, NUMBER)), "sortseq": Ex("sortseq", (local(98),), 1),
    "range": Ex("range", (NUMBER, NUMBER)), "ite": Ex("ite", (NUMBER, MASK, const(0))),
    **{op: Ex(op, (NUMBER, NUMBER)) for op in
       ("add", "sub", "mul", "imul", "div", "mod", "min", "max", "eq", "ne", "lt", "le", "land", "lor")},
    **{op: Ex(op, (NUMBER,)) for op in ("neg", "not", "clamp")},
    **{op: Ex(op, (MASK, MASK)) for op in ("band", "bor", "bandnot")},
}  # fmt: skip


def code_of(value: Ex) -> str:
    """Machine code of an expression in some function of some ruleset."""
    module = Module(loaded("crab_pots").executor(2))
    shapes = module.shapes
    shapes.fn = 0
    called = next(function for function in module.core.functions if function.results and not function.spine)
    given = tuple(local(number) for number in range(100, 100 + called.params))
    module.core.tables.append((called.id,))
    if value.op == "call":
        value = Ex("call", given, called.id)
    elif value.op == "calldyn":
        value = Ex("calldyn", (*value.args, *given), len(module.core.tables) - 1)
    sort = shapes.shape(shapes.ex(value)).sort
    writer = Writer("define void @f()")
    code = Expressions(writer, shapes, module.memory, module, 0, {})
    if sort is Sort.SEQUENCE:
        code.sequence(value)
    else:
        code.value(value)
    return writer.text()


def test_there_is_an_example_of_every_operation() -> None:
    assert set(MADE) == set(EX_OPS)


@pytest.mark.parametrize("name", sorted(EX_OPS))
def test_an_operation_has_machine_code(name: str) -> None:
    assert name == "const" or "%v" in code_of(MADE[name])


def test_an_unknown_operation_is_refused_with_a_reason() -> None:
    with pytest.raises(Unsupported, match="no machine code for the operation juggle"):
        code_of(Ex("juggle", (NUMBER,)))


def test_every_primitive_has_machine_code() -> None:
    assert DOES | ACTS | {"event"} == set(PRIMS)
    assert HORIZON <= ACTS


def test_memory_has_a_place_for_every_slot() -> None:
    for name in ("summer", "day_and_night"):
        program = loaded(name).executor(2).program
        memory = Memory(Shapes(program))
        assert sum(count for _base, count in memory.parts) == program.layout.size
        assert memory.fault < memory.frames < memory.total
