"""`stop PHASE` ends a phase of a caller, in every executor."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules.play.machine import Machine
from tests.fast.comparing import compiled, first_difference

RULES = """
ruleset   = "flight"
language  = 1
source    = "ours"
seats     = {{ range = [2, 2] }}
languages = ["en"]
title     = {{ en = "Flight" }}

[counters]
point = {{ plural = "points", per = ["seat"], score = true, source = "ours" }}
coin  = {{ plural = "coins", per = ["seat"], starts = 3, source = "ours" }}

[pieces]
card = {{ plural = "cards", starts = "row", fields = {{ deed = "effect" }}, source = "ours" }}

[zones]
row = {{ of = "card", seen = "all", source = "ours" }}

[cards]
trap = {{ deed = 'lose 1 coin; stop turn', source = "ours" }}
gift = {{ deed = 'gain 2 points', source = "ours" }}

[play.turns]
source = "ours"
effect = 'repeat 2 {{ as seats {{ phase turn {{ take_turn; gain 10 points }} }} }}'

[verbs]
flee      = {{ effect = 'lose 1 coin; stop turn', source = "ours" }}
take_turn = {{ effect = '{effect}', source = "ours" }}
"""


def rules(effect: str) -> sr.Ruleset:
    return sr.load_text(RULES.format(effect=effect), "flight")


LOOP = (
    "repeat 5 { choose fight { gain 1 point } or look { choose c in row; do deed of c }"
    " or rest { flee; gain 100 points } or leave { pay 3 coins; stop turn; gain 100 points } }; gain 5 points"
)


def test_the_rest_of_the_phase_is_not_done() -> None:
    game = sr.new_game(rules(LOOP), seats=2, seed=1)
    for answer in ("fight", "rest", "look", "c=gift", "look", "c=trap", "leave"):
        assert game.decision is not None
        if answer not in game.decision.ids:
            assert answer == "leave"
            break
        game = game.choose(answer)
    assert game.scores == {0: 1, 1: 2}
    assert game.decision is not None
    assert game.decision.seat == 0
    assert "state" not in game.view(0) or game.view(0)["state"] == {}
    assert not any("stop" in line for line in game.log_for(None))


@pytest.mark.parametrize(
    "effect",
    [
        LOOP,
        "for c in cards { do deed of c; gain 1 point }; gain 3 points",
        "if my coins > 2 { flee }; choose n in range(0, 3); gain n of points",
        "choose a { flee } or b { gain 1 point }; pay 3 coins",
        "as others { gain 1 point }; if possible { flee; pay 9 coins } else { gain 2 points }; gain 1 point",
        "try { flee; gain 4 points }; gain 1 point",
        "choose 2 c in row { do deed of c }; gain 1 point",
    ],
)
def test_all_executors_agree(effect: str) -> None:
    made = rules(effect).executor(2)
    assert Machine(made.program).start(1) == made.start(1)
    assert first_difference(compiled(made), range(4)) is None


def test_an_option_is_judged_by_what_is_really_done() -> None:
    game = sr.new_game(rules("lose 1 coin; choose a { flee } or b { gain 1 point }; pay 3 coins"), seats=2, seed=1)
    assert game.decision is None or "b" not in game.decision.ids


@pytest.mark.parametrize(
    ("effect", "problem"),
    [
        ("stop night", "E212"),
        ("together as seats { choose n in range(0, 2); stop turn }", "E313"),
        ("for c in row by choice { stop turn }", "E313"),
        ("stop 3", "E302"),
    ],
)
def test_what_cannot_be_done_is_refused(effect: str, problem: str) -> None:
    with pytest.raises(sr.RulesetError, match=problem):
        rules(effect)


def test_a_stop_outside_of_its_phase_is_refused() -> None:
    text = RULES.format(effect="flee").replace("phase turn {{ take_turn", "").replace("repeat 2", "flee; repeat 2")
    with pytest.raises(sr.RulesetError, match="E313"):
        sr.load_text(text, "flight")
