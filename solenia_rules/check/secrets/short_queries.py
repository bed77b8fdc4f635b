"""Writes out the short queries that a test asks, and the tests that decide who belongs to a set.

A test goes in, and the same test comes out with the texts of these queries in their place. So two texts that ask the
same thing in other words have equal tests, and what a view knows about the one is known about the other.
"""

from __future__ import annotations

from itertools import islice

from solenia_rules.checked import terms as t
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.terms import Term, all_terms, conjuncts, renamed
from solenia_rules.dsl import kinds as k

WRITTEN_OUT = 2
"""How deep queries that ask other queries are written out."""
SHORT = 60
"""The most terms of a query that is written out."""


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


def membership(group: Term, var: int, calls: Calls) -> tuple[Term, tuple[Term, ...]]:
    """A set as the members of a larger set that pass tests; `var` stands for a member. A query is written out, and
    of a set that `let` names, the test is that the member is in it."""
    match group:
        case t.Phrase() if group.query == "all":
            source, tests = membership(group.source, var, calls)
            return source, (*tests, *conjuncts(written_out(renamed(group.where, group.var, var), calls)))
        case t.BuiltIn("reverse", (given,)):
            return membership(given, var, calls)
        case t.Query():
            text = written_out(group, calls)
            return (group, ()) if isinstance(text, t.Query) else membership(text, var, calls)
        case t.Var() if group.kind.member == k.SEAT:
            member = t.Var(var, k.SEAT, span=group.span)
            return t.Seats(group.kind, span=group.span), (t.In(member, group, k.TEST, span=group.span),)
        case _:
            return group, ()


def tests_passed(group: Term | None, where: Term, var: int, calls: Calls) -> tuple[Term, ...]:
    """The tests that each member of a set passes if it passes one more test."""
    narrowed = () if group is None else membership(group, var, calls)[1]
    return (*narrowed, *conjuncts(written_out(where, calls)))


def _is_short(term: Term) -> bool:
    return sum(1 for _ in islice(all_terms((term,)), SHORT + 1)) <= SHORT


def _filled(term: Term, given: dict[int, Term]) -> Term:
    """A term with some of its variables replaced."""
    if isinstance(term, t.Var):
        return given.get(term.number, term)
    return t.with_parts(term, lambda part: _filled(part, given))
