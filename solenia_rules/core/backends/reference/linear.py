"""The linear program: one list of integers with its constants, addresses, and the text each instruction comes from."""

from __future__ import annotations

from solenia_rules.core import core as c
from solenia_rules.core.backends.reference.operations import OPERATIONS, operands, width
from solenia_rules.text.frozen import define, field, frozen

PRIMS = tuple(c.PRIMS)


@frozen
class Entry:
    """Where a function begins."""

    spine: bool
    start: int
    """Its first block if it is spine, else its address."""
    first: int
    """Its first register; its parameters come first. 0 for spine."""
    size: int
    """How many registers it has; for spine: places in its frame."""


@define
class Linear:
    """Registers are numbered through the whole program. Those of blocks are free for all blocks, as nothing in them
    outlives a block; a pure function has its own."""

    code: list[int] = field(factory=list)
    pool: list[int] = field(factory=list)
    """Constants; operand ~k is the k-th."""
    tables: list[tuple[int, ...]] = field(factory=list)
    """Constant tables, each with none at its end, where index none finds it."""
    blocks: list[int] = field(factory=list)
    """Address of each block."""
    functions: dict[int, Entry] = field(factory=dict)
    places: list[int] = field(factory=list)
    """For each integer of the code where its instruction stands in the text, or -1."""
    registers: int = 0


def listing(program: Linear) -> str:
    """The program in words, one instruction a line: address, operation, operands, place in the text."""
    heads = {address: f"block {number}" for number, address in enumerate(program.blocks)}
    heads |= {entry.start: f"function {number}" for number, entry in program.functions.items() if not entry.spine}
    lines = []
    address = 0
    while address < len(program.code):
        if address in heads:
            lines.append(f"{heads[address]}:")
        words = [_operand(program, kind, numbers) for kind, numbers in operands(program.code, address)]
        text = f"{address:6}  {OPERATIONS[program.code[address]].name:10}{' '.join(words)}"
        lines.append(f"{text:60}  ; {program.places[address]}" if program.places[address] >= 0 else text)
        address += width(program.code, address)
    return "\n".join(lines) + "\n"


def _operand(program: Linear, kind: str, numbers: list[int]) -> str:
    match kind:
        case "to" | "from":
            return _register(program, numbers[0])
        case "tos" | "froms":
            return f"({' '.join(_register(program, number) for number in numbers)})"
        case "prim":
            return PRIMS[numbers[0]]
        case "target":
            return f"@{numbers[0]}"
        case "number":
            return str(numbers[0])
        case _:
            return f"{kind}{numbers[0]}"


def _register(program: Linear, number: int) -> str:
    return f"r{number}" if number >= 0 else f"={program.pool[~number]}"
