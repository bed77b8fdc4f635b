"""Records the tests of choices and conditions, so that a refusal can name the test that failed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.failing import variables, variables_of
from solenia_rules.checked.terms import Term, conjuncts
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Const, Local
from solenia_rules.core.grounds import Ground, ToldParam, Why
from solenia_rules.dsl.kinds import Kind
from solenia_rules.lower.code import Code, Value
from solenia_rules.lower.unit import Unit
from solenia_rules.text.places import Span

Asking: TypeAlias = a.Choose | a.ChooseWay | a.May
"""A statement whose question tells the parameters of its verb."""
Captured: TypeAlias = tuple[Const | Local, ...]
"""The locals or constants that hold the values of variables."""


class NotedTests:
    """The recorded tests. Locals that a test reads are kept in the frame of their function."""

    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self.whys: dict[int, Why] = {}
        """Decision -> the functions of its tests."""
        self.grounds: dict[int, Ground] = {}
        """Place where an effect may fail, or -1 - number of a decision -> the test there."""
        self.needs: dict[int, Captured] = {}
        """Place where an effect may fail -> where the variables of its test are; -1 - number of a decision about words
        -> where the amounts already named are."""
        self.kept: dict[int, set[int]] = {}
        """Function -> locals that its frame must keep to explain refusals."""
        self.told: dict[int, tuple[ToldParam, ...]] = {}
        """Decision in a verb -> the parameters of the verb that decide what is offered."""
        self.params = dict(_choices_of_verbs(unit.checked))
        """Place of a decision in a verb -> the parameters of the verb: name, variable and domain."""

    def note(
        self, place: int, sort: Literal["need", "pay", "pick"], terms: tuple[Term, ...], code: Code, candidate: int = -1
    ) -> None:
        """Record the test at a place where an effect may fail."""
        captured = _capture(terms, code, candidate) if self.u.explaining else None
        if captured is None:
            return
        numbers, values = captured
        self.grounds[place] = Ground(sort, terms, numbers, candidate)
        self.needs[place] = values
        self._keep(code, values)

    def counted(self, spec: int, counter: str) -> int:
        """Record the counter whose words a decision offers; returns the decision."""
        if self.u.explaining:
            self.grounds[-1 - spec] = Ground("counted", (), (), counter=counter)
        return spec

    def named(self, spec: int, counter: str, taken: tuple[Local, ...], code: Code) -> int:
        """The same as `counted` if the counter still includes the amounts already named: `taken`, one number for each
        word."""
        if self.u.explaining:
            self.needs[-1 - spec] = taken
            self._keep(code, taken)
        return self.counted(spec, counter)

    def choice(self, act: a.Choose, spec: int, code: Code) -> None:
        """Compile the tests of a choice to functions of their own."""
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
        self._tell(act, spec, set(numbers), code)
        if self.u.explaining:
            self.grounds[-1 - spec] = Ground("choose", tests, numbers, act.var)
        self._keep(code, captured)

    def branches(self, act: a.ChooseWay | a.May, spec: int, code: Code) -> None:
        """Note the parameters of the verb that its branches read."""
        self._tell(act, spec, {number for block in a.blocks_of(act) for number in variables(block)}, code)

    def _tell(self, act: Asking, spec: int, used: set[int], code: Code) -> None:
        told = []
        for name, number, domain in self.params.get(act.span, ()):
            value = code.env.get(number)
            if number in used and isinstance(value, (Const, Local)):
                told.append(ToldParam(name, domain, value))
        if told:
            self.told[spec] = tuple(told)
            self._keep(code, tuple(one.value for one in told))

    def _keep(self, code: Code, values: Captured) -> None:
        self.kept.setdefault(code.fn.id, set()).update(x.number for x in values if isinstance(x, Local))


def _capture(terms: tuple[Term, ...], code: Code, candidate: int) -> tuple[tuple[int, ...], Captured] | None:
    """The variables that tests use and where they are stored; None if one of them is not a single value."""
    used = sorted(v for v in variables_of(terms) if v in code.env and v not in (candidate, t.ME))
    numbers = (t.ME, *used)
    found = []
    for number in numbers:
        value = code.env[number]
        if not isinstance(value, (Const, Local)):
            return None
        found.append(value)
    return numbers, tuple(found)


def _choices_of_verbs(checked: Checked) -> Iterator[tuple[Span, tuple[tuple[str, int, str], ...]]]:
    for verb in checked.names.verbs:
        text = checked.verbs[verb]
        params = ((name, number, _domain(kind)) for name, number, kind in text.params)
        told = tuple((name, number, domain) for name, number, domain in params if domain is not None)
        if told:
            yield from ((act.span, told) for act in a.all_acts(text.acts) if isinstance(act, Asking))


def _domain(kind: Kind) -> str | None:
    """The domain of the values of a parameter that a question can tell."""
    match kind.base:
        case "word" if kind.of is not None:
            return f"word:{kind.of}"
        case "piece" | "cell" | "seat" | "number" | "face":
            return kind.base
        case _:
            return None
