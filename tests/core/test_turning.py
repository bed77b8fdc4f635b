"""Lists of words, the turns of tiles, and neighbours by their side."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.core.topology import ROUND, work_out, work_out_sides
from solenia_rules.rules.lattice import SIDES
from tests.fast.comparing import compiled, first_difference, step_through

CARPETS = sr.load(str(Path(__file__).parents[1] / "games" / "carpets.toml"))
ISLES = sr.load(str(Path(__file__).parents[1] / "games" / "isles.toml"))


@pytest.mark.parametrize("rules", [CARPETS, ISLES], ids=lambda rules: str(rules.world.id))
def test_the_neighbours_on_all_sides_are_the_neighbours(rules: sr.Ruleset) -> None:
    layout = rules.executor(2).program.layout
    near, beside = work_out(layout).near, work_out_sides(layout)
    for cell in layout.cells:
        on_sides = beside[cell.index * ROUND : (cell.index + 1) * ROUND]
        board = layout.names.boards[cell.board]
        if board.part is not None or not cell.passable:
            assert set(on_sides) == {-1}
            continue
        count = 6 if board.grid == "hex" else 4
        assert on_sides == on_sides[:count] * (ROUND // count)
        assert sum(1 << other for other in set(on_sides) - {-1}) == near[cell.index]
        for side, other in enumerate(on_sides[:count]):
            if other >= 0:
                assert beside[other * ROUND + side + count // 2] == cell.index


def test_sides_are_numbered_in_the_order_of_their_names() -> None:
    """The neighbour on side number i shares with the cell the side that has the i-th name."""
    layout = ISLES.executor(2).program.layout
    beside = work_out_sides(layout)
    land = {(cell.row, cell.column): cell.index for cell in layout.cells if cell.board == "land"}
    part = layout.names.boards["roads"].part
    assert part is not None
    for joint in part.joints:
        if len(joint.cells) == 2:
            for name, spot in zip(joint.names, joint.cells, strict=True):
                side = SIDES["hex"].index(name.lstrip("abcd").lstrip("1234"))
                other = next(cell for cell in joint.cells if cell != spot)
                assert beside[land[spot] * ROUND + side] == land[other]


GAME = """ruleset = "sample"
language = 1
languages = ["en"]
title = { en = "a" }
source = "ours"
seats = { range = [1, 1] }
[kinds]
land = { plural = "lands", words = ["sea", "sand", "hill"], source = "ours" }
[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
[pieces]
tile = { plural = "tiles", starts = "rack", fields = { rim = "list of 6 lands" }, source = "ours" }
[zones]
rack = { of = "tile", seen = "all", source = "ours" }
[tiles]
tile_a = { rim = [RIM], source = "ours" }
tile_b = { rim = ["hill", "sea", "sea", "sea", "sea", "sea"], source = "ours" }
[play.all]
source = "ours"
effect = '''
for n in range(0, 15) { if word_at(rim of tile_b, n - 6) is hill { gain 1 point } }
if word_at(rim of tile_b, 1) is hill and word_at(rim of tile_b, 7) is hill { gain 5 points }
if word_at(rim of tile_b, -5) is hill { gain 5 points }
if word_at(rim of tile_b, 0) is sea and rim of tile_a is not rim of tile_b { gain 100 points }
choose up to 6 n in turns_of(rim of tile_a) { gain 1000 points }
'''
"""


@pytest.mark.parametrize(
    ("rim", "turns"),
    [
        ("sea sea sea sea sea sea", 1),
        ("sea sand sea sand sea sand", 2),
        ("sea sand hill sea sand hill", 3),
        ("sea sand sand sea sea sea", 6),
        ("sea sea sand sea sea sand", 3),
    ],
)
def test_orientations_that_look_the_same_are_offered_once(rim: str, turns: int) -> None:
    text = GAME.replace("RIM", ", ".join(f'"{word}"' for word in rim.split()))
    game = sr.new_game(sr.load_text(text, "sample"), 1, 1)
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == [*(f"n={n}" for n in range(turns)), "done"]
    assert game.scores == {0: 113}


def test_machine_code_plays_the_same_games() -> None:
    made = compiled(CARPETS.executor(2))
    assert first_difference(made, range(6)) is None
    assert step_through(made, seed=3) > 0


def test_a_view_shows_how_a_tile_is_turned() -> None:
    game = sr.new_game(CARPETS, 2, 3)
    while game.decision is not None and "'turns': 1" not in str(game.view(None)["boards"]):
        game = game.choose(sr.random_answer(game))
    assert game.decision is not None
