"""Sets as noun phrases, and how their members are named: all of them, each, one, the first by some order.

A checked set goes in; a noun phrase comes out, or the noun and the place of its members. Built-in queries on sets stand
in `set_queries.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias, assert_never

from attrs import evolve, frozen

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import TRUE_TERM, Term
from solenia_rules.sentences.arithmetic import has_condition, in_brackets
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.speaker import Speaker, holder_of, without_cell
from solenia_rules.words.grammar import Clause, How, Which
from solenia_rules.words.phrases import NP, Noun

SetTerm: TypeAlias = (
    t.Zone | t.Board | t.Cells | t.Pieces | t.Owned | t.Words | t.Seats | t.Others | t.Union | t.Difference | t.Listed
    | t.Map
)  # fmt: skip
"""Sets that are neither queries nor variables."""
NO_VARIABLE = -1
"""The variable of a condition that names no member."""


@frozen
class Members:
    """How a member of a set is named: by its noun and where it is, or as one of `whole`."""

    noun: Noun
    where: str = ""
    whole: NP | None = None


class Sets:
    """Noun phrases of sets and of their members."""

    def __init__(self, speaker: Speaker) -> None:
        self.v, self.g = speaker, speaker.g

    # ---- whole sets -----------------------------------------------------------------------

    def np(self, term: SetTerm, c: Context) -> NP:
        """All members of a set, or the place that a zone or board is."""
        g = self.g
        match term:
            case t.Zone() | t.Board():
                name, index = (term.zone, term.index) if isinstance(term, t.Zone) else (term.board, term.seat)
                noun = self.v.noun(name)
                if index is None:
                    return g.np(noun, "the", noun.plural_only)
                if index.kind.base == "seat":
                    return self.v.owned(noun, index, c, noun.plural_only)
                return g.of(g.np(noun, "the", noun.plural_only), self.v.np(index, c))
            case t.Cells(kind) | t.Owned(kind):
                noun = self.v.noun(kind)
                return g.np(noun, "the", True) if term.seat is None else self.v.owned(noun, term.seat, c, True)
            case t.Pieces(kind) | t.Words(kind):
                return g.np(self.v.noun(kind), "the", True)
            case t.Seats():
                return g.np(g.lexicon.engine("all seats"), "bare", True)
            case t.Others():
                return g.np(g.lexicon.engine("others"), "the", True)
            case t.Union():
                *parts, last = _flat(term)
                told = [self.apart(x, c) for x in parts]
                return g.join([*told, self._last(last, c)], "and")
            case t.Listed():
                return self.v.np(term.item, c)
            case t.Difference():
                whole = self.apart(term.left, c)
                return whole.then(g.say("but not", x=self._last(term.right, c)))
            case t.Map(field, built_in):
                own = built_in and not g.lexicon.has(field)
                noun = g.lexicon.engine(g.lexicon.own.key(field)) if own else self.v.noun(field)
                return g.of(g.np(noun, "the", True), self.v.np(term.source, c))
            case _:
                assert_never(term)

    def _last(self, term: Term, c: Context) -> NP:
        """The last of several sets; in brackets if it is a difference."""
        told = self.v.np(term, c)
        return in_brackets(told) if _differs(term) else told

    def apart(self, term: Term, c: Context) -> NP:
        """A set before another set; in brackets if the phrase would be ambiguous."""
        told = self.v.np(term, c)
        return in_brackets(told) if _differs(term) or len(_flat(term)) > 1 or has_condition(term) else told

    # ---- members ----------------------------------------------------------------------------

    def members(self, source: Term, c: Context, way: Literal["in", "from"] = "in") -> Members:
        """How members of a set are named; `way`: whether pieces of a zone lie in it or are taken from it."""
        g = self.g
        match source:
            case t.Zone():
                return Members(self.v.noun_of_kind(source.kind), g.place(self.np(source, c), way))
            case t.Board():
                return Members(self.v.noun_of_kind(source.kind), g.place(self.np(source, c), "in"))
            case t.Pieces() | t.Words() | t.Seats() | t.Cells(seat=None):
                return Members(self.v.noun_of_kind(source.kind))
            case t.Others():
                return Members(g.lexicon.engine("other seat"))
            case t.Phrase("all"):
                inner = self.members(source.source, c, way)
                return inner if source.where == TRUE_TERM else Members(inner.noun, whole=self.v.np(source, c))
            case t.BuiltIn("all", (inner_source,)):
                return self.members(inner_source, c, way)
            case t.BuiltIn("reverse", (inner_source,)):
                inner, backwards = self.members(inner_source, c, way), g.patterns["reversed"]
                if inner.whole is not None:
                    return evolve(inner, whole=inner.whole.then(backwards))
                return evolve(inner, where=f"{inner.where} {backwards}".strip())
            case t.BuiltIn("seats_from", (seat,)):
                return Members(self.v.noun_of_kind(source.kind), g.say("from", x=self.v.np(seat, c)))
            case t.BuiltIn("bundles", (what,)):
                return Members(g.lexicon.engine("bundle"), self.bound_of(what, c))
            case t.BuiltIn("range", (low, high)):
                between = g.say("range", low=self.v.np(low, c), high=self.v.np(high, c))
                return Members(self.v.noun_of_kind(source.kind), between)
            case _:
                return Members(self.v.noun_of_kind(source.kind), whole=self.v.np(source, c))

    def member(
        self, source: Term, where: Term, var: int, how: How, c: Context, noun: Noun | None = None,
        plural: bool = False, way: Literal["in", "from"] = "in",
    ) -> NP:  # fmt: skip
        """A member of a set: `a token in your hand that is free`; in the plural, all of them."""
        listed = listed_members(source)
        if listed is not None and how == "a" and not plural:
            return self.related(self.g.join([self.v.np(x, c) for x in listed], "either"), where, var, c)
        found = self.members(source, c, way)
        word = noun if noun is not None and found.whole is None else found.noun
        if found.whole is None:
            np = self.g.np(word, how, plural).then(found.where)
        elif plural and (where == TRUE_TERM or isinstance(source, t.Owned | t.Cells | t.Listed)):
            np = evolve(found.whole, noun=found.noun)
        elif self._needs_clause(found.noun, source, where, var, c):
            return self._inside(self.g.np(found.noun, how, plural), source, where, var, c)
        else:
            which: Which = "those" if plural else "each" if how == "each" else "no" if how == "no" else "a"
            np = self.g.among(which, found.whole, found.noun)
        return self.related(np, where, var, c)

    def _needs_clause(self, noun: Noun, source: Term, where: Term, var: int, c: Context) -> bool:
        """Whether a condition behind the words for a set would be unclear, because these words name something else too.
        A condition that says `this token` is clear."""
        match source:
            case t.Var() | t.State() | t.Field() | t.HeldValue() | t.SeatField() | t.Owned() | t.Cells():
                return False
            case t.Query(_, _, []) | t.Listed():
                return False
            case _:
                this = self.g.np(noun, "this")
                clauses = [] if where == TRUE_TERM else self.v.relatives(where, var, this, c.asking())
                return any(this.text not in clause for clause in clauses)

    def _inside(self, np: NP, source: Term, where: Term, var: int, c: Context) -> NP:
        """`each space that is next to the token and that is free`: a condition right behind the words for the set
        would seem to be one of the token."""
        g = self.g
        match source:
            case t.BuiltIn("neighbours" | "surroundings" | "cells_of" as query, (near,)):
                said = g.say("is next to" if query == "neighbours" else "is around", x=self.v.np(near, c))
            case _:
                said = g.say("is among", x=self.apart(source, c))
        np, c = self.told_apart(np, (where,), var, c)
        clauses = [g.relative(np, Clause(said, np, var)), *self.v.relatives(where, var, np, c.asking())]
        return g.attach(np, g.listed(clauses, "and"))

    def related(self, np: NP, where: Term, var: int, c: Context) -> NP:
        """A noun phrase with the condition that the members meet."""
        if where == TRUE_TERM:
            return np
        marked, named = self.told_apart(np, (where,), var, c)
        if var in named.said and _mentions(said := self.v.relative(where, var, np, named.asking()), named.said[var]):
            return self.g.attach(marked, said)
        return self.g.attach(np, self.v.relative(where, var, np, c.asking()))

    def told_apart(self, np: NP, terms: tuple[Term, ...], var: int, c: Context) -> tuple[NP, Context]:
        """A member with its name, and a context that calls it by this name, if `this token` in the terms would also be
        something else."""
        if np.noun is None or var in c.said:
            return np, c
        named = self._name_apart(self.g.np(np.noun, "this"), terms, var, c)
        if named is None:
            return np, c
        return self._marked(np, named), c.telling(var, self.v.by_name(named.span.text, named.kind))

    def _marked(self, np: NP, variable: t.Var) -> NP:
        return np.then(f"({self.g.say('quoted', x=variable.span.text.replace('_', ' '))})")

    def _name_apart(self, this: NP, terms: tuple[Term, ...], var: int, c: Context) -> t.Var | None:
        """The variable of a member where `this token` in the terms would also be something else; else None."""
        read = {x.number: x for x in _told_variables(terms)}
        others = (x for number, x in read.items() if number != var)
        return read[var] if var in read and any(self.v.np(x, c).text == this.text for x in others) else None

    def each_of(self, source: Term, where: Term, var: int, read: tuple[Term, ...], c: Context) -> tuple[NP, Context]:
        """Each member, and a context that calls it `this token`, or by its name if that would not be clear."""
        this = self.g.np(self.members(source, c).noun, "this")
        named = self._name_apart(this, read, var, c)
        if named is None:
            return self.member(source, where, var, "each", c), c.telling(var, this)
        inner = c.telling(var, self.v.by_name(named.span.text, named.kind))
        return self._marked(self.member(source, where, var, "each", inner), named), inner

    def number_of(self, source: Term, where: Term, var: int, c: Context) -> NP:
        """`the number of tokens in your hand`"""
        things = self.member(source, where, var, "bare", c, plural=True)
        return self.g.of(self.g.np(self.g.lexicon.engine("number of"), "the"), things)

    # ---- first members and orders ---------------------------------------------------------------

    def first(
        self, which: Literal["first", "last"], source: Term, where: Term, keys: tuple[Term, ...], var: int, c: Context
    ) -> NP:
        """The first of a set, or the one that is first by some property."""
        g, found = self.g, self.members(source, c, self.g.first_of)
        if found.whole is not None:
            head = g.among("that" if keys else which, found.whole, found.noun)
        else:
            head = g.np(found.noun, "the" if keys else which).then(found.where)
        marked, named = self.told_apart(head, (where, *keys), var, c)
        said = self._sorted(which, head, where, keys, var, named)
        if var in named.said and any(_mentions(x, named.said[var]) for x in said):
            head = marked
        else:
            said = self._sorted(which, head, where, keys, var, c)
        if not said:
            return head
        tied = len(keys[1:])
        whole = g.listed(said[: len(said) - tied], "and")
        for key in said[len(said) - tied :]:
            whole += g.patterns["in a tie"] + key
        if keys and not _tells_apart(keys[-1], var):
            whole += g.patterns["tie first" if which == "first" else "tie last"]
        return g.attach(head, whole)

    def _sorted(
        self, which: Literal["first", "last"], head: NP, where: Term, keys: tuple[Term, ...], var: int, c: Context
    ) -> list[str]:
        """What the first of a set is like: its conditions, and what is lowest or highest of it."""
        said = [] if where == TRUE_TERM else self.v.relatives(where, var, head, c.asking())
        return said + [self.extreme(key, var, which == "last", head, c) for key in keys]

    def extreme(self, key: Term, var: int, last: bool, head: NP, c: Context) -> str:
        """The property that is lowest, or highest for the `last` member, as a relative clause."""
        value = _positive(key)
        pattern = self.g.patterns["is most" if (value is not key) != last else "is least"]
        if _is_variable(value, var):
            return self.g.relative(head, Clause(pattern, head, var))
        named = self.sorted_by(value, var, c)
        if named is None:
            this = head.noun or self.g.lexicon.engine("thing")
            shown = c if var in c.said else c.telling(var, self.g.np(this, "this"))
            whole = Clause(pattern, self.v.np(value, shown))
            return self.g.agree(self.g.say("such that", test=self.g.sentence(whole)), head)
        return self.g.relative(head, Clause(pattern, named, var, named))

    def sorted_by(self, value: Term, var: int, c: Context) -> NP | None:
        """The property that things are sorted by, without its owner; None if it has no short name."""
        g = self.g
        how = g.after_whose
        match value:
            case t.Field() | t.HeldValue() | t.BuiltInField() | t.SeatField():
                if _is_variable(without_cell(holder_of(value)), var):
                    return g.np(self.v.field_noun(value), how)
            case t.State(variable):
                about = value.seat
                if about is not None and _is_variable(without_cell(about), var):
                    return g.np(self.v.noun(variable), how)
            case t.Counter(counter):
                about = value.seat or value.word
                if about is not None and _is_variable(without_cell(about), var):
                    return self._counted(self.v.noun(counter), how)
            case t.Query(query, _, [about]):
                if _is_variable(about, var):
                    noun = self.v.noun(query)
                    if self.v.says_more(noun, value, about, c):
                        return None
                    if self.v.counts_things(query, value.kind):
                        return self._counted(noun, how)
                    return g.np(noun, how, noun.plural_only)
            case t.BuiltIn("distance", (one, other, *_)):
                ends = [end for end in (one, other) if not _is_variable(end, var)]
                if len(ends) == 1:
                    head = g.np(g.lexicon.engine("distance"), how).then(g.say("to cells", x=self.v.np(ends[0], c)))
                    return self.only_over(head, value, c)
            case _:
                pass
        return None

    def _counted(self, noun: Noun, how: How) -> NP:
        """`number of points`, or the noun alone if it has no plural."""
        if not noun.countable:
            return self.g.np(noun, how)
        return self.g.of(self.g.np(self.g.lexicon.engine("number of"), how), self.g.np(noun, "bare", True))

    def order(self, keys: tuple[Term, ...], var: int, source: Term, c: Context) -> str:
        """`lowest value first`; empty if the order is not stated."""
        said = []
        for key in keys:
            value = _positive(key)
            rising = value is key
            if _is_variable(value, var):
                said.append(self.g.patterns["rising itself" if rising else "falling itself"])
                continue
            shown = c.telling(var, self.g.np(self.members(source, c).noun, "this"))
            told = self.sorted_by(value, var, c) or self.v.np(value, shown)
            said.append(self.g.say("rising" if rising else "falling", x=told))
        return self.g.patterns["tie"].join(said)

    # ---- bounds ----------------------------------------------------------------------------------

    def only_over(self, head: NP, distance: t.BuiltIn, c: Context) -> NP:
        """`..., going only over the cells that are free`"""
        if len(distance.given) < 3:
            return head
        return head.then(self.g.say("only over", x=self.apart(distance.given[2], c)))

    def bound_of(self, what: Term, c: Context) -> str:
        """The bounds of bundles: `of at most 2 colours and 1 point`"""
        return self.g.say("of at most", x=self.g.join([self._bound(part, c) for part in _added(what)], "and"))

    def _bound(self, amount: Term, c: Context) -> NP:
        match amount:
            case t.AmountFree(_, kind):
                number = self.v.number(amount.count)
                if number is not None:
                    return self.g.count(number, self.v.noun(kind))
            case _:
                pass
        return self.v.np(amount, c)


def _added(bundle: Term) -> list[Term]:
    """The amounts that a bundle is the sum of."""
    return [*_added(bundle.left), *_added(bundle.right)] if isinstance(bundle, t.BundleAdd) else [bundle]


def _told_variables(terms: Sequence[Term]) -> Iterator[t.Var]:
    """The variables that the words for terms mention. Who asks a query is not mentioned."""
    for term in terms:
        if isinstance(term, t.Var):
            yield term
        yield from _told_variables(term.given if isinstance(term, t.Query) else t.parts(term))


def _is_variable(term: Term, var: int) -> bool:
    return isinstance(term, t.Var) and term.number == var


def _mentions(said: str, np: NP) -> bool:
    """Whether a sentence has a noun phrase in one of its cases."""
    return any(form in said for form in (np.text, *np.cases.values()))


def _tells_apart(key: Term, var: int) -> bool:
    """Whether a key is different for every member: the member itself, or its place."""
    value = _positive(key)
    if isinstance(value, t.BuiltInField):
        return value.field == "place" and _is_variable(value.holder, var)
    return _is_variable(value, var)


def _positive(key: Term) -> Term:
    """The number that a key sorts by, without the minus that reverses the order."""
    return key.value if isinstance(key, t.Minus) else key


def _differs(term: Term) -> bool:
    return isinstance(term.item if isinstance(term, t.Listed) else term, t.Difference)


def _flat(term: Term) -> list[Term]:
    """The sets and things that a union puts together."""
    match term:
        case t.Union(sets):
            return [x for part in sets for x in _flat(part)]
        case t.Listed():
            return [term.item]
        case t.BuiltIn("range", (low, high)) if t.equal(low, high):
            return [low]
        case _:
            return [term]


def listed_members(term: Term) -> list[Term] | None:
    """The members of a set that is written as a list of members; None for other sets."""
    parts = _flat(term)
    return parts if all(x.kind.base != "set" for x in parts) else None
