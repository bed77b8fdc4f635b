"""Evaluates any part of a ruleset's texts in a position.

A term is lowered on its first use and then interpreted. The compiled game does not contain this code.
"""

from __future__ import annotations

from collections.abc import Mapping

from solenia_rules.checked import terms as t
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import Term
from solenia_rules.core import core as c
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Local
from solenia_rules.core.flatten import Flat
from solenia_rules.core.slots import Slots
from solenia_rules.lower.arguments import Lane, to_lanes
from solenia_rules.lower.code import Code, Value
from solenia_rules.lower.lowering import Lowering
from solenia_rules.play.generated import primitives
from solenia_rules.play.interpreter import Interpreter
from solenia_rules.play.physics import Physics
from solenia_rules.text.frozen import frozen


@frozen
class Asked:
    """The amounts of a bundle: exact resources, amounts of a counter in any word (`free`), and discounts (`spared`)."""

    exact: tuple[tuple[str, int, int], ...]
    """Counter, word, number."""
    free: tuple[tuple[str, int], ...]
    spared: tuple[tuple[str, int], ...]


class Inquiry:
    """Evaluates terms. The state has the same slots as in a game; the caller passes the values of the variables."""

    def __init__(self, checked: Checked, seats: int, physics: Physics) -> None:
        lowering = Lowering(checked, seats)
        self.unit, self.bundles, self.queries = lowering.unit, lowering.bundles, lowering.queries
        calls = {name: what for name, what in primitives(physics).items() if callable(what)}
        self.interpreter = Interpreter(Flat(self.unit.core), calls, physics, None)
        self.slots = Slots(self.unit.layout)
        self._made: dict[tuple[Term, tuple[int, ...]], int] = {}
        """Term and its variables -> the function compiled for them."""
        self._lanes: dict[tuple[Term, tuple[int, ...]], list[Lane]] = {}

    def value(self, s: list[int], term: Term, env: Mapping[int, int]) -> int:
        """The value of a term: a number, a test, an index, or the mask of a set."""
        key = term, tuple(env)
        if key not in self._made:
            function, code = self._begin(tuple(env))
            code.emit(c.Return((self.unit.values.of(term, code),)))
            self._made[key] = function.id
        (found,) = self.interpreter.call(s, self._made[key], tuple(env.values()))
        return found

    def inlined(self, term: t.Query) -> Term | None:
        """The body of a query with its parameters replaced; None if a rule changes the query."""
        return self.queries.inlined(term)

    def bundle(self, s: list[int], term: Term, env: Mapping[int, int]) -> Asked:
        key = term, tuple(env)
        if key not in self._made:
            function, code = self._begin(tuple(env))
            lanes, numbers = to_lanes(self.bundles.spread(self.unit.values.bundle(term, code), code))
            code.emit(c.Return(tuple(numbers)))
            self._made[key], self._lanes[key] = function.id, lanes
        amounts = self.interpreter.call(s, self._made[key], tuple(env.values()))
        found = [(lane, n) for lane, n in zip(self._lanes[key], amounts, strict=True) if n]
        return Asked(
            tuple((counter, word, n) for (sort, counter, word), n in found if sort == "exact"),
            tuple((counter, n) for (sort, counter, _word), n in found if sort == "free"),
            tuple((counter, n) for (sort, counter, _word), n in found if sort == "minus"),
        )

    def _begin(self, variables: tuple[int, ...]) -> tuple[Function, Code]:
        function = self.unit.new_function("inquiry", len(variables), self.unit.names.world.span)
        env: dict[int, Value] = {number: Local(index) for index, number in enumerate(variables)}
        return function, Code(function, function.body, env)
