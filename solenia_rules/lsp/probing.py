"""Finds the names that are legal in a hole: it asks the checker about each name in turn."""

from __future__ import annotations

from collections.abc import Mapping

from solenia_rules.check.kinds.checker import Checker
from solenia_rules.check.kinds.expressions import Expressions
from solenia_rules.check.kinds.scope import Problems, QueryKinds, Scope, Wrong
from solenia_rules.check.kinds.statements import Statements
from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.kinds import Kind
from solenia_rules.lsp.holes import FILLER, HOLE, RESOURCE, Hole, Sequel
from solenia_rules.lsp.writing import Writing
from solenia_rules.rules import records as r
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span


class _Listening(Expressions):
    """Notes the variables in scope at the hole."""

    def __init__(self, queries: QueryKinds) -> None:
        super().__init__(queries)
        self.heard: dict[str, Term] | None = None

    def check(self, expr: n.Expr, scope: Scope) -> Term:
        match expr:
            case n.Ref(name) | n.My(name) | n.Amount(_, name) | n.Of(n.Ref(name), _) | n.Call(name) if (
                name.text == HOLE
            ):
                self.heard = dict(scope.variables)
        return super().check(expr, scope)


class Probe(Checker):
    """A checker for one text of a world, which can be used many times."""

    def __init__(self, world: r.World) -> None:
        super().__init__(world)
        self.listening = _Listening(self)
        self.x = self.listening
        self.s = Statements(self.x)
        self._injected: dict[str, Term] = {}
        self.check_queries()

    def scope(
        self, params: list[tuple[str, Kind]], this: Kind | None = None, span: Span | None = None, given: bool = False
    ) -> Scope:
        scope = super().scope(params, this, span, given)
        scope.variables.update(self._injected)
        return scope

    def variables(self, writing: Writing, hole: Hole) -> Mapping[str, Term] | None:
        """The variables in scope at the hole; None if the checker does not reach it."""
        assert hole.tree is not None
        self.listening.heard = None
        self._judge(writing, hole.filled(HOLE, self.names), {})
        heard = self.listening.heard
        return None if heard is None else {name: term for name, term in heard.items() if name not in (FILLER, RESOURCE)}

    def sequels(self, writing: Writing, hole: Hole) -> tuple[Sequel, ...]:
        """What may follow a value in the hole: `is x` where a test may stand, `of x` where a bundle may stand."""
        if hole.role != "value":
            return ("nothing",)
        kinds: tuple[tuple[Sequel, Kind], ...] = (("is", k.TEST), ("of", k.BUNDLE))
        more = (name for name, kind in kinds if self._fits(writing, hole, HOLE, "nothing", t.Var(0, kind)))
        return ("nothing", *more)

    def fit(
        self, writing: Writing, hole: Hole, name: str, sequels: tuple[Sequel, ...], term: Term | None = None
    ) -> int | None:
        """How well a name fits the hole: 0 if it fits by itself, 1 if something must follow, None if it does not fit.
        `term`: the term that the name stands for, if it is not the usual one.
        """
        for sequel in sequels:
            if self._fits(writing, hole, name, sequel, term):
                return int(sequel != "nothing")
        return None

    def _fits(self, writing: Writing, hole: Hole, name: str, sequel: Sequel, term: Term | None) -> bool:
        given = {name: term} if term is not None else {}
        return not _at_hole(self._judge(writing, hole.filled(name, self.names, sequel), given), hole)

    def _judge(self, writing: Writing, tree: n.Tree, injected: dict[str, Term]) -> list[Diagnostic]:
        self.problems = Problems()
        unknown = t.Var(t.FIRST_FREE, k.Kind("unknown"))
        counted = t.Var(t.FIRST_FREE, k.RESOURCE)
        self._injected = {FILLER: unknown, RESOURCE: counted, **injected}
        try:
            match tree:
                case n.Rules(rules):
                    for rule in rules:
                        self._one_rule(rule, writing.this)
                case n.Block():
                    self.s.block(tree, self.scope(list(writing.params), writing.this))
                case _:
                    self._one_value(tree, writing)
        finally:
            self._injected = {}
        return self.problems.found

    def _one_rule(self, rule: n.LastingRule, this: Kind | None) -> None:
        try:
            self.lasting.rule("hole", rule, this)
        except Wrong:
            return

    def _one_value(self, tree: n.Expr, writing: Writing) -> None:
        scope = self.scope(list(writing.params), writing.this)
        try:
            if writing.wanted is None:
                self.x.check(tree, scope)
            else:
                self.x.expect(tree, writing.wanted, scope)
        except Wrong:
            return


def _at_hole(found: list[Diagnostic], hole: Hole) -> bool:
    """Whether something is wrong with what stands in the hole."""
    end = hole.start + len(HOLE)
    return any(problem.span.start < end and problem.span.end > hole.reach for problem in found)
