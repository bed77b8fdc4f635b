"""Amounts and prices as noun phrases."""

from __future__ import annotations

from attrs import evolve

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.sentences.arithmetic import in_brackets
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.phrases import NP, Noun
from solenia_rules.sentences.values import Values


class Bundles:
    """Noun phrases of bundles."""

    def __init__(self, values: Values) -> None:
        self.v, self.g = values, values.g

    def np(self, term: Term, c: Context) -> NP:
        g = self.g
        match term.op:
            case "amount":
                return self.amount(term.args[0], self._counted(term), c)
            case "amount_free":
                noun = self.v.noun(str(term.data[1]))
                return self.amount(
                    term.args[0], noun, c, g.patterns["of choice" if c.person == "you" else "of their choice"]
                )
            case "amount_of":
                word = _fixed(term.args[1])
                if word is not None:
                    names = self.v.checked.names.word_kinds[word.kind.of or ""].words
                    return self.amount(term.args[0], self.v.noun(names[int(str(word.data[0]))]), c)
                return self._units(term, c)
            case "bundle_add":
                return g.join([self._part(x, c, "bundle_subtract") for x in _flat(term)], "and")
            case "bundle_subtract":
                whole, less = self._part(term.args[0], c, "bundle_add"), self._part(term.args[1], c, "bundle_subtract")
                return whole.then(g.say("without", x=less))
            case "bundle_scale" if term.args[1].op in ("amount", "amount_free", "amount_of"):
                inner = term.args[1]
                assert isinstance(inner, t.Amount | t.AmountFree | t.AmountOf)
                count = t.Arithmetic("*", term.args[0], inner.count, inner.count.kind)
                return self.np(evolve(inner, count=count), c)
            case "bundle_scale":
                number = self.v.arithmetic.head(term.args[0], c)
                bundle = self._part(term.args[1], c, "bundle_add", "bundle_subtract", "bundle_scale")
                return bundle.mapped(lambda x: g.say("times", n=number.text, x=x))
            case "counter_bundle":
                return self.v.owned(self.v.noun(str(term.data[0])), term.args[0], c)
            case "if":
                return self.v.np(term, c)
            case _:
                return self.v.np(term, c)

    def _part(self, term: Term, c: Context, *apart: str) -> NP:
        """A part of a bundle, in brackets if it has parts itself that would be taken for parts of the whole."""
        told = self.np(term, c)
        chosen = term.op == "if" or (term.op.startswith("amount") and term.args[0].op == "if")
        return in_brackets(told) if chosen or term.op in apart else told

    def _counted(self, term: Term) -> Noun:
        counter, word = term.data
        if word is None:
            return self.v.noun(str(counter))
        return self.v.noun(self._words(str(counter))[int(str(word))])

    def _words(self, counter: str) -> tuple[str, ...]:
        names = self.v.checked.names
        return names.word_kinds[self._kind(counter)].words

    def _kind(self, counter: str) -> str:
        return next(p for p in self.v.checked.names.counters[counter].per if p != "seat")

    def size(self, bundle: Term, c: Context) -> NP:
        """How much it is in all."""
        g = self.g
        head = g.np(g.lexicon.engine("number of"), "the")
        if bundle.op == "counter_bundle" and (noun := self.v.noun(str(bundle.data[0]))).countable:
            return g.of(head, self.v.owned(noun, bundle.args[0], c, True))
        if bundle.op == "counter_bundle":
            return g.of(head, self.stored(bundle, c))
        return g.of(head, g.np(g.lexicon.engine("resource"), "bare", True)).then(
            g.say("within", x=self._whole(bundle, c))
        )

    def _whole(self, bundle: Term, c: Context) -> NP:
        return self._part(bundle, c, "bundle_add", "bundle_subtract", "bundle_scale")

    def stored(self, bundle: Term, c: Context) -> NP:
        """`ore in your store`"""
        counter = str(bundle.data[0])
        things = self.g.np(self.v.noun(self._kind(counter)), "bare", True)
        return things.then(self.g.place(self.np(bundle, c), "in"))

    def part(self, term: Term, c: Context) -> NP:
        """How much of one thing a bundle holds."""
        g = self.g
        what = g.np(self._counted(term), "bare", True) if term.data else self.v.np(term.args[1], c)
        return g.of(g.np(g.lexicon.engine("amount"), "the"), what).then(g.say("within", x=self._whole(term.args[0], c)))

    # ---- how many --------------------------------------------------------------------------

    def amount(self, count: Term, noun: Noun, c: Context, tail: str = "") -> NP:
        """So many of something: a number, one for each of something, or as many as something is."""
        number = self.v.number(count)
        if number is not None:
            return self.g.count(number, noun).then(self.g.agree(tail, self.g.count(number, noun)))
        each = self._for_each(count, noun, c)
        if each is not None:
            return each.then(self.g.agree(tail, each))
        if count.op == "if":
            test, then, other = count.args
            x, y = self.amount(then, noun, c, tail), self.amount(other, noun, c, tail)
            x = in_brackets(x) if then.op == "if" else x
            said = self.v.clauses.test(test, c.asking())
            return _both(x, y, lambda a, b: self.g.say("if value", x=a, y=b, test=said))
        things = self.g.np(noun, "bare", noun.countable)
        return self._as_many(things.then(self.g.agree(tail, things)), count, c)

    def _as_many(self, things: NP, count: Term, c: Context) -> NP:
        many = self.g.say("as many", x=things, y=self.v.np(count, c.asking()))
        return NP(many, gender=things.gender, plural=self.g.lang != "pl", listing=True, noun=things.noun)

    def _for_each(self, count: Term, noun: Noun, c: Context) -> NP | None:
        """`2 points for each token`, `1 point for every 3 ore`"""
        factor, divisor, inner = 1, 1, count
        if inner.op == "arith" and inner.data[0] == "*":
            numbers = [self.v.number(x) for x in inner.args]
            place = 0 if numbers[0] is not None else 1
            if numbers[place] is None:
                return None
            factor, inner = numbers[place] or 0, inner.args[1 - place]
        elif inner.op == "arith" and inner.data[0] == "/":
            below = self.v.number(inner.args[1])
            if below is None:
                return None
            divisor, inner = below, inner.args[0]
        if divisor != 1:
            many = self._several(inner, divisor, c)
            return None if many is None else self.g.count(1, noun).then(self.g.say("for every", x=many))
        one = self._one(inner, c)
        return None if one is None else self.g.count(factor, noun).then(self.g.say("for each", x=one))

    def _one(self, inner: Term, c: Context) -> NP | None:
        if inner.op == "phrase" and inner.data[0] == "count":
            source, where, var = inner.args[0], inner.args[1], int(str(inner.data[1]))
            return self.v.sets.member(source, where, var, "each", c)
        if inner.op == "builtin" and inner.data[0] == "count" and inner.args[0].kind.base == "set":
            return self.v.sets.member(inner.args[0], t.TRUE_TERM, -1, "each", c)
        if inner.op == "builtin" and inner.data[0] == "count" and inner.args[0].op == "counter_bundle":
            noun = self.v.noun(self._kind(str(inner.args[0].data[0])))
            return self.g.np(noun, "each").then(self.g.place(self.np(inner.args[0], c), "in"))
        if self.v.countable(inner):
            query = self.v.checked.names.queries[str(inner.data[0])]
            noun = self.v.noun(query.id)
            head = self.g.np(noun, "each")
            return self.v.with_arguments(head, noun, [p.id for p in query.params], inner.args[1:], c)
        if inner.op == "counter" and inner.data[1] and not inner.data[2]:
            noun = self.v.noun(str(inner.data[0]))
            return self.g.among("each", self.v.owned(noun, inner.args[0], c, True), noun)
        return None

    def _several(self, inner: Term, number: int, c: Context) -> NP | None:
        if inner.op == "builtin" and inner.data[0] == "count":
            if inner.args[0].op == "counter_bundle":
                noun = self.v.noun(self._kind(str(inner.args[0].data[0])))
                return self.g.count(number, noun).then(self.g.place(self.np(inner.args[0], c), "in"))
            found = self.v.sets.members(inner.args[0], c)
            return self.g.count(number, found.noun).then(
                found.where if found.whole is None else self.g.say("out of", x=found.whole)
            )
        if inner.op == "counter" and inner.data[1] and not inner.data[2]:
            noun = self.v.noun(str(inner.data[0]))
            if not noun.countable:
                return None
            whose = self.v.np(inner.args[0], c)
            return self.g.attach(self.g.count(number, noun), self.g.agree(self.g.say("that one has", x=whose), whose))
        return None

    def _units(self, term: Term, c: Context) -> NP:
        number = self.v.number(term.args[0])
        what = self.v.np(term.args[1], c.asking())
        named = self.v.noun(str(term.args[1].data[0])) if term.args[1].op == "resource_word" else None
        units = named if named is not None and named.countable else self.g.lexicon.engine("unit")
        if number is not None:
            return self.v.about(self.g.count(number, units), units, what)
        return self._as_many(self.v.about(self.g.np(units, "bare", True), units, what), term.args[0], c)


def _fixed(term: Term) -> Term | None:
    """The word that a resource always is."""
    inner = term.args[0] if term.op == "resource_word" else term
    return inner if inner.op == "const" and inner.kind.base == "word" else None


def _flat(term: Term) -> list[Term]:
    return [x for arg in term.args for x in _flat(arg)] if term.op == "bundle_add" else [term]


def _both(x: NP, y: NP, joined: object) -> NP:
    assert callable(joined)
    cases = {case: str(joined(x.case(case), y.case(case))) for case in {*x.cases, *y.cases}}
    return NP(str(joined(x.text, y.text)), cases, x.gender, x.plural, listing=True)
