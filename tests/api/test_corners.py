"""Corners and sides in sketches, sentences and saves."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.phrases import read_phrase
from solenia_rules.pictures.scene import read_view
from tests.playing import positions

ISLES = sr.load(str(Path(__file__).parents[1] / "games" / "isles.toml"))


def test_a_sketch_names_a_corner_or_side_by_any_of_its_cells() -> None:
    sketch = {
        "phase": "scoring.all",
        "crossings": {"c2sw": {"holder": 2, "on": "ship of seat 1"}},
        "roads": {"c1w": {"builder": 2}},
        "fences": {"2": {"c1e": {"built": True}}},
    }
    game = sr.new_game(ISLES, 2, 1, sketch)
    found = {
        "crossings": {"b2se": {"holder": 2, "on": "ship of seat 1"}},
        "roads": {"b1e": {"builder": 2}},
    }
    assert game.differences({**found, "fences": {"2": {"a1w": {"built": True}}}}) == ()
    assert game.differences({"crossings": {"b1ne": {"holder": 2}}}) != ()


def test_a_corner_that_does_not_exist_is_refused_in_a_sketch() -> None:
    with pytest.raises(sr.PositionError, match="there is no cell of `crossings` `a1n`"):
        sr.new_game(ISLES, 2, 1, {"phase": "scoring.all", "crossings": {"a1n": {"holder": 2}}})


def test_a_saved_game_with_corners_goes_on() -> None:
    for game in list(positions(sr.new_game(ISLES, 2, 5), 20))[::5]:
        again = sr.restore(game.dump())
        assert again.view(0) == game.view(0)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "for each corner that is among the corners of this space and that has a holder"),
        ("fr", "pour chaque coin qui fait partie des coins de cet emplacement et qui a"),
        ("pl", "wierzchołków tego pola"),
    ],
)
def test_corners_are_told_in_sentences(lang: str, told: str) -> None:
    topic = sr.explain(ISLES, "take_turn", lang)
    assert topic is not None
    assert told in topic.line()


def test_a_view_says_that_cells_are_corners_or_sides() -> None:
    boards = read_view(sr.new_game(ISLES, 2, 1).view(0)).boards
    assert [(board.id, board.owner) for board in boards if board.parts] == [
        ("crossings", None), ("roads", None), ("posts", 0), ("posts", 1), ("fences", 0), ("fences", 1),
    ]  # fmt: skip
    roads = next(board for board in boards if board.id == "roads")
    assert {cell.id for cell in roads.cells} >= {"roads.b1e", "roads.b1sw"}
    assert "roads.c1w" not in {cell.id for cell in roads.cells}


SIDES = """
ruleset = "edges"
language = 1
source = "ours"
seats = {{ range = [1, 1] }}
title = {{ en = "Edges" }}

[counters]
point = {{ plural = "points", per = ["seat"], score = true, source = "ours" }}
seen = {{ per = ["seat"], source = "ours" }}

[boards]
land = {{ columns = 4, rows = 4, {shape} source = "ours" }}
hedges = {{ sides = "land", source = "ours" }}

[state]
lost = {{ kind = "cell?", source = "ours" }}

[queries.is_shared]
params = {{ c = "cell", n = "number" }}
value = 'side_at(c, n) is side_at(beside(c, n), n + {half})'
source = "ours"

[queries.has]
params = {{ c = "cell", h = "cell" }}
value = 'some(n in range(1, {ways}) where side_at(c, n) is h)'
source = "ours"

[scoring.all]
source = "ours"
effect = '''
gain sum(1 for c in land for n in range(0, 12) where side_at(c, n) is not in sides_of(c)) of points
gain sum(1 for c in land for n in range(1, {ways}) where beside(c, n) is not none and not is_shared(c, n)) of points
gain sum(1 for c in land where count(h in hedges where has(c, h)) is not count(sides_of(c))) of points
gain sum(1 for c in land for n in range(1, {ways}) where beside(c, n) is none) of seen
if side_at(lost, 1) is not none {{ gain 1 point }}
'''
"""


@pytest.mark.parametrize(
    ("shape", "ways"),
    [
        ("", 4), ('grid = "hex",', 6), ("impassable = [[2, 2], [1, 1]],", 4),
        ('grid = "hex", impassable = [[2, 3]],', 6), ('wraps = "columns",', 4), ('grid = "hex", wraps = "both",', 6),
    ],
)  # fmt: skip
def test_a_side_by_its_number_is_the_side_towards_the_neighbour_there(shape: str, ways: int) -> None:
    """The score counts what is wrong: sides that are not sides of their cell, neighbours that do not share the side."""
    rules = sr.load_text(SIDES.format(shape=shape, ways=ways, half=ways // 2), "edges")
    game = sr.new_game(rules, 1, 1)
    assert game.scores == {0: 0}
    (edges,) = (tally.by_seat[0] for tally in read_view(game.view(0)).tallies if tally.counter == "seen")
    assert edges is not None
    assert (edges > 0) == ("both" not in shape), "cells at the edge have sides, too"


ROADS = """
ruleset = "roads"
language = 1
source = "ours"
seats = { range = [2, 2] }
title = { en = "Roads" }

[boards]
land = { columns = 3, rows = 3, grid = "hex", source = "ours" }
crossings = { corners = "land", fields = { settler = "seat?" }, source = "ours" }
ways = { sides = "land", fields = { builder = "seat?", closed = "yes_no" }, source = "ours" }

[queries]
near = { params = { w = "cell" }, value = 'some(c in corners_of(w) where settler of c is me)', source = "ours" }
open = { params = { w = "cell" }, value = 'builder of w is none and (w is near or closed of w)', source = "ours" }

[setup.settle]
source = "ours"
effect = 'as seats { choose corner in crossings where settler of corner is none; set settler of corner to me }'

[play.building]
source = "ours"
effect = 'repeat 2 { as seats { phase turn { choose way in ways where way is open; set builder of way to me } } }'
"""


@pytest.fixture
def roads(tmp_path: Path) -> sr.Game:
    """Seat 1 has built at the corner a1n, and seat 2 is asked for a road, far away from it."""
    path = tmp_path / "roads.toml"
    path.write_text(ROADS, "utf-8")
    game = sr.new_game(sr.load(str(path)), 2, 1)
    for answer in ("crossings.a1n", "crossings.c3s", "ways.a1ne"):
        option = game.decision.find(answer) if game.decision is not None else None
        assert option is not None
        game = game.choose(option)
    return game


def test_a_change_is_called_enough_only_if_it_is(roads: sr.Game) -> None:
    taken_and_far = roads.reason("way=ways.a1ne")
    assert taken_and_far.changes() == ()
    assert taken_and_far.found()[:2] == ("the space has a builder", "the space is not near and the space is not closed")
    sketch = {"phase": "turn", "ways": {"a1ne": {"builder": 2}}, "crossings": {"a1n": {"settler": 1}}}
    only_taken = sr.new_game(roads.rules, 2, 1, {**sketch, "before": ["a1n", "c3s"]}).reason("way=ways.a1ne")
    assert only_taken.changes() == ("the builder of the space = nothing",)


def test_a_name_on_several_boards_is_that_of_the_board_in_question(roads: sr.Game) -> None:
    assert roads.reason("a1ne") == roads.reason("way=ways.a1ne")
    assert roads.decision is not None
    named = [option.id for option in roads.decision.imaginable() if option.id.endswith(".a1ne")]
    assert named == ["way=ways.a1ne", "way=crossings.a1ne"]
    phrase = read_phrase(roads, "a1ne", "en")
    assert phrase.refused == "way=ways.a1ne"


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["corner", "builder of side a1ne is now seat 1"]),
        ("fr", ["coin", "builder (arête a1ne) vaut maintenant joueur 1"]),
        ("pl", ["wierzchołek", "builder (krawędź a1ne): teraz gracz 1"]),
    ],
)
def test_the_log_tells_a_corner_from_a_side_with_the_same_name(roads: sr.Game, lang: str, told: list[str]) -> None:
    log = "\n".join(roads.log_for(0, lang))
    assert all(text in log for text in told)
