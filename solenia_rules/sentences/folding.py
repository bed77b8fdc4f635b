"""Removes the parts of a test that the parameters of the ruleset decide; an explanation leaves them out."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import TRUE_TERM, Term

FALSE_TERM = evolve(TRUE_TERM, value=0)


def fold(term: Term, number: Callable[[Term], int | None]) -> Term:
    """The test without its parts that always or never hold; `number` gives the value of a number that is known."""
    match term:
        case t.Compare(sign):
            a, b = number(term.left), number(term.right)
            return term if a is None or b is None else _decided(_compared(sign, a, b))
        case t.Equal():
            a, b = number(term.left), number(term.right)
            return term if a is None or b is None else _decided(a == b)
        case t.Not():
            inner = fold(term.value, number)
            if inner in (TRUE_TERM, FALSE_TERM):
                return _decided(inner == FALSE_TERM)
            return evolve(term, value=inner)
        case t.And(tests) | t.Or(tests):
            ends, leaves = (FALSE_TERM, TRUE_TERM) if isinstance(term, t.And) else (TRUE_TERM, FALSE_TERM)
            parts = [fold(x, number) for x in tests]
            if ends in parts:
                return ends
            kept = tuple(x for x in parts if x != leaves)
            if not kept:
                return leaves
            return kept[0] if len(kept) == 1 else evolve(term, tests=kept)
        case _:
            return term


def _decided(holds: bool) -> Term:
    return TRUE_TERM if holds else FALSE_TERM


def _compared(sign: t.CompareSign, a: int, b: int) -> bool:
    match sign:
        case "<":
            return a < b
        case "<=":
            return a <= b
        case ">":
            return a > b
        case ">=":
            return a >= b
