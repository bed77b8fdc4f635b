"""The table is drawn from a view and the looks of its ruleset, whatever the game."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from solenia_rules.cli.grid import column_name
from solenia_rules.cli.marks import mark_scene
from solenia_rules.cli.scene import Scene, read_view
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


def without(row: int, column: int) -> Scene:
    """The scene with a hole in its board."""
    pit, *others = SCENE.boards
    left = tuple(cell for cell in pit.cells if (cell.row, cell.column) != (row, column))
    return evolve(SCENE, boards=(evolve(pit, cells=left), *others))


def test_a_place_that_is_no_cell_is_drawn_as_a_wall() -> None:
    assert "▒" not in drawn(draw_table(SCENE, LOOKS, PLAYERS, 100))
    holed = without(1, 2)
    assert "▒▒▒" in line_with(drawn(draw_table(holed, LOOKS, PLAYERS, 100)), "│ 1 ")
    assert "###" in line_with(drawn(draw_table(holed, evolve(LOOKS, plain=True), PLAYERS, 100)), "│ 1 ")


def test_a_board_of_many_rows_takes_one_line_each_on_a_terminal_that_is_not_tall() -> None:
    pit, *others = SCENE.boards
    rows = tuple(
        evolve(cell, row=row, id=f"pit.a{row}", mark=str(row)) for row in range(1, 9) for cell in pit.cells[:1]
    )
    scene = evolve(SCENE, boards=(evolve(pit, cells=rows), *others))
    tall = drawn(draw_table(scene, LOOKS, PLAYERS, 100)).splitlines()
    low = drawn(draw_table(scene, LOOKS, PLAYERS, 100, tall=False)).splitlines()
    assert len(tall) - len(low) >= 2 * 8 - 1
    assert all(any(f"[{row}]" in line for line in low) for row in range(1, 9))


def test_a_seat_is_called_what_the_ruleset_calls_it() -> None:
    looks = evolve(LOOKS, seats=(("ore",), ("salt",)))
    assert "♣ ore" in line_with(drawn(draw_table(SCENE, looks, PLAYERS, 120), 120), "◆ salt", "everyone")


def test_a_name_that_does_not_tell_all_has_its_glyph_before_it() -> None:
    assert "7 Big cart" not in drawn(draw_table(SCENE, LOOKS, PLAYERS, 100))
    looks = evolve(
        LOOKS,
        looks={**LOOKS.looks, "cart": {"glyph": "□", "tells": "load power"}},
        records={**LOOKS.records, "big_cart": (("load", 3), ("power", "gain 1 ore\ngain 2 salt"))},
    )
    assert "7 Big cart" in drawn(draw_table(SCENE, looks, PLAYERS, 100))
    assert looks.facts("big_cart", "cart").plain == "load 3 · power gain 1♣; gain 2◆"
    assert not looks.facts("flag", "flag")


def test_an_empty_zone_takes_no_line() -> None:
    emptied = evolve(
        SCENE, zones=tuple(evolve(z, size=0) if z.id == "hand" and z.owner == 1 else z for z in SCENE.zones)
    )
    assert "② 3" in drawn(draw_table(SCENE, LOOKS, PLAYERS, 100))
    assert "② 0" not in drawn(draw_table(emptied, LOOKS, PLAYERS, 100))


def test_a_state_is_told_value_by_value_and_a_seat_by_its_mark() -> None:
    scene = evolve(SCENE, state=(("leads", ("1",)), ("finds", ("ore", "·"))))
    looks = evolve(LOOKS, lang="fr", seat_values=frozenset({"leads"}))
    assert "leads: ②  finds: minerai ·" in drawn(draw_table(scene, looks, PLAYERS, 100))
