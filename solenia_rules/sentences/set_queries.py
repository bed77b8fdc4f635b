"""Built-in queries on sets as noun phrases: `count`, `sum`, `first`, `distance`, `neighbours`, ...

A checked query goes in, on a phrase (`count(x in my hand where ...)`) or on values; a noun phrase comes out. How sets
and their members are named stands in `sets.py`.
"""

from __future__ import annotations

from typing import Literal, assert_never

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import TRUE_TERM, Term
from solenia_rules.sentences.arithmetic import Arithmetic, has_condition
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.properties import Properties
from solenia_rules.sentences.sets import NO_VARIABLE, Sets
from solenia_rules.sentences.speaker import Speaker
from solenia_rules.words.phrases import NP
from solenia_rules.words.tables.sentences import PatternKey


class SetQueries:
    """Noun phrases of built-in queries."""

    def __init__(self, speaker: Speaker, arithmetic: Arithmetic, properties: Properties, sets: Sets) -> None:
        self.v, self.g, self.arithmetic, self.properties, self.sets = speaker, speaker.g, arithmetic, properties, sets

    # ---- queries on phrases -------------------------------------------------------------------

    def phrase(self, term: t.Phrase, c: Context) -> NP:
        """A built-in query on a phrase."""
        source, where, var, name = term.source, term.where, term.var, term.query
        match name:
            case "count":
                return self.sets.number_of(source, where, var, c)
            case "all":
                best = self._leaders(term, c)
                if best is not None:
                    return best
                ordered = self.sets.order(term.keys, var, source, c)
                return self.sets.member(source, where, var, "the", c, plural=True).then(ordered)
            case "first" | "last":
                return self.sets.first(name, source, where, term.keys, var, c)
            case "sum" | "min" | "max":
                return self._totalled(name, term, c)
            case "closure":
                return self._closed(term, c)
            case "longest_path":
                return self._weighed(term, c)
            case "some" | "no":
                return NP(self.g.say("whether", test=self.v.test(term, c.asking())))
            case _:
                assert_never(name)

    def _closed(self, term: t.Phrase, c: Context) -> NP:
        """`your cell, and for each member also the cells next to this cell, and so on`"""
        assert term.value is not None
        noun = self.sets.members(term.source, c).noun
        more = self.v.np(term.value, c.telling(term.var, self.g.np(noun, "this")))
        first = self.sets.member(term.source, term.where, term.var, "the", c, plural=True)
        return first.then(self.g.say("closure", x=more))

    def _weighed(self, term: t.Phrase, c: Context) -> NP:
        """`the length of the longest path through your roads, counting the length of this road for each`"""
        assert term.value is not None
        group: Term = term.source
        if term.where != TRUE_TERM:
            group = t.Phrase("all", term.var, term.source, term.where, None, (), term.source.kind)
        noun = self.sets.members(term.source, c).noun
        counted = self.v.np(term.value, c.telling(term.var, self.g.np(noun, "this")))
        return self._longest(group, term.over, c).then(self.g.say("path counts", x=counted))

    def _longest(self, cells: Term, over: Term | None, c: Context) -> NP:
        g = self.g
        head = g.np(g.lexicon.engine("longest path"), "the").then(g.say("path in", x=self.sets.apart(cells, c)))
        return head if over is None else head.then(g.say("step over", x=self.sets.apart(over, c)))

    def _totalled(self, name: Literal["sum", "min", "max"], term: t.Phrase, c: Context) -> NP:
        """The sum, the lowest or the highest of a number over a set."""
        g, own, value = self.g, self.g.lexicon.own, term.value
        assert value is not None
        if isinstance(value, t.Phrase) and value.query == name:
            outer = _own_test(term.where, value)
            each = self.sets.member(term.source, outer, term.var, "each", c)
            return self._totalled(name, value, c.telling(term.var, each))
        if isinstance(value, t.Counter) and value.seat is not None and value.word is not None and name != "sum":
            told = c.telling(term.var, self.sets.member(term.source, term.where, term.var, "each", c))
            word, noun = self.v.np(value.word, told), self.v.noun(value.counter)
            amount, number = own.key(f"{name} amount"), own.key(f"{name} of")
            return self.properties.held(noun, value.seat, word, told, amount, number)
        head = own.key(f"{name} of" if name == "sum" or isinstance(value, t.Counter) else f"{name} value")
        if self._needs_each(value, term, c):
            each, inner = self.sets.each_of(term.source, term.where, term.var, (term.where, value), c)
            over = g.np(g.lexicon.engine(head), "the").then(g.say("over", x=each))
            return g.of(over, self.arithmetic.part(value, inner))
        return g.of(g.np(g.lexicon.engine(head), "the"), self._summed(value, term, c))

    def _needs_each(self, value: Term, term: t.Phrase, c: Context) -> bool:
        """Whether a number is told of each member by itself, as `the total, for each token, of ...`: a condition or a
        second mention of the member would seem to be about all members, and words behind the member about itself."""
        match value:
            case t.Counter(_, t.Var(term.var), None) | t.Counter(_, None, t.Var(term.var)):
                return False
            case t.Field(_, t.Var(term.var)) | t.HeldValue(_, t.Var(term.var)) | t.BuiltInField(_, t.Var(term.var)):
                return False
            case _:
                inside = list(t.all_terms((value,)))
                mentions = sum(isinstance(x, t.Var) and x.number == term.var for x in inside)
                if mentions > 1 or has_condition(value) or any(isinstance(x, t.If) for x in inside):
                    return True
                each = self.sets.member(term.source, term.where, term.var, "each", c)
                said = self.arithmetic.part(value, c.telling(term.var, each)).text.rstrip(")")
                ends = {each.text.rstrip(")"), *(form.rstrip(")") for form in each.cases.values())}
                within = term.where == TRUE_TERM and self.arithmetic.is_compound(value)
                return not within and not said.endswith(tuple(ends))

    def _summed(self, value: Term, term: t.Phrase, c: Context) -> NP:
        """The number that is added up or compared, of all members."""
        g = self.g
        match value:
            case t.Counter(counter, t.Var(term.var), None) | t.Counter(counter, None, t.Var(term.var)):
                noun = self.v.noun(counter)
                head = g.np(noun, "bare", noun.countable)
            case t.Field(_, t.Var(term.var)) | t.HeldValue(_, t.Var(term.var)) | t.BuiltInField(_, t.Var(term.var)):
                noun = self.v.field_noun(value)
                head = g.np(noun, "the", noun.plural_only)
            case _:
                each = self.sets.member(term.source, term.where, term.var, "each", c)
                return self.arithmetic.part(value, c.telling(term.var, each))
        return g.of(head, self.sets.member(term.source, term.where, term.var, "the", c, plural=True))

    def _leaders(self, term: t.Phrase, c: Context) -> NP | None:
        """`the players who have the most points`, `those of the players “rich” whose hand is largest`"""
        g, var = self.g, term.var
        found = _best_of(term)
        if found is None:
            return None
        value, highest, where = found
        source = term.source
        whole = self.sets.members(source, c).whole is not None or where != TRUE_TERM
        head = self.sets.member(source, where, var, "the", c, plural=True)
        if whole:
            head = g.among("those", head, self.sets.members(source, c).noun)
        match value:
            case t.Counter(counter, t.Var(number), None) if number == var:
                noun = self.v.noun(counter)
                least: PatternKey = "who have least" if noun.countable or noun.plural_only else "who have least much"
                things = g.np(noun, "bare", noun.countable)
                return g.attach(head, g.say("who have most" if highest else least, x=things))
            case _:
                head, c = self.sets.told_apart(head, (value,), var, c)
                return g.attach(head, self.sets.extreme(value, var, highest, head, c))

    # ---- queries on values --------------------------------------------------------------------

    def builtin(self, term: t.BuiltIn, c: Context) -> NP:
        """A built-in query on values."""
        g, name, given = self.g, term.query, term.given
        match name:
            case "count":
                return self.sets.number_of(given[0], TRUE_TERM, NO_VARIABLE, c)
            case "all":
                return self.v.np(given[0], c)
            case "first" | "last":
                return self.sets.first(name, given[0], TRUE_TERM, (), NO_VARIABLE, c)
            case "min" | "max":
                return self.arithmetic.np(term, c)
            case "distance":
                head = g.np(g.lexicon.engine("distance"), "the")
                head = head.then(g.say("distance", a=self.v.np(given[0], c), b=self.v.np(given[1], c)))
                return self.sets.only_over(head, term, c)
            case "longest_path":
                return self._longest(given[0], given[1] if len(given) > 1 else None, c)
            case "straight":
                head = g.np(g.lexicon.engine("straight"), "the")
                return head.then(g.say("distance", a=self.v.np(given[0], c), b=self.v.np(given[1], c)))
            case "neighbours" | "surroundings":
                cells = g.np(self.v.noun_of_kind(term.kind), "the", True)
                return cells.then(g.say("next to" if name == "neighbours" else "around", x=self.v.np(given[0], c)))
            case "corners_of" | "sides_of":
                noun = g.lexicon.engine("corner" if name == "corners_of" else "side")
                return g.np(noun, "the", True).then(g.say("part of", x=self.v.np(given[0], c)))
            case "beside":
                near = g.np(self.v.noun_of_kind(term.kind), "the")
                return near.then(g.say("beside", x=self.v.np(given[0], c), n=self.v.np(given[1], c)))
            case "side_at":
                side = g.np(g.lexicon.engine("side"), "the")
                return side.then(g.say("side at", x=self.v.np(given[0], c), n=self.v.np(given[1], c)))
            case "word_at":
                word = g.np(self.v.noun_of_kind(term.kind), "the")
                return word.then(g.say("at place", n=self.v.np(given[1], c), x=self.v.np(given[0], c)))
            case "turns_of":
                return g.np(g.lexicon.engine("turns"), "the", True).then(g.say("part of", x=self.v.np(given[0], c)))
            case "cells_of":
                cells = g.np(g.lexicon.engine("cell"), "the", True)
                return cells.then(g.say("around", x=self.v.np(given[0], c)))
            case "group":
                head = g.np(g.lexicon.engine("group"), "the")
                return head.then(g.say("group", a=self.v.np(given[0], c), b=self.sets.apart(given[1], c)))
            case "seats_from":
                head = g.np(g.lexicon.engine("all seats"), "bare", True)
                return head.then(g.say("from", x=self.v.np(given[0], c)))
            case "reverse":
                return self.v.np(given[0], c).then(g.patterns["reversed"])
            case "nth":
                found = self.sets.members(given[0], c)
                head = g.np(found.noun, "the").then(found.where)
                if found.whole is not None:
                    head = g.among("that", found.whole, found.noun)
                head = g.attach(head, g.agree(g.say("whose place", n=self.v.np(given[1], c)), head))
                match given[0]:
                    case t.Phrase("all", var, _, _, _, keys) as among:
                        return head.then(f"({self.sets.order(keys, var, among.source, c)})") if keys else head
                    case _:
                        return head
            case "other":
                other = g.np(self.v.noun_of_kind(term.kind), g.other_of_two)
                return other.then(g.say("other than", x=self.v.np(given[0], c)))
            case "next" | "previous":
                return g.np(g.lexicon.engine(name), "the").then(g.say(name, x=self.v.np(given[0], c)))
            case "range" if t.equal(given[0], given[1]):
                return self.v.np(given[0], c)
            case "range":
                low, high = self.v.np(given[0], c), self.v.np(given[1], c)
                return g.np(g.lexicon.engine("number"), "the", True).then(g.say("range", low=low, high=high))
            case "remainder":
                head = g.np(g.lexicon.engine("remainder"), "the")
                a, b = self.arithmetic.head(given[0], c), self.arithmetic.part(given[1], c)
                return head.then(g.say("remainder", a=a, b=b))
            case "bundles":
                return g.np(g.lexicon.engine("bundle"), "the", True).then(self.sets.bound_of(given[0], c))
            case "random":
                raise AssertionError("a random member is told by its statement")
            case "some" | "no" | "can_pay":
                return NP(g.say("whether", test=self.v.test(term, c.asking())))
            case _:
                assert_never(name)


def _best_of(term: t.Phrase) -> tuple[Term, bool, Term] | None:
    """In `all(x in SET where VALUE is max(VALUE for y in SET))`: the value, whether it is the highest one, and the test
    that both sets have besides."""
    tests = t.conjuncts(term.where)
    for index, test in enumerate(tests):
        if not isinstance(test, t.Equal):
            continue
        for value, best in ((test.left, test.right), (test.right, test.left)):
            if not isinstance(best, t.Phrase) or best.query not in ("min", "max") or best.value is None:
                continue
            rest = [*tests[:index], *tests[index + 1 :]]
            others = t.conjuncts(t.renamed(best.where, best.var, term.var))
            same = len(rest) == len(others) and all(map(t.equal, rest, others))
            compared = t.renamed(best.value, best.var, term.var)
            if same and t.equal(best.source, term.source) and t.equal(compared, value):
                where = TRUE_TERM if not rest else rest[0] if len(rest) == 1 else t.And(tuple(rest), term.where.kind)
                return value, best.query == "max", where
    return None


def _own_test(where: Term, inner: t.Phrase) -> Term:
    """The test of the outer phrase of two, without the test that the inner phrase has members."""
    kept = [
        test
        for test in t.conjuncts(where)
        if not (isinstance(test, t.Phrase) and test.query == "some" and t.equal(test.source, inner.source))
    ]
    if not kept:
        return TRUE_TERM
    return kept[0] if len(kept) == 1 else t.And(tuple(kept), where.kind, span=where.span)
