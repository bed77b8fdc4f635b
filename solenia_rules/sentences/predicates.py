"""What tests say about their subjects: a predicate, how much of something there is, and whether there is any.

`Clauses` builds the clauses of all forms of tests from these parts. A subject and words about it go in, and a clause
comes out; if the subject is a variable or belongs to one, the clause can become a relative clause.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import TRUE_TERM, Term
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.sets import NO_VARIABLE, Sets
from solenia_rules.sentences.speaker import Speaker, without_cell
from solenia_rules.words.grammar import Clause, How
from solenia_rules.words.phrases import NP, Noun
from solenia_rules.words.tables.sentences import PatternKey

Much: TypeAlias = Literal["at least", "at most", "exactly", "none"]


class Predicates:
    """Clauses about subjects."""

    def __init__(self, speaker: Speaker, sets: Sets) -> None:
        self.v, self.g, self.sets = speaker, speaker.g, sets

    def _about(self, subject: Term, said: str, c: Context) -> Clause:
        """A predicate of a thing. If the thing is a variable or about one, the clause can become a relative clause."""
        np = self.v.np(subject, c)
        match subject:
            case t.Var(number):
                return Clause(said, np, number)
            case t.Field(_, t.Var(number)) | t.HeldValue(_, t.Var(number)) | t.BuiltInField(_, t.Var(number)):
                return Clause(said, np, number, self._after_whose(self.v.field_noun(subject)))
            case t.SeatField(_, t.Var(number)):
                return Clause(said, np, number, self._after_whose(self.v.field_noun(subject)))
            case t.BuiltIn("distance", (t.Var(number), *_)):
                head = self.sets.sorted_by(subject, number, c)
                return Clause(said, np) if head is None else Clause(said, np, number, head)
            case t.Query(query, _, [t.Var(number)]):
                whose = self._whose(self.v.noun(query), subject, subject.given[0], c)
                return Clause(said, np) if whose is None else Clause(said, np, number, whose)
            case _:
                return Clause(said, np)

    def _whose(self, noun: Noun, value: Term, holder: Term, c: Context) -> NP | None:
        """The noun after `whose`; None if that would lose words."""
        return None if self.v.says_more(noun, value, holder, c) else self._after_whose(noun)

    def _after_whose(self, noun: Noun) -> NP:
        return self.g.np(noun, self.g.after_whose, noun.plural_only)

    def _no(self, key: PatternKey, negated: bool) -> PatternKey:
        return self.g.patterns.key(f"not {key}") if negated else key

    def _has_any(self, holder: Term, noun: Noun, c: Context, there: bool) -> Clause:
        said = self.g.say("has", x=self.g.np(noun, "a")) if there else self.g.say("has no", x=self.g.np(noun, "no"))
        return self._about(holder, said, c)

    def _there_is(self, np: NP, there: bool) -> Clause:
        return Clause(self.g.agree(self.g.say("there is" if there else "there is no", x=np), np))

    def _of_set(self, variable: t.Var, np: NP, c: Context) -> NP:
        """The members of a set as a noun phrase, followed by the name of the set if sentences call the set by its
        name."""
        name = c.names.get(variable.number) or variable.span.text
        named = variable.number in c.said or self.v.needs_name(name, variable.kind)
        return np.then(self.g.say("quoted", x=name.replace("_", " "))) if named else np

    def _several(self, variable: t.Var, how: How, c: Context) -> NP:
        """Members of a set by the words of its variable, in the plural if there is one."""
        noun = self._noun_of(variable, c)
        return self.g.np(noun, how, noun.countable)

    def _noun_of(self, variable: t.Var, c: Context) -> Noun:
        return self.v.noun_of_variable(c.names.get(variable.number) or variable.span.text, variable.kind)

    # ---- numbers --------------------------------------------------------------------------------

    def _compare(self, term: t.Compare, c: Context, negated: bool) -> Clause:
        sign = t.OPPOSITE[term.sign] if negated else term.sign
        left, number = term.left, self.v.number(term.right)
        if number is None:
            return self._about(left, self.g.say(self.g.patterns.key(f"is {sign} as"), x=self.v.np(term.right, c)), c)
        if sign in ("<", ">"):
            number += 1 if sign == ">" else -1
        least = sign in (">", ">=")
        counted = self._counted(left, "at least" if least else "at most", number, c)
        if counted is not None:
            return counted
        if isinstance(left, t.BuiltInField) and left.field in ("row", "column"):
            key = self.g.patterns.key(f"is in {left.field} {'>=' if least else '<='}")
            where = self.g.say(key, n=str(number))
            return self._about(without_cell(left.holder), where, c)
        return self._about(left, self.g.say("is >=" if least else "is <=", x=str(number)), c)

    def _counted(self, left: Term, much: Much, number: int, c: Context) -> Clause | None:
        """`you have at least 2 points`, `there are at least 2 tokens in your hand`; None if nothing is counted."""
        g = self.g
        if number == 0 and much == "at most":
            much = "none"
        match left:
            case t.Times(history):
                often = self._much(much, g.count(number, g.lexicon.engine("time")))
                return Clause(g.say("recorded", x=often), self.v.position(history)) if much != "none" else None
            case t.Counter(counter) if left.seat is not None:
                return self._had(counter, left.seat, left.word, much, number, c)
            case t.Phrase("count", var):
                source, where = left.source, left.where
            case t.BuiltIn("count", (source,)) if source.kind.base == "set":
                where, var = TRUE_TERM, NO_VARIABLE
            case _:
                return None
        if isinstance(source, t.Owned):
            noun = self.v.noun(source.piece_kind)
            if much == "none":
                none = self.sets.related(g.np(noun, "no"), where, var, c)
                return self._about(source.seat, g.say("has no", x=none), c)
            some = self.sets.related(g.count(number, noun), where, var, c)
            return self._about(source.seat, g.say("has", x=self._much(much, some)), c)
        if isinstance(source, t.Seats) and where == TRUE_TERM:
            return Clause(g.say("are playing", x=self._much(much, g.count(number, g.lexicon.engine("seat")))))
        if much == "none":
            return self._there_is(self.sets.member(source, where, var, "no", c), False)
        found = self.sets.members(source, c)
        place = found.where if found.whole is None else g.say("out of", x=found.whole)
        things = self.sets.related(g.count(number, found.noun).then(place), where, var, c)
        return Clause(g.agree(g.say("there are", x=self._much(much, things)), things))

    def _had(self, counter: str, seat: Term, word: Term | None, much: Much, number: int, c: Context) -> Clause:
        """How much of a counter a seat has."""
        g, noun = self.g, self.v.noun(counter)
        if word is not None:
            amount = self._much(much, g.of(g.count(number, g.lexicon.engine("unit")), self.v.np(word, c)))
            none = self.v.np(word, c)
        else:
            amount = self._much(much, g.count(number, noun))
            none = g.np(noun, "no", noun.countable)
        return self._about(seat, g.say("has no", x=none) if much == "none" else g.say("has", x=amount), c)

    def _much(self, much: Much, things: NP) -> NP:
        return things if much == "none" else things.mapped(lambda x: self.g.say(much, x=x))
