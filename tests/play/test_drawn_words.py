"""Words that are drawn at random from a counter of a seat."""

from __future__ import annotations

import json
from collections import Counter

import solenia_rules as sr
from tests.play.agreeing import executors_agree

THEFT = """
ruleset  = "theft"
language = 1
source   = "ours"
seats    = { range = [3, 3] }
title    = { en = "Theft", fr = "Vol", pl = "Kradzież" }

[kinds]
crop = { plural = "crops", words = ["oats", "beans", "flax"], source = "ours" }

[counters]
sack  = { per = ["seat", "crop"], limit = '7', seen = "owner", size_seen = "all", source = "ours" }
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[setup.give]
source = "ours"
effect = 'as seats { gain 1 oats + 5 flax }'

[play.turns]
source = "ours"
effect = 'repeat 6 { as seats { phase turn { TURN } } }'

[result.best]
source = "ours"
effect = 'win all(s in seats where points of s is max(points of t for t in seats))'
"""
STEAL = "gain 1 crop; choose s in others; draw 1 from sack of s to my sack; draw 1 from my sack to none"


def rules(turn: str) -> sr.Ruleset:
    return sr.load_text(THEFT.replace("TURN", turn), "theft")


def sacks(game: sr.Game) -> list[Counter[str]]:
    seats = json.loads(json.dumps(game.full_view()["counters"]))["sack"]
    return [Counter(seat) for seat in seats]


def played(made: sr.Ruleset, seed: int, answers: int) -> sr.Game:
    game = sr.new_game(made, 3, seed)
    while game.decision is not None and game.decisions < answers:
        game = game.choose(sr.random_answer(game))
    return game


def test_a_word_is_as_likely_as_its_share() -> None:
    """1 oats and 5 flax, and no beans."""
    made = rules("draw 1 from sack of next(me) to my sack; choose a { } or b { }")
    found = Counter[str]()
    for seed in range(600):
        before, after = Counter({"oats": 1, "flax": 5}), sacks(sr.new_game(made, 3, seed))[1]
        found.update(before - after)
    assert found.keys() == {"oats", "flax"}
    assert 70 < found["oats"] < 135, found


def test_what_one_seat_loses_the_other_gains() -> None:
    made = rules("draw 9 from sack of next(me) to my sack; choose a { } or b { }")
    game = sr.new_game(made, 3, 1)
    has = sacks(game)
    assert has[0] + has[1] == Counter({"oats": 2, "flax": 10})
    assert has[0].total() == 8, "the limit is 7: a crop is given up after each one that is drawn"


def test_only_the_two_seats_learn_the_word() -> None:
    game = played(rules(STEAL), 3, 30)
    for seat in range(3):
        named = 0
        for line in game.log_for(seat):
            words = {"oats", "beans", "flax"} & set(line.split())
            assert not words or line.startswith(f"seat {seat + 1}"), line
            named += bool(words)
        assert named
    assert not any({"oats", "beans", "flax"} & set(line.split()) for line in game.log_for(None))


def test_all_executors_draw_the_same() -> None:
    executors_agree(rules(STEAL), 3)


def test_an_imagined_game_draws_something_else() -> None:
    game = played(rules(STEAL), 5, 9)
    ends = set()
    for seed in range(8):
        world = game.resample(0, seed)
        assert world.view(0) == game.view(0)
        while world.decision is not None and world.decisions < 14:
            world = world.choose(world.decision.options[0])
        ends.add(json.dumps(world.full_view()["counters"]))
    assert len(ends) > 2
