"""The core: a small structured language of integers that every executor is made from.

Its values are the expressions of `core/expressions.py`. Its statements, a closed union, are here, with the functions
and the whole program that they make up.
"""

from __future__ import annotations

from typing import TypeAlias

from solenia_rules.core.expressions import Ex
from solenia_rules.core.primitives import PrimitiveName
from solenia_rules.core.specs import Spec
from solenia_rules.text.frozen import define, field, frozen
from solenia_rules.text.places import NOWHERE, Span


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
    """A primitive: `core/primitives.py` describes them."""

    name: PrimitiveName
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
