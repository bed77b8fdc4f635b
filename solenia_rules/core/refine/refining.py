"""Runs the optimizing passes over the core: known facts simplify it, and loops become operations on masks. Results do
not change."""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.core import core as c
from solenia_rules.core.core import Core
from solenia_rules.core.layout import Layout
from solenia_rules.core.refine.kept_calls import keep_calls
from solenia_rules.core.refine.kept_masks import KeptMasks
from solenia_rules.core.refine.sharing import share, without_work
from solenia_rules.core.refine.sieves import Sieves
from solenia_rules.core.refine.simplify import Simplifier
from solenia_rules.core.rewriting import walk


def refine(core: Core, layout: Layout, kept: dict[int, set[int]], label: Callable[[], int]) -> None:
    """Optimize a program. `kept`: function -> locals that are read from its frame; `label` returns an unused label."""
    masks = KeptMasks(layout)
    for function in sorted(core.functions, key=lambda function: not function.results):
        locals_kept = kept.get(function.id, set())
        Simplifier(core, function, locals_kept).run()
        if any(isinstance(stmt, c.Work) or (isinstance(stmt, c.ForBits) and stmt.free) for stmt in walk(function.body)):
            Sieves(core, masks, function, label, numbers=False).run()
            Sieves(core, masks, function, label, numbers=True).run()
            Simplifier(core, function, locals_kept).run()
            share(function)
            Simplifier(core, function, locals_kept).run()
        keep_calls(function)
    masks.keep_up(core)


def leave_as_it_is(core: Core) -> None:
    """Do not optimize, for code that runs once: only `Work` is replaced by plain statements."""
    for function in core.functions:
        function.body = without_work(function.body)
