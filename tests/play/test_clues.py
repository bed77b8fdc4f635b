"""Imagined worlds fit the answers that other seats gave: what was answered was an option there."""

from __future__ import annotations

import json
import operator
from collections import Counter
from functools import partial

import pytest

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.play.clues import arranged

TRICKS = """
ruleset  = "tricks"
language = 1
source   = "ours"
seats    = { range = [3, 3] }
title    = { en = "Tricks", fr = "Plis", pl = "Lewy" }

[kinds]
suit = { plural = "suits", words = ["leaf", "root", "seed"], source = "ours" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[state]
leader = { kind = "seat?", source = "ours" }
led    = { kind = "suit?", source = "ours" }

[pieces]
card = { plural = "cards", starts = "deck", fields = { suit = "suit", rank = "1..9" }, source = "ours" }

[zones]
deck  = { of = "card", order = "stack", source = "ours" }
hand  = { per = "seat", of = "card", seen = "owner", source = "ours" }
laid  = { per = "seat", of = "card", seen = "all", source = "ours" }
taken = { per = "seat", of = "card", seen = "all", source = "ours" }

[cards]
"{suit}_{rank}" = { for = { suit = "suits", rank = "1..9" }, suit = "{suit}", rank = "{rank}", source = "ours" }

[setup.deal]
source = "ours"
effect = 'set leader to first(seats); shuffle deck; as seats { draw 8 from deck to my hand }'

[play.tricks]
source = "ours"
effect = '''
repeat 8 {
  set led to none
  as seats_from(leader) { phase turn { follow } }
  let best = first(s in seats by -might(s))
  as best { gain 1 point; for s in seats { move laid of s to my taken } }
  set leader to best
}
'''

[verbs.follow]
source = "ours"
effect = '''
FOLLOW
'''

[verbs.lay]
params = { card = "card" }
source = "ours"
effect = 'if led is none { set led to suit of card }; move card to my laid'

[queries]
bound    = { value = 'led is not none and some(c in my hand where suit of c is led)', source = "ours" }
playable = { params = { card = "card" }, value = 'not bound or suit of card is led', source = "ours" }

[queries.might]
params = { s = "seat" }
value  = 'sum(rank of c for c in laid of s where suit of c is led)'
source = "ours"

[result.best]
source = "ours"
effect = 'win all(s in seats where points of s is max(points of t for t in seats))'

[allow.W503]
"verbs.follow" = "a hand holds as many cards as there are tricks left"
"""
BY_FILTER = "choose card in my hand where card is playable; lay card"
BY_BRANCH = """
if bound {
  choose card in my hand where suit of card is led
  lay card
}
else { choose card in my hand; lay card }
"""
BY_POSSIBLE = """
if possible { choose card in my hand where suit of card is led; lay card }
else { choose card in my hand; lay card }
"""


def rules(follow: str) -> sr.Ruleset:
    return sr.load_text(TRICKS.replace("FOLLOW", follow), "tricks")


def hands(game: sr.Game) -> list[list[str]]:
    zones = json.loads(json.dumps(game.full_view()["zones"]))
    return [[piece["id"] for piece in hand["pieces"]] for hand in zones["hand"]]


def suit_of(card: str) -> str:
    return card.split("_")[0]


def led(game: sr.Game) -> str | None:
    found = json.loads(json.dumps(game.full_view()["state"]))["led"]
    assert found is None or isinstance(found, str)
    return found


def played(game: sr.Game) -> list[tuple[sr.Game, dict[int, set[str]]]]:
    """The positions of a game, each with the suits that every seat has shown not to have."""
    lacking: dict[int, set[str]] = {seat: set() for seat in range(3)}
    found = []
    while game.decision is not None:
        seat, suit = game.decision.seat, led(game)
        answer = sr.random_answer(game)
        game = game.choose(answer)
        if suit is not None and suit_of(answer.id.removeprefix("card=")) != suit:
            lacking[seat].add(suit)
        found.append((game, {seat: set(suits) for seat, suits in lacking.items()}))
    return found


@pytest.mark.parametrize("follow", [BY_FILTER, BY_BRANCH, BY_POSSIBLE])
@pytest.mark.parametrize(("games", "fewest"), [(2, 50), pytest.param(4, 150, marks=pytest.mark.thorough)])
def test_a_seat_that_did_not_follow_suit_has_none_of_it_in_any_imagined_world(
    follow: str, games: int, fewest: int
) -> None:
    tested = 0
    for seed in range(games):
        for game, lacking in played(sr.new_game(rules(follow), 3, seed)):
            for world in (game.resample(0, number) for number in range(8)):
                for seat in (1, 2):
                    assert not lacking[seat] & set(map(suit_of, hands(world)[seat])), (seed, game.decisions)
                    tested += bool(lacking[seat] and hands(world)[seat])
    assert tested > fewest


def test_an_imagined_world_looks_the_same_and_is_not_the_real_one() -> None:
    same = other = 0
    for game, _lacking in played(sr.new_game(rules(BY_FILTER), 3, 1))[:12]:
        for number in range(8):
            world = game.resample(0, number)
            assert world.view(0) == game.view(0)
            if hands(world) == hands(game):
                same += 1
            else:
                other += 1
    assert other > 10 * same


def test_without_inferring_only_what_the_seat_saw_counts() -> None:
    found = Counter[bool]()
    for game, lacking in played(sr.new_game(rules(BY_FILTER), 3, 0)):
        for number in range(8):
            world = game.resample(0, number, inferring=False)
            found[any(lacking[seat] & set(map(suit_of, hands(world)[seat])) for seat in (1, 2))] += 1
    assert found[True] > 10


def test_a_bot_imagines_the_same_worlds_as_a_game() -> None:
    course = Course.begin(rules(BY_FILTER), 3, 5)
    game = sr.new_game(rules(BY_FILTER), 3, 5)
    while game.decision is not None:
        for number in range(2):
            assert tuple(course.imagine(0, number)) == game.resample(0, number).state
        answer = sr.random_answer(game)
        course.answer(answer.value)
        game = game.choose(answer)


def test_names_are_arranged_so_that_none_is_barred() -> None:
    """Piece 0 can only be 3, piece 1 only 2 or 3, piece 2 anything but 0: a chain of exchanges is needed."""
    bars = {0: 0b0111, 1: 0b0011, 2: 0b0001}
    seen = set()
    for start in range(24):
        names = [0, 1, 2, 3]
        rest, number = [], start
        for size in (4, 3, 2, 1):
            number, index = divmod(number, size)
            rest.append(names.pop(index))
        made = arranged([0, 1, 2, 3], rest, bars, partial(operator.mod, start))
        assert sorted(made) == [0, 1, 2, 3]
        assert not any(bars.get(piece, 0) >> name & 1 for piece, name in enumerate(made))
        seen.add(tuple(made))
    assert seen == {(3, 2, 1, 0)}


def test_what_was_asked_before_does_not_change_an_imagined_world() -> None:
    """Games keep what they have read of their answers; a game that has read nothing imagines the same worlds."""

    def line() -> list[sr.Game]:
        game = sr.new_game(sr.load("hearts"), 4, 5)
        found = [game]
        while game.decision is not None and game.decisions < 40:
            game = game.choose(sr.random_answer(game))
            found.append(game)
        return found

    asked, fresh = line(), line()
    for number, game in enumerate(asked):
        if number % 7 == 0:
            game.resample(number % 4, 1)
    for number in (20, 33, 40):
        for seat in range(4):
            assert asked[number].resample(seat, 3).state == fresh[number].resample(seat, 3).state
