"""Values worth computing once: what a stretch of code without writes asks for again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable

from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, Stmt
from solenia_rules.core.rewriting import LOOPS, assigned, blocks_of, values_of

_SAFE = frozenset(
    "const local load add sub imul neg bit band bor bandnot popcount nb sur eq ne lt le min max".split()
    + "table gtable gload call reach ite land lor not has lowest highest seqfirst seqpop".split()
)
IN_LOOP = 4
"""What one use inside a loop counts for."""
ANYWAY = -1
"""Site of what is computed in any case."""


def reach_of(mask: Ex) -> Ex:
    """What a set of cells reaches, as one value."""
    return Ex("reach", (mask,))


def writes_state(stmts: Iterable[Stmt], asking: bool = True) -> bool:
    """`asking`: whether to ask or to fail counts."""
    for stmt in stmts:
        match stmt:
            case c.Store() | c.CallDyn():
                return True
            case c.Decide() | c.Fail() if asking:
                return True
            case c.Prim(name) if name not in ("event", "dedupe"):
                return True
            case c.Call(_, _, results) if not results:
                return True
            case c.If(_, then, otherwise) if writes_state(then, asking) or writes_state(otherwise, asking):
                return True
            case c.ForBits(_, _, body) | c.Loop(_, body) if writes_state(body, asking):
                return True
    return False


def stretches(body: list[Stmt], last: tuple[Ex, ...]) -> list[tuple[list[Stmt], tuple[Ex, ...] | None]]:
    """Statements in stretches that write nothing, each with the values asked for after it; and between them those that
    write, with None."""
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
    """Chooses the values of one stretch; `chosen` lists them so that each uses only earlier ones. What only one side of
    one `If` asks for is left to that side."""

    def __init__(self, stmts: list[Stmt], last: tuple[Ex, ...], frame: set[int], known: Container[Ex]) -> None:
        """`known`: values that have been computed already."""
        self.assigned = assigned(stmts)
        self.frame = frame
        self.known = known
        self.stable: dict[Ex, bool] = {}
        self.weights: Counter[Ex] = Counter()
        """How often a value is asked for; parts of it are counted too."""
        self.sites: dict[Ex, set[int]] = {}
        for number, stmt in enumerate(stmts):
            self._site(stmt, number)
        for value in last:
            self._count(value, 1, ANYWAY)
        self.chosen = self._choose()

    def _choose(self) -> list[Ex]:
        """The largest first: what is part of a chosen value is computed once for it."""
        found: list[Ex] = []
        for value in sorted(
            (x for x, weight in self.weights.items() if weight >= 2), key=lambda value: value.size, reverse=True
        ):
            sites = self.sites[value]
            if self.weights[value] < 2 or not (ANYWAY in sites or len(sites) > 1):
                continue
            found.append(value)
            spared = self.weights[value] - 1
            for arg in value.args:
                self._spare(arg, spared)
        return found[::-1]

    def _spare(self, value: Ex, times: int) -> None:
        if value in self.weights:
            self.weights[value] -= times
            self.sites[value].add(ANYWAY)
        for arg in value.args:
            self._spare(arg, times)

    def _site(self, stmt: Stmt, number: int) -> None:
        """Count a statement of the stretch itself."""
        if isinstance(stmt, c.If):
            self._count(stmt.test, 1, ANYWAY)
            for side, block in enumerate((stmt.then, stmt.otherwise)):
                for inside in block:
                    self._stmt(inside, 1, 2 * number + side)
        else:
            self._stmt(stmt, 1, ANYWAY)

    def _stmt(self, stmt: Stmt, weight: int, site: int) -> None:
        for value in values_of(stmt):
            self._count(value, weight, site)
        inner = IN_LOOP if isinstance(stmt, LOOPS) else weight
        for block in blocks_of(stmt):
            for inside in block:
                self._stmt(inside, inner, site)

    def _count(self, value: Ex, weight: int, site: int) -> None:
        """Count the stable parts of a value."""
        if value.op == "const" or value in self.known:
            return
        if value.op in ("dist", "within"):
            number, cells = value.args if value.op == "dist" else value.args[::-1]
            self._count(number, weight, site)
            self._count(reach_of(cells), weight, site)
            return
        if self._stable(value) and (value.op != "local" or value.imm in self.frame):
            self.weights[value] += weight
            self.sites.setdefault(value, set()).add(site)
        for arg in value.args:
            self._count(arg, weight, site)

    def _stable(self, value: Ex) -> bool:
        found = self.stable.get(value)
        if found is None:
            found = value.op in _SAFE and not (value.op == "local" and value.imm in self.assigned)
            if value.op == "table" and any(a.op in ("sub", "imul") for a in value.args):
                found = False
            found = self.stable[value] = found and all(self._stable(a) for a in value.args)
        return found
