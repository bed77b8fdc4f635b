"""Queries that are shown at the table: in views, and drawn like counters."""

from __future__ import annotations

from pathlib import Path

import solenia_rules as sr
from solenia_rules.pictures.scene import read_view
from tests.small_rulesets import small_ruleset

RULES = """
ruleset  = "bank"
language = 1
source   = "ours"
seats    = { range = [2, 3] }
title    = { en = "Bank", fr = "Banque", pl = "Bank" }
[kinds]
good = { plural = "goods", words = ["ore", "clay"], source = "ours" }
[counters]
stock = { per = ["seat", "good"], starts = 2, source = "ours" }
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
[queries]
left  = { params = { g = "good" }, value = '9 - sum(stock(s, g) for s in seats)', shown = true, source = "ours" }
total = { params = { s = "seat" }, value = 'count(stock of s)', shown = true, source = "ours" }
all_goods = { value = 'sum(total(s) for s in seats)', shown = true, source = "ours" }
[play.turns]
source = "ours"
effect = 'repeat 2 { as seats { phase turn { choose g in goods where left(g) > 0; gain 1 of g } } }'
[rules.tax]
source = "ours"
rules  = 'total by anyone becomes it + 1'
"""


def test_shown_queries_stand_in_every_view(tmp_path: Path) -> None:
    path = tmp_path / "bank.toml"
    path.write_text(RULES, "utf-8")
    game = sr.new_game(sr.load(str(path)), seats=2, seed=1).choose("g=ore")
    expected = {"left": {"ore": 4, "clay": 5}, "total": [6, 5], "all_goods": 11}
    for seat in (0, 1, None):
        assert game.view(seat)["queries"] == expected
    assert game.full_view()["queries"] == expected
    drawn = {(tally.counter, tally.word): tally.shared or tally.by_seat for tally in read_view(game.view(0)).tallies}
    assert drawn["left", "clay"] == 5
    assert drawn["total", None] == (6, 5)


PAIRS = """
[kinds]
team = { plural = "teams", words = ["red", "blue"], source = "ours" }
[queries]
share  = { params = { s = "seat", g = "good" }, value = 'stock(s, g)', shown = true, source = "ours" }
swap   = { params = { g = "good", h = "team" }, value = '10 * place of g + place of h', shown = true, source = "ours" }
lead   = { params = { s = "seat", t = "seat" }, value = 'total(s) - total(t)', shown = true, source = "ours" }
tier   = { params = { n = "2..4", s = "seat" }, value = 'n * place of s', shown = true, source = "ours" }
"""


def test_a_shown_query_with_two_parameters_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "bank.toml"
    kinds, _head, queries = PAIRS.partition("[queries]\n")
    text = RULES.replace("[queries]\n", f"[queries]\n{queries}").replace("[kinds]\n", kinds.strip() + "\n")
    path.write_text(text, "utf-8")
    game = sr.new_game(sr.load(str(path)), seats=2, seed=1).choose("g=ore")
    shown = game.view(None)["queries"]
    assert shown["share"] == [{"ore": 3, "clay": 2}, {"ore": 2, "clay": 2}]
    assert shown["swap"] == {"ore": {"red": 11, "blue": 12}, "clay": {"red": 21, "blue": 22}}
    assert shown["lead"] == [[0, 1], [-1, 0]]
    assert shown["tier"] == {"2": [2, 4], "3": [3, 6], "4": [4, 8]}
    drawn = {
        (tally.counter, *tally.more, tally.word): tally.shared or tally.by_seat
        for tally in read_view(game.view(0)).tallies
    }
    assert drawn["share", "ore"] == (3, 2)
    assert drawn["swap", "clay", "red"] == 21
    assert drawn["lead", 1, None] == (-1, 0)
    assert drawn["tier", "3"] == (3, 6)
    observation = game.rules.observation(2)
    observed = dict(zip((x.name for x in observation), observation.of(game, 1), strict=True))
    assert [value for name, value in observed.items() if name.startswith("swap.")] == [11, 12, 21, 22]
    assert [value for name, value in observed.items() if name.startswith("tier.3.")] == [6, 3]


def test_a_ruleset_without_shown_queries_has_no_such_part() -> None:
    assert "queries" not in sr.new_game(sr.load("candle"), seats=2, seed=1).view(0)


def test_a_search_that_takes_too_long_is_shown_as_nothing() -> None:
    more = """
[boards]
field = { columns = 4, rows = 4, grid = "hex", source = "ours" }
walls = { sides = "field", source = "ours" }

[queries]
longest = { value = 'longest_path(walls)', shown = true, source = "ours" }
"""
    rules = sr.load_text(
        small_ruleset("walls", (1, 1), "choose n in range(1, 2); gain n of points", more=more), "walls"
    )
    game = sr.new_game(rules, seed=1)
    assert game.view(0)["queries"] == {"longest": 0}
    assert rules.observation(1).of(game, 0)
