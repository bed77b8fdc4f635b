"""Lasting rules of several copies of a card: equal copies in the same zone without order are one answer."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules.play.machine import Machine
from tests.play.test_executors import play_both

GAME = """
ruleset  = "siege"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Siege", fr = "Siège", pl = "Oblężenie" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[pieces.card]
plural = "cards"
starts = "pile"
while  = 'this is in my hand'
fields = { reaction = "rules?", mark = { kind = "0..9", starts = 0 } }
source = "ours"

[zones]
pile = { of = "card", seen = "all", source = "ours" }
hand = { per = "seat", of = "card", ORDER seen = "owner", source = "ours" }

[cards]
moat  = { copies = 3, reaction = 'REACTION', source = "ours" }
bread = { copies = 2, source = "ours" }

[setup.deal]
source = "ours"
effect = 'as first(seats) { for c in cards { move c to my hand }; MARK }'

[play.turns]
source = "ours"
effect = 'repeat 3 { as first(seats) { phase turn { suffer } } }'

[verbs]
suffer = { effect = 'lose 1 point', source = "ours" }

[result.best]
source = "ours"
effect = 'win none'

[allow.W401]
"pieces.card" = "a card that reacts from the hand"
"""
INSTEAD = "instead of suffer by me { may { show this to seats; gain 1 point } else { suffer } }"
BEFORE = "before suffer by me { may { show this to seats; set my points to 2 * my points + 1 } }"


def siege(reaction: str, mark: str = "", order: str = "") -> sr.Ruleset:
    return sr.load_text(GAME.replace("REACTION", reaction).replace("MARK", mark).replace("ORDER", order), "siege")


def offered(rules: sr.Ruleset) -> list[str]:
    decision = sr.new_game(rules, 2, 1).decision
    return [] if decision is None else [option.id for option in decision.options]


@pytest.mark.parametrize("reaction", [INSTEAD, BEFORE])
def test_equal_copies_in_the_hand_are_not_a_question_of_order(reaction: str) -> None:
    rules = siege(reaction)
    assert rules.warnings == ()
    assert offered(rules) == ["yes", "no"]


def test_an_optional_replacement_is_asked_once_for_all_copies() -> None:
    over = sr.new_game(siege(INSTEAD), 2, 1).choose("yes").choose("no").choose("yes")
    assert over.scores == {0: 1, 1: 0}
    assert over.decision is None


@pytest.mark.parametrize("reaction", [INSTEAD, BEFORE])
@pytest.mark.parametrize(
    ("mark", "order", "first"),
    [
        ("set mark of first(my hand) to 1", "", ["moat#1", "moat#2"]),
        ("for c in my hand { set mark of c to 1 }", "", ["yes", "no"]),
        ("", 'order = "line",', ["moat#1", "moat#2", "moat#3"]),
    ],
)
def test_copies_that_may_differ_are_a_question_if_they_do(
    reaction: str, mark: str, order: str, first: list[str]
) -> None:
    rules = siege(reaction, mark, order)
    assert {found.code for found in rules.warnings} == {"W502"}
    assert offered(rules) == first


@pytest.mark.parametrize("reaction", [INSTEAD, BEFORE])
def test_executors_agree_about_copies(reaction: str) -> None:
    executor = siege(reaction, "set mark of first(my hand) to 1").executor(2)
    play_both(executor, Machine(executor.program), 3)
