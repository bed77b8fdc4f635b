"""Lowers a checked ruleset to the core for one number of seats: the driver that builds the parts and runs them."""

from __future__ import annotations

from solenia_rules.checked import terms as t
from solenia_rules.checked.checked import Checked
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Const, Local
from solenia_rules.dsl.kinds import NUMBER, SEAT
from solenia_rules.lower.acts import ActBlocks
from solenia_rules.lower.arguments import Arguments
from solenia_rules.lower.built_in_verbs import BuiltInVerbs
from solenia_rules.lower.bundles import Bundles
from solenia_rules.lower.choices import Choices
from solenia_rules.lower.code import Code
from solenia_rules.lower.filters import Filters
from solenia_rules.lower.free_words import FreeWords
from solenia_rules.lower.lookahead import Lookahead
from solenia_rules.lower.noted_tests import NotedTests
from solenia_rules.lower.payments import Payments
from solenia_rules.lower.queries import Queries
from solenia_rules.lower.rule_holders import RuleHolders
from solenia_rules.lower.sets import Sets
from solenia_rules.lower.stored import Stored
from solenia_rules.lower.together import Together
from solenia_rules.lower.unit import Unit
from solenia_rules.lower.values import TermValues
from solenia_rules.lower.verbs import Verbs


class Lowering:
    """The parts of lowering for one ruleset. The constructor lowers nothing: the caller lowers single values, or `run`
    lowers everything."""

    def __init__(self, checked: Checked, seats: int, derive: bool = True, explaining: bool = False) -> None:
        """`derive`: whether looking ahead is derived from the text; otherwise every option is tried. `explaining`:
        whether the tests of the text are recorded, to explain refusals."""
        unit = self.unit = Unit(checked, seats, derive, explaining)
        stored = Stored(unit)
        self.bundles = Bundles(unit)
        arguments = Arguments(unit, self.bundles)
        self.holders = RuleHolders(unit, stored, arguments)
        self.queries = Queries(unit, self.bundles, arguments, self.holders)
        filters = Filters(unit, stored, self.queries)
        sets = Sets(unit, stored, filters)
        unit.values = TermValues(unit, stored, self.bundles, self.holders, self.queries, filters, sets)
        self.noted = NotedTests(unit)
        words = FreeWords(unit, self.bundles, self.noted)
        verbs = Verbs(unit, arguments, self.holders, words)
        lookahead = Lookahead(unit, self.bundles, arguments, sets, verbs)
        payments = Payments(unit, self.bundles, lookahead, words, self.noted)
        built_in = BuiltInVerbs(unit, stored, payments, self.noted)
        choices = Choices(unit, sets, lookahead, self.noted)
        together = Together(unit, arguments, choices)
        unit.blocks = ActBlocks(unit, self.bundles, arguments, sets, verbs, built_in, choices, together)
        self.estimate: int | None = None
        """The function that estimates how good a position is for a seat."""
        self.shown: dict[str, int] = {}
        """Query that is shown at the table -> its function."""

    def _show(self) -> None:
        """Lower the queries that are shown at the table: functions of the seat or word, if they have such a
        parameter. `me` is the first seat, as in steps of the game."""
        unit = self.unit
        for query in unit.names.world.queries:
            if not query.shown:
                continue
            given = [(number, unit.names.kind(param.kind)) for number, param in enumerate(query.params)]
            function = unit.new_function(f"shown {query.id}", len(given), query.span, results=1)
            code = Code(function, function.body, {t.ME: Const(0)})
            terms: list[t.Term] = []
            for number, kind in given:
                assert kind is not None
                var = unit.fresh_var()
                code.env[var] = Local(number)
                terms.append(t.Var(var, kind))
            asked = t.Query(query.id, t.Var(t.ME, SEAT), tuple(terms), NUMBER)
            code.emit(c.Return((unit.values.of(asked, code),)))
            self.shown[query.id] = function.id

    def run(self) -> None:
        """Lower all steps of the game and everything that they call."""
        unit = self.unit
        main = unit.new_function("main", 0, unit.names.world.span)
        code = Code(main, main.body, {})
        for _section, text in unit.checked.steps:
            step = unit.new_function(text.name, 0, text.span)
            step.phase = True
            inner = Code(step, step.body, {t.ME: Const(0)})
            unit.blocks.block(text.acts, inner)
            inner.emit(c.Return())
            code.emit(c.Call(step.id, ()))
        code.emit(c.Prim("win", (Const(0),)))
        code.emit(c.Return())
        unit.core.main = main.id
        judged = unit.checked.estimate
        if judged is not None and judged.value is not None:
            function = unit.new_function("estimate", 1, judged.span, results=1)
            code = Code.of(function)
            code.emit(c.Return((unit.values.of(judged.value, code),)))
            self.estimate = function.id
        self._show()
