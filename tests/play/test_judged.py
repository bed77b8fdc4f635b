"""State that is judged by what lies hidden: told to those who see it, not taken back, true in every imagined world."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import solenia_rules as sr

CRACK = """
ruleset  = "crack"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Crack", fr = "Crac", pl = "Trzask" }

[kinds]
hue = { plural = "hues", words = ["red", "green", "blue", "black"], source = "ours" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[state]
exact = { kind = "0..3", judged = true, source = "ours" }
tried = { kind = "hue?", source = "ours" }

[pieces]
peg = { plural = "pegs", starts = "box", fields = { hue = "hue" }, source = "ours" }

[zones]
box    = { of = "peg", order = "stack", source = "ours" }
hidden = { of = "peg", order = "line", source = "ours" }

[pegs]
red_peg   = { hue = "red", copies = 3, source = "ours" }
green_peg = { hue = "green", copies = 3, source = "ours" }
blue_peg  = { hue = "blue", copies = 3, source = "ours" }
black_peg = { hue = "black", copies = 3, source = "ours" }

[setup.hide]
source = "ours"
effect = 'shuffle box; draw 3 from box to hidden'

[play.turns]
source = "ours"
effect = '''
repeat 4 {
  as seats {
    phase turn {
      choose h in hues
      set tried to h
      set exact to count(p in hidden where hue of p is tried)
      gain exact of points
      may { gain 1 point }
    }
  }
}
"""
CRACK += "'''\n"
CRACK += """
[result.best]
source = "ours"
effect = 'win all(s in seats where points of s is max(points of t for t in seats))'
"""


def rules() -> sr.Ruleset:
    return sr.load_text(CRACK, "crack")


def hidden(game: sr.Game) -> Counter[str]:
    """What really lies hidden in a game, by hue."""
    zones = json.loads(json.dumps(game.full_view()["zones"]))
    return Counter(piece["id"].removesuffix("_peg") for piece in zones["hidden"]["pieces"])


def test_an_imagined_world_is_judged_as_the_real_one_was() -> None:
    game = sr.new_game(rules(), seats=2, seed=4)
    known: dict[str, int] = {}
    widths = []
    for hue in ("red", "green", "blue"):
        worlds = [game.resample(0, seed) for seed in range(20)]
        for world in worlds:
            assert {tried: hidden(world)[tried] for tried in known} == known
        widths.append(len({tuple(sorted(hidden(world).items())) for world in worlds}))
        known[hue] = hidden(game)[hue]
        game = game.choose(f"h={hue}").choose("no")
    assert widths[0] > widths[-1] >= 1
    assert widths[1] > 1


def test_what_was_judged_cannot_be_taken_back() -> None:
    game = sr.new_game(rules(), seats=2, seed=4).choose("h=red")
    with pytest.raises(sr.UndoError):
        game.undo()


def test_without_judged_it_is_refused() -> None:
    with pytest.raises(sr.RulesetError) as caught:
        sr.load_text(CRACK.replace("judged = true, ", ""), "crack")
    assert [problem.code for problem in caught.value.diagnostics] == ["E403"]


def test_everybody_reads_it_in_the_log_and_nobody_reads_what_lies_hidden() -> None:
    game = sr.new_game(rules(), seats=2, seed=4).choose("h=red")
    count = hidden(game)["red"]
    for seat in (0, 1, None):
        assert any(f"{count}" in line and "exact" in line for line in map(str, game.log_for(seat)))
        assert "_peg" not in str(game.view(seat)["zones"])
