"""`let x = random(SET)`: a member of any set, each as likely as the others."""

from __future__ import annotations

from collections import Counter

import pytest

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.fast.telling import make_telling
from tests.fast.comparing import KEPT
from tests.play.agreeing import executors_agree

RAFFLE = """
ruleset = "raffle"
language = 1
source = "ours"
seats = { range = [2, 3] }
title = { en = "Raffle" }

[kinds]
good = { plural = "goods", words = ["ore", "clay", "grain"], source = "ours" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[pieces]
card = { plural = "cards", starts = "deck", fields = { rank = "1..9" }, source = "ours" }

[cards]
"card_{rank}" = { for = { rank = "1..9" }, rank = "{rank}", source = "ours" }

[zones]
deck = { of = "card", order = "stack", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }
row = { of = "card", order = "line", seen = "all", source = "ours" }
used = { of = "card", seen = "all", source = "ours" }

[boards]
field = { columns = 3, rows = 3, fields = { mark = "yes_no" }, source = "ours" }

[setup.deal]
source = "ours"
effect = 'shuffle deck; as seats { draw 3 from deck to my hand }; draw 3 from deck to row'

[play.turns]
source = "ours"
effect = 'repeat 4 { as seats { phase turn { TURN } } }'

[result.best]
source = "ours"
effect = 'win all(s in seats where points of s is max(points of t for t in seats))'
"""
ASK = "choose a { } or b { }"
MIXED = """
choose word { let g = random(goods); gain (place of g) of points }
or rob { choose s in others where some(hand of s); let c = random(hand of s); move c to my hand }
or open { let c = random(row + used); move c to used }
or cell { let c = random(x in field where not mark of x); if c is not none { set mark of c to true; gain 1 point } }
or seat { let s = random(others); as s { gain 1 point } }
"""


def rules(turn: str) -> sr.Ruleset:
    return sr.load_text(RAFFLE.replace("TURN", turn.strip().replace("\n", " ")), "raffle")


@pytest.mark.parametrize(
    ("value", "members"),
    [
        ("let g = random(goods); gain (place of g) of points", {1, 2, 3}),
        ("let n = random(range(2, 5)); gain n of points", {2, 3, 4, 5}),
        ("let n = random(n in range(1, 9) where remainder(n, 2) is 1); gain n of points", {1, 3, 5, 7, 9}),
        ("let c = random(field - field(1, 1)); gain (row of c * 10 + column of c) of points",
         {12, 13, 21, 22, 23, 31, 32, 33}),
        ("let c = random(row); gain (place of c) of points", {1, 2, 3}),
    ],
)  # fmt: skip
def test_every_member_is_as_likely_as_the_others(value: str, members: set[int]) -> None:
    made = rules(f"{value}; {ASK}")
    games = 120 * len(members)
    found = Counter(sr.new_game(made, 2, seed).scores[0] for seed in range(games))
    assert found.keys() == members
    assert all(80 < number < 165 for number in found.values()), found


def test_of_an_empty_set_it_is_none_and_of_no_numbers_it_is_0() -> None:
    made = rules(
        f"let c = random(used); if c is none {{ gain 1 point }}; let n = random(range(5, 4)); gain n of points; {ASK}"
    )
    assert sr.new_game(made, 2, 1).scores[0] == 1


def test_all_executors_draw_the_same() -> None:
    executors_agree(rules(MIXED), 3)


def test_all_executors_tell_the_same_lots() -> None:
    """The telling form of machine code tells the events that the plain one records; among them are lots."""
    made = rules(MIXED)
    telling = make_telling(made.executor(3), KEPT)
    lots = 0
    for seed in range(6):
        answers, told = telling.told(seed)
        course = Course.begin(made, 3, seed)
        for answer in answers:
            course.answer(answer)
        assert told == list(course.events)
        lots += sum(event.kind == "allotted" for event in told)
    assert lots > 12


def test_a_lot_is_an_event_that_no_seat_is_told() -> None:
    game = sr.new_game(rules("choose bet { let n = random(range(2, 5)); gain n of points } or rest { }"), 2, 1)
    after = game.choose("bet")
    (lot,) = [event for event in after.news if event.kind == "allotted"]
    number = lot.details["number"]
    assert lot.details == {"number": number, "limit": 4}
    assert after.scores[0] == 1 + int(str(number))
    assert lot.line == f"lot {number} of 4"
    assert lot.text("en") == f"a lot among 4: number {number}"
    for seat in (0, 1, None):
        assert lot.text_for(seat) is None
        assert not any("lot" in line for line in after.log_for(seat))
        assert "allotted" not in {event["kind"] for event in after.events_since(0, seat)}


def test_an_answer_that_led_to_a_lot_is_not_taken_back() -> None:
    game = sr.new_game(rules("choose bet { let n = random(range(2, 5)); gain n of points } or rest { }"), 2, 1)
    assert game.choose("rest").undo(agreed=True).answers == ()
    with pytest.raises(sr.UndoError, match="drawn"):
        game.choose("bet").undo(agreed=True)


def test_looking_ahead_does_not_see_what_will_be_drawn() -> None:
    """An option is offered whether or not the draw will make its rest possible."""
    made = rules("choose bet { let n = random(range(1, 2)); need n is 1; gain 1 point } or rest { }")
    for seed in range(20):
        decision = sr.new_game(made, 2, seed).decision
        assert decision is not None
        assert decision.ids == ("bet", "rest")


def test_a_random_piece_of_a_hidden_hand_is_as_hidden_as_the_hand() -> None:
    game = sr.new_game(rules("choose s in others; let c = random(hand of s); move c to my hand"), 3, 1)
    game = game.choose("s=1")
    moved = [line for line in game.log_for(2) if "hand (seat 2) to hand (seat 1)" in line]
    assert moved == ["card: hand (seat 2) to hand (seat 1)"]
    with pytest.raises(sr.RulesetError, match="E402"):
        rules("let c = random(hand of next(me)); if rank of c > 4 { gain 1 point }")
