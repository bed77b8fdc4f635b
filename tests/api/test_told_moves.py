"""A move within one place is told by what it changes: the order, or nothing that anybody would read."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from tests.small_rulesets import small_ruleset

RULES = """
ruleset  = "order"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Order", fr = "Ordre", pl = "Porządek" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[pieces.token]
plural = "tokens"
starts = "row"
source = "ours"

[pieces.card]
plural = "cards"
per    = "seat"
starts = "pack"
source = "ours"

[zones]
row  = { of = "token", order = "line", seen = "all", source = "ours" }
heap = { of = "token", seen = "all", source = "ours" }
pack = { per = "seat", of = "card", order = "stack", seen = "owner", source = "ours" }

[tokens]
a = { source = "ours" }
b = { source = "ours" }
c = { source = "ours" }

[cards]
x = { source = "ours" }
y = { source = "ours" }

[boards]
field = { columns = 2, rows = 1, source = "ours" }

[play.once]
source = "ours"
effect = 'as first(seats) { EFFECT }'

[result.best]
source = "ours"
effect = 'win none'
"""


def told(tmp_path: Path, effect: str, lang: str, seat: int | None) -> list[str]:
    path = tmp_path / "order.toml"
    path.write_text(RULES.replace("EFFECT", effect), encoding="utf-8")
    game = sr.new_game(sr.load(str(path)))
    lines = [event.text_for(seat, lang) for event in game.news if event.kind == "moved"]
    return [line for line in lines if line is not None]


@pytest.mark.parametrize(
    ("effect", "lang", "lines"),
    [
        ("move a to row", "en", ["a: to the end of row"]),
        ("move a to row", "fr", ["a : en dernière position, row"]),
        ("move a to row", "pl", ["a: na koniec, row"]),
        ("move c to row at 1", "en", ["c: to the front of row"]),
        ("move c to row at 1", "fr", ["c : en première position, row"]),
        ("move c to row at 1", "pl", ["c: na początek, row"]),
        ("move c to row at 2", "en", ["c: to place 2 in row"]),
        ("move c to row", "en", []),
        ("move a to heap; move a to heap", "en", ["a: row to heap"]),
        ("move a to field(1, 1); move a to field(1, 1)", "en", ["a: row to a1"]),
        ("move a to none; move a to none", "pl", ["a: row → nigdzie"]),
    ],
)
def test_a_move_within_a_place_is_told_by_what_it_changes(
    tmp_path: Path, effect: str, lang: str, lines: list[str]
) -> None:
    assert told(tmp_path, effect, lang, None) == lines


def test_who_does_not_see_the_piece_is_not_told_where_it_went(tmp_path: Path) -> None:
    """Not even whether anything changed: that would tell which one it was."""
    for effect, line in (
        ("move my x to my pack", "x (seat 1): to the end of pack (seat 1)"),
        ("move my y to my pack", None),
    ):
        assert told(tmp_path, effect, "en", 0) == ([] if line is None else [line])
        assert told(tmp_path, effect, "en", 1) == ["card: put back into pack (seat 1)"]


MEN = """
[pieces.man]
plural = "men"
per = "seat"
source = "ours"
[boards]
yard = { columns = 2, rows = 1, source = "ours" }
"""


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["man (seat 1): to a1", "man (seat 1): a1 to b1", "man (seat 1): gone from b1"]),
        ("fr", ["man (joueur 1) : vers a1", "man (joueur 1) : a1 vers b1", "man (joueur 1) : n'est plus en b1"]),
        ("pl", ["man (gracz 1): → a1", "man (gracz 1): a1 → b1", "man (gracz 1): znika z b1"]),
    ],
)
def test_a_piece_comes_to_the_board_and_leaves_it(lang: str, lines: list[str]) -> None:
    effect = """
    as first(seats) { move my man to yard(1, 1); move my man to yard(1, 2); move my man to none }
    phase turn { as seats { choose { gain 1 point } or { gain 2 points } } }
    """
    game = sr.new_game(sr.load_text(small_ruleset("yards", (1, 1), effect, more=MEN), "yards"), 1, 1)
    assert [line for line in game.log_for(0, lang) if line.startswith("man")] == lines
