"""The operations of the linear program: one table for the assembler, the loop that runs them and the listing."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.text.frozen import frozen

OPERANDS = {
    "to": "register written",
    "from": "register read; ~k is constant k",
    "tos": "how many, then registers written",
    "froms": "how many, then registers read",
    "keep": "place in the frame",
    "slot": "place in the state",
    "table": "constant table",
    "target": "address to go on at",
    "function": "function",
    "block": "block to go on with",
    "spec": "decision",
    "prim": "primitive",
    "text": "place in the ruleset's text",
    "number": "number as it stands",
}


@frozen
class Operation:
    """`operands` follow the operation's number in the program, each as `OPERANDS` says."""

    name: str
    operands: tuple[str, ...]
    meaning: str


def _group(operands: str, **meanings: str) -> tuple[Operation, ...]:
    return tuple(Operation(name.rstrip("_"), tuple(operands.split()), text) for name, text in meanings.items())


BINARY = _group(
    "to from from",
    add="a + b", sub="a - b", mul="a * b kept within the limit", imul="a * b", div="a / b rounded down",
    mod="rest of a / b, never negative for b > 0", min="the smaller", max="the larger", eq="a = b",
    ne="a is not b", lt="a < b", le="a <= b",
    band="in both masks", bor="in one of the masks", bandnot="in mask a, not in b",
    has="whether mask a holds index b; 0 for none", dist="steps from cell a to the nearest of mask b",
    within="cells at most b steps from the nearest of mask a",
    group="part of mask b connected with cell a",
    seqpush="sequence a with index b at its end", range="mask of a..b",
)  # fmt: skip
UNARY = _group(
    "to from",
    copy="a", neg="-a", not_="1 for 0, else 0", clamp="kept within the limit", bit="mask of one index; 0 for none",
    popcount="how many in a mask", lowest="-1 if empty", highest="-1 if empty", nb="neighbours of a mask",
    sur="surroundings of a mask",
    seqfirst="-1 if empty", seqlast="-1 if empty", seqmask="its members", seqpop="without the first",
    seqreverse="last first",
    maskseq="members, lowest first",
)  # fmt: skip
MOVING = (
    *_group("to keep", get="from the frame"),
    *_group("keep from", put="into the frame"),
    *_group("to slot", peek="from the state"),
    *_group("to slot from", load="from the state at slot + index", gload="the same; none for index none"),
    *_group("slot from", poke="into the state"),
    *_group("slot from from", store="into the state at slot + index"),
    *_group("to table from", table="constant at an index; none for index none"),
    *_group("to from from froms", sortpush="digits with an index put in by its keys"),
    *_group("to from number", sortseq="sequence of digits with so many keys"),
)
FLOW = (
    *_group("target", jump="go on there"),
    *_group("from target", unless="jump if 0", when="jump if not 0"),
    *_group("to to target", each="take the lowest member out of a mask; jump if it is empty"),
    *_group("function froms tos", call="a pure function"),
    *_group("table from froms tos", calldyn="the pure function that a table holds for an index"),
    *_group("froms", back="from a pure function, with results"),
    *_group("prim froms tos", do="a primitive"),
    *_group("froms", tell="an event, in the emitting form"),
    *_group("text", mark="where in the text what follows comes from, in the emitting form"),
    *_group(
        "table from froms block tos",
        begindyn="frame of what a table holds for an index; a pure one is called, for none go on",
    ),
)
ENDS = (
    *_group("block", goto="go on there"),
    *_group("from block block", fork="first block if not 0, else the second"),
    *_group("function froms block", begin="new frame of a function that resumes at the block"),
    *_group("spec from from from keep block", ask="a seat for a bit of a mask, or of another if the rest can be done"),
    *_group("text", fail="the rest cannot be done"),
    *_group("number", finish="frame of a function; number 1: a phase, the horizon of its trials"),
    *_group("prim froms block", act="a primitive that may stop a trial or the game"),
)  # fmt: skip

OPERATIONS = (*BINARY, *UNARY, *MOVING, *FLOW, *ENDS)
NUMBERS = {operation.name: number for number, operation in enumerate(OPERATIONS)}


def operands(code: list[int], address: int) -> Iterator[tuple[str, list[int]]]:
    """Each operand of the instruction at an address: its kind and, for a list, all of its numbers."""
    at = address + 1
    for kind in OPERATIONS[code[address]].operands:
        if kind in ("froms", "tos"):
            yield kind, code[at + 1 : at + 1 + code[at]]
            at += 1 + code[at]
        else:
            yield kind, [code[at]]
            at += 1


def width(code: list[int], address: int) -> int:
    """How many integers an instruction takes."""
    return 1 + sum(len(numbers) + (kind in ("froms", "tos")) for kind, numbers in operands(code, address))
