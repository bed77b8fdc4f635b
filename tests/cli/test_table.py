"""The table is drawn from a view and the looks of its ruleset, whatever the game."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from solenia_rules.cli.grid import column_name
from solenia_rules.cli.marks import mark_scene
from solenia_rules.cli.scene import read_view
from solenia_rules.cli.table import draw_table
from tests.cli.scenes import LOOKS, VIEW, drawn

SCENE = read_view(VIEW)
PLAYERS = ("you", "bot")
ANSWERS = [
    (("cell", "pit.a2"),),
    (("cell", "pit.b2"), ("piece", "big_cart")),
    (("cell", "low@1"),),
    (("piece", "tiny"),),
    (("piece", "flag"),),
    (("cell", "pit.c1"),),
    (("cell", "pit.c1"),),
    (),
]
MARKED = mark_scene(SCENE, ANSWERS)

WHOLE = Path(__file__).with_name("table.txt")


def line_with(text: str, *parts: str) -> str:
    found = [line for line in text.splitlines() if all(part in line for part in parts)]
    assert found, f"{parts} in no line of\n{text}"
    return found[0]


def test_a_whole_table() -> None:
    assert drawn(draw_table(MARKED, LOOKS, PLAYERS, 100)) + "\n" == WHOLE.read_text("utf-8")


def test_the_last_row_of_a_board_is_on_top() -> None:
    lines = drawn(draw_table(SCENE, LOOKS, PLAYERS, 100)).splitlines()
    rows = [line for line in lines if line.startswith(("│ 1 ", "│ 2 "))]
    assert rows[0].startswith("│ 2 ")


def test_an_answer_stays_legible_in_the_narrowest_cell() -> None:
    for width in range(24, 120):
        shown = drawn(draw_table(MARKED, LOOKS, PLAYERS, width), width)
        assert "[1]" in shown, f"at width {width}"


def test_nothing_is_wider_than_the_terminal() -> None:
    for width in (40, 60, 80, 120):
        shown = drawn(draw_table(MARKED, LOOKS, PLAYERS, width), width)
        assert max(map(len, shown.splitlines())) <= width


def test_numbers_stand_beside_the_board_only_where_there_is_room() -> None:
    assert "┼" in line_with(drawn(draw_table(SCENE, LOOKS, PLAYERS, 120), 120), "coins")
    assert "┼" not in line_with(drawn(draw_table(SCENE, LOOKS, PLAYERS, 60), 60), "coins")


def test_colour_adds_nothing_that_is_needed() -> None:
    coloured = drawn(draw_table(MARKED, LOOKS, PLAYERS, 100), colour=True)
    assert "\x1b[" in coloured
    assert "\x1b[" not in drawn(draw_table(MARKED, LOOKS, PLAYERS, 100))


def test_a_terminal_that_knows_ascii_only_gets_no_other_glyph() -> None:
    looks = evolve(LOOKS, plain=True)
    shown = drawn(draw_table(MARKED, looks, PLAYERS, 100))
    assert not [c for c in shown if not c.isascii() and not 0x2500 <= ord(c) < 0x2580 and c not in "×·"]


def test_words_are_told_in_the_readers_language_else_in_english_else_by_id() -> None:
    shown = drawn(draw_table(SCENE, evolve(LOOKS, lang="fr"), PLAYERS, 100))
    assert "minerai" in shown
    assert "Big cart" in shown
    assert "coins" in shown


def test_a_hidden_zone_shows_only_its_size_or_nothing() -> None:
    shown = drawn(draw_table(SCENE, LOOKS, PLAYERS, 100))
    assert line_with(shown, "hand", "②").split() == ["hand", "②", "3"]
    assert line_with(shown, "vault").split() == ["vault", "hidden"]


def test_a_zone_whose_pieces_are_the_rows_of_a_board_is_not_told_twice() -> None:
    assert "lane" not in drawn(draw_table(SCENE, LOOKS, PLAYERS, 100))


def test_columns_are_named_as_in_ids_of_cells() -> None:
    assert [column_name(n) for n in (1, 2, 26, 27, 52, 53)] == ["a", "b", "z", "aa", "az", "ba"]


def test_a_number_stands_only_on_what_one_answer_names_and_where_it_is_sure() -> None:
    shown = drawn(draw_table(MARKED, LOOKS, PLAYERS, 100))
    assert shown.count("[1]") == 1
    assert "[6]" not in shown, "two answers name that cell"
    assert "[5]" not in shown, "two cells hold such a piece"
    assert "[4] tiny" in line_with(shown, "tiny"), "the viewer's own, not those of the yard"
    assert shown.count("[4]") == 1
    assert "[3]" in line_with(shown, "② shelf")
    assert "[3]" not in line_with(shown, "① shelf")
