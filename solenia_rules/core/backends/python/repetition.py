"""Finds the values that an expression needs again after it has computed them.

The hoisted values of `core/refine/hoisting.py` are computed before a statement. A value that is needed only under a
condition, as in `a and f(x) > 2 and f(x) < 5`, is better computed where it is first needed, and named there.
"""

from __future__ import annotations

from collections.abc import Container

from solenia_rules.core.expressions import And, Binary, Choice, Const, Local, Or
from solenia_rules.core.refine.hoisting import Kept, Reach

FEWEST_PARTS = 6
"""An expression with fewer parts contains nothing that is worth a name."""


def repeated(value: Kept, known: Container[Kept]) -> set[Kept]:
    """The values inside an expression that are computed for certain when they are needed once more. `known`: values
    that are already in variables."""
    found: set[Kept] = set()
    if value.size >= FEWEST_PARTS:
        _visit(value, set(), known, found)
    return found


def _visit(value: Kept, computed: set[Kept], known: Container[Kept], found: set[Kept]) -> set[Kept]:
    """Visit the parts in the order in which they are evaluated; returns what is computed if the value is not 0."""
    if isinstance(value, (Const, Local)) or value in known:
        return computed
    if value in computed:
        found.add(value)
        return computed
    held = computed
    match value:
        case And(left, right):
            held = _visit(right, set(_visit(left, computed, known, found)), known, found)
        case Or(left, right):
            _visit(left, computed, known, found)
            _visit(right, set(computed), known, found)
        case Choice():
            _visit(value.then, set(_visit(value.test, computed, known, found)), known, found)
            _visit(value.otherwise, set(computed), known, found)
        case Binary("dist", cell, cells):
            _visit(cell, computed, known, found)
            _visit(Reach(cells), computed, known, found)
        case Binary("within", cells, steps):
            _visit(Reach(cells), computed, known, found)
            _visit(steps, computed, known, found)
        case _:
            for part in value.parts:
                _visit(part, computed, known, found)
    if value.size > 1:
        computed.add(value)
    return held
