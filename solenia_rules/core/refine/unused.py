"""Drops functions that nothing calls: most were inlined where they were called.

A function keeps its number, because tables and calls name it; a dropped function has an empty body, and no printer
prints it.
"""

from __future__ import annotations

from collections.abc import Iterable

from solenia_rules.core import core as c
from solenia_rules.core.core import Core, Function
from solenia_rules.core.expressions import Apply, ApplyBy
from solenia_rules.core.rewriting import all_parts, values_of, walk


def drop_unused(core: Core, roots: Iterable[int]) -> None:
    """Empty the functions that cannot be reached from the main function and from `roots`."""
    reached: set[int] = set()
    open_ = [core.main, *roots]
    while open_:
        number = open_.pop()
        if number not in reached:
            reached.add(number)
            open_ += called_by(core, core.functions[number])
    for function in core.functions:
        if function.id not in reached:
            function.body, function.phase = [], False


def called_by(core: Core, function: Function) -> set[int]:
    """The functions that a function calls."""
    found: set[int] = set()
    for stmt in walk(function.body):
        if isinstance(stmt, c.Call):
            found.add(stmt.fn)
        elif isinstance(stmt, c.CallDyn):
            found.update(core.tables[stmt.table])
        for value in values_of(stmt):
            if value.calls:
                for part in all_parts(value):
                    match part:
                        case Apply(fn):
                            found.add(fn)
                        case ApplyBy(table):
                            found.update(core.tables[table])
    return found - {-1}
