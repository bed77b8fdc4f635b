"""Writes out the short queries that a test asks.

A test goes in, and the same test comes out with the texts of these queries in their place. So two texts that ask the
same thing in other words have equal tests, and what a view knows about the one is known about the other.
"""

from __future__ import annotations

from itertools import islice
from typing import TypeVar

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.text.frozen import evolve

WRITTEN_OUT = 2
"""How many queries inside each other are written out."""
SHORT = 60
"""The most terms of a query that is written out."""
LoopT = TypeVar("LoopT", bound=a.For | a.As)


def written_out(test: Term, calls: Calls, depth: int = 0) -> Term:
    """A test with the texts of the short queries that it asks, as far as no rule changes them: the same query for
    the same things is then the same test, whoever asks and in whichever text."""
    if isinstance(test, t.Query) and depth < WRITTEN_OUT:
        node = ("query", test.query, "")
        value, params = calls.texts[node].value, calls.texts[node].params
        if value is not None and not calls.rules_of.get(node) and _is_short(value):
            free = {x.number for x in all_terms((test.me, *test.given)) if isinstance(x, t.Var)}
            if not any(isinstance(x, t.Phrase) and x.var in free for x in all_terms((value,))):
                given = {number: arg for (_name, number, _kind), arg in zip(params, test.given, strict=True)}
                return written_out(_filled(value, {t.ME: test.me, **given}), calls, depth + 1)
    return t.with_parts(test, lambda part: written_out(part, calls, depth))


def named_by_test(act: LoopT, calls: Calls) -> LoopT:
    """A loop over the seats that pass a test, with the test written out."""
    if isinstance(act, a.As) and isinstance(act.seats, t.Phrase):
        return evolve(act, seats=evolve(act.seats, where=written_out(act.seats.where, calls)))
    return act


def _is_short(term: Term) -> bool:
    return sum(1 for _ in islice(all_terms((term,)), SHORT + 1)) <= SHORT


def _filled(term: Term, given: dict[int, Term]) -> Term:
    """A term with some of its variables replaced."""
    if isinstance(term, t.Var):
        return given.get(term.number, term)
    return t.with_parts(term, lambda part: _filled(part, given))
