"""Inlines functions that are called from one place only, which saves their frames."""

from __future__ import annotations

from collections import Counter

from solenia_rules.core import core as c
from solenia_rules.core.core import Core, Function, Stmt
from solenia_rules.core.expressions import Apply, ApplyBy, Const, Local
from solenia_rules.core.grounds import ToldParam, Why
from solenia_rules.core.rewriting import all_parts, blocks_of, renamed, values_of, walk
from solenia_rules.text.frozen import evolve

MOST_STATEMENTS = 400
"""The most statements of a function into which others are inlined."""


def inline(core: Core, kept: dict[int, set[int]], whys: dict[int, Why], told: dict[int, tuple[ToldParam, ...]]) -> None:
    """Inline functions. `kept`: locals that are read from a function's frame; `whys`: the tests of choices; `told`: the
    parameters of verbs that decisions tell."""
    calls = Counter(stmt.fn for function in core.functions for stmt in walk(function.body) if isinstance(stmt, c.Call))
    named = _named(core)
    once = {fn for fn, count in calls.items() if count == 1 and fn not in named and _fits(core.functions[fn])}
    inliner = _Inliner(core, once, kept, whys, told)
    for function in core.functions:
        if function.id not in once:
            inliner.run(function)


def _named(core: Core) -> set[int]:
    """The functions that are also called in other ways."""
    found = {core.main}
    for function in core.functions:
        for stmt in walk(function.body):
            if isinstance(stmt, c.CallDyn):
                found |= set(core.tables[stmt.table])
            for value in values_of(stmt):
                for part in all_parts(value):
                    match part:
                        case Apply(fn):
                            found.add(fn)
                        case ApplyBy(table):
                            found |= set(core.tables[table])
    return found


def _fits(function: Function) -> bool:
    """Whether a function has no results and returns only at its end."""
    if function.phase or function.results or not function.body:
        return False
    returns = [stmt for stmt in walk(function.body) if isinstance(stmt, c.Return)]
    return len(returns) == 1 and returns[0] is function.body[-1] and not returns[0].values


class _Inliner:
    def __init__(
        self, core: Core, once: set[int], kept: dict[int, set[int]], whys: dict[int, Why],
        told: dict[int, tuple[ToldParam, ...]],
    ) -> None:  # fmt: skip
        self.core = core
        self.once = once
        self.kept = kept
        self.whys = whys
        self.told = told
        self.busy: list[int] = []
        """Functions being inlined: a recursive function is not inlined."""

    def run(self, function: Function) -> None:
        self.caller = function
        self.size = sum(1 for _stmt in walk(function.body))
        self.busy = [function.id]
        self._stmts(function.body, -1)

    def _stmts(self, body: list[Stmt], place: int) -> None:
        made: list[Stmt] = []
        for stmt in body:
            if isinstance(stmt, c.Mark):
                place = stmt.place
            for block in blocks_of(stmt):
                self._stmts(block, place)
            if isinstance(stmt, c.Call) and stmt.fn in self.once and stmt.fn not in self.busy:
                made.extend(self._taken(stmt, place))
            else:
                made.append(stmt)
        body[:] = made

    def _taken(self, call: c.Call, place: int) -> list[Stmt]:
        callee = self.core.functions[call.fn]
        size = sum(1 for _stmt in walk(callee.body))
        if self.size + size > MOST_STATEMENTS:
            return [call]
        self.size += size
        offset = self.caller.locals
        self.caller.locals += callee.locals
        names = {number: number + offset for number in range(callee.locals)}
        self._follow(callee, names)
        made: list[Stmt] = [c.Set(offset + index, value) for index, value in enumerate(call.args)]
        body = renamed(callee.body[:-1], names)
        self._stand(body, place)
        self.busy.append(callee.id)
        self._stmts(body, place)
        self.busy.pop()
        return made + body

    def _stand(self, body: list[Stmt], called: int) -> None:
        """Code without a place of its own gets the place of the call; the verb of a held text gets places of its
        own."""
        core = self.core
        for index, stmt in enumerate(body):
            for block in blocks_of(stmt):
                self._stand(block, called)
            if not isinstance(stmt, c.Mark):
                continue
            if stmt.place < 0:
                body[index] = c.Mark(called)
            elif called in core.behalf and stmt.place not in core.behalf:
                body[index] = c.Mark(len(core.places))
                core.behalf[len(core.places)] = core.behalf[called]
                core.places.append(core.places[stmt.place])

    def _follow(self, callee: Function, names: dict[int, int]) -> None:
        """Locals that are read from the callee's frame are now in the caller's frame."""
        if callee.id in self.kept:
            self.kept.setdefault(self.caller.id, set()).update(names[n] for n in self.kept.pop(callee.id))
        for stmt in walk(callee.body):
            if isinstance(stmt, c.Decide) and stmt.spec in self.whys:
                why = self.whys[stmt.spec]
                self.whys[stmt.spec] = evolve(why, captured=tuple(_moved(x, names) for x in why.captured))
            if isinstance(stmt, c.Decide) and stmt.spec in self.told:
                told = self.told[stmt.spec]
                self.told[stmt.spec] = tuple(evolve(one, value=_moved(one.value, names)) for one in told)


def _moved(value: Const | Local, names: dict[int, int]) -> Const | Local:
    return Local(names[value.number]) if isinstance(value, Local) else value
