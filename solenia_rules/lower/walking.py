"""The fewest steps within a set of cells, as a function of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.core import core as c
from solenia_rules.core.core import FAR, Function, const, ex, local
from solenia_rules.lower.code import Code
from solenia_rules.text.places import NOWHERE

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit


def fewest_steps(u: Unit) -> Function:
    """Cell, mask of ends, mask of cells that may be used -> steps to the nearest of the ends; both ends of the way
    must be among those cells, as in a group. Ring by ring: every round leaves cells behind, so it ends."""
    made = u.new_function("steps", 3, NOWHERE)
    made.results = 1
    code = Code(made, made.body, {})
    usable, edge, seen, steps, found = (code.temp() for _ in range(5))
    passable = sum(1 << cell.index for cell in u.layout.cells if cell.passable)
    code.emit(c.Set(usable, ex("band", local(2), const(passable))))
    code.emit(c.Set(edge, ex("band", ex("bit", local(0)), local(usable))))
    code.emit(c.Set(seen, const(0)))
    code.emit(c.Set(steps, const(0)))
    code.emit(c.Set(found, const(FAR)))
    label = u.label()
    body: list[c.Stmt] = [
        c.If(ex("eq", local(edge), const(0)), [c.Break(label)], []),
        c.If(ex("ne", ex("band", local(edge), local(1)), const(0)), [c.Set(found, local(steps)), c.Break(label)], []),
        c.Set(seen, ex("bor", local(seen), local(edge))),
        c.Set(edge, ex("bandnot", ex("band", ex("nb", local(edge)), local(usable)), local(seen))),
        c.Set(steps, ex("add", local(steps), const(1))),
    ]
    code.emit(c.Loop(label, body))
    code.emit(c.Return((local(found),)))
    return made
