"""Tests that the parameters decide are left out of what is told."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from solenia_rules.checked.terms import TRUE_TERM, And, Or, Term, with_parts

FALSE_TERM = evolve(TRUE_TERM, value=0)


def fold(term: Term, number: Callable[[Term], int | None]) -> Term:
    """The test without the parts that are always or never so."""
    match term.op:
        case "compare" | "equal":
            a, b = (number(x) for x in term.args)
            if a is None or b is None:
                return term
            sign = term.data[0] if term.op == "compare" else "is"
            held = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "is": a == b}[str(sign)]
            return TRUE_TERM if held else FALSE_TERM
        case "not":
            inner = fold(term.args[0], number)
            if inner in (TRUE_TERM, FALSE_TERM):
                return FALSE_TERM if inner == TRUE_TERM else TRUE_TERM
            return with_parts(term, lambda _part: inner)
        case "and" | "or":
            ends, leaves = (FALSE_TERM, TRUE_TERM) if term.op == "and" else (TRUE_TERM, FALSE_TERM)
            parts = [fold(x, number) for x in term.args]
            if ends in parts:
                return ends
            kept = tuple(x for x in parts if x != leaves)
            if not kept:
                return leaves
            assert isinstance(term, And | Or)
            return kept[0] if len(kept) == 1 else evolve(term, tests=kept)
        case _:
            return term
