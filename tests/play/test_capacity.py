"""A zone that is full takes no more; the piece stays where it lies and nothing is told."""

from __future__ import annotations

import solenia_rules as sr

RULESET = """
ruleset = "rack"
language = 1
title = { en = "Rack", fr = "Rack", pl = "Rack" }
source = "ours"
seats = { range = [1, 1] }

[pieces]
token = { plural = "tokens", starts = "bag", source = "ours" }

[zones]
bag = { of = "token", order = "stack", seen = "all", source = "ours" }
rack = { of = "token", order = "line", seen = "all", capacity = 2, source = "ours" }

[tokens]
plain = { copies = 4, source = "ours" }

[play]
fill = { effect = '''
draw 3 from bag to rack; move first(bag) to rack
move first(rack) to rack; win seats
''', source = "ours" }
"""


def test_a_full_zone_takes_no_more() -> None:
    game = sr.new_game(sr.load_text(RULESET, "rack"), seats=1, seed=1)
    zones = game.full_view()["zones"]
    assert isinstance(zones, dict)
    sizes = {name: zone["size"] for name, zone in zones.items() if isinstance(zone, dict)}
    assert sizes == {"bag": 2, "rack": 2}
    assert [event.kind for event in game.log if event.kind in ("drawn", "moved")] == ["drawn", "drawn", "moved"]


def test_without_capacity_it_takes_all() -> None:
    game = sr.new_game(sr.load_text(RULESET.replace("capacity = 2, ", ""), "rack"), seats=1, seed=1)
    assert len([event for event in game.log if event.kind == "drawn"]) == 3
