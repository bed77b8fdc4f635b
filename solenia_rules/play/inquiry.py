"""Values of any part of a ruleset's texts in a position: worked out when somebody asks, not compiled into games."""

from __future__ import annotations

from collections.abc import Mapping

from solenia_rules.checked import terms as t
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import Term
from solenia_rules.core import core as c
from solenia_rules.core.backends.reference.assembler import assemble
from solenia_rules.core.core import Core, Function, local
from solenia_rules.core.flatten import flatten
from solenia_rules.core.refine.sharing import plain
from solenia_rules.core.rewriting import parts, values_of, walk
from solenia_rules.lower.arguments import Lane, to_lanes
from solenia_rules.lower.code import Code, Value
from solenia_rules.lower.lowering import Lowering
from solenia_rules.play.generated import primitives
from solenia_rules.play.loop import Call, Loop
from solenia_rules.play.physics import Physics
from solenia_rules.text.frozen import frozen


@frozen
class Asked:
    """Amounts of a bundle: a resource, or any word of a counter; `spared` are taken off."""

    exact: tuple[tuple[str, int, int], ...]
    """counter, word, number"""
    free: tuple[tuple[str, int], ...]
    spared: tuple[tuple[str, int], ...]


class Inquiry:
    """Compiles what is asked for: the state lies in the same slots as in a game, variables are handed in."""

    def __init__(self, checked: Checked, seats: int, physics: Physics) -> None:
        lowering = Lowering(checked, seats)
        self.unit, self.bundles, self.queries = lowering.unit, lowering.bundles, lowering.queries
        self.physics = physics
        self._made: dict[tuple[Term, tuple[int, ...]], tuple[int, Loop]] = {}
        self._lanes: dict[tuple[Term, tuple[int, ...]], list[Lane]] = {}

    def value(self, s: list[int], term: Term, env: Mapping[int, int]) -> int:
        """A number, test, index, or mask of a set."""
        key = term, tuple(env)
        if key not in self._made:
            function, code = self._begin(tuple(env))
            code.emit(c.Return((self.unit.values.of(term, code),)))
            self._made[key] = function.id, self._runnable(function, 1)
        number, loop = self._made[key]
        (found,) = loop.call(s, number, tuple(env.values()))
        return found

    def inlined(self, term: t.Query) -> Term | None:
        """The text of a query with its parameters replaced; None if a rule changes the query."""
        return self.queries.inlined(term)

    def bundle(self, s: list[int], term: Term, env: Mapping[int, int]) -> Asked:
        key = term, tuple(env)
        if key not in self._made:
            function, code = self._begin(tuple(env))
            lanes, numbers = to_lanes(self.bundles.spread(self.unit.values.bundle(term, code), code))
            code.emit(c.Return(tuple(numbers)))
            self._made[key], self._lanes[key] = (function.id, self._runnable(function, len(lanes))), lanes
        number, loop = self._made[key]
        found = [
            (lane, n) for lane, n in zip(self._lanes[key], loop.call(s, number, tuple(env.values())), strict=True) if n
        ]
        return Asked(
            tuple((counter, word, n) for (sort, counter, word), n in found if sort == "exact"),
            tuple((counter, n) for (sort, counter, _word), n in found if sort == "free"),
            tuple((counter, n) for (sort, counter, _word), n in found if sort == "minus"),
        )

    def _begin(self, variables: tuple[int, ...]) -> tuple[Function, Code]:
        function = self.unit.new_function("inquiry", len(variables), self.unit.names.world.span)
        env: dict[int, Value] = {number: local(index) for index, number in enumerate(variables)}
        return function, Code(function, function.body, env)

    def _runnable(self, function: Function, results: int) -> Loop:
        """A program of this function and those that it calls."""
        function.results = results
        core, wanted, waiting = self.unit.core, set[int](), [function.id]
        while waiting:
            number = waiting.pop()
            if number in wanted:
                continue
            wanted.add(number)
            core.functions[number].body = plain(core.functions[number].body)
            waiting += _called(core, core.functions[number])
        functions = [f if f.id in wanted else Function(f.id, f.name, 0) for f in core.functions]
        main = Function(len(functions), "main", 0)
        small = Core([*functions, main], core.tables, core.specs, core.places, main.id)
        linear = assemble(flatten(small, {}))
        return Loop(linear, {**_calls(self.physics), "viable": _never, "stuck": _never}, self.physics, None)


def _called(core: Core, function: Function) -> list[int]:
    found: list[int] = []
    for stmt in walk(function.body):
        if isinstance(stmt, c.Call):
            found.append(stmt.fn)
        for value in values_of(stmt):
            for part in parts(value):
                if part.op == "call":
                    found.append(part.imm)
                elif part.op == "calldyn":
                    found += [number for number in core.tables[part.imm] if number >= 0]
    return found


def _calls(physics: Physics) -> dict[str, Call]:
    return {name: what for name, what in primitives(physics).items() if callable(what)}


def _never(s: list[int], *args: int) -> int:
    raise AssertionError("a value neither asks nor fails")
