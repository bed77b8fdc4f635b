"""Near words are offered, far ones are not, and always the same."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.text.suggestions import closest, did_you_mean, edit_distance, named_or_listed


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("orre", ["ore", "tin"], "ore"),
        ("reo", ["ore", "tin"], None),
        ("roe", ["ore", "tin"], "ore"),
        ("languag", ["language", "title"], "language"),
        ("ab", ["ad", "ac"], "ac"),
        ("xyz", ["ore"], None),
        ("", ["a"], None),
        ("ore", [], None),
        ("x" * 1000, ["x"], None),
    ],
)
def test_the_nearest_word_is_offered(word: str, known: list[str], expected: str | None) -> None:
    assert closest(word, known) == expected
    assert did_you_mean(word, known) == (f"did you mean `{expected}`?" if expected else None)


WORD = st.text("abc", max_size=6)


def plain_distance(a: str, b: str) -> int:
    """Without a limit and without cleverness."""
    if not a or not b:
        return len(a) + len(b)
    best = min(
        plain_distance(a[1:], b) + 1, plain_distance(a, b[1:]) + 1, plain_distance(a[1:], b[1:]) + (a[0] != b[0])
    )
    if len(a) > 1 and len(b) > 1 and a[0] == b[1] and a[1] == b[0]:
        best = min(best, plain_distance(a[2:], b[2:]) + 1)
    return best


@given(st.text("abc", max_size=4), st.text("abc", max_size=4), st.integers(0, 3))
def test_the_distance_is_the_fewest_edits(a: str, b: str, limit: int) -> None:
    assert edit_distance(a, b, limit) == min(plain_distance(a, b), limit + 1)


@given(WORD, st.lists(WORD, max_size=8))
def test_the_order_of_the_known_words_does_not_matter(word: str, known: list[str]) -> None:
    assert closest(word, known) == closest(word, known[::-1]) == closest(word, sorted(known))


@given(st.text("abcdef", min_size=1, max_size=4), st.lists(st.text("abcdef", min_size=1, max_size=4), max_size=8))
def test_no_near_word_is_overlooked(word: str, known: list[str]) -> None:
    near = [(plain_distance(word, other), other) for other in known if other != word]
    best = min((one for one in near if one[0] <= 1), default=None)
    assert closest(word, known) == (None if best is None else best[1])


def test_thousands_of_near_words_cost_little() -> None:
    known = [f"{'a' * 55}{index:08}" for index in range(10_000)]
    start = time.process_time()
    closest("a" * 55 + "9999999x", known)
    assert time.process_time() - start < 0.05


def test_where_nothing_is_near_a_short_list_is_shown() -> None:
    assert named_or_listed("when", ("rules", "while", "note"), "there are") == "there are `rules`, `while`, `note`"
    assert named_or_listed("whil", ("rules", "while"), "the keys are") == "did you mean `while`?"
    assert named_or_listed("when", (), "the keys are") is None
    assert named_or_listed("zzz", map(str, range(1000)), "the keys are") is None
