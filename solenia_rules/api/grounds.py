"""What a condition found that does not hold: the values of its parts, as far as the asking seat may know them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term, conjuncts
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play.inquiry import Asked, Inquiry
from solenia_rules.play.physics import BITS
from solenia_rules.play.sight import Sight
from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.text.places import NOWHERE, Span

MOST_MEMBERS = 6
"""Of a set that is told by its members."""
SETS = frozenset(
    ("zone", "board", "cells", "pieces", "owned", "record", "words", "seats", "others", "phrase", "union",
     "difference", "listed", "map", "query")
)  # fmt: skip
CALLED_SETS = frozenset(("neighbours", "surroundings", "group", "all"))
FIXED = frozenset(("const", "none"))
READ = frozenset(("field", "state", "seat_field", "active"))
"""Tests that are stored."""
PLAIN = frozenset(("amount", "amount_free"))
"""Amounts that say themselves what they ask for, if their number is fixed."""

Env: TypeAlias = Mapping[int, int]


@frozen
class Fact:
    """A value that was found."""

    sort: str
    """value: of a part of a text; fails: a part that does not hold; there: things in the way; have: what the seat has;
    then: what it has by then; lies: the place of a piece"""
    kind: Kind
    value: int | Asked
    span: Span = NOWHERE
    whose: tuple[Kind, int] | None = None
    """The candidate that it was found for, where there are several."""


@frozen
class Shift:
    """A number that would have to be another one: more if above 0."""

    span: Span
    by: int


@frozen
class Become:
    """Something that would have to be this."""

    span: Span
    kind: Kind
    value: int


@frozen
class Without:
    """Things that would have to be elsewhere."""

    kind: Kind
    value: int


Wanted: TypeAlias = Shift | Become | Without


class Grounds:
    """Looks into the conditions of one program."""

    def __init__(self, inquiry: Inquiry, sight: Sight) -> None:
        self.inquiry = inquiry
        self.sight = sight
        self.unit = inquiry.unit
        self.layout = inquiry.unit.layout

    def facts(self, s: list[int], term: Term, env: Env, seat: int) -> tuple[Fact, ...]:
        """What was found; nothing that the seat may not know."""
        return tuple(dict.fromkeys(f for f in self._facts(s, term, env, seat) if self._known(s, f, seat)))

    def _facts(self, s: list[int], term: Term, env: Env, seat: int) -> Iterator[Fact]:
        match term.op:
            case "compare" | "equal":
                for arg in term.args:
                    yield from self._value(s, arg, env)
            case "and" if (part := self.failing(s, term, env)) is not term:
                yield from self._facts(s, part, env, seat)
            case "not" | "and" | "or":
                for arg in term.args:
                    yield from self._facts(s, arg, env, seat)
            case "in" if term.args[1].op == "builtin" and term.args[1].data[0] == "range":
                for arg in term.args[1].args:
                    yield from self._value(s, arg, env)
            case "in":
                yield from self._value(s, term.args[1], env)
            case "phrase" if isinstance(term, t.Phrase) and term.query == "no":
                yield Fact("there", *self._passing(s, term, env))
            case "phrase" if term.data[0] == "some":
                yield from self._value(s, term.args[0], env)
            case "builtin" if term.data[0] == "no":
                yield Fact("there", term.args[0].kind, self.inquiry.value(s, term.args[0], env))
            case "builtin" if term.data[0] == "can_pay":
                yield from self.paying(s, term.args[0], env, seat)
            case "query" if isinstance(term, t.Query):
                inner = self.inquiry.inlined(term)
                if inner is not None:
                    yield from self._part(s, inner, env)
                    yield from self._facts(s, inner, env, seat)
            case "held_test":
                inner, inside = self.held(s, term, env)
                if inner is not None:
                    yield from self._facts(s, inner, inside, seat)
            case _:
                yield from self._value(s, term, env)

    def _part(self, s: list[int], term: Term, env: Env) -> Iterator[Fact]:
        """Which of several parts of a query does not hold, as the query itself is all that was named."""
        part = self.failing(s, term, env)
        if part is not term and part.span != NOWHERE:
            yield Fact("fails", k.TEST, 0, part.span)

    def paying(self, s: list[int], bundle: Term, env: Env, seat: int) -> Iterator[Fact]:
        """What is asked, and what the seat has of it."""
        asked = self.inquiry.bundle(s, bundle, env)
        if bundle.op not in PLAIN or bundle.args[0].op not in FIXED:
            yield Fact("value", k.BUNDLE, asked, bundle.span)
        counters = dict.fromkeys([c for c, _w, _n in asked.exact] + [c for c, _n in asked.free])
        yield Fact("have", k.BUNDLE, self.purse(s, counters, seat))

    def purse(self, s: list[int], counters: Mapping[str, None], seat: int) -> Asked:
        found = []
        for name in counters:
            counter = self.layout.names.counters[name]
            width = self.layout.width(counter)
            first = self.layout.counters[name] + (seat * width if "seat" in counter.per else 0)
            found += [(name, word, s[first + word]) for word in range(width) if s[first + word]]
        return Asked(tuple(found), (), ())

    def held(self, s: list[int], term: Term, env: Env) -> tuple[Term | None, Env]:
        """The text that a piece or cell itself holds, with the values of its variables."""
        holder = term.args[0]
        index = self.inquiry.value(s, holder, env)
        if index < 0:
            return None, env
        text = self.unit.given.held_texts(str(term.data[0]), holder.kind.base)[index]
        return (None, env) if text is None else (text.value, {t.ME: env[t.ME], t.THIS: index})

    def _passing(self, s: list[int], term: t.Phrase, env: Env) -> tuple[Kind, int]:
        """Members for which a phrase's test holds."""
        kind = k.set_of(term.args[0].kind.member or term.kind)
        return kind, self.inquiry.value(s, evolve(term, query="all", value=None, keys=(), kind=kind), env)

    def _value(self, s: list[int], term: Term, env: Env) -> Iterator[Fact]:
        if term.op in FIXED or term.span == NOWHERE:
            return
        if term.kind.base == "bundle":
            yield Fact("value", term.kind, self.inquiry.bundle(s, term, env), term.span)
        elif term.kind.base != "set":
            yield Fact("value", term.kind, self.inquiry.value(s, term, env), term.span)
        elif term.op in SETS or (term.op == "builtin" and term.data[0] in CALLED_SETS):
            found = self.inquiry.value(s, term, env)
            if found.bit_count() <= MOST_MEMBERS:
                yield Fact("value", term.kind, found, term.span)

    def _known(self, s: list[int], fact: Fact, seat: int) -> bool:
        """Whether a seat may be told: pieces only where it knows which they are."""
        if isinstance(fact.value, Asked):
            return True
        base = fact.kind.member.base if fact.kind.member is not None else fact.kind.base
        if base != "piece":
            return True
        pieces = BITS[fact.value] if fact.kind.base == "set" else (fact.value,) if fact.value >= 0 else ()
        return all(self.sight.piece(s, piece, seat) for piece in pieces)

    # ---- what would have to be otherwise -------------------------------------------------------------------

    def failing(self, s: list[int], term: Term, env: Env) -> Term:
        """The first part of a condition that does not hold."""
        for part in conjuncts(term):
            if not self.inquiry.value(s, part, env):
                return part
        return term

    def wanted(self, s: list[int], term: Term, env: Env, seat: int) -> Wanted | None:
        """The smallest change of what a condition reads that makes it hold, if it is a plain one."""
        match term.op:
            case "compare":
                a, b = (self.inquiry.value(s, arg, env) for arg in term.args)
                by = {"<": b - a - 1, "<=": b - a, ">": b - a + 1, ">=": b - a}[str(term.data[0])]
                left, right = term.args
                return Shift(right.span, -by) if left.op in FIXED or left.op == "param" else Shift(left.span, by)
            case "equal":
                left, right = term.args
                if left.op in FIXED:
                    left, right = right, left
                made = Become(left.span, left.kind, self.inquiry.value(s, right, env))
                return made if self._known(s, Fact("value", made.kind, made.value), seat) else None
            case "not" if term.args[0].op in READ:
                return Become(term.args[0].span, k.TEST, 0)
            case op if op in READ:
                return Become(term.span, k.TEST, 1)
            case "phrase" if isinstance(term, t.Phrase) and term.query == "no":
                gone = Without(*self._passing(s, term, env))
                return gone if self._known(s, Fact("there", gone.kind, gone.value), seat) else None
            case "query" if isinstance(term, t.Query):
                inner = self.inquiry.inlined(term)
                return None if inner is None else self.wanted(s, self.failing(s, inner, env), env, seat)
            case "held_test":
                inner, inside = self.held(s, term, env)
                return None if inner is None else self.wanted(s, self.failing(s, inner, inside), inside, seat)
            case _:
                return None
