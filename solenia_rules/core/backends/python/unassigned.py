"""Finds locals that may be read before they are assigned: they start with 0, as in a frame."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.core import core as c
from solenia_rules.core.core import Function, Stmt
from solenia_rules.core.rewriting import values_of


def unassigned(function: Function) -> set[int]:
    finder = _Finder()
    finder.stmts(function.body, set(range(function.params)))
    return finder.found


class _Finder:
    def __init__(self) -> None:
        self.found: set[int] = set()

    def stmts(self, body: list[Stmt], known: set[int]) -> bool:
        """Add the assigned locals to `known`; returns whether execution reaches the end of the statements."""
        return all(self._stmt(stmt, known) for stmt in body)

    def _stmt(self, stmt: Stmt, known: set[int]) -> bool:
        for value in values_of(stmt):
            self.found |= value.locals - known
        match stmt:
            case c.Set(number):
                known.add(number)
            case c.Call(_, _, results):
                known |= set(results)
            case c.Prim(_, _, result) if result is not None:
                known.add(result)
            case c.Decide(_, _, _, result) | c.Foresee(_, result):
                known.add(result)
            case c.If(_, then, otherwise):
                first, second = set(known), set(known)
                ends = self.stmts(then, first), self.stmts(otherwise, second)
                sides = [side for side, comes in zip((first, second), ends, strict=True) if comes]
                known |= sides[0].intersection(*sides) if sides else set()
                return bool(sides)
            case c.ForBits(member, _, body):
                self.stmts(body, {*known, member})
            case c.Loop(_, body):
                self.stmts(body, set(known))
            case c.Break() | c.Return() | c.Fail():
                return False
            case c.Store() | c.CallDyn() | c.Prim() | c.Mark():
                pass
            case c.Work():
                raise AssertionError("refining removes `Work`")
            case _:
                assert_never(stmt)
        return True
