"""Amounts and bundles of resources as noun phrases."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from attrs import evolve

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import TRUE_TERM, Term
from solenia_rules.sentences.arithmetic import Arithmetic, in_brackets
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.properties import Properties
from solenia_rules.sentences.sets import NO_VARIABLE, Sets
from solenia_rules.sentences.speaker import Speaker
from solenia_rules.words.phrases import NP, Noun

BundleTerm: TypeAlias = (
    t.Amount | t.AmountOf | t.AmountFree | t.CounterBundle | t.BundleAdd | t.BundleSubtract | t.BundleScale
)
"""Bundles that are neither queries, fields nor variables."""


class Bundles:
    """Noun phrases of bundles, and of numbers of things."""

    def __init__(self, speaker: Speaker, arithmetic: Arithmetic, properties: Properties, sets: Sets) -> None:
        self.v, self.g, self.arithmetic, self.properties, self.sets = speaker, speaker.g, arithmetic, properties, sets

    def np(self, term: BundleTerm, c: Context) -> NP:
        """`2 ore and 1 gold`"""
        g = self.g
        match term:
            case t.Amount(counter, word):
                return self.amount(term.count, self._counted(counter, word), c)
            case t.AmountFree(_, kind):
                choice = g.patterns["of choice" if c.person == "you" else "of their choice"]
                return self.amount(term.count, self.v.noun(kind), c, lambda x: x.then(g.agree(choice, x)))
            case t.AmountOf():
                fixed = self._fixed(term.resource)
                return self._units(term, c) if fixed is None else self.amount(term.count, fixed, c)
            case t.BundleAdd():
                return g.join([self._part(x, c, t.BundleSubtract) for x in _flat(term)], "and")
            case t.BundleSubtract():
                whole, less = self._part(term.left, c, t.BundleAdd), self._part(term.right, c, t.BundleSubtract)
                return whole.then(g.say("without", x=less))
            case t.BundleScale(_, t.Amount() | t.AmountFree() | t.AmountOf() as inner):
                times = t.Arithmetic("*", term.number, inner.count, inner.count.kind)
                return self.np(evolve(inner, count=times), c)
            case t.BundleScale():
                told = self.arithmetic.head(term.number, c)
                return self._whole(term.bundle, c).mapped(lambda x: g.say("times", n=told.text, x=x))
            case t.CounterBundle(counter):
                return self.v.owned(self.v.noun(counter), term.seat, c)
            case _:
                assert_never(term)

    def _part(self, term: Term, c: Context, *apart: type[Term]) -> NP:
        """A part of a bundle; in brackets if it is of a form in `apart`, or one of two values."""
        told = self.v.np(term, c)
        match term:
            case t.If() | t.Amount(count=t.If()) | t.AmountOf(count=t.If()) | t.AmountFree(count=t.If()):
                return in_brackets(told)
            case _:
                return in_brackets(told) if isinstance(term, apart) else told

    def _whole(self, bundle: Term, c: Context) -> NP:
        return self._part(bundle, c, t.BundleAdd, t.BundleSubtract, t.BundleScale)

    def _fixed(self, resource: Term) -> Noun | None:
        """The word of a resource that is always the same."""
        match resource.word if isinstance(resource, t.ResourceWord) else resource:
            case t.Const(value, kind) if kind.base == "word":
                return self.v.noun(self.v.names.word_kinds[kind.of or ""].words[value])
            case _:
                return None

    def _counted(self, counter: str, word: int | None) -> Noun:
        """The noun of a counter, or of one of its words."""
        if word is None:
            return self.v.noun(counter)
        return self.v.noun(self.v.names.word_kinds[self._kind(counter)].words[word])

    def _kind(self, counter: str) -> str:
        """The kind of the words of a counter."""
        return next(p for p in self.v.names.counters[counter].per if p != "seat")

    # ---- numbers of what a bundle holds --------------------------------------------------------

    def size(self, bundle: Term, c: Context) -> NP:
        """How much a bundle is in all."""
        g = self.g
        head = g.np(g.lexicon.engine("number of"), "the")
        if isinstance(bundle, t.CounterBundle):
            noun = self.v.noun(bundle.counter)
            return g.of(head, self.v.owned(noun, bundle.seat, c, True) if noun.countable else self._stored(bundle, c))
        things = g.of(head, g.np(g.lexicon.engine("resource"), "bare", True))
        return things.then(g.say("within", x=self._whole(bundle, c)))

    def _stored(self, bundle: t.CounterBundle, c: Context) -> NP:
        """`ore in your store`"""
        things = self.g.np(self.v.noun(self._kind(bundle.counter)), "bare", True)
        return things.then(self.g.place(self.np(bundle, c), "in"))

    def part(self, term: t.AmountIn | t.AmountOfIn, c: Context) -> NP:
        """How much of one resource a bundle holds."""
        g = self.g
        match term:
            case t.AmountIn(counter, word):
                what = g.np(self._counted(counter, word), "bare", True)
            case t.AmountOfIn():
                what = self.v.np(term.resource, c)
            case _:
                assert_never(term)
        return g.of(g.np(g.lexicon.engine("amount"), "the"), what).then(g.say("within", x=self._whole(term.bundle, c)))

    # ---- numbers of things -----------------------------------------------------------------

    def amount(self, count: Term, noun: Noun, c: Context, whole: Callable[[NP], NP] = lambda x: x) -> NP:
        """A number of things: a known one, one for each of something, or as many as something is. `whole` adds the
        words that say which things."""
        number = self.v.number(count)
        if number is not None:
            return whole(self.g.count(number, noun))
        each = self._for_each(count, noun, c, whole)
        if each is not None:
            return each
        if isinstance(count, t.If):
            x, y = self.amount(count.then, noun, c, whole), self.amount(count.otherwise, noun, c, whole)
            x = in_brackets(x) if isinstance(count.then, t.If) or self.arithmetic.is_bounded(count.then) else x
            y = in_brackets(y) if self.arithmetic.is_bounded(count.otherwise) else y
            said = self.v.test(count.test, c.asking())
            return _both(x, y, lambda a, b: self.g.say("if value", x=a, y=b, test=said))
        return self._as_many(whole(self.g.np(noun, "bare", noun.countable)), count, c)

    def _as_many(self, things: NP, count: Term, c: Context) -> NP:
        much = things.noun is not None and not things.noun.countable and not things.noun.plural_only
        many = self.g.say("as much" if much else "as many", x=things, y=self.v.np(count, c.asking()))
        return NP(many, gender=things.gender, plural=self.g.as_many_is_plural, listing=True, noun=things.noun)

    def _for_each(self, count: Term, noun: Noun, c: Context, whole: Callable[[NP], NP]) -> NP | None:
        """`2 points for each token`, `1 point for every 3 ore`"""
        match count:
            case t.Arithmetic("*"):
                factor, inner = self.v.number(count.left), count.right
                if factor is None:
                    factor, inner = self.v.number(count.right), count.left
                return None if factor is None else self._times_each(factor, inner, noun, c, whole)
            case t.Arithmetic("/", inner):
                divisor = self.v.number(count.right)
                if divisor is None:
                    return None
                if divisor == 1:
                    return self._times_each(1, inner, noun, c, whole)
                many = self._several(inner, divisor, c)
                return None if many is None else whole(self.g.count(1, noun)).then(self.g.say("for every", x=many))
            case _:
                return self._times_each(1, count, noun, c, whole)

    def _times_each(self, factor: int, inner: Term, noun: Noun, c: Context, whole: Callable[[NP], NP]) -> NP | None:
        one = self._one(inner, c)
        return None if one is None else whole(self.g.count(factor, noun)).then(self.g.say("for each", x=one))

    def _one(self, inner: Term, c: Context) -> NP | None:
        """One of the things that a number counts: `each token`; None if it counts no things that have a name."""
        match inner:
            case t.Phrase("count", var):
                return self.sets.member(inner.source, inner.where, var, "each", c)
            case t.BuiltIn("count", (t.CounterBundle(counter) as bundle,)):
                noun = self.v.noun(self._kind(counter))
                return self.g.np(noun, "each").then(self.g.place(self.np(bundle, c), "in"))
            case t.BuiltIn("count", (source,)) if source.kind.base == "set":
                return self.sets.member(source, TRUE_TERM, NO_VARIABLE, "each", c)
            case t.Query(name, _, given) if self.v.counts_things(name, inner.kind):
                noun, params = self.v.noun(name), self.v.names.queries[name].params
                return self.properties.with_arguments(self.g.np(noun, "each"), noun, [p.id for p in params], given, c)
            case t.Counter(counter, _, None) if inner.seat is not None:
                noun = self.v.noun(counter)
                return self.g.among("each", self.v.owned(noun, inner.seat, c, True), noun)
            case _:
                return None

    def _several(self, inner: Term, number: int, c: Context) -> NP | None:
        """A number of the things that a number counts: `3 ore in your store`; None as above."""
        match inner:
            case t.BuiltIn("count", (t.CounterBundle(counter) as bundle,)):
                noun = self.v.noun(self._kind(counter))
                return self.g.count(number, noun).then(self.g.place(self.np(bundle, c), "in"))
            case t.BuiltIn("count", (source,)):
                found = self.sets.members(source, c)
                where = found.where if found.whole is None else self.g.say("out of", x=found.whole)
                return self.g.count(number, found.noun).then(where)
            case t.Counter(counter, _, None) if inner.seat is not None:
                noun = self.v.noun(counter)
                if not noun.countable:
                    return None
                whose = self.v.np(inner.seat, c)
                has = self.g.agree(self.g.say("that one has", x=whose), whose)
                return self.g.attach(self.g.count(number, noun), has)
            case _:
                return None

    def _units(self, term: t.AmountOf, c: Context) -> NP:
        """A number of units of a resource that is computed."""
        number = self.v.number(term.count)
        what = self.v.np(term.resource, c.asking())
        named = self.v.noun(term.resource.counter) if isinstance(term.resource, t.ResourceWord) else None
        units = named if named is not None and named.countable else self.g.lexicon.engine("unit")
        if number is not None:
            return self.properties.about(self.g.count(number, units), units, what)
        return self._as_many(self.properties.about(self.g.np(units, "bare", True), units, what), term.count, c)


def _flat(term: Term) -> list[Term]:
    return [*_flat(term.left), *_flat(term.right)] if isinstance(term, t.BundleAdd) else [term]


def _both(x: NP, y: NP, joined: Callable[[str, str], str]) -> NP:
    """Two noun phrases joined in every case."""
    cases = {case: joined(x.case(case), y.case(case)) for case in {*x.cases, *y.cases}}
    return NP(joined(x.text, y.text), cases, x.gender, x.plural, listing=True)
