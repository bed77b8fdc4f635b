"""Tests as clauses: what holds, of whom, as a sentence or as a relative clause."""

from __future__ import annotations

from attrs import evolve

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.folding import fold
from solenia_rules.sentences.grammar import Clause
from solenia_rules.sentences.phrases import NP, Noun
from solenia_rules.sentences.sets import listed_members
from solenia_rules.sentences.values import Values

_STORED = ("field", "held_test", "builtin_field", "seat_field")
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


class Clauses:
    """Clauses of tests."""

    def __init__(self, values: Values) -> None:
        self.v, self.g = values, values.g

    # ---- sentences and relative clauses -------------------------------------------------------

    def test(self, term: Term, c: Context, negated: bool = False) -> str:
        """A test as a clause that `if` can stand before."""
        term = fold(term, self.v.number)
        parts = self._parts(term, negated)
        if parts is not None:
            word, terms, inner = parts
            said = [self._grouped(self.test(x, c, inner), x) for x in terms]
            return self.g.listed([said[0], *(self.g.again(x) for x in said[1:])], "and" if word == "and" else "or")
        return self.g.sentence(self.clause(term, c, negated))

    def relative(self, term: Term, var: int, np: NP, c: Context, negated: bool = False) -> str:
        """A test about a variable as what is said behind a noun: `that is free and whose worth is 3`."""
        term = fold(term, self.v.number)
        parts = self._parts(term, negated)
        if parts is not None:
            word, terms, inner = parts
            said = [self._grouped(self.relative(x, var, np, c, inner), x) for x in terms]
            return self.g.listed(said, "and" if word == "and" else "or")
        clause = self.clause(term, c, negated)
        if clause.root == var:
            return self.g.agree(clause.relative, np) if clause.relative else self.g.relative(np, clause)
        pronoun = evolve(self.g.np(self.g.lexicon.engine("it is"), "bare"), gender=np.gender)
        shown = c.telling(var, self._pronoun(np) or pronoun)
        return self.g.agree(self.g.say("such that", test=self.test(term, shown, negated)), np)

    def relatives(self, term: Term, var: int, np: NP, c: Context) -> list[str]:
        """The same, each of several conditions by itself."""
        term = fold(term, self.v.number)
        parts = self._parts(term, False)
        if parts is None or parts[0] == "or":
            return [self._grouped(self.relative(term, var, np, c), term)]
        return [self._grouped(self.relative(x, var, np, c, parts[2]), x) for x in parts[1]]

    def _grouped(self, said: str, term: Term) -> str:
        """Parts that have parts stand in brackets."""
        return f"({said})" if self._parts(fold(term, self.v.number), False) is not None else said

    def _pronoun(self, np: NP) -> NP | None:
        """What a member is called inside its own condition: `this token`."""
        return None if np.noun is None else self.g.np(np.noun, "this")

    def _parts(self, term: Term, negated: bool) -> tuple[str, tuple[Term, ...], bool] | None:
        """The parts of `and` and `or`; their negations change places."""
        if term.op == "not":
            return self._parts(term.args[0], not negated)
        if term.op in ("and", "or"):
            return ("or" if (term.op == "and") == negated else "and"), term.args, negated
        return None

    # ---- one clause ---------------------------------------------------------------------------

    def clause(self, term: Term, c: Context, negated: bool = False) -> Clause:
        g = self.g
        match term.op:
            case "not":
                return self.clause(term.args[0], c, not negated)
            case "const":
                return Clause(g.patterns["always" if bool(term.data[0]) != negated else "never"])
            case "compare":
                return self._compare(term, c, negated)
            case "equal":
                return self._equal(term, c, negated)
            case "in" if term.args[1].op == "record":
                return self._equal(term, c, negated)
            case "in":
                return self._in(term, c, negated)
            case "query":
                return self._query(term, c, negated)
            case "field" | "held_test" | "builtin_field" | "seat_field" | "state":
                return self._stored(term, c, negated)
            case "active":
                return self._about(term.args[0], g.patterns[_no("active", negated)], c)
            case "phrase" | "builtin":
                return self._built_in(term, c, negated)
            case "if":
                test, then, other = term.args
                x, y = self.test(then, c, negated), self.test(other, c, negated)
                return Clause(g.say("if test", x=x, y=y, test=self.test(test, c)))
            case _:
                return self._about(term, g.patterns[_no("holds", negated)], c)

    def _about(self, subject: Term, said: str, c: Context) -> Clause:
        """Something said of a thing; of a variable it can be said as a relative clause."""
        if subject.op == "var":
            return Clause(said, self.v.np(subject, c), int(str(subject.data[0])))
        if subject.op in _STORED and subject.args and subject.args[0].op == "var":
            noun = self.v.field_noun(subject)
            head = self.g.np(noun, "bare" if self.g.lang == "en" else "the", noun.plural_only)
            return Clause(said, self.v.np(subject, c), int(str(subject.args[0].data[0])), head)
        found = self._computed(subject, c)
        if found is not None:
            about, head = found
            return Clause(said, self.v.np(subject, c), int(str(about.data[0])), head)
        return Clause(said, self.v.np(subject, c))

    def _computed(self, subject: Term, c: Context) -> tuple[Term, NP] | None:
        """Of something worked out about a variable: that variable, and what is worked out."""
        if subject.op == "builtin" and subject.data[0] == "distance" and subject.args[0].op == "var":
            head = self.v.sets.sorted_by(subject, int(str(subject.args[0].data[0])), c)
            return None if head is None else (subject.args[0], head)
        if subject.op == "query" and len(subject.args) == 2 and subject.args[1].op == "var":
            noun = self.v.noun(str(subject.data[0]))
            return subject.args[1], self.g.np(noun, "bare" if self.g.lang == "en" else "the", noun.plural_only)
        return None

    def _compare(self, term: Term, c: Context, negated: bool) -> Clause:
        sign = str(term.data[0])
        sign = _OPPOSITE[sign] if negated else sign
        left, right = term.args
        number = self.v.number(right)
        if number is not None and sign in "<>":
            number += 1 if sign == ">" else -1
            sign += "="
        if number is not None:
            counted = self._counted(left, "at least" if sign == ">=" else "at most", number, c)
            if counted is not None:
                return counted
            if left.op == "builtin_field" and left.data[0] in ("row", "column"):
                where = self.g.say(f"is in {left.data[0]} {sign}", n=str(number))
                return self._about(_lying(left.args[0]), where, c)
            return self._about(left, self.g.say(f"is {sign}", x=str(number)), c)
        return self._about(left, self.g.say(f"is {sign} as", x=self.v.np(right, c)), c)

    def _counted(self, left: Term, much: str, number: int, c: Context) -> Clause | None:
        """`you have at least 2 points`, `there are at least 2 tokens in your hand`"""
        g = self.g
        if number == 0 and much == "at most":
            much, number = "none", 0
        if left.op == "counter" and left.data[1]:
            noun = self.v.noun(str(left.data[0]))
            if left.data[2]:
                amount = self._much(much, g.of(g.count(number, g.lexicon.engine("unit")), self.v.np(left.args[1], c)))
                if much == "none":
                    return self._about(left.args[0], g.say("has no", x=self.v.np(left.args[1], c)), c)
                return self._about(left.args[0], g.say("has", x=amount), c)
            if much == "none":
                return self._about(left.args[0], g.say("has no", x=g.np(noun, "no", noun.countable)), c)
            return self._about(left.args[0], g.say("has", x=self._much(much, g.count(number, noun))), c)
        source = where = None
        var = -1
        if left.op == "phrase" and left.data[0] == "count":
            source, where, var = left.args[0], left.args[1], int(str(left.data[1]))
        elif left.op == "builtin" and left.data[0] == "count" and left.args[0].kind.base == "set":
            source, where = left.args[0], t.TRUE_TERM
        if source is None or where is None:
            return None
        if source.op == "owned":
            noun = self.v.noun(str(source.data[0]))
            if much == "none":
                none = self.v.sets.related(g.np(noun, "no"), where, var, c)
                return self._about(source.args[0], g.say("has no", x=none), c)
            some = self.v.sets.related(g.count(number, noun), where, var, c)
            return self._about(source.args[0], g.say("has", x=self._much(much, some)), c)
        if source.op == "seats" and where == t.TRUE_TERM:
            return Clause(g.say("are playing", x=self._much(much, g.count(number, g.lexicon.engine("seat")))))
        if much == "none":
            return Clause(g.say("there is no", x=self.v.sets.member(source, where, var, "no", c)))
        found = self.v.sets.members(source, c)
        if found.whole is not None:
            things = g.count(number, found.noun).then(g.say("out of", x=found.whole))
        else:
            things = g.count(number, found.noun).then(found.where)
        things = self.v.sets.related(things, where, var, c)
        return Clause(g.agree(g.say("there are", x=self._much(much, things)), things))

    def _much(self, much: str, things: NP) -> NP:
        return things if much == "none" else things.mapped(lambda x: self.g.say(much, x=x))

    def _equal(self, term: Term, c: Context, negated: bool) -> Clause:
        g = self.g
        left, right = term.args
        if left.op == "place":
            left = left.args[0]
        if right.op == "place":
            right = right.args[0]
        if right.op == "none" or (right.op == "listed" and right.args[0].op == "none"):
            return self._none(left, c, negated)
        number = self.v.number(right)
        if left.op == "builtin_field" and left.data[0] in ("row", "column") and number is not None:
            where = g.say(_no(f"is in {left.data[0]}", negated), n=self.v.np(right, c))
            return self._about(_lying(left.args[0]), where, c)
        if left.op == "builtin_field" and left.data[0] == "cell":
            return self._about(left.args[0], self._lies_on(self.v.np(right, c), negated), c)
        if left.op == "builtin_field" and left.data[0] == "shows":
            return self._about(left.args[0], g.say(_no("shows", negated), x=self.v.np(right, c)), c)
        if left.op == "builtin_field" and left.data[0] == "owner":
            return self._about(left.args[0], g.say(_no("belongs to", negated), x=self.v.np(right, c)), c)
        if number is not None and not negated:
            counted = self._counted(left, "none" if number == 0 else "exactly", number, c)
            if counted is not None:
                return counted
        if number is not None and negated and number == 0:
            counted = self._counted(left, "at least", 1, c)
            if counted is not None:
                return counted
        if left.kind.base == "number":
            place = left.op == "builtin_field" and left.data[0] == "place"
            key = "equals as" if number is None else "equals place" if place else "equals"
            return self._about(left, g.say(_no(key, negated), x=self.v.np(right, c)), c)
        if not g.names_you and self.v.np(left, c).second:
            left, right = right, left
        made = self._about(left, g.say(_no("is", negated), x=self.v.np(right, c)), c)
        if made.root is None or made.head is not None:
            return made
        return evolve(made, relative=g.say(_no("who is", negated), x=self.v.np(right, c)))

    def _lies_on(self, cell: NP, negated: bool) -> str:
        """`lies on the cell`, or in it, by the words of the cell."""
        where = self.g.place(cell, "in") if cell.noun and cell.noun.form("in") else self.g.say("on", x=cell)
        return self.g.say(_no("lies", negated), x=where)

    def _none(self, left: Term, c: Context, there: bool) -> Clause:
        """`has an owner`, `lies on no cell`, `there is no such piece`"""
        g = self.g
        if left.op == "builtin_field" and left.data[0] == "cell":
            return self._about(left.args[0], g.patterns["lies somewhere" if there else "lies nowhere"], c)
        if left.op == "builtin_field" and left.data[0] == "owner":
            return self._about(left.args[0], g.patterns["is owned" if there else "is unowned"], c)
        if left.op in _STORED:
            noun = self.v.field_noun(left)
            if there:
                return self._about(left.args[0], g.say("has", x=g.np(noun, "a")), c)
            return self._about(left.args[0], g.say("has no", x=g.np(noun, "no")), c)
        if left.op == "state" and left.args:
            noun = self.v.noun(str(left.data[0]))
            if there:
                return self._about(left.args[0], g.say("has", x=g.np(noun, "a")), c)
            return self._about(left.args[0], g.say("has no", x=g.np(noun, "no")), c)
        word = self._existing(left, c)
        if word is None:
            np = self.v.np(left, c)
            return Clause(g.patterns["exists" if there else "does not exist"], np)
        np = g.np(word, "a" if there else "no")
        return Clause(g.agree(g.say("there is" if there else "there is no", x=np), np))

    def _existing(self, term: Term, c: Context) -> Noun | None:
        """The noun of something that may be missing."""
        if term.op == "state":
            return self.v.noun(str(term.data[0]))
        if term.op == "var" and term.data[0] not in c.said and term.data[0] not in (t.ME, t.THIS, t.IT, t.ACTOR):
            return self.v.noun_of_variable(c.names.get(int(str(term.data[0]))) or term.span.text, term.kind)
        return None

    def _in(self, term: Term, c: Context, negated: bool) -> Clause:
        g = self.g
        left, group = term.args
        listed = listed_members(group)
        if listed is not None:
            return self._about(left, g.say(_no("is", negated), x=g.join([self.v.np(x, c) for x in listed], "or")), c)
        if group.op in ("zone", "board"):
            return self._about(left, g.say(_no("is at", negated), x=g.place(self.v.np(group, c), "in")), c)
        return self._about(left, g.say(_no("is among", negated), x=self.v.np(group, c)), c)

    def _query(self, term: Term, c: Context, negated: bool) -> Clause:
        """A yes/no query: a sentence of its own, or what it says of its first value."""
        query = self.v.checked.names.queries[str(term.data[0])]
        noun, args = self.v.noun(query.id), term.args[1:]
        if not args:
            return self._itself(noun, negated)
        said = self.g.predicate(noun, negated)
        slots = {p.id: self.v.np(x, c) for p, x in zip(query.params, args, strict=True)}
        for param, arg in zip(query.params, args, strict=True):
            if said.startswith("{" + param.id + "} "):
                rest = {name: np for name, np in slots.items() if name != param.id}
                return self._about(arg, self.g.fill(said.split("} ", 1)[1], rest), c)
        said = self.g.fill(said, slots)
        if noun.form("is") is None and len(args) > 1:
            said += f" ({', '.join(np.text for np in list(slots.values())[1:])})"
        return self._about(args[0], said, c)

    def _stored(self, term: Term, c: Context, negated: bool) -> Clause:
        """A yes/no field or state; of a held test, whether it holds."""
        if term.op == "held_test":
            return self._about(term, self.g.patterns[_no("is met", negated)], c)
        noun = self.v.noun(str(term.data[0]))
        return (
            self._about(term.args[0], self.g.predicate(noun, negated), c) if term.args else self._itself(noun, negated)
        )

    def _itself(self, noun: Noun, negated: bool) -> Clause:
        """What is said of nothing in particular: the ruleset's own sentence, or that what it names is the case."""
        if noun.form("is") is not None:
            return Clause(self.g.predicate(noun, negated))
        return self.g.it_is(noun, negated) or Clause(self.g.patterns[_no("holds", negated)], self.g.quoted(noun))

    def _built_in(self, term: Term, c: Context, negated: bool) -> Clause:
        g, name = self.g, str(term.data[0])
        if name == "can_pay":
            said = g.say(_no("can pay", negated), x=self.v.bundles.np(term.args[0], c))
            you = self.v.np(t.Var(c.me, term.kind), c)
            return self._payable(term, c, negated) or Clause(said, you)
        if name not in ("some", "no"):
            return self._about(term, g.patterns[_no("holds", negated)], c)
        there = (name == "some") != negated
        if term.op == "phrase":
            source, where, var = term.args[0], term.args[1], int(str(term.data[1]))
        else:
            source, where, var = term.args[0], t.TRUE_TERM, -1
        if where == t.TRUE_TERM and source.op in ("zone", "board"):
            np = self.v.np(source, c)
            return Clause(g.patterns["is not empty" if there else "is empty"], np)
        if source.op == "owned":
            noun = self.v.noun(str(source.data[0]))
            thing = self.v.sets.related(g.np(noun, "a" if there else "no"), where, var, c)
            return self._about(source.args[0], g.say("has" if there else "has no", x=thing), c)
        if source.op == "var" and where == t.TRUE_TERM:
            name = c.names.get(int(str(source.data[0]))) or source.span.text
            np = g.np(self.v.noun_of_variable(name, source.kind), "a" if there else "no", True)
            return Clause(g.agree(g.say("there is" if there else "there is no", x=np), np))
        np = self.v.sets.member(source, where, var, "a" if there else "no", c)
        return Clause(g.agree(g.say("there is" if there else "there is no", x=np), np))

    def _payable(self, term: Term, c: Context, negated: bool) -> Clause | None:
        """`whose price you can pay`"""
        price = term.args[0]
        if price.op == "query" and len(price.args) == 2 and price.args[1].op == "var":
            about, noun = price.args[1], self.v.noun(str(price.data[0]))
        elif price.op == "held_test" and price.args[0].op == "var":
            about, noun = price.args[0], self.v.field_noun(price)
        else:
            return None
        you = self.v.np(t.Var(c.me, term.kind), c)
        head = self.g.np(noun, "bare" if self.g.lang == "en" else "the", noun.plural_only)
        said = self.g.say(_no(f"whose {c.person} can pay", negated), x=head)
        whole = self.g.say(_no("can pay", negated), x=self.v.np(price, c))
        return Clause(whole, you, int(str(about.data[0])), relative=said)


def _no(key: str, negated: bool) -> str:
    return f"not {key}" if negated else key


def _lying(term: Term) -> Term:
    """A piece is in a row where its cell is."""
    return term.args[0] if term.op == "builtin_field" and term.data[0] == "cell" else term
