"""Keeps the results of calls that are the same in every round of a loop.

A query with the same arguments gives the same value as long as nothing changes, but a loop computes it in each round.
This pass computes it in the first round that needs it, and keeps the result in a local until the loop ends. Nothing is
computed that was not computed before.
"""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function, Stmt
from solenia_rules.core.expressions import And, Apply, Choice, Const, Ex, Local, Or
from solenia_rules.core.refine.hoisting import writes_state
from solenia_rules.core.rewriting import LOOPS, assigned, blocks_of, replaced, values_of, with_values


def keep_calls(function: Function) -> None:
    """Keep results in the loops of a function without a frame in the state."""
    if not function.spine:
        _Keeping(function).block(function.body)


class _Keeping:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.kept: set[int] = set()
        """The locals that hold results."""

    def block(self, body: list[Stmt]) -> None:
        """Rewrite the outermost loops of a block, then those inside them."""
        made: list[Stmt] = []
        for stmt in body:
            if isinstance(stmt, LOOPS) and not writes_state([stmt]):
                kept: dict[Ex, tuple[int, int]] = {}
                self._in_loop(stmt.body, assigned([stmt]), kept)
                made += [c.Set(known, Const(0)) for _result, known in kept.values()]
            for inner in blocks_of(stmt):
                self.block(inner)
            made.append(stmt)
        body[:] = made

    def _in_loop(self, body: list[Stmt], changed: set[int], kept: dict[Ex, tuple[int, int]]) -> None:
        """Compute calls in a loop only if they are not kept yet. `changed`: the locals that the loop assigns."""
        made: list[Stmt] = []
        for stmt in body:
            if isinstance(stmt, c.Set) and stmt.local in self.kept:
                made.append(stmt)
                continue
            stmt = _split(stmt, changed)
            found = [call for value in values_of(stmt) for call in _surely(value, changed)]
            for call in dict.fromkeys(found):
                if call not in kept:
                    kept[call] = self._local(), self._local()
                    self.kept.add(kept[call][0])
                result, known = kept[call]
                made.append(c.If(build.not_(Local(known)), [c.Set(result, call), c.Set(known, Const(1))], []))
            if found:
                stmt = with_values(stmt, _replacing({call: Local(kept[call][0]) for call in found}))
            for inner in blocks_of(stmt):
                self._in_loop(inner, changed, kept)
            made.append(stmt)
        body[:] = made

    def _local(self) -> int:
        self.function.locals += 1
        return self.function.locals - 1


def _split(stmt: Stmt, changed: set[int]) -> Stmt:
    """`if a and b { }` as two tests, one inside the other, if `b` makes a call that can be kept."""
    if isinstance(stmt, c.If) and isinstance(stmt.test, And) and not stmt.otherwise:
        left, right = stmt.test.left, stmt.test.right
        if _surely(right, changed):
            return c.If(left, [c.If(right, stmt.then, [])], [])
    return stmt


def _replacing(results: dict[Ex, Ex]) -> Callable[[Ex], Ex]:
    return lambda value: replaced(value, results.get)


def _surely(value: Ex, changed: set[int]) -> list[Apply]:
    """The calls that a value makes in any case and that read none of the locals, without the calls inside them."""
    match value:
        case Apply() if value.locals.isdisjoint(changed):
            return [value]
        case And() | Or():
            return _surely(value.left, changed)
        case Choice():
            return _surely(value.test, changed)
        case _:
            return [call for part in value.parts for call in _surely(part, changed)]
