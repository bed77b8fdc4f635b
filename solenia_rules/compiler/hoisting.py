"""Values worth computing once: what a stretch of code without writes asks for again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable

from solenia_rules.compiler import core as c
from solenia_rules.compiler.core import Ex, Stmt
from solenia_rules.compiler.rewriting import values_of

_SAFE = frozenset(
    "const local load add sub imul neg bit band bor bandnot popcount nb sur eq ne lt le min max".split()
    + "table gtable call reach".split()
)
IN_LOOP = 4
"""What one use inside a loop counts for."""


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
        self.assigned: set[int] = set()
        self.frame = frame
        self.known = known
        self._collect_assigned(stmts)
        weights: Counter[Ex] = Counter()
        sites: dict[Ex, set[int]] = {}
        for number, stmt in enumerate(stmts):
            self._site(stmt, number, weights, sites)
        found: Counter[Ex] = Counter()
        for value in last:
            self._visit(value, 1, found)
        _note(found, -1, weights, sites)
        first = [x for x, weight in weights.items() if weight >= 2 and (-1 in sites[x] or len(sites[x]) > 1)]
        inner: Counter[Ex] = Counter()
        for value in first:
            for arg in value.args:
                self._visit(arg, 1, inner)
        for value, weight in weights.items():
            if weight < 2 and -1 in sites[value]:
                inner[value] += weight
        second = [x for x, weight in inner.items() if weight >= 2 and x not in first]
        self.chosen = sorted([*first, *second], key=_size)

    def _site(self, stmt: Stmt, number: int, weights: Counter[Ex], sites: dict[Ex, set[int]]) -> None:
        """Count a statement of the stretch itself; -1 is the site of what is computed in any case."""
        found: Counter[Ex] = Counter()
        if isinstance(stmt, c.If):
            self._visit(stmt.test, 1, found)
            _note(found, -1, weights, sites)
            for side, block in enumerate((stmt.then, stmt.otherwise)):
                found = Counter()
                for inside in block:
                    self._stmt(inside, 1, found)
                _note(found, 2 * number + side, weights, sites)
            return
        self._stmt(stmt, 1, found)
        _note(found, -1, weights, sites)

    def _collect_assigned(self, stmts: list[Stmt]) -> None:
        for stmt in stmts:
            match stmt:
                case c.Set(number, _):
                    self.assigned.add(number)
                case c.ForBits(member, _, body, _, _):
                    self.assigned.add(member)
                    self._collect_assigned(body)
                case c.Loop(_, body):
                    self._collect_assigned(body)
                case c.If(_, then, otherwise):
                    self._collect_assigned(then)
                    self._collect_assigned(otherwise)
                case c.Call(_, _, results):
                    self.assigned |= set(results)
                case c.Prim(_, _, result) if result is not None:
                    self.assigned.add(result)

    def _stmt(self, stmt: Stmt, weight: int, weights: Counter[Ex]) -> None:
        match stmt:
            case c.Set(_, value):
                self._visit(value, weight, weights)
            case c.If(test, then, otherwise):
                self._visit(test, weight, weights)
                for inner in (*then, *otherwise):
                    self._stmt(inner, weight, weights)
            case c.ForBits(_, mask, body):
                self._visit(mask, weight, weights)
                for inner in body:
                    self._stmt(inner, IN_LOOP, weights)
            case c.Loop(_, body):
                for inner in body:
                    self._stmt(inner, IN_LOOP, weights)
            case c.Call(_, args) | c.Prim(_, args) | c.Return(args):
                for arg in args:
                    self._visit(arg, weight, weights)

    def _visit(self, value: Ex, weight: int, weights: Counter[Ex]) -> None:
        """Count the largest stable parts of a value."""
        if value.op == "const" or value in self.known:
            return
        if self._stable(value):
            if value.op != "local" or value.imm in self.frame:
                weights[value] += weight
            return
        if value.op == "dist" and self._stable(value.args[1]):
            if reach_of(value.args[1]) not in self.known:
                weights[reach_of(value.args[1])] += weight
            self._visit(value.args[0], weight, weights)
            return
        if value.op == "within" and self._stable(value.args[0]):
            if reach_of(value.args[0]) not in self.known:
                weights[reach_of(value.args[0])] += weight
            self._visit(value.args[1], weight, weights)
            return
        for arg in value.args:
            self._visit(arg, weight, weights)

    def _stable(self, value: Ex) -> bool:
        if value.op not in _SAFE or (value.op == "local" and value.imm in self.assigned):
            return False
        if value.op == "table" and any(a.op in ("sub", "imul") for a in value.args):
            return False
        return all(self._stable(a) for a in value.args)


def _size(value: Ex) -> int:
    return 1 + sum(_size(a) for a in value.args)


def _note(found: Counter[Ex], site: int, weights: Counter[Ex], sites: dict[Ex, set[int]]) -> None:
    for value, weight in found.items():
        weights[value] += weight
        sites.setdefault(value, set()).add(site)
