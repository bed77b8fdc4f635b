"""Sets and what is drawn from them: all, each, one, the first, how many."""

from __future__ import annotations

from typing import Literal

from attrs import evolve, frozen

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.sentences.arithmetic import has_condition, in_brackets
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.grammar import Clause, How, Which
from solenia_rules.sentences.phrases import NP, Noun
from solenia_rules.sentences.values import Values


@frozen
class Members:
    """How a member of a set is named: its noun and where it is, or as one of things named as a whole."""

    noun: Noun
    where: str = ""
    whole: NP | None = None


class Sets:
    """Noun phrases of sets."""

    def __init__(self, values: Values) -> None:
        self.v, self.g = values, values.g

    # ---- the whole ------------------------------------------------------------------------

    def np(self, term: Term, c: Context) -> NP:
        """All of a set, or the place that a zone or board is."""
        g = self.g
        match term.op:
            case "zone" | "board":
                noun = self.v.noun(str(term.data[0]))
                if not term.args:
                    return g.np(noun, "the", noun.plural_only)
                if term.args[0].kind.base == "seat":
                    return self.v.owned(noun, term.args[0], c, noun.plural_only)
                return g.of(g.np(noun, "the", noun.plural_only), self.v.np(term.args[0], c))
            case "cells" | "owned":
                noun = self.v.noun(str(term.data[0]))
                return self.v.owned(noun, term.args[0], c, True) if term.args else g.np(noun, "the", True)
            case "pieces" | "words":
                return g.np(self.v.noun(str(term.data[0])), "the", True)
            case "seats":
                return g.np(g.lexicon.engine("all seats"), "bare", True)
            case "others":
                return g.np(g.lexicon.engine("others"), "the", True)
            case "union":
                *parts, last = _flat(term)
                told = [self._apart(x, c) for x in parts]
                return g.join([*told, in_brackets(self.v.np(last, c)) if _differs(last) else self.v.np(last, c)], "and")
            case "listed":
                return self.v.np(term.args[0], c)
            case "difference":
                whole = self._apart(term.args[0], c)
                less = self.v.np(term.args[1], c)
                return whole.then(g.say("but not", x=in_brackets(less) if _differs(term.args[1]) else less))
            case "map":
                name, built_in = str(term.data[0]), term.data[1]
                noun = g.lexicon.engine(name) if built_in and not g.lexicon.has(name) else self.v.noun(name)
                return g.of(g.np(noun, "the", True), self.v.np(term.args[0], c))
            case _:
                return self.v.np(term, c)

    def _apart(self, term: Term, c: Context) -> NP:
        """A set behind which another one is told."""
        told = self.v.np(term, c)
        return in_brackets(told) if _differs(term) or len(_flat(term)) > 1 or has_condition(term) else told

    # ---- members ----------------------------------------------------------------------------

    def members(self, source: Term, c: Context, way: Literal["in", "from"] = "in") -> Members:
        """`way`: whether pieces of a zone are told as lying in it or as taken from it."""
        g = self.g
        match source.op:
            case "zone":
                return Members(self.v.noun_of_kind(source.kind), g.place(self.np(source, c), way))
            case "board":
                return Members(self.v.noun_of_kind(source.kind), g.place(self.np(source, c), "in"))
            case "pieces" | "words" | "seats":
                return Members(self.v.noun_of_kind(source.kind))
            case "cells" if not source.args:
                return Members(self.v.noun_of_kind(source.kind))
            case "others":
                return Members(g.lexicon.engine("other seat"))
            case "phrase" if source.data[0] == "all":
                inner = self.members(source.args[0], c, way)
                if source.args[1] == t.TRUE_TERM:
                    return inner
                return Members(inner.noun, whole=self.phrase(source, c))
            case "builtin" if source.data[0] == "all":
                return self.members(source.args[0], c, way)
            case "builtin" if source.data[0] == "reverse":
                inner, backwards = self.members(source.args[0], c, way), g.patterns["reversed"]
                if inner.whole is not None:
                    return evolve(inner, whole=inner.whole.then(backwards))
                return evolve(inner, where=f"{inner.where} {backwards}".strip())
            case "builtin" if source.data[0] == "seats_from":
                return Members(self.v.noun_of_kind(source.kind), g.say("from", x=self.v.np(source.args[0], c)))
            case "builtin" if source.data[0] == "range":
                low, high = (self.v.np(x, c) for x in source.args)
                return Members(self.v.noun_of_kind(source.kind), g.say("range", low=low, high=high))
            case _:
                return Members(self.v.noun_of_kind(source.kind), whole=self.np(source, c))

    def member(
        self, source: Term, where: Term, var: int, how: How, c: Context, noun: Noun | None = None,
        plural: bool = False, way: Literal["in", "from"] = "in",
    ) -> NP:  # fmt: skip
        """One of a set: `a token in your hand that is free`; in the plural, all of them."""
        listed = listed_members(source)
        if listed is not None and how == "a" and not plural:
            return self.related(self.g.join([self.v.np(x, c) for x in listed], "either"), where, var, c)
        found = self.members(source, c, way)
        word = noun if noun is not None and found.whole is None else found.noun
        if found.whole is not None:
            which: Which = "each" if how == "each" else "no" if how == "no" else "a"
            np = evolve(found.whole, noun=found.noun) if plural else self.g.among(which, found.whole, found.noun)
        else:
            np = self.g.np(word, how, plural).then(found.where)
        return self.related(np, where, var, c)

    def related(self, np: NP, where: Term, var: int, c: Context) -> NP:
        """With the condition that a member meets."""
        if where == t.TRUE_TERM:
            return np
        return self.g.attach(np, self.v.clauses.relative(where, var, np, c.asking()))

    # ---- phrases and built-in queries ----------------------------------------------------------

    def phrase(self, term: Term, c: Context) -> NP:
        name, var = str(term.data[0]), int(str(term.data[1]))
        source, where = term.args[0], term.args[1]
        g = self.g
        match name:
            case "count":
                things = self.member(source, where, var, "bare", c, plural=True)
                return g.of(g.np(g.lexicon.engine("number of"), "the"), things)
            case "all":
                best = self._leaders(term, c)
                if best is not None:
                    return best
                return self.member(source, where, var, "the", c, plural=True).then(
                    self.order(term.args[3:], var, source, c)
                )
            case "first" | "last":
                return self._first("first" if name == "first" else "last", source, where, term.args[3:], var, c)
            case "sum" | "min" | "max":
                value = term.args[2]
                if value.op == "counter" and len(value.args) == 2 and name != "sum":
                    told = c.telling(var, self.member(source, where, var, "each", c))
                    word, noun = self.v.np(value.args[1], told), self.v.noun(str(value.data[0]))
                    return self.v.held(noun, value.args[0], word, told, f"{name} amount", f"{name} of")
                head = f"{name} of" if name == "sum" or value.op == "counter" else f"{name} value"
                return g.of(g.np(g.lexicon.engine(head), "the"), self._totalled(term, var, c))
            case _:
                said = self.v.clauses.test(term, c.asking())
                return NP(g.say("whether", test=said))

    def _totalled(self, term: Term, var: int, c: Context) -> NP:
        """What is added up or compared, of all of them."""
        source, where, value = term.args[:3]
        about = value.args[0] if value.args else None
        if about is not None and about.op == "var" and about.data[0] == var:
            all_of_them = self.member(source, where, var, "the", c, plural=True)
            if value.op == "counter" and len(value.args) == 1:
                noun = self.v.noun(str(value.data[0]))
                return self.g.of(self.g.np(noun, "bare", noun.countable), all_of_them)
            if value.op in ("field", "held_test", "builtin_field"):
                noun = self.v.field_noun(value)
                return self.g.of(self.g.np(noun, "the", noun.plural_only), all_of_them)
        return self.v.arithmetic.part(value, c.telling(var, self.member(source, where, var, "each", c)))

    def _first(
        self, which: Literal["first", "last"], source: Term, where: Term, keys: tuple[Term, ...], var: int, c: Context
    ) -> NP:
        """The first of a set, or the one that is first by something."""
        g, found = self.g, self.members(source, c, self.g.first_of)
        if found.whole is not None:
            head = g.among("that" if keys else which, found.whole, found.noun)
        else:
            head = g.np(found.noun, "the" if keys else which).then(found.where)
        said = [] if where == t.TRUE_TERM else self.v.clauses.relatives(where, var, head, c.asking())
        said += [self._key(key, var, which == "last", head, c) for key in keys[:1]]
        if not said:
            return head
        whole = g.listed(said, "and")
        for key in keys[1:]:
            whole += g.patterns["in a tie"] + self._key(key, var, which == "last", head, c)
        return g.attach(head, whole)

    def _key(self, key: Term, var: int, last: bool, head: NP, c: Context) -> str:
        pattern = self.g.patterns["is most" if (key.op == "minus") != last else "is least"]
        value = _positive(key)
        if _is_variable(value, var):
            return self.g.relative(head, Clause(pattern, head, var))
        named = self.sorted_by(value, var, c)
        if named is None:
            this = head.noun or self.g.lexicon.engine("thing")
            shown = c.telling(var, self.g.np(this, "this"))
            whole = Clause(pattern, self.v.np(value, shown))
            return self.g.agree(self.g.say("such that", test=self.g.sentence(whole)), head)
        return self.g.relative(head, Clause(pattern, named, var, named))

    def sorted_by(self, value: Term, var: int, c: Context) -> NP | None:
        """The property that things are sorted by, without its owner."""
        g = self.g
        how: How = "bare" if g.lang == "en" else "the"
        if value.op in ("field", "held_test", "builtin_field", "seat_field", "counter", "state") and value.args:
            about = value.args[0]
            if about.op == "builtin_field" and about.data[0] == "cell":
                about = about.args[0]
            if about.op == "var" and about.data[0] == var:
                noun = self.v.field_noun(value) if "field" in value.op or value.op == "held_test" else None
                noun = noun or self.v.noun(str(value.data[0]))
                if value.op == "counter" and noun.countable:
                    return g.of(g.np(g.lexicon.engine("number of"), how), g.np(noun, "bare", True))
                return g.np(noun, how)
        if value.op == "query" and len(value.args) == 2 and _is_variable(value.args[1], var):
            noun = self.v.noun(str(value.data[0]))
            if self.v.countable(value):
                return g.of(g.np(g.lexicon.engine("number of"), how), g.np(noun, "bare", True))
            return g.np(noun, how, noun.plural_only)
        if value.op == "builtin" and value.data[0] == "distance":
            ends = [end for end in value.args[:2] if not _is_variable(end, var)]
            if len(ends) == 1:
                head = g.np(g.lexicon.engine("distance"), how).then(g.say("to cells", x=self.v.np(ends[0], c)))
                return self._only_over(head, value, c)
        return None

    def order(self, keys: tuple[Term, ...], var: int, source: Term, c: Context) -> str:
        """`in order of value`"""
        if not keys:
            return ""
        said = []
        for key in keys:
            way, value = "falling" if key.op == "minus" else "rising", _positive(key)
            if _is_variable(value, var):
                said.append(self.g.patterns[f"{way} itself"])
                continue
            shown = c.telling(var, self.g.np(self.members(source, c).noun, "this"))
            said.append(self.g.say(way, x=self.sorted_by(value, var, c) or self.v.np(value, shown)))
        return self.g.patterns["tie"].join(said)

    def _leaders(self, term: Term, c: Context) -> NP | None:
        """`the players with the most points`"""
        source, where, var = term.args[0], term.args[1], term.data[1]
        if source.op != "seats" or where.op != "equal":
            return None
        one, best = where.args
        if best.op != "phrase" or best.data[0] not in ("max", "min") or best.args[0].op != "seats":
            return None
        value, other = best.args[2], best.data[1]
        if one.op != "counter" or value.op != "counter" or one.data != value.data or len(one.args) != 1:
            return None
        if one.args[0].data != (var,) or value.args[0].data != (other,) or best.args[1] != t.TRUE_TERM:
            return None
        noun = self.v.noun(str(one.data[0]))
        key = "who have most" if best.data[0] == "max" else "who have least"
        things = self.g.np(noun, "bare", noun.countable)
        return self.g.attach(self.g.np(self.g.lexicon.engine("seat"), "the", True), self.g.say(key, x=things))

    def _only_over(self, head: NP, distance: Term, c: Context) -> NP:
        """`..., going only over the cells that are free`"""
        if len(distance.args) < 3:
            return head
        return head.then(self.g.say("only over", x=self._apart(distance.args[2], c)))

    def builtin(self, term: Term, c: Context) -> NP:
        """A built-in query on values."""
        g, name = self.g, str(term.data[0])
        args = term.args
        match name:
            case "count":
                if args[0].kind.base == "bundle":
                    return self.v.bundles.size(args[0], c)
                things = self.member(args[0], t.TRUE_TERM, -1, "bare", c, plural=True)
                return g.of(g.np(g.lexicon.engine("number of"), "the"), things)
            case "all":
                return self.np(args[0], c)
            case "first" | "last":
                return self._first("first" if name == "first" else "last", args[0], t.TRUE_TERM, (), -1, c)
            case "min" | "max":
                return self.v.arithmetic.np(term, c)
            case "distance":
                head = g.np(g.lexicon.engine("distance"), "the")
                head = head.then(g.say("distance", a=self.v.np(args[0], c), b=self.v.np(args[1], c)))
                return self._only_over(head, term, c)
            case "straight":
                head = g.np(g.lexicon.engine("straight"), "the")
                return head.then(g.say("distance", a=self.v.np(args[0], c), b=self.v.np(args[1], c)))
            case "neighbours" | "surroundings":
                cells = g.np(self.v.noun_of_kind(term.kind), "the", True)
                return cells.then(g.say("next to" if name == "neighbours" else "around", x=self.v.np(args[0], c)))
            case "group":
                head = g.np(g.lexicon.engine("group"), "the")
                return head.then(g.say("group", a=self.v.np(args[0], c), b=self._apart(args[1], c)))
            case "seats_from":
                head = g.np(g.lexicon.engine("all seats"), "bare", True)
                return head.then(g.say("from", x=self.v.np(args[0], c)))
            case "reverse":
                return self.np(args[0], c).then(g.patterns["reversed"])
            case "other":
                other = g.np(self.v.noun_of_kind(term.kind), "other" if g.lang == "pl" else "the")
                return other.then(g.say("other than", x=self.v.np(args[0], c)))
            case "next" | "previous":
                return g.np(g.lexicon.engine(name), "the").then(g.say(name, x=self.v.np(args[0], c)))
            case "range":
                low, high = (self.v.np(x, c) for x in args)
                return g.np(g.lexicon.engine("number"), "the", True).then(g.say("range", low=low, high=high))
            case "remainder":
                head = g.np(g.lexicon.engine("remainder"), "the")
                a, b = self.v.arithmetic.head(args[0], c), self.v.arithmetic.part(args[1], c)
                return head.then(g.say("remainder", a=a, b=b))
            case "some" | "no" | "can_pay":
                return NP(g.say("whether", test=self.v.clauses.test(term, c.asking())))
            case _:
                raise AssertionError(name)


def _is_variable(term: Term, var: int) -> bool:
    return term.op == "var" and term.data[0] == var


def _positive(key: Term) -> Term:
    return key.args[0] if key.op == "minus" else key


def _differs(term: Term) -> bool:
    return (term.args[0] if term.op == "listed" else term).op == "difference"


def _flat(term: Term) -> list[Term]:
    if term.op == "union":
        return [x for arg in term.args for x in _flat(arg)]
    return [term.args[0]] if term.op == "listed" else [term]


def listed_members(term: Term) -> list[Term] | None:
    """The single things of a set that is given by its members."""
    parts = _flat(term)
    return parts if all(x.kind.base != "set" for x in parts) else None
