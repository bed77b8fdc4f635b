"""The log says which step of scoring did something, and tells equal hidden moves once."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules.text.counted import counted
from tests.small_rulesets import small_ruleset

MORE = """
[pieces.card]
plural = "cards"
starts = "deck"
source = "ours"
[cards]
ace = { copies = 5, source = "ours" }
[zones]
deck = { of = "card", order = "stack", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }
[verbs]
reward = { effect = 'gain 3 points', source = "ours" }
[scoring]
longest_road = { effect = 'as first(seats) { reward; add -1 to my points }', source = "ours" }
rest = { effect = 'as last(seats) { gain 1 point }', source = "ours" }
[words.en]
longest_road = "longest road"
point = { one = "point", other = "points" }
[words.fr]
longest_road = "plus longue route"
point = { one = "point", other = "points", gender = "m" }
[words.pl]
longest_road = "najdłuższa droga"
point = { one = "punkt", few = "punkty", many = "punktów" }
"""


def game() -> sr.Game:
    play = "as first(seats) { draw 2 from deck to my hand; gain 1 point }; move cards to deck; shuffle deck"
    return sr.new_game(sr.load_text(small_ruleset("roads", (2, 2), play, more=MORE), "roads"), 2, 1)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["seat 1 gains 3 points [longest road]", "seat 1 now has 3 points [longest road]",
                "seat 2 gains 1 point [rest]"]),
        ("fr", ["joueur 1 gagne 3 points [plus longue route]", "joueur 1 a maintenant 3 points [plus longue route]",
                "joueur 2 gagne 1 point [rest]"]),
        ("pl", ["gracz 1 zyskuje: 3 punkty [najdłuższa droga]", "gracz 1 ma teraz: 3 punkty [najdłuższa droga]",
                "gracz 2 zyskuje: 1 punkt [rest]"]),
    ],
)  # fmt: skip
def test_a_step_of_scoring_is_told_with_what_it_does(lang: str, lines: list[str]) -> None:
    told = game().log_for(None, lang)
    assert [line for line in told if "[" in line] == lines


def test_hidden_pieces_that_lay_there_already_are_told_in_one_line() -> None:
    lines = game().log_for(1)
    assert [line for line in lines if "put back" in line] == ["card: put back into deck (× 3)"]
    assert game().log_since(len(lines) - 2, 1) == game().told_to(1)[-2:]
    assert [line for line in counted(lines) if "drawn" in line] == ["card: drawn from deck to hand (seat 1) (× 2)"]
