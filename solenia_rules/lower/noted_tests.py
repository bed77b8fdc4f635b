"""The tests behind choices and conditions, noted so that a refusal can name the one that failed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.failing import variables_of
from solenia_rules.checked.terms import Term, conjuncts
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Const, Local
from solenia_rules.core.grounds import Ground, Why
from solenia_rules.lower.code import Code, Value
from solenia_rules.lower.unit import Unit

Captured: TypeAlias = tuple[Const | Local, ...]
"""Where the values of variables are."""


class NotedTests:
    """What is tested where. Locals of a function that a test reads are kept in its frame."""

    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self.whys: dict[int, Why] = {}
        """Decision -> the functions of the tests behind it."""
        self.grounds: dict[int, Ground] = {}
        """Place where an effect may fail, or -1 - number of a decision -> what is tested there."""
        self.needs: dict[int, Captured] = {}
        """Place where an effect may fail -> where the variables of its test are; -1 - number of a decision about words
        -> where the numbers are that were named before."""
        self.kept: dict[int, set[int]] = {}
        """Function -> locals that its frame must keep for the reasons of a refusal."""

    def note(
        self, place: int, sort: Literal["need", "pay", "pick"], terms: tuple[Term, ...], code: Code, candidate: int = -1
    ) -> None:
        """Note what is tested at a place where an effect may fail."""
        captured = _capture(terms, code, candidate) if self.u.explaining else None
        if captured is None:
            return
        numbers, values = captured
        self.grounds[place] = Ground(sort, terms, numbers, candidate)
        self.needs[place] = values
        self._keep(code, values)

    def counted(self, spec: int, counter: str) -> int:
        """Note the counter whose words a decision offers; the decision."""
        if self.u.explaining:
            self.grounds[-1 - spec] = Ground("counted", (), (), counter=counter)
        return spec

    def named(self, spec: int, counter: str, taken: tuple[Local, ...], code: Code) -> int:
        """The same where the counter still holds what was named before: `taken`, one number for each word."""
        if self.u.explaining:
            self.needs[-1 - spec] = taken
            self._keep(code, taken)
        return self.counted(spec, counter)

    def choice(self, act: a.Choose, spec: int, code: Code) -> None:
        """Make the tests behind a choice functions of their own."""
        member = act.source.kind.member
        assert member is not None
        candidate = t.Var(act.var, member)
        tests = (t.In(candidate, act.source, act.where.kind, span=act.source.span), *conjuncts(act.where))
        found = _capture(tests, code, act.var)
        if found is None:
            return
        numbers, captured = found
        made = []
        for index, test in enumerate(tests):
            function = self.u.new_function(f"why {spec}.{index}", 1 + len(captured), test.span, results=1)
            env: dict[int, Value] = {act.var: Local(0)}
            env |= {number: Local(1 + i) for i, number in enumerate(numbers)}
            inner = Code(function, function.body, env)
            inner.emit(c.Return((self.u.values.of(test, inner),)))
            made.append((function.id, test.span))
        self.whys[spec] = Why(tuple(made), captured)
        if self.u.explaining:
            self.grounds[-1 - spec] = Ground("choose", tests, numbers, act.var)
        self._keep(code, captured)

    def _keep(self, code: Code, values: Captured) -> None:
        self.kept.setdefault(code.fn.id, set()).update(x.number for x in values if isinstance(x, Local))


def _capture(terms: tuple[Term, ...], code: Code, candidate: int) -> tuple[tuple[int, ...], Captured] | None:
    """The variables that tests use and where they are; None if one of them is not a single value."""
    used = sorted(v for v in variables_of(terms) if v in code.env and v not in (candidate, t.ME))
    numbers = (t.ME, *used)
    found = []
    for number in numbers:
        value = code.env[number]
        if not isinstance(value, (Const, Local)):
            return None
        found.append(value)
    return numbers, tuple(found)
