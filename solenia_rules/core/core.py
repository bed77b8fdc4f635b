"""The core: a small structured language of integers that both executors are made from.

Values are integers: numbers, tests (0/1), indices of words, seats, cells and pieces (-1 is none), sets as bit masks,
sequences as digits of 14 bits (index + 1, first in the lowest digit). `EX_OPS` and the statement classes are all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from solenia_rules.checked.numbers import DIGIT as DIGIT
from solenia_rules.checked.numbers import DIGIT_MASK as DIGIT_MASK
from solenia_rules.checked.numbers import FAR as FAR
from solenia_rules.checked.numbers import LIMIT as LIMIT
from solenia_rules.core.specs import Spec as Spec
from solenia_rules.text.frozen import define, field, frozen, remembered
from solenia_rules.text.places import NOWHERE, Span

EX_OPS = {
    "const": "imm",
    "local": "local variable imm",
    "load": "state[imm + arg]",
    "gload": "state[imm + arg], -1 if arg is -1",
    "table": "constant table imm at arg",
    "gtable": "constant table imm at arg, -1 if arg is -1",
    "add": "",
    "sub": "",
    "mul": "kept within the limit",
    "imul": "of small numbers, for addresses",
    "div": "rounded down",
    "neg": "",
    "min": "",
    "max": "",
    "eq": "",
    "ne": "",
    "lt": "",
    "le": "",
    "not": "",
    "land": "lazy",
    "lor": "lazy",
    "ite": "lazy",
    "band": "",
    "bor": "",
    "bandnot": "",
    "bit": "1 << a, 0 for none",
    "has": "bit a of mask, 0 for none",
    "popcount": "",
    "lowest": "-1 if empty",
    "highest": "-1 if empty",
    "nb": "neighbours of a mask",
    "sur": "surroundings of a mask",
    "dist": "cell, mask",
    "within": "mask, number: cells at most so far from the mask",
    "group": "cell, mask",
    "seqfirst": "-1 if empty",
    "seqlast": "-1 if empty",
    "seqmask": "",
    "seqpop": "without the first",
    "seqpush": "sequence, index",
    "seqreverse": "",
    "maskseq": "sequence of a mask, lowest first",
    "sortpush": "digits with keys, index, keys",
    "sortseq": "their sequence",
    "range": "mask of low..high",
    "clamp": "kept within the limit",
    "call": "pure function imm",
    "calldyn": "pure function by table imm at the first arg",
    "mod": "",
}


@frozen(cache_hash=True)
class Ex:
    """An expression of the core."""

    op: str
    args: tuple[Ex, ...] = ()
    imm: int = 0

    @remembered
    def reads(self) -> tuple[int, ...]:
        """Locals that it reads, each as often as it does."""
        if not self.args:
            return (self.imm,) if self.op == "local" else ()
        return sum([arg.reads for arg in self.args], ()) if len(self.args) > 1 else self.args[0].reads

    @remembered
    def locals(self) -> frozenset[int]:
        """Locals that it reads."""
        return frozenset(self.reads)

    @remembered
    def reads_state(self) -> bool:
        """Whether its value changes with the state."""
        return self.op in READS_STATE or any(arg.reads_state for arg in self.args)

    @remembered
    def size(self) -> int:
        """How many parts it has."""
        return 1 + sum([arg.size for arg in self.args])


READS_STATE = frozenset(("load", "gload", "call", "calldyn"))
"""Operations whose value changes with the state."""


def const(value: int) -> Ex:
    return Ex("const", (), value)


def local(number: int) -> Ex:
    return Ex("local", (), number)


TESTS = frozenset(("eq", "ne", "lt", "le", "not", "has"))
"""Operations that give 0 or 1."""


def ex(op: str, *args: Ex, imm: int = 0) -> Ex:
    """An expression, folded where all is constant or neutral."""
    if op in ("load", "gload"):
        return _read(op, args, imm)
    constants = 0
    for arg in args:
        if arg.op == "const":
            constants += 1
    if constants and constants == len(args) and op in FOLD:
        return const(FOLD[op](*(a.imm for a in args)))
    return (_folded(op, args) if constants or op == "not" else None) or Ex(op, args, imm)


def _read(op: str, args: tuple[Ex, ...], imm: int) -> Ex:
    if args and args[0].op == "const":
        return Ex("load", (), imm + args[0].imm) if op == "load" or args[0].imm >= 0 else const(-1)
    if op == "load" and args and args[0].op == "add" and args[0].args[0].op == "const":
        return ex("load", args[0].args[1], imm=imm + args[0].args[0].imm)
    return Ex(op, args, imm)


def _folded(op: str, args: tuple[Ex, ...]) -> Ex | None:
    """What an operation comes to: one of its arguments is constant, or it is a denial."""
    match op, args:
        case ("land", (Ex("const", (), value), b)):
            return b if value else const(0)
        case ("lor", (Ex("const", (), value), b)):
            return const(1) if value else b
        case ("land", (a, Ex("const", (), 1))) | ("lor", (a, Ex("const", (), 0))):
            return a
        case ("not", (Ex("eq", pair),)):
            return ex("ne", *pair)
        case ("not", (Ex("ne", pair),)):
            return ex("eq", *pair)
        case ("not", (Ex("not", (Ex(inner_op) as inner,)),)) if inner_op in TESTS:
            return inner
        case ("max", (Ex("const", (), 0), Ex("max", (Ex("const", (), low), _)) as inner)) if low >= 0:
            return inner
        case ("ite", (Ex("const", (), value), a, b)):
            return a if value else b
        case ("ite", (Ex(test) as a, Ex("const", (), 1), Ex("const", (), 0))) if test in TESTS:
            return a
        case ("add" | "sub", (a, Ex("const", (), 0))) | ("mul" | "imul", (a, Ex("const", (), 1))):
            return a
        case ("add", (Ex("const", (), 0), b)) | ("mul" | "imul", (Ex("const", (), 1), b)):
            return b
        case ("band", (_, Ex("const", (), 0))) | ("band" | "bandnot", (Ex("const", (), 0), _)):
            return const(0)
        case ("bor", (a, Ex("const", (), 0))) | ("bor", (Ex("const", (), 0), a)) | ("bandnot", (a, Ex("const", (), 0))):
            return a
    return None


FOLD: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: max(-LIMIT, min(LIMIT, a * b)),
    "imul": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "neg": lambda a: -a,
    "min": min,
    "max": max,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "not": lambda a: int(not a),
    "band": lambda a, b: a & b,
    "bor": lambda a, b: a | b,
    "bandnot": lambda a, b: a & ~b,
    "bit": lambda a: 1 << a if a >= 0 else 0,
    "popcount": lambda a: a.bit_count(),
    "lowest": lambda a: (a & -a).bit_length() - 1,
    "highest": lambda a: a.bit_length() - 1,
    "has": lambda m, a: m >> a & 1 if a >= 0 else 0,
}


# ---- statements ----------------------------------------------------------------------------


@frozen
class Set:
    local: int
    value: Ex


@frozen
class Store:
    """state[base + index] = value"""

    base: int
    index: Ex | None
    value: Ex


@define
class If:
    test: Ex
    then: list[Stmt]
    otherwise: list[Stmt]


@define
class ForBits:
    """For every index in a mask, lowest first."""

    local: int
    mask: Ex
    body: list[Stmt]
    label: int
    rest: int
    """Local for the members still to come, where the body may be left in the middle."""
    free: bool = False
    """Whether the order of the members makes no difference."""


@define
class Loop:
    """Again and again until a Break with its label."""

    label: int
    body: list[Stmt]


@frozen
class Break:
    label: int


@frozen
class Call:
    """Call a function; its results go to locals."""

    fn: int
    args: tuple[Ex, ...]
    results: tuple[int, ...] = ()


@frozen
class CallDyn:
    """Call the effect that a table holds for an index; -1 does nothing."""

    table: int
    index: Ex
    args: tuple[Ex, ...]


@frozen
class Prim:
    """A primitive of the runtime: `PRIMS` lists them."""

    name: str
    args: tuple[Ex, ...]
    result: int | None = None


@frozen
class Decide:
    """Ask a seat for one bit of a mask; a single one is taken at once, none is failure."""

    spec: int
    seat: Ex
    mask: Ex
    result: int
    unsure: Ex | None = None
    """Options that must be tried before they are offered, beside those of the mask."""


@frozen
class Fail:
    """The rest cannot be done."""

    place: int


@frozen
class Return:
    values: tuple[Ex, ...] = ()


@define
class Work:
    """Results worked out from the state and changing nothing: the same work is done only once. Gone after `refine`."""

    results: tuple[int, ...]
    body: list[Stmt]
    some: bool = False
    """Whether it is only asked if the first result holds anything."""


@frozen
class Mark:
    """The place in the text that the following code comes from; -1: wherever it was called from."""

    place: int


Stmt: TypeAlias = (
    Set | Store | If | ForBits | Loop | Break | Call | CallDyn | Prim | Decide | Fail | Return | Mark | Work
)

PRIMS = {
    "move": "pieces mask, place",
    "move_at": "pieces mask, place, position",
    "draw": "number, source zone instance, target zone instance",
    "shuffle": "zone instance",
    "roll": "piece",
    "show": "pieces mask, seats mask",
    "turn": "piece: shows its other face",
    "set_face": "piece, face",
    "win": "seats mask",
    "enter": "phase",
    "leave": "phase",
    "dedupe": "mask -> mask with one of each lot of equal pieces",
    "event": "kind, args: what happened",
}
HORIZON = frozenset(("draw", "shuffle", "roll", "show"))


@define
class Function:
    """`params` come first among the locals."""

    id: int
    name: str
    params: int
    locals: int = 0
    body: list[Stmt] = field(factory=list)
    results: int = 0
    phase: bool = False
    spine: bool = False
    """It may ask, fail or reach the horizon: its frame lives in the state."""
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@define
class Core:
    """The whole ruleset for one number of seats."""

    functions: list[Function] = field(factory=list)
    tables: list[tuple[int, ...]] = field(factory=list)
    specs: list[Spec] = field(factory=list)
    places: list[Span] = field(factory=list)
    main: int = 0
    behalf: dict[int, int] = field(factory=dict)
    """Place -> the place in a held text on whose behalf something is done there; nothing for most."""
