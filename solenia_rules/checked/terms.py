"""The checked tree: every name resolved, every kind known; what is lowered, priced and explained.

A term's `op` is one of those in `TERM_OPS`, an act's one of `ACT_OPS`; `data` holds ids and constants.
"""

from __future__ import annotations

from typing import TypeAlias

from solenia_rules.dsl.kinds import Kind
from solenia_rules.text.frozen import evolve, field, frozen
from solenia_rules.text.places import NOWHERE, Span

Data: TypeAlias = tuple[str | int | None, ...]

TERM_OPS = {
    "const": "a number, test, word, face or name: (value)",
    "none": "nothing",
    "var": "a variable: (id)",
    "param": "a parameter of the ruleset: (id)",
    "field": "a declared field of a piece or cell: (field)",
    "builtin_field": "cell, owner, row, column, face, shows, place: (name)",
    "seat_field": "(field)",
    "counter": "number of a counter, args seat? word?: (counter, has seat, has word)",
    "counter_bundle": "all words of a counter: (counter)",
    "state": "(variable), arg seat?",
    "zone": "(zone), arg index?",
    "board": "(board), arg seat?",
    "cells": "all cells of a cell kind, arg seat?: (kind)",
    "pieces": "all pieces of a kind: (kind)",
    "owned": "pieces of a kind that a seat owns: (kind)",
    "single": "the one piece of a kind, arg index?: (kind)",
    "record": "pieces or cells of a record, arg seat?: (record)",
    "board_cell": "(board), args seat of a board per seat, row of a grid, column or number",
    "words": "all words of a kind: (kind)",
    "seats": "all seats",
    "others": "all seats but one",
    "query": "a query of the ruleset: (query)",
    "builtin": "a built-in query on values: (name)",
    "phrase": "a built-in query on a phrase: (name, var), args source, where, value, keys...",
    "arith": "(sign)",
    "minus": "",
    "compare": "(sign)",
    "equal": "",
    "in": "",
    "not": "",
    "and": "",
    "or": "",
    "if": "test, then, else",
    "union": "",
    "difference": "",
    "listed": "",
    "place": "a zone, cell or none as one of all places",
    "map": "a field of every member: (field, built-in?)",
    "active": "whether lasting rules of a piece or cell hold",
    "held_test": "a test, value or bundle text held by a piece or cell: (field)",
    "amount": "number of a resource: (counter, word index or None)",
    "amount_of": "number, resource value",
    "amount_free": "number of any word of a kind: (counter, kind)",
    "amount_in": "how much of a resource a bundle asks for: (counter, word index) or none; args bundle, resource?",
    "bundle_add": "",
    "bundle_subtract": "",
    "bundle_scale": "number, bundle",
    "resource": "a counter as a resource: (counter)",
    "resource_word": "a word value as a resource",
}


@frozen
class Term:
    """A checked expression."""

    op: str
    kind: Kind
    args: tuple[Term, ...] = ()
    data: Data = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


def renamed(term: Term, old: int, new: int) -> Term:
    """A term with another variable in the place of one."""
    if term.op == "var" and term.data[0] == old:
        return evolve(term, data=(new, *term.data[1:]))
    return evolve(term, args=tuple(renamed(arg, old, new) for arg in term.args)) if term.args else term


ACT_OPS = {
    "verb": "a verb of the ruleset: (verb)",
    "builtin": "a built-in verb: (name)",
    "set": "(place op, ...), args place's args, value",
    "add": "(place op, ...), args place's args, number",
    "do": "run a held effect: (field), arg holder",
    "start": "held rules hold for a while: (field, base, phase or None, begins), args me, holder, whose phase?",
    "let": "(var, name)",
    "if": "terms tests, blocks; one more block than tests: the last is else",
    "for": "(var, by choice), args source, where, keys...",
    "repeat": "",
    "choose_effect": "(names...)",
    "choose": "(var, up to, has quota, name), args source, where, quota",
    "may": "blocks: do, else",
    "as": "(var, together)",
    "try": "",
    "phase": "(name)",
}


@frozen
class Act:
    """A checked statement."""

    op: str
    terms: tuple[Term, ...] = ()
    blocks: tuple[Acts, ...] = ()
    data: Data = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


Acts: TypeAlias = tuple[Act, ...]

TRUE_TERM = Term("const", Kind("test"), (), (1,))


@frozen
class CheckedText:
    """One effect, value or rule body with its variables: `me` is variable 0, `this` variable 1."""

    name: str
    params: tuple[tuple[str, int, Kind], ...]
    variables: int
    acts: Acts = ()
    value: Term | None = None
    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class CheckedRule:
    """A lasting rule: what it hangs on, when it holds, what it does."""

    sort: str
    """before, after, instead, modifier"""
    target: str
    by: str
    once: str | None
    where: Term | None
    body: CheckedText
    built_in: bool
    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)
    once_span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


ME = 0
THIS = 1
IT = 2
ACTOR = 3
FIRST_FREE = 4
"""Variable numbers with a fixed meaning; others follow."""


def above_zero(term: Term) -> bool:
    return term.kind.low is not None and term.kind.low > 0


def conjuncts(term: Term) -> list[Term]:
    """The parts that a test joins with `and`; none of a test that always holds."""
    if term.op == "and":
        return [part for arg in term.args for part in conjuncts(arg)]
    return [] if term == TRUE_TERM else [term]


def contains(term: Term, var: int) -> bool:
    """Whether a term mentions a variable."""
    return (term.op == "var" and term.data[0] == var) or any(contains(a, var) for a in term.args)
