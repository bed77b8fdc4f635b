"""How a game ends is told wherever the rules say it: inside verbs, as a loss where all win together, or as a draw."""

from __future__ import annotations

import pytest

from solenia_rules.check.kinds.checker import Checker
from solenia_rules.checked.contest import won_together
from solenia_rules.rules.resolver import resolve_text
from solenia_rules.sentences.topics import Topics

FLOOD = """
ruleset = "flood"
language = 1
source = "ours"
seats = { range = SEATS }
title = { en = "Flood", fr = "Crue", pl = "Powódź" }

[counters]
water = { range = [0, 9], source = "ours" }
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[verbs]
rise = { effect = 'add 1 to water; if water > 7 { gain 1 point; win none }', source = "ours" }
flee = { effect = 'gain 1 point; if my points < 3 { gain 1 point } else if water is 0 { LEAVE }', source = "ours" }
act  = { effect = 'choose work { gain 1 point; flee } or rest { rise } or "wait" { }', source = "ours" }

[words.fr]
water = { one = "eau", gender = "f" }
point = { one = "point", other = "points", gender = "m" }
rise = { one = "montée" }
flee = { one = "fuite" }

[words.pl]
water = { one = "woda", other = "wody", gender = "f" }
point = { one = "punkt", few = "punkty", many = "punktów", other = "punktu", gender = "m" }
rise = { one = "przypływ" }
flee = { one = "ucieczka" }

[play.all]
source = "ours"
effect = 'repeat 9 { as seats { phase turn { act; phase late { rise } } } }'
"""


def topics(leave: str, seats: str = "[2, 4]", lang: str = "en", result: str = "") -> Topics:
    text = FLOOD.replace("LEAVE", leave).replace("SEATS", seats).replace('or "wait"', "or wait") + result
    found = Checker(resolve_text(text, "flood").world).run()
    assert [d.message for d in found.diagnostics if d.severity == "error"] == []
    return Topics(found, lang)


def ending(leave: str, seats: str = "[2, 4]", lang: str = "en", result: str = "") -> str:
    topic = topics(leave, seats, lang, result).topic("result")
    assert topic is not None
    return topic.line()


@pytest.mark.parametrize(
    ("leave", "seats", "line"),
    [
        ("win seats", "[2, 4]",
         "the game can end at any time (rise (if the water is at least 8, the game is lost); flee: if you have at "
         "least 3 points and the water is 0, all players win the game); if nobody has won after the last step of the "
         "game, the game is lost"),
        ("win me", "[1, 1]",
         "the game can end at any time (rise (if the water is at least 8, the game is lost); flee: if you have at "
         "least 3 points and the water is 0, the game is won); if nobody has won after the last step of "
         "the game, the game is lost"),
        ("win me", "[2, 4]",
         "the game can end at any time (rise (if the water is at least 8, the game ends in a draw); flee: if you have "
         "at least 3 points and the water is 0, you win the game); if nobody has won after the last step of the game, "
         "the game ends in a draw"),
    ],
)  # fmt: skip
def test_the_end_inside_verbs_is_told_with_its_conditions(leave: str, seats: str, line: str) -> None:
    assert ending(leave, seats) == line


def test_the_end_is_told_in_each_language() -> None:
    assert ending("win seats", lang="fr").endswith(
        "si vous avez au moins 3 points et si l'eau est égale à 0, tous les joueurs gagnent la partie) ; si personne "
        "n'a gagné après la dernière étape de la partie, la partie est perdue"
    )
    assert ending("win seats", lang="pl").endswith(
        "jeśli masz co najmniej 3 punkty i woda wynosi 0, wszyscy gracze wygrywają grę); jeśli po ostatnim kroku gry "
        "nikt nie wygrał, gra jest przegrana"
    )


def test_a_game_that_surely_has_winners_has_no_end_without_them() -> None:
    best = "\n[result.best]\nsource = 'ours'\neffect = 'if water > 3 { win me_first } else { as seats { win me } }'\n"
    line = ending("win me", result=best.replace("me_first", "first(seats)"))
    assert "after the last step" not in line
    assert line.startswith("best (if the water is at least 4, the first player wins the game;")


@pytest.mark.parametrize(
    ("leave", "seats", "together"),
    [
        ("win seats", "[2, 4]", True),
        ("win seats", "[1, 1]", True),
        ("win me", "[1, 1]", True),
        ("win me", "[1, 2]", False),
        ("win if water is 0 then seats else none", "[2, 4]", True),
        ("win if water is 0 then all(s in seats) else me", "[2, 4]", False),
        ("win none", "[2, 4]", False),
        ("win none", "[1, 1]", False),
    ],
)
def test_seats_win_or_lose_together_if_only_all_of_them_can_win(leave: str, seats: str, together: bool) -> None:
    assert won_together(topics(leave, seats).checked) == together


def test_branches_and_what_a_turn_offers_are_told() -> None:
    told = topics("win me")
    assert told.choices.verbs_with_choices() == ["act"]
    work = told.topic("work")
    assert work is not None
    assert (work.sort, work.title, work.line()) == ("branch", "work", "gain 1 point; flee")
    wait = told.topic("wait")
    assert wait is not None
    assert wait.line() == "nothing happens"
    assert ("work", "branch") not in told.ids()


def test_a_branch_of_several_choices_is_told_for_each_of_them() -> None:
    told = topics("choose work { lose 1 point } or stay { win me }").topic("work")
    assert told is not None
    assert told.line() == "flee (lose 1 point); act: gain 1 point; flee"


def test_statements_of_a_phase_that_differ_are_told_as_cases() -> None:
    told = topics("phase late { gain 2 points; win me }").topic("late")
    assert told is not None
    assert told.line() == "case 1 (rise); case 2: gain 2 points; you win the game"
    same = topics("phase late { rise }; win me").topic("late")
    assert same is not None
    assert same.line() == "raise the water by 1; if the water is at least 8: gain 1 point; the game ends in a draw"


def test_cases_of_a_test_are_steps() -> None:
    more = "\n[queries.open]\nsource = 'ours'\nvalue = 'if water is 0 then my points > 3 else my points is 1'\n"
    told = topics("win me", result=more).topic("open")
    assert told is not None
    assert told.line() == (
        "if the water is 0, this is so only when you have at least 4 points; otherwise, this is so only when you have "
        "exactly 1 point"
    )
