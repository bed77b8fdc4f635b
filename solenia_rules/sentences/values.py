"""Values as noun phrases: the entry of the walk over checked terms, and the implementation of its speaker."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.checked import terms as t
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import Term
from solenia_rules.sentences.arithmetic import Arithmetic
from solenia_rules.sentences.bundles import Bundles
from solenia_rules.sentences.clauses import Clauses
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.properties import Properties
from solenia_rules.sentences.set_queries import SetQueries
from solenia_rules.sentences.sets import Sets
from solenia_rules.sentences.speaker import Speaker
from solenia_rules.words.grammar import Grammar
from solenia_rules.words.phrases import NP, invariable


class Values(Speaker):
    """Noun phrases and clauses of any checked term."""

    def __init__(self, checked: Checked, grammar: Grammar) -> None:
        super().__init__(checked, grammar)
        self.arithmetic = Arithmetic(self)
        self.properties = Properties(self, self.arithmetic)
        self.sets = Sets(self)
        self.set_queries = SetQueries(self, self.arithmetic, self.properties, self.sets)
        self.bundles = Bundles(self, self.arithmetic, self.properties, self.sets)
        self.clauses = Clauses(self, self.sets)

    # ---- tests --------------------------------------------------------------------------------

    def test(self, term: Term, c: Context, negated: bool = False) -> str:
        """A test as a clause that can follow `if`."""
        return self.clauses.test(term, c, negated)

    def relative(self, term: Term, var: int, np: NP, c: Context) -> str:
        """A test about a variable as a relative clause: `that is free and whose worth is 3`."""
        return self.clauses.relative(term, var, np, c)

    def relatives(self, term: Term, var: int, np: NP, c: Context) -> list[str]:
        """The same as a list: one relative clause for each condition."""
        return self.clauses.relatives(term, var, np, c)

    # ---- values -------------------------------------------------------------------------------

    def np(self, term: Term, c: Context) -> NP:
        """The noun phrase of any value."""
        g = self.g
        match term:
            case t.Const():
                return self._const(term)
            case t.Nothing():
                return g.np(g.lexicon.engine("none"), "bare")
            case t.Var():
                return self.variable(term, c)
            case t.Param(param):
                return invariable(str(self.names.params[param].value))
            case t.Field() | t.HeldValue() | t.SeatField() | t.BuiltInField():
                return self.properties.field(term, c)
            case t.Counter():
                return self.properties.counter(term, c)
            case t.State(variable):
                noun = self.noun(variable)
                return g.np(noun, "the") if term.seat is None else self.owned(noun, term.seat, c)
            case t.Times(history):
                times = g.np(g.lexicon.engine("times"), "the")
                return times.then(g.say("was recorded", x=self.position(history)))
            case t.Single():
                return self.properties.single(term, c)
            case t.Record():
                return self.properties.record(term, c)
            case t.BoardCell():
                return self.properties.board_cell(term, c)
            case t.Query():
                return self.properties.query(term, c)
            case (
                t.Zone() | t.Board() | t.Cells() | t.Pieces() | t.Owned() | t.Words() | t.Seats() | t.Others()
                | t.Union() | t.Difference() | t.Listed() | t.Map()
            ):  # fmt: skip
                return self.sets.np(term, c)
            case t.Phrase():
                return self.set_queries.phrase(term, c)
            case t.BuiltIn("count", (bundle,)) if bundle.kind.base == "bundle":
                return self.bundles.size(bundle, c)
            case t.BuiltIn():
                return self.set_queries.builtin(term, c)
            case t.Arithmetic() | t.Minus():
                return self.arithmetic.np(term, c)
            case t.If():
                return self._if(term, c)
            case t.Place():
                return self.np(term.item, c)
            case t.Resource(counter):
                return g.np(self.noun(counter), "a", True)
            case t.ResourceWord():
                return self.np(term.word, c)
            case t.AmountIn() | t.AmountOfIn():
                return self.bundles.part(term, c)
            case (
                t.CounterBundle() | t.Amount() | t.AmountOf() | t.AmountFree()
                | t.BundleAdd() | t.BundleSubtract() | t.BundleScale()
            ):  # fmt: skip
                return self.bundles.np(term, c)
            case t.Compare() | t.Equal() | t.In() | t.Not() | t.And() | t.Or() | t.Active():
                return invariable(g.say("whether", test=self.test(term, c.asking())))
            case _:
                assert_never(term)

    def _const(self, term: t.Const) -> NP:
        g, value = self.g, term.value
        match term.kind.base:
            case "word":
                return g.word(self.noun(self.names.word_kinds[term.kind.of or ""].words[value]))
            case "face":
                return g.np(g.lexicon.engine("back" if value else "front"), "the")
            case "test":
                return invariable(g.patterns["yes" if value else "no"])
            case "name":
                names = [text for text, number in self.names.atoms.items() if number == value]
                return invariable(g.say("quoted", x=g.title(names[0]) if names else str(value)))
            case _:
                return invariable(str(value), plural=value != 1)

    def variable(self, term: t.Var, c: Context) -> NP:
        """A variable: as the context says, as who acts or what holds the text, or by its name."""
        g, number = self.g, term.number
        if number in c.said:
            return c.said[number]
        if number == c.me:
            return g.you if c.person == "you" else g.np(g.lexicon.engine("seat"), "this")
        if number == t.THIS:
            return g.np(self.noun_of_kind(term.kind), "this")
        if number == t.IT:
            return g.np(g.lexicon.engine("it"), "the")
        if number == t.ACTOR:
            return g.np(g.lexicon.engine("seat"), "this")
        name = c.names.get(number) or term.span.text
        if number not in c.given and self.needs_name(name, term.kind):
            return self.by_name(name, term.kind)
        noun = self.noun_of_variable(name, term.kind)
        if term.kind.base == "test":
            return invariable(g.say("whether", test=self.test(term, c))) if noun.form("is") else g.quoted(noun)
        if term.kind.base == "number" and noun.countable and noun.id != "number":
            number_of = g.np(g.lexicon.engine("number of"), "given" if number in c.given else "the")
            return g.of(number_of, g.np(noun, "bare", True))
        return g.np(
            noun,
            "given" if number in c.given else "the",
            (term.kind.base == "set" and noun.countable) or noun.plural_only,
        )

    def _if(self, term: t.If, c: Context) -> NP:
        """`2 if you have a token, otherwise 3`"""
        g, said = self.g, self.test(term.test, c.asking())
        nested = isinstance(term.then, t.If)
        x = self.arithmetic.bracketed(term.then, c) if nested else self._branch(term.then, c)
        y = self._branch(term.otherwise, c)
        cases = {k: g.say("if value", x=x.case(k), y=y.case(k), test=said) for k in {*x.cases, *y.cases}}
        return NP(g.say("if value", x=x.text, y=y.text, test=said), cases, x.gender, x.plural, listing=True)

    def _branch(self, term: Term, c: Context) -> NP:
        """One of two values. A bound stands in brackets with what it bounds: it does not bound the other value."""
        return self.arithmetic.bracketed(term, c) if self.arithmetic.is_bounded(term) else self.np(term, c)
