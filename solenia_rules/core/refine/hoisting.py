"""Chooses values worth computing once: those that a section of code without writes to the state uses several times.

The Python printers keep such values in variables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from typing import TypeAlias, assert_never

from solenia_rules.core import core as c
from solenia_rules.core.core import Stmt
from solenia_rules.core.expressions import And, Binary, Choice, Const, Ex, Expression, Local, Or
from solenia_rules.core.primitives import PRIMITIVES
from solenia_rules.core.rewriting import LOOPS, assigned, blocks_of, values_of
from solenia_rules.text.frozen import frozen, remembered

IN_LOOP = 4
"""The weight of one use inside a loop."""
ANYWAY = -1
"""The site of values that are computed in any case."""


@frozen(cache_hash=True)
class Reach(Expression):
    """The cells that a mask of cells reaches, by number of steps; distances from the mask are read from it. Only
    printed Python has this value; the core has `dist` and `within`."""

    EARLY = True

    cells: Ex

    @remembered
    def parts(self) -> tuple[Ex, ...]:
        return (self.cells,)


Kept: TypeAlias = Ex | Reach
"""A value that can be kept in a variable."""


def writes_state(stmts: Iterable[Stmt], asking: bool = True) -> bool:
    """Whether statements may change the state. `asking`: whether asking and failing count as a change."""
    for stmt in stmts:
        match stmt:
            case c.Set() | c.Mark():
                continue
            case c.If(_, then, otherwise):
                found = writes_state(then, asking) or writes_state(otherwise, asking)
            case c.Prim(name):
                found = PRIMITIVES[name].writes
            case c.Store() | c.CallDyn():
                found = True
            case c.Break() | c.Return() | c.Work():
                found = False
            case c.Call(_, _, results):
                found = not results
            case c.ForBits(_, _, body) | c.Loop(_, body):
                found = writes_state(body, asking)
            case c.Decide() | c.Foresee() | c.Fail():
                found = asking
            case _:
                assert_never(stmt)
        if found:
            return True
    return False


def stretches(body: list[Stmt], last: tuple[Ex, ...]) -> list[tuple[list[Stmt], tuple[Ex, ...] | None]]:
    """Split statements into sections that write nothing, each with the values used directly after it; the statements
    that write are between them, with None."""
    made: list[tuple[list[Stmt], tuple[Ex, ...] | None]] = []
    here: list[Stmt] = []
    for stmt in body:
        if writes_state([stmt]):
            made += [(here, values_of(stmt)), ([stmt], None)]
            here = []
        else:
            here.append(stmt)
    return [*made, (here, last)]


class Hoisting:
    """Chooses the values of one section; `chosen` lists them so that each uses only earlier ones. A value used in only
    one branch of one `If` is left to that branch."""

    def __init__(self, stmts: list[Stmt], last: tuple[Ex, ...], frame: set[int], known: Container[Kept]) -> None:
        """`known`: values that are already in variables."""
        self.assigned = assigned(stmts)
        self.frame = frame
        self.known = known
        self.weights: Counter[Kept] = Counter()
        """How often a value is used, counting its parts too."""
        self.sites: dict[Kept, set[int]] = {}
        self.expression = 0
        """The number of the expression whose uses are counted."""
        self.perhaps: dict[Kept, int] = {}
        """The values that an expression computes only under a condition -> the first such expression."""
        self.needed: set[Kept] = set()
        """The other values, and those of several expressions or (except for calls) of a loop. What a single expression
        needs only under a condition is not computed before it: a printer computes it when it is first needed."""
        for number, stmt in enumerate(stmts):
            self._site(stmt, number)
        for value in last:
            self._value(value, 1, ANYWAY)
        self.chosen = self._choose()

    def _choose(self) -> list[Kept]:
        """Choose the largest values first: a part of a chosen value is then computed once for it."""
        found: list[Kept] = []
        for value in sorted(
            (x for x, weight in self.weights.items() if weight >= 2), key=lambda value: value.size, reverse=True
        ):
            sites = self.sites[value]
            if self.weights[value] < 2 or value not in self.needed or not (ANYWAY in sites or len(sites) > 1):
                continue
            found.append(value)
            spared = self.weights[value] - 1
            for part in value.parts:
                self._spare(part, spared)
        return found[::-1]

    def _spare(self, value: Ex, times: int) -> None:
        if value in self.weights:
            self.weights[value] -= times
            self.sites[value].add(ANYWAY)
        for part in value.parts:
            self._spare(part, times)

    def _site(self, stmt: Stmt, number: int) -> None:
        """Count the uses in a statement of the section."""
        if isinstance(stmt, c.If):
            self._value(stmt.test, 1, ANYWAY)
            for side, block in enumerate((stmt.then, stmt.otherwise)):
                for inside in block:
                    self._stmt(inside, 1, 2 * number + side)
        else:
            self._stmt(stmt, 1, ANYWAY)

    def _stmt(self, stmt: Stmt, weight: int, site: int) -> None:
        for value in values_of(stmt):
            self._value(value, weight, site)
        inner = IN_LOOP if isinstance(stmt, LOOPS) else weight
        for block in blocks_of(stmt):
            for inside in block:
                self._stmt(inside, inner, site)

    def _value(self, value: Ex, weight: int, site: int) -> None:
        """Count the uses in a whole expression."""
        self.expression += 1
        self._count(value, weight, site, sure=True)

    def _count(self, value: Kept, weight: int, site: int, sure: bool) -> None:
        """Count the parts of a value that may be computed at the beginning of the section. `sure`: the expression
        computes it in any case."""
        if isinstance(value, Const) or value in self.known:
            return
        if isinstance(value, Binary) and value.op in ("dist", "within"):
            number, cells = (value.left, value.right) if value.op == "dist" else (value.right, value.left)
            self._count(number, weight, site, sure)
            self._count(Reach(cells), weight, site, sure)
            return
        if value.early and value.locals.isdisjoint(self.assigned):
            if not isinstance(value, Local) or value.number in self.frame:
                self.weights[value] += weight
                self.sites.setdefault(value, set()).add(site)
                if sure or (weight > 1 and not value.calls):
                    self.needed.add(value)
                elif self.perhaps.setdefault(value, self.expression) != self.expression:
                    self.needed.add(value)
        match value:
            case And(left, right) | Or(left, right):
                self._count(left, weight, site, sure)
                self._count(right, weight, site, sure=False)
            case Choice():
                self._count(value.test, weight, site, sure)
                self._count(value.then, weight, site, sure=False)
                self._count(value.otherwise, weight, site, sure=False)
            case _:
                for part in value.parts:
                    self._count(part, weight, site, sure)
