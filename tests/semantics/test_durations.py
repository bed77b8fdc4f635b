"""Rules of cells can be started, and only those of the field that is named."""

from __future__ import annotations

import pytest

import solenia_rules as sr

GAME = """
ruleset  = "lamps"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Lamps", fr = "Lampes", pl = "Lampy" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[cells]
spot = { plural = "spots", fields = { day = "rules", night = "rules" }, while = 'false', source = "ours" }

[boards.path]
cells  = "spot"
source = "ours"

[spots]
arch = { day = 'light by me becomes it + 1', night = 'light by me becomes it + 10', source = "ours" }
gate = { day = 'light by me becomes it + 100', night = 'after earn by others { gain 5 points }', source = "ours" }

[queries]
light = { value = '0', source = "ours" }

[verbs]
earn = { effect = 'gain light of points', source = "ours" }

[play.all]
source = "ours"
effect = '''
as first(seats) { EFFECT }
as seats { phase turn { earn } }
as seats { phase turn { earn } }
'''
"""


@pytest.mark.parametrize(
    ("effect", "points"),
    [
        ("start day of arch", [2, 0]),
        ("start night of arch", [20, 0]),
        ("start night of gate until turn of last(seats)", [0, 0]),
        ("start night of gate until start of turn", [0, 0]),
        ("start night of gate until end of turn of last(seats)", [5, 0]),
        ("start day of arch until end of my turn; start day of gate until turn", [101, 0]),
        ("start day of arch until turn of last(seats); as last(seats) { start night of arch until my turn }", [1, 0]),
        ("as last(seats) { start night of arch until end of turn of first(seats) }", [0, 0]),
        ("start day of arch; as last(seats) { start day of arch until end of my turn }", [0, 1]),
    ],
)
def test_rules_hold_as_long_as_the_text_says(effect: str, points: list[int]) -> None:
    game = sr.new_game(sr.load_text(GAME.replace("EFFECT", effect), "lamps"), seats=2)
    assert list(game.scores.values()) == points


def test_a_phase_that_no_text_has_and_what_is_no_phase_are_refused() -> None:
    for effect, code in (("start day of arch until my trun", "E212"), ("start day of arch until 3", "E302")):
        with pytest.raises(sr.RulesetError) as caught:
            sr.load_text(GAME.replace("EFFECT", effect), "lamps")
        assert code in [d.code for d in caught.value.diagnostics]
