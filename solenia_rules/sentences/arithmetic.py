"""Numbers that are computed, as noun phrases. A part of a computation that is itself a computation is put in brackets,
so that every sentence can be read in one way only."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import TRUE_TERM, Term, all_terms
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.speaker import Speaker
from solenia_rules.words.phrases import NP, invariable
from solenia_rules.words.tables.sentences import PatternKey


class Arithmetic:
    """Noun phrases of computed numbers."""

    def __init__(self, speaker: Speaker) -> None:
        self.v, self.g = speaker, speaker.g

    def np(self, term: Term, c: Context, within: bool = False) -> NP:
        """A number. `within`: it stands in brackets already and needs no others."""
        term = self._reduced(term)
        known = self.v.number(term)
        if known is not None:
            return invariable(str(known))
        match term:
            case t.Arithmetic():
                return self._computed(term, c, within)
            case t.Minus():
                return self.part(term.value, c).mapped(lambda x: self.g.say("negative", x=x))
            case t.BuiltIn("min" | "max"):
                return self._limited(term, c, within)
            case _:
                return self.v.np(term, c)

    def _computed(self, term: t.Arithmetic, c: Context, within: bool) -> NP:
        left, right, sign = term.left, term.right, term.sign
        match sign:
            case "+" | "-":
                a = self._begun(left, c)
                b = self.v.np(right, c) if _is(self._reduced(right), "*") else self.part(right, c)
                return a.then(self.g.say("plus" if sign == "+" else "less", x=b))
            case "*":
                if self.v.number(left) is None and self.v.number(right) is not None:
                    left, right = right, left
                times = self.head(left, c)
                return self.part(right, c).mapped(lambda x: self.g.say("times", n=times.text, x=x))
            case "/":
                a, b = self.head(left, c), self.part(right, c)
                return a.then(self.g.agree(self.g.say("divided within" if within else "divided", x=b), a))
            case _:
                assert_never(sign)

    def _limited(self, term: t.BuiltIn, c: Context, within: bool) -> NP:
        """`min(4, x)`: x, but at most 4."""
        inner, low, high = self._limits(term)
        told: tuple[tuple[PatternKey, int | None], ...] = (("at least", low), ("at most", high))
        limits = [self.g.say(key, x=str(number)) for key, number in told if number is not None]
        if not limits:
            items = [self.part(x, c) if isinstance(x, t.If) else self.v.np(x, c) for x in term.given]
            among = self.g.say("among", x=self.g.join(items, "and"))
            best = self.g.lexicon.engine("min among" if term.query == "min" else "max among")
            return self.g.np(best, "the").then(among)
        limit = self.g.listed(limits, "and")
        value = self.part(inner, c) if isinstance(inner, t.If) else self.np(inner, c)
        if within:
            return value.mapped(lambda x: self.g.say("limited within", x=x, limit=limit))
        whole = isinstance(inner, t.Arithmetic) and self.v.number(inner.right) is None
        return value.then(self.g.say("limited in all" if whole else "limited", limit=limit))

    def _limits(self, term: Term) -> tuple[Term, int | None, int | None]:
        """The value inside nested limits, its lowest and its highest number; at most one limit of each sort."""
        low: int | None = None
        high: int | None = None
        while isinstance(term, t.BuiltIn) and term.query in ("min", "max") and len(term.given) == 2:
            numbers = [self.v.number(x) for x in term.given]
            place = 0 if numbers[0] is not None else 1
            number = numbers[place]
            if number is None or numbers[1 - place] is not None:
                break
            if term.query == "min" and high is None and number >= (number if low is None else low):
                high = number
            elif term.query == "max" and low is None and number <= (number if high is None else high):
                low = number
            else:
                break
            term = self._reduced(term.given[1 - place])
        return term, low, high

    # ---- parts -----------------------------------------------------------------------------

    def part(self, term: Term, c: Context) -> NP:
        """A number that ends its phrase."""
        return self.bracketed(term, c) if self.is_compound(term) else self.v.np(term, c)

    def head(self, term: Term, c: Context) -> NP:
        """A number before further words. It stands in brackets if these words would seem to belong to a condition at
        its end."""
        return self.bracketed(term, c) if self.is_compound(term) or has_condition(term) else self.v.np(term, c)

    def bracketed(self, term: Term, c: Context) -> NP:
        """A number in brackets."""
        return in_brackets(self.np(term, c, within=True))

    def is_compound(self, term: Term) -> bool:
        """Whether the phrase of a number consists of several numbers."""
        term = self._reduced(term)
        if self.v.number(term) is not None:
            return False
        if isinstance(term, t.BuiltIn):
            return term.query in ("min", "max", "remainder")
        return isinstance(term, (t.Arithmetic, t.Minus, t.If))

    def is_bounded(self, term: Term) -> bool:
        """Whether the phrase of a number ends in a bound, which words before it could seem to belong to."""
        bounded = isinstance(term, t.BuiltIn) and term.query in ("min", "max") and term.kind.base == "number"
        return bounded and self.v.number(term) is None

    def _begun(self, term: Term, c: Context) -> NP:
        """A number before `minus c`: of a sum, each part is in brackets that has parts or conditions itself."""
        term = self._reduced(term)
        if not isinstance(term, t.Arithmetic) or not _is(term, "+", "-") or self.v.number(term) is not None:
            return self.head(term, c)
        sign: PatternKey = "plus" if term.sign == "+" else "less"
        return self._begun(term.left, c).then(self.g.say(sign, x=self.head(term.right, c)))

    def _reduced(self, term: Term) -> Term:
        """The term without additions of 0 and multiplications by 1."""
        if not isinstance(term, t.Arithmetic):
            return term
        a, b = self.v.number(term.left), self.v.number(term.right)
        if (term.sign in ("+", "-") and b == 0) or (term.sign == "*" and b == 1):
            return self._reduced(term.left)
        if (term.sign == "+" and a == 0) or (term.sign == "*" and a == 1):
            return self._reduced(term.right)
        return term


def has_condition(term: Term) -> bool:
    """Whether the phrase of a value contains a condition: words after it would seem to belong to the condition."""
    return any(isinstance(x, t.Phrase) and (x.where != TRUE_TERM or x.keys) for x in all_terms((term,)))


def in_brackets(np: NP) -> NP:
    """A noun phrase in brackets."""
    return np.mapped(lambda x: f"({x})")


def _is(term: Term, *signs: str) -> bool:
    return isinstance(term, t.Arithmetic) and term.sign in signs
