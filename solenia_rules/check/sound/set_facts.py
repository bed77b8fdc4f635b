"""What tests and numbers in a text say about sets: how many members a set has at least, and how many members pass a
filter.

Terms go in. `Fact`s come out, and numbers of members that fail a test. Nothing here follows statements; that is the
task of `empty_choices.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term, conjuncts, renamed
from solenia_rules.dsl.kinds import NONE
from solenia_rules.text.frozen import evolve, frozen

ANY_MEMBER = -1
"""The number that stands for a phrase's own variable."""
ALL = -1
"""The number of a fact whose test holds for all members of a set."""


@frozen
class Fact:
    """A set has at least this many members that pass these tests. `ALL`: the set is in a variable, and its members pass
    the only test, in which the same variable stands for a member."""

    source: Term
    tests: tuple[Term, ...]
    least: int


def variable_of(fact: Fact) -> int:
    assert isinstance(fact.source, t.Var)
    return fact.source.number


def known_size(source: Term, facts: tuple[Fact, ...]) -> int:
    """How many members of a set there are by the tests before."""
    return max((fact.least for fact in facts if t.equal(fact.source, source) and not fact.tests), default=0)


# ---- numbers and tests that speak of sets ------------------------------------------------------------------


def at_most(number: Term, members: Fact) -> bool:
    """Whether a number is certainly not above the number of members: `min(2, count(my hand))`."""
    if number.kind.high is not None and number.kind.high <= 0:
        return True
    match number:
        case t.Phrase("count") | t.BuiltIn("count"):
            return _counts_set(number) and _of(number, 0) == members
        case t.BuiltIn("min", given):
            return any(at_most(x, members) for x in given)
        case t.BuiltIn("max", given):
            return all(at_most(x, members) for x in given)
        case t.Arithmetic("-"):
            return number.right.kind.low is not None and number.right.kind.low >= 0 and at_most(number.left, members)
        case _:
            return False


def facts_of(test: Term, holds: bool) -> Iterator[Fact]:
    """What is known if a test holds, or if it does not."""
    match test:
        case t.Not():
            yield from facts_of(test.value, not holds)
        case t.And(tests) if holds:
            for part in tests:
                yield from facts_of(part, True)
        case t.Or(tests) if not holds:
            for part in tests:
                yield from facts_of(part, False)
        case t.Phrase(query) | t.BuiltIn(query) if query == ("some" if holds else "no"):
            yield _of(test, 1)
        case t.Compare(sign):
            yield from _counted(test.left, sign if holds else t.OPPOSITE[sign], test.right)
            yield from _counted(test.right, t.TURNED[sign if holds else t.OPPOSITE[sign]], test.left)
        case t.Equal():
            yield from _counted(test.left, "is" if holds else "is not", test.right)
            yield from _counted(test.right, "is" if holds else "is not", test.left)
        case _:
            pass


def _of(test: t.Phrase | t.BuiltIn, least: int) -> Fact:
    """The set that a phrase or a query on a set speaks of."""
    if isinstance(test, t.BuiltIn):
        return Fact(test.given[0], (), least)
    return Fact(test.source, tuple(renamed(x, test.var, ANY_MEMBER) for x in conjuncts(test.where)), least)


def _counts_set(number: t.Phrase | t.BuiltIn) -> bool:
    """Whether a `count` is one of members; a bundle is counted, too."""
    return isinstance(number, t.Phrase) or number.given[0].kind.base != "bundle"


def _counted(number: Term, sign: str, other: Term) -> Iterator[Fact]:
    """What `count(...) > 2` and `count(...) is not 0` show."""
    if not isinstance(number, (t.Phrase, t.BuiltIn)) or number.query != "count" or not _counts_set(number):
        return
    low = other.value if isinstance(other, t.Const) else other.kind.low
    if low is None:
        return
    match sign:
        case ">":
            least = low + 1
        case ">=" | "is":
            least = low
        case "is not":
            least = 1 if low == 0 and isinstance(other, t.Const) else 0
        case _:
            least = 0
    if least > 0:
        yield _of(number, least)


# ---- filters that keep some members ------------------------------------------------------------------------


def with_own_variables(value: Term) -> Term:
    """A value with new numbers for the variables of its phrases, so that no other text has the same."""
    if isinstance(value, t.Phrase):
        own: dict[int, Term] = {value.var: t.Var(-2 - value.var, value.kind)}
        made = t.with_parts(value, lambda part: with_own_variables(replaced(part, own)))
        assert isinstance(made, t.Phrase)
        return evolve(made, var=-2 - value.var)
    return t.with_parts(value, with_own_variables)


def replaced(value: Term, given: dict[int, Term]) -> Term:
    """A value with terms in the places of variables."""
    if isinstance(value, t.Var):
        return given.get(value.number, value)
    return t.with_parts(value, lambda part: replaced(part, given))


def holds_for_some(test: Term, source: Term, var: int) -> bool:
    """`is_so(x) or no(y in the same set where is_so(y))`: if the first holds for no member, the second holds for all
    members."""
    if not isinstance(test, t.Or):
        return False
    for part in test.tests:
        if not isinstance(part, t.Phrase) or part.query != "no" or not is_same(part.source, source):
            continue
        wanted = conjuncts(part.where)
        if len(wanted) == 1:
            for_member = renamed(wanted[0], part.var, var)
            if any(is_same(for_member, one) for one in test.tests if one is not part):
                return True
    return False


def is_same(one: Term, other: Term) -> bool:
    """Whether two terms say the same. Their kinds may differ: one may come from the text of a query."""
    return t.equal(_without_kinds(one), _without_kinds(other))


def _without_kinds(term: Term) -> Term:
    return evolve(t.with_parts(term, _without_kinds), kind=NONE)


def only_asks_to_pay(where: Term, var: int) -> bool:
    """Whether a filter only asks whether a bundle can be paid, which is true of the empty bundle."""
    return all(
        isinstance(x, t.BuiltIn) and x.query == "can_pay" and isinstance(x.given[0], t.Var) and x.given[0].number == var
        for x in conjuncts(where)
    )
