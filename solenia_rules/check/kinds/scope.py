"""What the checkers of kinds share: the variables at a place in a text, the problems found so far, and what the
checkers of names and calls need of the checker of expressions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from solenia_rules.checked import terms as t
from solenia_rules.checked.names import Names
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.kinds import SEAT, Kind
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import define, field
from solenia_rules.text.places import Span
from solenia_rules.text.suggestions import closest

MOST_LOOKED_UP = 100
"""The most unknown names of a ruleset for which the closest known name is looked for: that takes time."""


class Wrong(Exception):
    """An expression cannot be checked further; its problem is already reported."""


@define(eq=False)
class Problems:
    """Diagnostics collected by the passes over a ruleset."""

    found: list[Diagnostic] = field(factory=list)
    looked_up: int = 0
    """The number of names for which the closest known name was looked for."""

    def report(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.found.append(Diagnostic(code, message, span, hint))

    @contextmanager
    def unreported(self) -> Iterator[None]:
        """Checks something again: its problems were reported the first time and are dropped here."""
        count = len(self.found)
        try:
            yield
        except Wrong:
            pass
        finally:
            del self.found[count:]

    def unknown(self, code: str, what: str, name: str, span: Span, words: list[str], meant: str | None = None) -> Wrong:
        """Reports a name that is not known, with the closest of the names that are, or else with the hint `meant`. The
        caller raises the result."""
        near = self.closest(name, words)
        self.report(code, f"{what} `{name}`", span, f"did you mean `{near}`?" if near else meant)
        return Wrong()

    def closest(self, name: str, words: list[str]) -> str | None:
        """The closest known name. After a number of unknown names no others are looked for."""
        self.looked_up += 1
        return closest(name, words) if self.looked_up <= MOST_LOOKED_UP else None


@define(eq=False)
class Scope:
    """Names of variables, innermost last; one per text, copied for blocks."""

    names: Names
    problems: Problems
    counter: list[int]
    variables: dict[str, t.Term]
    lets: set[str] = field(factory=set)
    """All names that `let` has given in this text, also in blocks that are over."""
    bound: set[str] = field(factory=set)
    """All variables of this text, also those of blocks that are over."""
    open: bool = False
    """Whether there may be variables that the checker does not know, because the verb of a rule is wrong. A name that
    is not known is then not reported."""

    @classmethod
    def start(cls, names: Names, problems: Problems) -> Scope:
        me = t.Var(t.ME, SEAT)
        return cls(names, problems, [t.FIRST_FREE], {"me": me})

    def block(self) -> Scope:
        variables = dict(self.variables)
        return Scope(self.names, self.problems, self.counter, variables, self.lets, self.bound, self.open)

    def bind(self, name: str, kind: Kind, span: Span) -> int:
        """A new variable; its name may not be one of the world's."""
        problem = taken(self.names, name)
        if problem is not None:
            self.problems.report("E203", problem, span)
        return self.know(name, kind, span)

    def know(self, name: str, kind: Kind, span: Span) -> int:
        """A variable whose name was checked where it is declared."""
        number = self.counter[0]
        self.counter[0] += 1
        self.variables[name] = t.Var(number, kind, span=span)
        self.bound.add(name)
        return number

    def special(self, name: str, number: int, kind: Kind) -> None:
        self.variables[name] = t.Var(number, kind)

    def fresh(self) -> int:
        number = self.counter[0]
        self.counter[0] += 1
        return number


def taken(names: Names, name: str) -> str | None:
    """Why a variable may not have a name: what the name means in the ruleset. None: the name is free."""
    meaning = names.meanings.get(name)
    if meaning is None or meaning.sort in ("verb", "query"):
        return None
    return f"`{name}` already means a {_SORTS[meaning.sort]} here"


_SORTS = {
    "word": "word", "words": "set of words", "counter": "counter", "param": "parameter", "state": "state variable",
    "zone": "zone", "board": "board", "record": "record", "single": "piece", "pieces": "set of pieces",
    "cells": "set of cells", "query": "query", "verb": "verb", "history": "history",
}  # fmt: skip


class QueryKinds(Protocol):
    """What a text needs to know about the queries it calls."""

    def query_kind(self, query_id: str, span: Span) -> Kind:
        """The kind of the value of a query."""

    def zone_of_query(self, query_id: str) -> n.Expr | None:
        """The expression of a query that names a zone, else None."""


class ValueChecker(Protocol):
    """The checker of expressions, as the checkers of names and calls inside an expression use it."""

    @property
    def queries(self) -> QueryKinds: ...

    def check(self, expr: n.Expr, scope: Scope) -> Term:
        """The term of an expression of any kind."""

    def expect(self, expr: n.Expr, wanted: Kind, scope: Scope) -> Term:
        """The term of an expression that must be of a kind."""

    def number(self, expr: n.Expr, scope: Scope) -> Term:
        """The term of an expression that must be a number."""

    def test(self, expr: n.Expr, scope: Scope) -> Term:
        """The term of an expression that must be a test."""

    def set(self, expr: n.Expr, scope: Scope) -> Term:
        """The term of an expression that must be a set or one thing."""

    def fit(self, term: Term, wanted: Kind, scope: Scope, meant: str | None = None) -> Term:
        """A term that must be of a kind; `meant`: the hint if it is of another kind."""

    def within(self, term: Term, wanted: Kind, scope: Scope) -> Term:
        """A number that must lie in the range of a kind."""
