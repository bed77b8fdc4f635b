"""Which locals the statements of a program read and write."""

from __future__ import annotations

from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, Stmt


def in_ex(value: Ex, found: set[int]) -> None:
    """Add the locals a value reads."""
    if value.op == "local":
        found.add(value.imm)
    for arg in value.args:
        in_ex(arg, found)


def locals_in(stmt: Stmt, found: set[int]) -> None:
    """Add the locals a statement reads or writes."""
    match stmt:
        case c.Set(number, value):
            found.add(number)
            in_ex(value, found)
        case c.Store(_, index, value):
            if index is not None:
                in_ex(index, found)
            in_ex(value, found)
        case c.If(test, then, otherwise):
            in_ex(test, found)
            for inner in (*then, *otherwise):
                locals_in(inner, found)
        case c.ForBits(member, mask, body, _, rest):
            found |= {member, rest}
            in_ex(mask, found)
            for inner in body:
                locals_in(inner, found)
        case c.Loop(_, body):
            for inner in body:
                locals_in(inner, found)
        case c.Call(_, args, results):
            found |= set(results)
            for arg in args:
                in_ex(arg, found)
        case c.CallDyn(_, index, args):
            for arg in (index, *args):
                in_ex(arg, found)
        case c.Prim(_, args, result):
            if result is not None:
                found.add(result)
            for arg in args:
                in_ex(arg, found)
        case c.Return(values):
            for value in values:
                in_ex(value, found)
