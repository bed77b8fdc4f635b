"""What is worked out can be read in one way only: texts that mean something else are told otherwise."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import get_args

import pytest
from attrs import evolve

from solenia_rules.check.kinds.checker import Checker
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedText
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import Term
from solenia_rules.rules.resolver import resolve_text
from solenia_rules.sentences.explainer import Explainer
from solenia_rules.words.languages import LANGUAGES
from tests.sampling import sampled

MILL = """
ruleset = "mill"
language = 1
source = "ours"
seats = { range = [1, 4] }
title = { en = "Mill", fr = "Moulin", pl = "Młyn" }

[kinds]
grain = { plural = "grains", words = ["rye", "oats"], source = "ours" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
coin = { plural = "coins", per = ["seat"], source = "ours" }
store = { per = ["seat", "grain"], source = "ours" }

[pieces]
sack = { plural = "sacks", starts = "barn", fields = { weight = "1..9" }, source = "ours" }

[zones]
barn = { of = "sack", seen = "all", source = "ours" }
cart = { of = "sack", seen = "all", source = "ours" }
quay = { of = "sack", seen = "all", source = "ours" }

[sacks]
bag = { weight = 2, copies = 4, source = "ours" }

[queries]
heavy = { value = 'count(s in sacks where weight of s is my coins)', source = "ours" }
coins_held = { value = 'my coins', source = "ours" }
toll = { params = { n = "number" }, value = 'n + my coins', source = "ours" }
taken = { params = { n = "0..99" }, value = 'TEXT', source = "ours" }

[words.en]
toll = { one = "toll", with = "for {n}" }
coins_held = "wealth"

[words.fr]
toll = { one = "péage", with = "pour {n}" }
sack = { one = "sac", other = "sacs", gender = "m" }
barn = { one = "grange", gender = "f" }
point = { one = "point", other = "points", gender = "m" }
coin = { one = "pièce", other = "pièces", gender = "f" }

[words.pl]
toll = { one = "myto", with = "za {n:acc}" }

[play.all]
source = "ours"
effect = 'as seats { gain 1 point }'
"""


@cache
def checked(text: str = "n") -> Checked:
    found = Checker(resolve_text(MILL.replace("TEXT", text), "mill").world).run()
    assert [d.message for d in found.diagnostics if d.severity == "error"] == []
    return found


def told(text: str, lang: str) -> str:
    """A value of that world in words."""
    return Explainer(found := checked(text), lang).value(found.queries["taken"])


@pytest.mark.parametrize(
    ("text", "en", "fr", "pl"),
    [
        (
            "10 * (count(seats) - 1)",
            "10 times (the number of players minus 1)",
            "10 fois (le nombre de joueurs moins 1)",
            "10 razy (liczba graczy minus 1)",
        ),
        (
            "(my coins - 1) / 2",
            "(the number of your coins minus 1) divided by 2 (rounded down)",
            "(le nombre de vos pièces moins 1) divisé par 2 (arrondi à l'inférieur)",
            "(liczba twoich coins minus 1) podzielona przez 2 (z zaokrągleniem w dół)",
        ),
        (
            "my coins - (my points - 1)",
            "the number of your coins minus (the number of your points minus 1)",
            "le nombre de vos pièces moins (le nombre de vos points moins 1)",
            "liczba twoich coins minus (liczba twoich points minus 1)",
        ),
        (
            "my coins + 3 * my points - 1",
            "the number of your coins plus (3 times the number of your points) minus 1",
            "le nombre de vos pièces plus (3 fois le nombre de vos points) moins 1",
            "liczba twoich coins plus (3 razy liczba twoich points) minus 1",
        ),
        (
            "max(0, my coins - my points) + min(4, my coins)",
            "(the number of your coins minus the number of your points, but at least 0) "
            "plus (the number of your coins, but at most 4)",
            "(le nombre de vos pièces moins le nombre de vos points, mais au moins 0) "
            "plus (le nombre de vos pièces, mais au plus 4)",
            "(liczba twoich coins minus liczba twoich points, ale co najmniej 0) "
            "plus (liczba twoich coins, ale najwyżej 4)",
        ),
        (
            "min(4, my coins + my points)",
            "the number of your coins plus the number of your points (at most 4 in all)",
            "le nombre de vos pièces plus le nombre de vos points (au plus 4 en tout)",
            "liczba twoich coins plus liczba twoich points (łącznie najwyżej 4)",
        ),
        (
            "min(9, max(0, my coins - my points))",
            "the number of your coins minus the number of your points (at least 0 and at most 9 in all)",
            "le nombre de vos pièces moins le nombre de vos points (au moins 0 et au plus 9 en tout)",
            "liczba twoich coins minus liczba twoich points (łącznie co najmniej 0 i najwyżej 9)",
        ),
        (
            "toll(my coins + 1) + 1",
            "the toll for (the number of your coins plus 1) plus 1",
            "le péage pour (le nombre de vos pièces plus 1) plus 1",
            "myto za (liczbę twoich coins plus 1) plus 1",
        ),
        (
            "my coins + my points + 2 - 0",
            "the number of your coins plus the number of your points plus 2",
            "le nombre de vos pièces plus le nombre de vos points plus 2",
            "liczba twoich coins plus liczba twoich points plus 2",
        ),
    ],
)
def test_parts_that_have_parts_stand_in_brackets(text: str, en: str, fr: str, pl: str) -> None:
    assert [told(text, lang) for lang in ("en", "fr", "pl")] == [en, fr, pl]


# ---- no two of them are told alike -------------------------------------------------------------------


def value_of(text: str) -> tuple[Term, CheckedText]:
    found = checked(text).queries["taken"]
    assert found.value is not None
    return found.value, found


def trees(leaves: Sequence[Term], joined: Callable[[Term, Term], Iterable[Term]], depth: int) -> list[Term]:
    if depth == 1:
        return list(leaves)
    smaller = trees(leaves, joined, depth - 1)
    return [*leaves, *(made for a, b in product(smaller, smaller) for made in joined(a, b))]


def told_alike(found: Iterable[Term], meaning: Callable[[Term], Hashable], lang: str) -> list[str]:
    """Sentences that are told of terms with different meanings."""
    explainer, (_value, text) = Explainer(checked(), lang), value_of("n")
    meant: dict[str, Hashable] = {}
    wrong = []
    for term in found:
        said, means = explainer.term(term, text), meaning(term)
        if meant.setdefault(said, means) != means:
            wrong.append(said)
    return wrong


SAMPLES = [{"counter": a, "query": b, "var": n} for a, b, n in ((7, 12, 5), (40, 3, 9), (2, 25, 31), (11, 1, 4))]


def worked_out(term: Term, leaves: dict[str, int]) -> int | None:
    match term:
        case t.Counter():
            return leaves["counter"]
        case t.Var():
            return leaves["var"]
        case t.Query("heavy"):
            return leaves["query"]
        case t.Const(value):
            return value
    numbers = [worked_out(x, leaves) for x in t.parts(term) if x.kind.base == "number"]
    if None in numbers:
        return None
    a, *rest = (x for x in numbers if x is not None)
    match term:
        case t.Minus():
            return -a
        case t.Arithmetic("+"):
            return a + rest[0]
        case t.Arithmetic("-"):
            return a - rest[0]
        case t.Arithmetic("*"):
            return a * rest[0]
        case t.Arithmetic("/"):
            return a // rest[0] if rest[0] > 0 else None
        case t.BuiltIn("min"):
            return min(a, *rest)
        case t.BuiltIn("max"):
            return max(a, *rest)
        case t.BuiltIn("remainder"):
            return a % rest[0] if rest[0] > 0 else None
        case t.If():
            return a if leaves["var"] > 6 else rest[0]
        case t.Query("toll"):
            return a * 1000 + 7
        case _:
            raise AssertionError(term)


def numbers(term: Term) -> Hashable:
    return tuple(worked_out(term, leaves) for leaves in SAMPLES)


def _with(shape: Term, *parts: Term) -> Term:
    """The same form with other parts, in the order of its own."""
    left = iter(parts)
    return t.with_parts(shape, lambda _part: next(left))


def sums(a: Term, b: Term) -> Iterator[Term]:
    shape = value_of("my coins + 1")[0]
    for sign in get_args(t.ArithmeticSign):
        assert isinstance(shape, t.Arithmetic)
        yield evolve(shape, sign=sign, left=a, right=b)


COUNTED = "count(s in sacks where weight of s is my coins)"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("texts", "least"),
    [(("my coins", "3"), 1000), pytest.param(("my coins", "heavy", "3"), 6000, marks=pytest.mark.thorough)],
)
def test_no_two_sums_of_three_levels_are_told_alike(texts: tuple[str, ...], least: int, lang: str) -> None:
    found = trees([value_of(text)[0] for text in texts], sums, 3)
    assert len(found) > least
    assert told_alike(found, numbers, lang) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_numbers_of_other_sorts_are_told_alike(lang: str) -> None:
    shapes = [value_of(text)[0] for text in (
        "my coins + 1", "my coins - 1", "my coins * 2", "my coins / 2", "min(my coins, 3)", "max(3, my coins)",
        "remainder(my coins, 2)",
    )]  # fmt: skip
    chosen, negative, toll = (value_of(x)[0] for x in ("if n > 6 then 1 else 2", "-my coins", "toll(n)"))

    def joined(a: Term, b: Term) -> Iterator[Term]:
        yield from (_with(shape, a, b) for shape in shapes)
        yield _with(chosen, t.parts(chosen)[0], a, b)
        yield _with(negative, a)
        yield _with(toll, t.parts(toll)[0], a)

    leaves = [value_of(text)[0] for text in ("my coins", "n")]
    smaller = trees(leaves, joined, 2)
    pairs = [*product(smaller, leaves), *product(leaves, smaller)]
    assert told_alike([*smaller, *(x for a, b in pairs for x in joined(a, b))], numbers, lang) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_follows_a_condition_does_not_seem_to_belong_to_it(lang: str) -> None:
    for one, other in (
        (f"{COUNTED} + 1", f"{COUNTED[:-1]} + 1)"),
        (f"{COUNTED} / 2", f"{COUNTED[:-1]} / 2)"),
        (f"{COUNTED} + my points - 1", f"{COUNTED[:-1]} + my points) - 1"),
        ("sum(weight of s * 2 for s in sacks) + 1", "sum(weight of s * 2 + 1 for s in sacks)"),
    ):
        assert told(one, lang) != told(other, lang)


# ---- sets and bundles --------------------------------------------------------------------------------


def members(term: Term) -> frozenset[int]:
    """Each zone is what lies in four of eight parts, so that they overlap in every way."""
    match term:
        case t.Zone(zone):
            bit = ("barn", "cart", "quay").index(zone)
            return frozenset(part for part in range(8) if part >> bit & 1)
        case t.Union(sets):
            return frozenset().union(*map(members, sets))
        case t.Difference(left, right):
            return members(left) - members(right)
        case _:
            raise AssertionError(term)


def counted(text: str) -> Term:
    """What a text counts."""
    (found,) = t.parts(value_of(f"count({text})")[0])
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_sets_are_told_alike(lang: str) -> None:
    both, less = counted("barn + cart"), counted("barn - cart")

    def joined(a: Term, b: Term) -> Iterator[Term]:
        yield from (_with(shape, a, b) for shape in (both, less))

    leaves = [*t.parts(both), counted("quay")]
    assert told_alike(trees(leaves, joined, 3), members, lang) == []


def amounts(term: Term) -> Hashable:
    match term:
        case t.Amount(_counter, word, count):
            assert word is not None
            return ("rye", "oats")[word], worked_out(count, SAMPLES[0])
        case t.AmountOf(count):
            return "oats", worked_out(count, SAMPLES[0])
        case t.CounterBundle():
            return "store"
        case t.BundleAdd():
            parts = _added(term)
            return "sum", frozenset((x, parts.count(x)) for x in parts)
        case t.BundleSubtract(left, right):
            return "less", amounts(left), amounts(right)
        case t.BundleScale(number, bundle):
            return "times", worked_out(number, SAMPLES[0]), amounts(bundle)
        case _:
            raise AssertionError(term)


def _added(term: Term) -> list[Hashable]:
    return [*_added(term.left), *_added(term.right)] if isinstance(term, t.BundleAdd) else [amounts(term)]


@pytest.mark.parametrize("lang", sampled(LANGUAGES, 1))
def test_no_two_bundles_are_told_alike(lang: str) -> None:
    add, less, twice = (counted(x) for x in ("my store + 1 rye", "my store - 1 rye", "2 * (my store + 1 rye)"))

    def joined(a: Term, b: Term) -> Iterator[Term]:
        yield from (_with(shape, a, b) for shape in (add, less))
        if not isinstance(a, t.Amount | t.AmountOf):
            yield _with(twice, t.parts(twice)[0], a)

    leaves = [*t.parts(add), counted("(my coins + 1) of oats")]
    assert told_alike(trees(leaves, joined, 3), amounts, lang) == []
