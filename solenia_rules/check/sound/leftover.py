"""Tests that are certain to leave something of a set over: one that is so of all where it is so of none, and those that
forbid a known number of members."""

from __future__ import annotations

from solenia_rules.checked import terms as t
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.terms import Term, conjuncts, contains
from solenia_rules.text.frozen import evolve

MOST_DEEP = 4
"""Queries that are looked into one inside the other."""


class Leftover:
    def __init__(self, calls: Calls) -> None:
        self.calls = calls

    def forbidden(self, source: Term, where: Term, number: int, least: int) -> int | None:
        """How many members of a set fail at most, so that `least` are left if there are so many more; None: perhaps
        all. `number` is the variable that stands for a member."""
        for deep in range(MOST_DEEP + 1):
            tests = [part for test in conjuncts(where) for part in conjuncts(self._opened(test, deep))]
            if least == 1 and len(tests) == 1 and _follows(tests[0], source, number):
                return 0
            found = [_fails(test, number) for test in tests]
            if None not in found:
                return sum(x for x in found if x is not None)
        return None

    def _opened(self, test: Term, deep: int) -> Term:
        """Queries that no rule changes by what they say; variables inside stay those of their own texts, and only the
        member and the seat that acts are put in their places."""
        if test.op in ("and", "or"):
            return t.with_parts(test, lambda part: self._opened(part, deep))
        node = ("query", str(test.data[0]) if test.data else "", "")
        text = self.calls.texts.get(node) if test.op == "query" else None
        if deep == 0 or text is None or text.value is None or self.calls.rules_of.get(node):
            return test
        given = {num: arg for (_name, num, _kind), arg in zip(text.params, test.args[1:], strict=True)}
        return self._opened(_put({**given, t.ME: test.args[0]}, _apart(text.value)), deep - 1)


def _apart(value: Term) -> Term:
    """With other numbers for the variables of its own phrases, so that they are nobody else's."""
    if isinstance(value, t.Phrase):
        own: dict[int, Term] = {value.var: t.Var(-2 - value.var, value.kind)}
        made = t.with_parts(value, lambda part: _apart(_put(own, part)))
        assert isinstance(made, t.Phrase)
        return evolve(made, var=-2 - value.var)
    return t.with_parts(value, _apart)


def _put(given: dict[int, Term], value: Term) -> Term:
    if isinstance(value, t.Var):
        return given.get(value.number, value)
    return t.with_parts(value, lambda part: _put(given, part))


def _follows(test: Term, source: Term, number: int) -> bool:
    """`is_so(x) or no(y in the same set where is_so(y))`: the one or the other holds for somebody."""
    if test.op != "or":
        return False
    for part in test.args:
        if part.op != "phrase" or part.data[0] != "no" or not _same(part.args[0], source):
            continue
        other = part.data[1]
        assert isinstance(other, int)
        wanted = conjuncts(part.args[1])
        if len(wanted) == 1 and any(_alike(wanted[0], one, other, number) for one in test.args if one is not part):
            return True
    return False


def _fails(test: Term, number: int) -> int | None:
    """For how many values of a variable a test does not hold, at most."""
    if not contains(test, number):
        return None
    if test.op == "or":
        known = [found for arg in test.args if (found := _fails(arg, number)) is not None]
        return min(known, default=None)
    if test.op == "not" and test.args[0].op == "equal":
        one, other = test.args[0].args
        if contains(one, number) != contains(other, number):
            side = one if contains(one, number) else other
            return 1 if _one_to_one(side, number) else None
    return None


def _one_to_one(value: Term, number: int) -> bool:
    """Whether different members give different values: the member itself, or with something added."""
    if value.op == "var":
        return value.data[0] == number
    if value.op != "arith" or value.data[0] not in ("+", "-"):
        return False
    one, other = value.args
    if contains(one, number) == contains(other, number):
        return False
    return _one_to_one(one if contains(one, number) else other, number)


def _same(one: Term, other: Term) -> bool:
    return (
        (one.op, one.data) == (other.op, other.data)
        and len(one.args) == len(other.args)
        and all(map(_same, one.args, other.args))
    )


def _alike(one: Term, other: Term, first: int, second: int) -> bool:
    """Whether two tests say the same, each of its own variable."""
    if one.op == "var" and other.op == "var" and one.data[0] == first:
        return other.data[0] == second
    return (
        (one.op, one.data) == (other.op, other.data)
        and len(one.args) == len(other.args)
        and all(_alike(a, b, first, second) for a, b in zip(one.args, other.args, strict=True))
    )
