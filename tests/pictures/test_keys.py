"""A key belongs to a piece while it stays in sight. After a hiding or a shuffle it is a new one. Equal pieces cannot be
told apart by their keys."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.api.game import Game
from tests.playing import Seated, positions

CONJURER = """
ruleset  = "conjurer"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Conjurer", fr = "Prestidigitateur", pl = "Sztukmistrz" }

[counters]
point = { per = ["seat"], plural = "points", score = true, source = "ours" }

[pieces]
card = { plural = "cards", starts = "deck", fields = { worth = "1..9" }, source = "ours" }

[zones]
deck = { of = "card", order = "stack", source = "ours" }
sack = { of = "card", order = "stack", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }
line = { of = "card", order = "line", seen = "all", source = "ours" }
heap = { of = "card", seen = "all", source = "ours" }

[cards]
crow = { worth = 1, copies = 6, source = "ours" }
swan = { worth = 2, source = "ours" }
wren = { worth = 3, source = "ours" }

[setup.deal]
source = "ours"
effect = '''
move swan to hand of first(seats)
move wren to hand of last(seats)
shuffle deck
draw 2 from deck to line
as seats { draw 1 from deck to my hand }
'''

[play.turns]
source = "ours"
effect = '''
repeat 9 {
  as seats {
    phase turn {
      choose lay { choose card in my hand; move card to heap }
      or hide { choose card in my hand; move card to deck; shuffle deck; draw 1 from deck to my hand }
      or dip { choose card in my hand; move card to sack; draw 1 from sack to my hand }
      or take { draw 1 from deck to my hand }
      or mix { shuffle line }
      or pass { gain 1 point }
    }
  }
}
'''

[result.best]
source = "ours"
effect = 'win all(s in seats where points of s is max(points of t for t in seats))'
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "conjurer.toml"
    path.write_text(CONJURER, "utf-8")
    return sr.new_game(sr.load(str(path)), 2, 1)


def keys(game: Game, zone: str, seat: int | None, owner: int | None = None) -> list[tuple[str, str]]:
    """The pieces of a zone that a seat sees, each with its key."""
    there = game.view(seat, keys=True)["zones"]
    assert isinstance(there, dict)
    found = there[zone]
    if owner is not None:
        assert isinstance(found, list)
        found = found[owner]
    assert isinstance(found, dict)
    pieces = found["pieces"] or []
    assert isinstance(pieces, list)
    made = []
    for piece in pieces:
        assert isinstance(piece, dict)
        made.append((str(piece["id"]), str(piece["key"])))
    return made


def test_a_view_has_keys_only_if_they_are_asked_for(game: Game) -> None:
    assert '"key"' not in str(game.view(0)).replace("'", '"')


def test_a_piece_that_stays_in_sight_keeps_its_key(game: Game) -> None:
    before = dict(keys(game, "hand", 0, 0))
    card = next(iter(before))
    after = game.choose("lay").choose(f"card={card}")
    assert keys(after, "heap", 0) == [(card, before[card])]
    assert keys(after, "line", 0) == keys(game, "line", 0)


def test_a_piece_that_comes_out_of_hiding_has_a_new_key(game: Game) -> None:
    card = keys(game, "hand", 0, 0)[0][0]
    others = {key for _id, key in (*keys(game, "line", 1), *keys(game, "hand", 1, 1))}
    after = game.choose("lay").choose(f"card={card}")
    assert keys(after, "heap", 1)[0][1] not in others


@pytest.mark.parametrize("way", ["hide", "dip"])
def test_a_piece_that_was_hidden_within_one_answer_has_a_new_key(game: Game, way: str) -> None:
    held = keys(game, "hand", 0, 0)
    after = game.choose(way).choose(f"card={held[0][0]}")
    assert len({key for _id, key in keys(after, "hand", 0, 0)} & {key for _id, key in held}) == 1


def test_all_pieces_of_a_shuffled_zone_have_new_keys(game: Game) -> None:
    before = {key for _id, key in keys(game, "line", None)}
    after = game.choose("mix")
    assert not before & {key for _id, key in keys(after, "line", None)}


def test_equal_pieces_in_one_place_have_their_keys_in_order(game: Game) -> None:
    """Whichever of two equal cards was drawn first: the viewer cannot tell."""
    games = [sr.new_game(game.rules, 2, seed) for seed in range(12)]
    for position in (position for each in games for position in positions(each)):
        for seat in (0, 1):
            own = [key for id_, key in keys(position, "hand", seat, seat) if id_ == "crow"]
            assert own == sorted(own, key=lambda key: int(key[1:]))


def test_keys_are_different_and_the_same_whenever_they_are_asked_for(seated: Seated) -> None:
    game = seated.new(5)
    line = list(positions(game))[:40]
    late = line[-1]
    for seat in (None, *range(game.seats)):
        text = late.svg(seat, interactive=True)
        found = [part.partition('"')[0] for part in text.split('data-key="')[1:]]
        assert len(found) == len(set(found))
    again = game
    for answer in late.answers:
        again = again.choose(answer)
        again.svg(0, interactive=True)
    assert again.svg(0, interactive=True) == late.svg(0, interactive=True)
