"""Tests as clauses: a sentence after `if`, or a relative clause behind a noun."""

from __future__ import annotations

from typing import Literal, assert_never

from attrs import evolve

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import TRUE_TERM, Term
from solenia_rules.dsl.kinds import SEAT
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.folding import fold
from solenia_rules.sentences.predicates import Much, Predicates
from solenia_rules.sentences.sets import NO_VARIABLE, listed_members
from solenia_rules.sentences.speaker import holder_of, without_cell
from solenia_rules.words.grammar import Clause, How
from solenia_rules.words.phrases import NP, Noun, invariable
from solenia_rules.words.tables.sentences import PatternKey


class Clauses(Predicates):
    """Clauses of tests."""

    # ---- sentences and relative clauses -------------------------------------------------------

    def test(self, term: Term, c: Context, negated: bool = False) -> str:
        """A test as a clause that can follow `if`."""
        term = fold(term, self.v.number)
        parts = _parts(term, negated)
        if parts is not None:
            word, terms, inner = parts
            said = [self._grouped(self.test(x, c, inner), x) for x in terms]
            return self.g.listed([said[0], *(self.g.again(x) for x in said[1:])], word)
        return self.g.sentence(self.clause(term, c, negated))

    def relative(self, term: Term, var: int, np: NP, c: Context, negated: bool = False) -> str:
        """A test about a variable as a relative clause: `that is free and whose worth is 3`."""
        term = fold(term, self.v.number)
        parts = _parts(term, negated)
        if parts is not None and (parts[0] == "and" or self._is_about(term, var, c, negated)):
            word, terms, inner = parts
            first = sorted(terms, key=lambda x: not self._is_about(x, var, c, inner))
            said = [self._grouped(self.relative(x, var, np, c, inner), x) for x in first]
            return self.g.listed(said, word)
        if parts is None:
            clause = self.clause(term, c, negated)
            if clause.root == var:
                return self.g.agree(clause.relative, np) if clause.relative else self.g.relative(np, clause)
        pronoun = evolve(self.g.np(self.g.lexicon.engine("it is"), "bare"), gender=np.gender)
        this = pronoun if np.noun is None else self.g.np(np.noun, "this")
        shown = c if var in c.said else c.telling(var, this)
        return self.g.agree(self.g.say("such that", test=self.test(term, shown, negated)), np)

    def _is_about(self, term: Term, var: int, c: Context, negated: bool) -> bool:
        """Whether a test can be a relative clause without `such that`: a clause about the variable, or some of them."""
        parts = _parts(fold(term, self.v.number), negated)
        if parts is None:
            return self.clause(fold(term, self.v.number), c, negated).root == var
        return all(self._is_about(x, var, c, parts[2]) for x in parts[1])

    def relatives(self, term: Term, var: int, np: NP, c: Context) -> list[str]:
        """The same as a list: one relative clause for each condition."""
        term = fold(term, self.v.number)
        parts = _parts(term, False)
        if parts is None or parts[0] == "or":
            return [self._grouped(self.relative(term, var, np, c), term)]
        terms = sorted(parts[1], key=lambda x: not self._is_about(x, var, c, parts[2]))
        return [self._grouped(self.relative(x, var, np, c, parts[2]), x) for x in terms]

    def _grouped(self, said: str, term: Term) -> str:
        """A part that itself has parts is put in brackets."""
        return f"({said})" if _parts(fold(term, self.v.number), False) is not None else said

    # ---- one clause ---------------------------------------------------------------------------

    def clause(self, term: Term, c: Context, negated: bool = False) -> Clause:
        """The clause of a test that is neither `and` nor `or`."""
        g = self.g
        if negated and self._lacks_opposite(term, c):
            return Clause(g.say("not so", test=self.test(term, c)))
        match term:
            case t.Not():
                return self.clause(term.value, c, not negated)
            case t.Const(value):
                return Clause(g.patterns["always" if bool(value) != negated else "never"])
            case t.Compare():
                return self._compare(term, c, negated)
            case t.Equal():
                return self._equal(term.left, term.right, c, negated)
            case t.In(_, t.Record() as record):
                return self._equal(term.member, record, c, negated)
            case t.In():
                return self._in(term.member, term.group, c, negated)
            case t.Query():
                return self._query(term, c, negated)
            case t.HeldValue():
                return self._about(term, g.patterns[self._no("is met", negated)], c)
            case t.Field() | t.BuiltInField() | t.SeatField():
                return self._about(holder_of(term), g.predicate(self.v.noun(term.field), negated), c)
            case t.State(variable, None):
                return self._itself(self.v.noun(variable), negated)
            case t.State(variable):
                assert term.seat is not None
                return self._about(term.seat, g.predicate(self.v.noun(variable), negated), c)
            case t.Active():
                return self._about(term.holder, g.patterns[self._no("active", negated)], c)
            case t.Phrase():
                return self._phrase(term, c, negated)
            case t.BuiltIn():
                return self._built_in(term, c, negated)
            case t.If():
                x, y = self.test(term.then, c, negated), self.test(term.otherwise, c, negated)
                return Clause(g.say("if test", x=x, y=y, test=self.test(term.test, c)))
            case t.Var(number) if number not in c.said:
                return self._named(number, self._noun_of(term, c), c, negated)
            case t.Var() | t.Param() | t.And() | t.Or():
                return self._holds(term, c, negated)
            case (
                t.Nothing() | t.Times() | t.Counter() | t.CounterBundle() | t.Zone() | t.Board() | t.Cells()
                | t.Pieces() | t.Owned() | t.Single() | t.Record() | t.BoardCell() | t.Words() | t.Seats() | t.Others()
                | t.Arithmetic() | t.Minus() | t.Union() | t.Difference() | t.Listed() | t.Place() | t.Map()
                | t.Amount() | t.AmountOf() | t.AmountFree() | t.AmountIn() | t.AmountOfIn()
                | t.BundleAdd() | t.BundleSubtract() | t.BundleScale() | t.Resource() | t.ResourceWord()
            ):  # fmt: skip
                raise AssertionError(f"{term} is not a test")
            case _:
                assert_never(term)

    def _lacks_opposite(self, term: Term, c: Context) -> bool:
        """Whether the ruleset has words for a test and none for the opposite."""
        match term:
            case t.Query(name) | t.Field(name) | t.SeatField(name) | t.State(name):
                noun = self.v.noun(name)
            case t.Var(number) if number not in c.said:
                noun = self._noun_of(term, c)
            case _:
                return False
        return noun.form("is") is not None and noun.form("not") is None

    def _named(self, number: int, noun: Noun, c: Context, negated: bool) -> Clause:
        """A yes/no value that a text has named: a whole sentence, or a predicate of the seat that named it."""
        said = self.g.predicate(noun, negated) if noun.form("is") is not None else ""
        if "[" not in said:
            return self._itself(noun, negated)
        me, person = c.tests.get(number, (c.me, c.person))
        if me == c.me:
            return Clause(said, self.v.np(t.Var(me, SEAT), c))
        if person == "you":
            return Clause(said, self.g.you)
        return Clause(self.g.patterns[self._no("holds", negated)], self.g.quoted(noun))

    def _holds(self, term: Term, c: Context, negated: bool) -> Clause:
        """`... is the case`, of a test that has no clause of its own."""
        return self._about(term, self.g.patterns[self._no("holds", negated)], c)

    # ---- equality -------------------------------------------------------------------------------

    def _equal(self, left: Term, right: Term, c: Context, negated: bool) -> Clause:
        g = self.g
        left, right = _item(left), _item(right)
        if isinstance(right, t.Nothing) or (isinstance(right, t.Listed) and isinstance(right.item, t.Nothing)):
            return self._none(left, c, negated)
        number = self.v.number(right)
        if isinstance(left, t.BuiltInField):
            found = self._built_in_field(left, right, c, negated)
            if found is not None:
                return found
        if number is not None and (not negated or number == 0):
            much: Much = "at least" if negated else "none" if number == 0 else "exactly"
            counted = self._counted(left, much, 1 if negated else number, c)
            if counted is not None:
                return counted
        if left.kind.base == "number":
            place = isinstance(left, t.BuiltInField) and left.field == "place" and left.holder.kind.base == "seat"
            key: PatternKey = "equals as" if number is None else "equals place" if place else "equals"
            return self._about(left, g.say(self._no(key, negated), x=self.v.np(right, c)), c)
        if not g.names_you and self.v.np(left, c).second:
            left, right = right, left
        made = self._about(left, g.say(self._no("is", negated), x=self.v.np(right, c)), c)
        if made.root is None or made.head is not None:
            return made
        return evolve(made, relative=g.say(self._no("who is", negated), x=self.v.np(right, c)))

    def _built_in_field(self, left: t.BuiltInField, right: Term, c: Context, negated: bool) -> Clause | None:
        """A built-in field with a verb of its own: `lies on the cell`, `belongs to you`."""
        g, field, holder = self.g, left.field, left.holder
        match field:
            case "row" | "column":
                if self.v.number(right) is None:
                    return None
                line: PatternKey = "is in row" if field == "row" else "is in column"
                where = g.say(self._no(line, negated), n=self.v.np(right, c))
                return self._about(without_cell(holder), where, c)
            case "cell":
                return self._about(holder, self._lies_on(self.v.np(right, c), negated), c)
            case "shows":
                return self._about(holder, g.say(self._no("shows", negated), x=self.v.np(right, c)), c)
            case "owner":
                return self._about(holder, g.say(self._no("belongs to", negated), x=self.v.np(right, c)), c)
            case "face" | "place":
                return None
            case _:
                assert_never(field)

    def _lies_on(self, cell: NP, negated: bool) -> str:
        """`lies on the cell`, or in it, by the words of the cell."""
        where = self.g.place(cell, "in") if cell.noun and cell.noun.form("in") else self.g.say("on", x=cell)
        return self.g.say(self._no("lies", negated), x=where)

    def _none(self, left: Term, c: Context, there: bool) -> Clause:
        """`has an owner`, `lies on no cell`, `there is no such piece`"""
        g = self.g
        match left:
            case t.BuiltInField("cell"):
                return self._about(left.holder, g.patterns["lies somewhere" if there else "lies nowhere"], c)
            case t.BuiltInField("owner"):
                return self._about(left.holder, g.patterns["is owned" if there else "is unowned"], c)
            case t.Field() | t.HeldValue() | t.BuiltInField() | t.SeatField():
                return self._has_any(holder_of(left), self.v.field_noun(left), c, there)
            case t.State(variable, None):
                return self._there_is(g.np(self.v.noun(variable), "a" if there else "no"), there)
            case t.State(variable):
                assert left.seat is not None
                return self._has_any(left.seat, self.v.noun(variable), c, there)
            case t.Var(number) if number not in c.said and number not in (t.ME, t.THIS, t.IT, t.ACTOR):
                return self._there_is(g.np(self._noun_of(left, c), "a" if there else "no"), there)
            case _:
                return Clause(g.patterns["exists" if there else "does not exist"], self.v.np(left, c))

    def _in(self, member: Term, group: Term, c: Context, negated: bool) -> Clause:
        g, listed = self.g, listed_members(group)
        if listed is not None:
            either = g.join([self.v.np(x, c) for x in listed], "or")
            return self._about(member, g.say(self._no("is", negated), x=either), c)
        if isinstance(group, (t.Zone, t.Board)):
            return self._about(member, g.say(self._no("is at", negated), x=g.place(self.v.np(group, c), "in")), c)
        return self._about(member, g.say(self._no("is among", negated), x=self.v.np(group, c)), c)

    # ---- queries --------------------------------------------------------------------------------

    def _query(self, term: t.Query, c: Context, negated: bool) -> Clause:
        """A yes/no query: a sentence of its own, or a predicate of its first argument."""
        query = self.v.names.queries[term.query]
        noun, given = self.v.noun(query.id), term.given
        if not given:
            return self._itself(noun, negated)
        said = self.g.predicate(noun, negated)
        slots = {p.id: self.v.np(x, c) for p, x in zip(query.params, given, strict=True)}
        for param, arg in zip(query.params, given, strict=True):
            if said.startswith("{" + param.id + "} "):
                rest = {name: np for name, np in slots.items() if name != param.id}
                return self._about(arg, self.g.fill(said.split("} ", 1)[1], rest), c)
        said = self.g.fill(said, slots)
        if noun.form("is") is None and len(given) > 1:
            related = self.g.related(noun, said, list(slots.values())[1:])
            if related is None:
                key = self._no("holds of", negated)
                name = self.g.say("quoted", x=query.id.replace("_", " "))
                return Clause(self.g.say(key, x=self.g.arguments(list(slots.values()))), invariable(name))
            said = related
        return self._about(given[0], said, c)

    def _itself(self, noun: Noun, negated: bool) -> Clause:
        """A test without a subject: the sentence that the ruleset gives, or that its name is the case."""
        if noun.form("is") is not None:
            return Clause(self.g.predicate(noun, negated))
        return self.g.it_is(noun, negated) or Clause(self.g.patterns[self._no("holds", negated)], self.g.quoted(noun))

    def _phrase(self, term: t.Phrase, c: Context, negated: bool) -> Clause:
        match term.query:
            case "some" | "no":
                return self._some((term.query == "some") != negated, term.source, term.where, term.var, c)
            case "count" | "all" | "first" | "last" | "sum" | "min" | "max" | "closure" | "longest_path":
                raise AssertionError(f"{term} is not a test")
            case _:
                assert_never(term.query)

    def _built_in(self, term: t.BuiltIn, c: Context, negated: bool) -> Clause:
        match term.query:
            case "can_pay":
                return self._payable(term.given[0], t.Var(c.me, term.kind), c, negated)
            case "some" | "no":
                return self._some((term.query == "some") != negated, term.given[0], TRUE_TERM, NO_VARIABLE, c)
            case (
                "count" | "all" | "first" | "last" | "nth" | "min" | "max" | "distance" | "neighbours" | "surroundings"
                | "group" | "longest_path" | "straight" | "corners_of" | "sides_of" | "cells_of" | "seats_from"
                | "beside" | "side_at" | "word_at" | "turns_of"
                | "reverse" | "other" | "next" | "previous" | "range" | "remainder" | "bundles" | "random"
            ):  # fmt: skip
                raise AssertionError(f"{term} is not a test")
            case _:
                assert_never(term.query)

    def _some(self, there: bool, source: Term, where: Term, var: int, c: Context) -> Clause:
        """`there is a token in your hand`, `your hand is empty`, `you have no token`"""
        g, everything = self.g, where == TRUE_TERM
        how: How = "a" if there else "no"
        match source:
            case t.Zone() | t.Board() if everything:
                return Clause(g.patterns["is not empty" if there else "is empty"], self.v.np(source, c))
            case t.Owned(kind):
                thing = self.sets.related(g.np(self.v.noun(kind), how), where, var, c)
                return self._about(source.seat, g.say("has" if there else "has no", x=thing), c)
            case t.BuiltIn("straight", (start, end)) if everything:
                ends = g.say("distance", a=self.v.np(start, c), b=self.v.np(end, c))
                return self._there_is(g.np(g.lexicon.engine("straight"), how).then(ends), there)
            case t.Var() if everything:
                return self._there_is(self._of_set(source, self._several(source, how, c), c), there)
            case _:
                return self._there_is(self.sets.member(source, where, var, how, c), there)

    def _payable(self, price: Term, me: t.Var, c: Context, negated: bool) -> Clause:
        """`you can pay 2 ore`; of the price of a variable also `whose price you can pay`."""
        you, said = self.v.np(me, c), self.g.say(self._no("can pay", negated), x=self.v.np(price, c))
        match price:
            case t.Query(query, _, [t.Var(number)]):
                paid = self._whose(self.v.noun(query), price, price.given[0], c)
            case t.HeldValue(_, t.Var(number)):
                paid = self._after_whose(self.v.field_noun(price))
            case _:
                paid = None
        if paid is None:
            return Clause(said, you)
        can_pay: PatternKey = "whose you can pay" if c.person == "you" else "whose they can pay"
        whose = self.g.say(self._no(can_pay, negated), x=paid)
        return Clause(said, you, number, relative=whose)


def _parts(term: Term, negated: bool) -> tuple[Literal["and", "or"], tuple[Term, ...], bool] | None:
    """The parts of `and` and `or`, and whether they are negated; negation turns one into the other."""
    match term:
        case t.Not():
            return _parts(term.value, not negated)
        case t.And(tests):
            return ("or" if negated else "and"), tests, negated
        case t.Or(tests):
            return ("and" if negated else "or"), tests, negated
        case _:
            return None


def _item(term: Term) -> Term:
    """A zone or cell instead of the place that it is."""
    return term.item if isinstance(term, t.Place) else term
