"""Variables in force at a place in a text, and the problems found so far."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from solenia_rules.checked import terms as t
from solenia_rules.checked.names import Names
from solenia_rules.dsl.kinds import SEAT, Kind
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import define, field
from solenia_rules.text.places import Span
from solenia_rules.text.suggestions import closest


class Wrong(Exception):
    """An expression cannot be checked further; its problem is already reported."""


@define
class Problems:
    """Diagnostics collected by the passes over a ruleset."""

    found: list[Diagnostic] = field(factory=list)

    def report(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.found.append(Diagnostic(code, message, span, hint))

    @contextmanager
    def told_before(self) -> Iterator[None]:
        """Checks something again: what is found was told already."""
        count = len(self.found)
        try:
            yield
        except Wrong:
            pass
        finally:
            del self.found[count:]

    def unknown(self, code: str, what: str, name: str, span: Span, words: list[str]) -> Wrong:
        near = closest(name, words)
        self.report(code, f"{what} `{name}`", span, f"did you mean `{near}`?" if near else None)
        return Wrong()


@define
class Scope:
    """Names of variables, innermost last; one per text, copied for blocks."""

    names: Names
    problems: Problems
    counter: list[int]
    variables: dict[str, t.Term]
    open: bool = False
    """Whether there may be more of them than are known: nothing is said of a name that is not known."""

    @classmethod
    def start(cls, names: Names, problems: Problems) -> Scope:
        me = t.Var(t.ME, SEAT)
        return cls(names, problems, [t.FIRST_FREE], {"me": me})

    def block(self) -> Scope:
        return Scope(self.names, self.problems, self.counter, dict(self.variables), self.open)

    def bind(self, name: str, kind: Kind, span: Span) -> int:
        """A new variable; its name may not be one of the world's."""
        problem = taken(self.names, name)
        if problem is not None:
            self.problems.report("E203", problem, span)
        return self.know(name, kind, span)

    def know(self, name: str, kind: Kind, span: Span) -> int:
        """A variable whose name was looked at where it is declared."""
        number = self.counter[0]
        self.counter[0] += 1
        self.variables[name] = t.Var(number, kind, span=span)
        return number

    def special(self, name: str, number: int, kind: Kind) -> None:
        self.variables[name] = t.Var(number, kind)

    def fresh(self) -> int:
        number = self.counter[0]
        self.counter[0] += 1
        return number


def taken(names: Names, name: str) -> str | None:
    """What a name means that a variable may not bear."""
    meaning = names.meanings.get(name)
    if meaning is None or meaning.sort in ("verb", "query"):
        return None
    return f"`{name}` already means a {_SORTS[meaning.sort]} here"


_SORTS = {
    "word": "word", "words": "set of words", "counter": "counter", "param": "parameter", "state": "state variable",
    "zone": "zone", "board": "board", "record": "record", "single": "piece", "pieces": "set of pieces",
    "cells": "set of cells", "query": "query", "verb": "verb",
}  # fmt: skip
