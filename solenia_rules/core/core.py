"""The core: a small structured language of integers, from which every executor is built.

Its values are the expressions of `core/expressions.py`. This module has its statements, a closed union, and the
functions and the program that consist of them.
"""

from __future__ import annotations

from typing import TypeAlias

from solenia_rules.core.expressions import Ex
from solenia_rules.core.primitives import PrimitiveName
from solenia_rules.core.specs import Spec
from solenia_rules.text.frozen import define, field, frozen
from solenia_rules.text.places import NOWHERE, Span


@frozen(eq=False)
class Set:
    local: int
    value: Ex


@frozen(eq=False)
class Store:
    """`state[base + index] = value`."""

    base: int
    index: Ex | None
    value: Ex


@define(eq=False)
class If:
    test: Ex
    then: list[Stmt]
    otherwise: list[Stmt]


@define(eq=False)
class ForBits:
    """For every index in a mask, lowest first."""

    local: int
    mask: Ex
    body: list[Stmt]
    label: int
    rest: int
    """The local that stores the remaining members if execution may be suspended inside the body."""
    free: bool = False
    """Whether the order of the members makes no difference."""


@define(eq=False)
class Loop:
    """Repeat until a `Break` with this label."""

    label: int
    body: list[Stmt]


@frozen(eq=False)
class Break:
    label: int


@frozen(eq=False)
class Call:
    """Call a function; its results are stored in locals."""

    fn: int
    args: tuple[Ex, ...]
    results: tuple[int, ...] = ()


@frozen(eq=False)
class CallDyn:
    """Call the function that a table holds for an index; nothing is called if the index or the entry is -1."""

    table: int
    index: Ex
    args: tuple[Ex, ...]


@frozen(eq=False)
class Prim:
    """A primitive: `core/primitives.py` describes them."""

    name: PrimitiveName
    args: tuple[Ex, ...]
    result: int | None = None


@frozen(eq=False)
class Decide:
    """Ask a seat to choose one bit of a mask. A single bit is taken without asking; an empty mask is a failure."""

    spec: int
    seat: Ex
    mask: Ex
    result: int
    unsure: Ex | None = None
    """Further options that must be tried before they are offered; those of `mask` need no trial."""
    left: Ex | None = None
    """How many are still to be chosen, this one included. No executor computes it: the question tells it."""


@frozen(eq=False)
class Foresee:
    """Find out whether the code that follows can be run with `TRYING` as the result. The result is 1 or 0 then. That
    code ends the trial itself where the tried part ends."""

    seat: Ex
    """The seat that looks ahead."""
    result: int


@frozen(eq=False)
class Fail:
    """The rest of the phase cannot be done."""

    place: int


@frozen(eq=False)
class Return:
    values: tuple[Ex, ...] = ()


@define(eq=False)
class Work:
    """A computation that reads the state and does not change it, so that equal computations can be shared. `refine`
    removes this statement."""

    results: tuple[int, ...]
    body: list[Stmt]
    some: bool = False
    """Whether only it matters if the first result is empty."""


@frozen(eq=False)
class Mark:
    """The place in the text of the following code; -1: the place of the caller."""

    place: int


Stmt: TypeAlias = (
    Set | Store | If | ForBits | Loop | Break | Call | CallDyn | Prim | Decide | Foresee | Fail | Return | Mark | Work
)


@define(eq=False)
class Function:
    """A function of the core; its parameters are its first locals."""

    id: int
    name: str
    params: int
    locals: int = 0
    body: list[Stmt] = field(factory=list)
    results: int = 0
    phase: bool = False
    spine: bool = False
    """Whether it may ask, fail or reach the horizon; if so, its frame is stored in the state."""
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@define(eq=False)
class Core:
    """The program of a ruleset for one number of seats."""

    functions: list[Function] = field(factory=list)
    tables: list[tuple[int, ...]] = field(factory=list)
    specs: list[Spec] = field(factory=list)
    places: list[Span] = field(factory=list)
    main: int = 0
    behalf: dict[int, int] = field(factory=dict)
    """Place -> the place of the held text on whose behalf its code runs. Most places have no entry."""
