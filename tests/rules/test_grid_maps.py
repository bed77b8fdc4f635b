"""Maps of grids: where problems are reported, what variants change, and how maps are written anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solenia_rules as sr
from solenia_rules.rules.grid_maps import format_map
from solenia_rules.rules.records import Content

HEAD = """ruleset = "sample"
language = 1
languages = ["en"]
title = { en = "a" }
source = "ours"
seats = { range = [2, 2] }
[kinds]
tint = { plural = "tints", words = ["pink", "teal"], source = "ours" }
"""
BOARD = (
    HEAD
    + """[boards.plain]
columns = 3
rows = 2
fields = { tint = "tint?", size = { kind = "0..3", starts = 1 } }
source = "ours"
map = '''
pink 3 .
  #  . teal
'''
[play.all]
source = "ours"
effect = 'for c in plain { set size of c to count(d in neighbours(c) where tint of d is teal) }'
"""
)


def test_a_map_is_drawn_as_the_board_is() -> None:
    board = sr.load_text(BOARD, "sample").world.boards[0]
    assert board.impassable == ((1, 1),)
    given = {Content("tint", 2, 1, "pink"), Content("size", 2, 2, 3), Content("tint", 1, 3, "teal")}
    assert set(board.contents) == given


def test_a_game_begins_with_what_the_map_says() -> None:
    rules = sr.load_text(BOARD, "sample")
    layout, state = rules.executor(2).program.layout, rules.executor(2).ready(1)
    sizes = {(c.row, c.column): state[layout.cell_fields["size"] + c.index] for c in layout.cells if c.passable}
    assert sizes == {(2, 1): 1, (2, 2): 3, (2, 3): 1, (1, 2): 1, (1, 3): 1}


def test_a_view_shows_fields_of_the_map_that_never_change() -> None:
    plain = sr.new_game(sr.load_text(BOARD, "sample"), 2, 1).view(0)["boards"]
    assert "'id': 'plain.a2', 'row': 2, 'column': 1, 'fields': {'tint': 'pink', 'size': 0}" in str(plain)
    assert "'id': 'plain.b1', 'row': 1, 'column': 2, 'fields': {'size': 1}" in str(plain)


@pytest.mark.parametrize(
    ("line", "place", "code"),
    [
        ("pink 3 grey", (15, 8), "E017"),
        ("pink 33 .", (15, 6), "E013"),
        ("pink 3 . .", (15, 1), "E025"),
        ("  pink", (15, 3), "E025"),
    ],
)
def test_a_problem_is_reported_at_its_id(line: str, place: tuple[int, int], code: str) -> None:
    with pytest.raises(sr.RulesetError) as caught:
        sr.load_text(BOARD.replace("pink 3 .", line), "sample")
    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.span.line, problem.span.column) == (code, *place)


def test_a_variant_replaces_a_map_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sample.toml").write_text(BOARD, "utf-8")
    variant = """ruleset = "other"
language = 1
extends = "sample"
source = "ours"
title = { en = "b" }
[boards.plain]
source = "ours"
map = '''
. teal .
. .    .
'''
"""
    Path("other.toml").write_text(variant, "utf-8")
    board = sr.load("other.toml").world.boards[0]
    assert board.contents == (Content("tint", 2, 2, "teal"),)
    assert board.impassable == ()


WORDS = st.sampled_from((".", "#", "a", "pink", "12"))


@given(st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=4), st.booleans())
def test_writing_a_map_anew_changes_blanks_only(rows: list[list[str]], hexes: bool) -> None:
    text = "\n\n".join("   ".join(row) for row in rows)
    formatted = format_map(text, hexes)
    assert [line.split() for line in formatted.splitlines()] == rows
    assert format_map(formatted, hexes) == formatted


def test_even_rows_of_hexes_are_half_a_cell_to_the_right() -> None:
    assert format_map("pink . #\n. teal .", hexes=True) == "  pink .    #\n.    teal .\n"
