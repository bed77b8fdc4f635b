"""What shown queries give can be expected of a position, like counters and state."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from tests.small_rulesets import small_ruleset

MORE = """
[kinds]
good = { plural = "goods", words = ["salt", "wool"], source = "ours" }
[queries]
pot = { value = 'sum(points of s for s in seats)', shown = true, source = "ours" }
wealth = { params = { g = "good", s = "seat" }, value = 'if g is salt then points of s else 0', shown = true, source = "ours" }
levels = { params = { n = "2..3" }, value = 'n * pot', shown = true, source = "ours" }
quiet = { value = 'count(seats)', source = "ours" }
"""  # noqa: E501


def game() -> sr.Game:
    play = "as seats { phase turn { choose rest { gain quiet of points } or wait { } } }"
    begun = sr.new_game(sr.load_text(small_ruleset("pots", (2, 2), play, more=MORE), "pots"), 2, 1)
    return begun.choose("rest")


def test_what_a_shown_query_gives_is_compared() -> None:
    right = {"pot": 2, "wealth": {"salt": {"1": 2, "2": 0}, "wool": {"1": 0}}, "levels": {"3": 6}}
    assert game().differences(right) == ()
    wrong = {"pot": 3, "wealth": {"salt": {"1": 4}}, "levels": {"2": 5}}
    assert [(d.what, d.expected, d.found) for d in game().differences(wrong)] == [
        ("pot", "3", "2"),
        ("salt of wealth of seat 1", "4", "2"),
        ("2 of levels", "5", "4"),
    ]


@pytest.mark.parametrize(
    ("expected", "message", "hint"),
    [
        ({"quiet": 2}, "the query `quiet` is not shown, so it cannot be checked", "write `shown = true`"),
        ({"pot": "many"}, "expected a number, found the text `many`", ""),
        ({"wealth": {"slat": {}}}, "there is no good `slat`", "did you mean `salt`?"),
        ({"levels": {"4": 1}}, "there is no number `4`", ""),
        ({"wealth": {"salt": {"3": 1}}}, "there is no seat `3`", ""),
        ({"pto": 2}, "there is no thing of the ruleset `pto`", "did you mean `pot`?"),
    ],
)
def test_what_cannot_be_compared_is_refused(expected: dict[str, object], message: str, hint: str) -> None:
    with pytest.raises(sr.PositionError) as refused:
        game().differences(expected)
    (flaw,) = refused.value.flaws
    assert flaw.message == message
    assert hint in (flaw.hint or "")


def test_a_query_cannot_be_given() -> None:
    with pytest.raises(sr.PositionError, match="`pot` is a query: it is computed, so it cannot be given"):
        sr.new_game(game().rules, 2, 1, {"pot": 3})
