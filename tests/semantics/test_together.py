"""Simultaneous choices of every form: nobody learns another's answer before all are in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product

import pytest

import solenia_rules as sr
from tests.sampling import sampled

GAME = """
ruleset  = "hush"
language = 1
source   = "ours"
seats    = { range = [3, 3] }
title    = { en = "Hush", fr = "Chut", pl = "Cicho" }

[kinds]
sign = { plural = "signs", words = ["rock", "paper", "shears"], source = "ours" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
coin  = { plural = "coins", per = ["seat"], starts = 5, source = "ours" }

[state]
shown  = { kind = "sign?", per = "seat", source = "ours" }
offer  = { kind = "0..9", per = "seat", source = "ours" }

[pieces]
card = { plural = "cards", starts = "deck", fields = { rank = "0..9" }, source = "ours" }

[zones]
deck = { of = "card", order = "stack", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }
kept = { per = "seat", of = "card", seen = "all", source = "ours" }

[cards]
low  = { rank = 1, copies = 6, source = "ours" }
high = { rank = 5, copies = 6, source = "ours" }

[setup.deal]
source = "ours"
effect = 'shuffle deck; as seats { draw 3 from deck to my hand }'

[verbs.keep]
params = { most = "1..3" }
effect = 'choose up to (most) c in my hand { move c to my kept }'
source = "ours"

[play.all]
source = "ours"
effect = 'phase turn { EFFECT }'

[scoring.all]
source = "ours"
effect = 'as seats { gain sum(rank of c for c in my kept) of points }'
"""
EFFECTS = {
    "ways": "together as seats { choose rock { set my shown to rock } or paper { set my shown to paper } }",
    "words": "together as seats { choose s in signs; set my shown to s }",
    "bids": "together as seats { choose n in range(0, 9); pay n of coins; set my offer to n }",
    "several": "together as seats { choose 2 c in my hand { move c to my kept } }",
    "verb": "together as seats { keep 2; gain 1 point }",
    "may": "together as seats { may { choose c in my hand; move c to my kept } else { gain 3 points } }",
    "if": """together as seats {
  if place of me > 1 { choose c in my hand; move c to my kept }
  else { may { gain 1 coin } }
}""",
    "mixed": """together as seats {
  let most = count(my hand) - 1
  choose s in others
  choose rob { choose n in range(1, 9); pay n of coins; as s { lose n of points } } or give { keep most }
  gain 1 point
}""",
}


@cache
def rules_of(effect: str) -> sr.Ruleset:
    return sr.load_text(GAME.replace("'phase turn { EFFECT }'", f"'''phase turn {{ {effect} }}'''"), "hush")


def asked(game: sr.Game, seat: int) -> tuple[object, ...]:
    """All that a seat can know."""
    options = [option.id for option in game.decision.options] if game.decision and game.decision.seat == seat else []
    return options, game.view(seat), [str(event) for event in game.log_for(seat)]


@pytest.mark.parametrize("name", EFFECTS)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_others_learn_nothing_from_an_answer(name: str, seed: int) -> None:
    start = sr.new_game(rules_of(EFFECTS[name]), seats=3, seed=seed)
    ends: list[sr.Game] = []
    waiting = [start]
    while waiting:
        game = waiting.pop()
        if game.decision is None or game.decision.seat != 0:
            ends.append(game)
        else:
            waiting += [game.choose(option) for option in game.decision.options]
    assert len(ends) > 1
    assert all(game.decision is not None and game.decision.seat == 1 for game in ends)
    for seat in (1, 2):
        assert all(asked(game, seat) == asked(ends[0], seat) for game in ends)


@pytest.mark.parametrize(("name", "seed"), sampled(product(EFFECTS, range(3)), len(EFFECTS)))
def test_what_is_offered_can_be_done_and_saved(name: str, seed: int) -> None:
    game = sr.new_game(rules_of(EFFECTS[name]), seats=3, seed=seed)
    while game.decision is not None:
        assert sr.restore(game.dump()).view(0) == game.view(0)
        for seat in range(3):
            imagined = game.resample(seat, 5)
            assert imagined.decision is not None
            assert _position(imagined.view(seat)) == _position(game.view(seat))
        game = game.choose(sr.random_answer(game))
    assert not any(event.kind == "stuck" for event in game.log)


def _position(view: Mapping[str, object]) -> dict[str, object]:
    """A view without its log: answers that the engine gave itself are not imagined again."""
    return {key: value for key, value in view.items() if key != "log"}


def test_a_bid_is_offered_only_if_it_can_be_paid() -> None:
    game = sr.new_game(rules_of(EFFECTS["bids"]), seats=3)
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == [f"n={n}" for n in range(6)]


def test_every_answer_has_its_effect_once_all_are_in() -> None:
    game = sr.new_game(rules_of(EFFECTS["ways"]), seats=3)
    for answer in ("paper", "rock", "paper"):
        state = game.full_view()["state"]
        assert isinstance(state, dict)
        assert state["shown"] == [None, None, None]
        game = game.choose(answer)
    state = game.full_view()["state"]
    assert isinstance(state, dict)
    assert state["shown"] == ["paper", "rock", "paper"]
