"""Sums, products and their parts, told so that they can be read in one way only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.check.secrets.knowledge import inside
from solenia_rules.checked.terms import TRUE_TERM, Term
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.phrases import NP, plain

if TYPE_CHECKING:
    from solenia_rules.sentences.values import Values


class Arithmetic:
    """Noun phrases of numbers that are worked out. What has parts stands in brackets where it is a part itself."""

    def __init__(self, values: Values) -> None:
        self.v, self.g = values, values.g

    def np(self, term: Term, c: Context, within: bool = False) -> NP:
        """`within` brackets, where no others are wanted."""
        term = self._reduced(term)
        known = self.v.number(term)
        if known is not None:
            return plain(str(known))
        match term.op:
            case "arith":
                return self._worked_out(term, c, within)
            case "minus":
                return self.part(term.args[0], c).mapped(lambda x: self.g.say("negative", x=x))
            case "builtin" if term.data[0] in ("min", "max"):
                return self._limited(term, c, within)
            case _:
                return self.v.np(term, c)

    def _worked_out(self, term: Term, c: Context, within: bool) -> NP:
        (left, right), sign = term.args, str(term.data[0])
        match sign:
            case "+" | "-":
                a = self.np(left, c) if self._chains(left) else self.head(left, c)
                b = self.v.np(right, c) if _is(self._reduced(right), "*") else self.part(right, c)
                return a.then(self.g.say("plus" if sign == "+" else "less", x=b))
            case "*":
                if self.v.number(left) is None and self.v.number(right) is not None:
                    left, right = right, left
                times = self.head(left, c)
                return self.part(right, c).mapped(lambda x: self.g.say("times", n=times.text, x=x))
            case _:
                a, b = self.head(left, c), self.part(right, c)
                return a.then(self.g.agree(self.g.say("divided within" if within else "divided", x=b), a))

    def _limited(self, term: Term, c: Context, within: bool) -> NP:
        """`min(4, x)`: x, but at most 4."""
        inner, low, high = self._limits(term)
        told = [("at least", low), ("at most", high)]
        limits = [self.g.say(key, x=str(number)) for key, number in told if number is not None]
        if not limits:
            items = self.g.join([self.part(x, c) if x.op == "if" else self.v.np(x, c) for x in term.args], "and")
            return self.g.np(self.g.lexicon.engine(f"{term.data[0]} among"), "the").then(self.g.say("among", x=items))
        limit = self.g.listed(limits, "and")
        value = self.part(inner, c) if inner.op == "if" else self.np(inner, c)
        if within:
            return value.mapped(lambda x: self.g.say("limited within", x=x, limit=limit))
        whole = inner.op == "arith" and self.v.number(inner.args[1]) is None
        return value.then(self.g.say("limited in all" if whole else "limited", limit=limit))

    def _limits(self, term: Term) -> tuple[Term, int | None, int | None]:
        """What is kept between numbers, and those; of several limits only a lowest and a highest are taken together."""
        low: int | None = None
        high: int | None = None
        while term.op == "builtin" and term.data[0] in ("min", "max") and len(term.args) == 2:
            numbers = [self.v.number(x) for x in term.args]
            place = 0 if numbers[0] is not None else 1
            number = numbers[place]
            if number is None or numbers[1 - place] is not None:
                break
            if term.data[0] == "min" and high is None and number >= (number if low is None else low):
                high = number
            elif term.data[0] == "max" and low is None and number <= (number if high is None else high):
                low = number
            else:
                break
            term = self._reduced(term.args[1 - place])
        return term, low, high

    # ---- parts -----------------------------------------------------------------------------

    def part(self, term: Term, c: Context) -> NP:
        """A number behind which nothing more is said of it."""
        return self.bracketed(term, c) if self.is_compound(term) else self.v.np(term, c)

    def head(self, term: Term, c: Context) -> NP:
        """A number behind which more is said: a condition at its end has to end, too."""
        return self.bracketed(term, c) if self.is_compound(term) or has_condition(term) else self.v.np(term, c)

    def bracketed(self, term: Term, c: Context) -> NP:
        return in_brackets(self.np(term, c, within=True))

    def is_compound(self, term: Term) -> bool:
        """Whether a number is told as several that are put together."""
        term = self._reduced(term)
        if self.v.number(term) is not None:
            return False
        if term.op == "builtin":
            return term.data[0] in ("min", "max", "remainder")
        return term.op in ("arith", "minus", "if")

    def _chains(self, term: Term) -> bool:
        """`a plus b`, behind which `minus c` may stand."""
        term = self._reduced(term)
        if not _is(term, "+", "-") or self.v.number(term) is not None:
            return False
        return not self.is_compound(term.args[1]) and not has_condition(term.args[1])

    def _reduced(self, term: Term) -> Term:
        """Without what changes nothing: adding 0, multiplying by 1."""
        if term.op != "arith":
            return term
        (left, right), sign = term.args, term.data[0]
        a, b = self.v.number(left), self.v.number(right)
        if (sign in ("+", "-") and b == 0) or (sign == "*" and b == 1):
            return self._reduced(left)
        if (sign == "+" and a == 0) or (sign == "*" and a == 1):
            return self._reduced(right)
        return term


def has_condition(term: Term) -> bool:
    """Whether it is told with a condition, behind which words would seem to belong to that."""
    return any(x.op == "phrase" and (x.args[1] != TRUE_TERM or x.args[3:]) for x in inside(term))


def in_brackets(np: NP) -> NP:
    return np.mapped(lambda x: f"({x})")


def _is(term: Term, *signs: str) -> bool:
    return term.op == "arith" and term.data[0] in signs
