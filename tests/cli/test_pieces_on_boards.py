"""At the terminal, pieces on grids show whose they are and what they are now, and empty sides are only points."""

from __future__ import annotations

import pytest
from attrs import evolve

import solenia_rules as sr
from solenia_rules.cli.play import looks_of
from solenia_rules.cli.tabletop import draw_legend, draw_tabletop
from solenia_rules.pictures.arranging import stacked
from solenia_rules.pictures.scene import read_view
from tests.cli.scenes import drawn

SOURCE = """
ruleset   = "harbour"
language  = 1
languages = ["en"]
source    = "ours"
seats     = { range = [2, 2] }
title     = { en = "Harbour" }

[kinds]
ware = { plural = "wares", words = ["tin", "silk"], source = "ours" }

[counters]
loss = { plural = "losses", per = ["seat"], source = "ours" }
gift = { plural = "gifts", per = ["seat"], source = "ours" }

[pieces]
buoy = { plural = "buoys", per = "ware", source = "ours" }

[pieces.crate]
plural = "crates"
starts = "box"
fields = { holder = "seat?", opened = { kind = "yes_no", starts = false }, ware = "ware" }
source = "ours"

[crates]
"{ware}_crate" = { for = { ware = "wares" }, ware = "{ware}", copies = 2, source = "ours" }

[zones]
box = { of = "crate", seen = "all", source = "ours" }

[boards]
bay   = { columns = 3, rows = 1, source = "ours" }
lawn  = { columns = 3, rows = 2, source = "ours" }
edges = { sides = "lawn", fields = { fenced = "yes_no" }, source = "ours" }

[setup.build]
source = "ours"
effect = '''
move buoy of silk to bay(1, 1)
let a = first(crates); set holder of a to last(seats); set opened of a to true; move a to bay(1, 2)
set fenced of first(sides_of(lawn(1, 2))) to true
'''

[play.turns]
source = "ours"
effect = 'gain 1 loss; gain 1 gift; choose go { } or stay { }'

[result.all]
source = "ours"
effect = 'win seats'

[look]
silk      = { glyph = "S" }
tin_crate = { glyph = "T" }
fenced    = { glyph = "█" }

[words.en]
gift = { one = "present", other = "presents" }
"""


@pytest.fixture(scope="module")
def table() -> str:
    game = sr.new_game(sr.load_text(SOURCE, "harbour"), 2, 1)
    scene, looks = read_view(game.view(0)), looks_of(game.rules, "en", False)
    return drawn(draw_tabletop(scene, looks, ("you", "bot"), 90), 90) + drawn(draw_legend(scene, looks, 90), 90)


def test_a_piece_on_a_grid_shows_its_seat_and_what_its_fields_hold(table: str) -> None:
    assert "T② ope" in table
    assert "ope opened" in table, "the legend tells the sign"


def test_a_piece_for_a_word_has_the_glyph_of_the_word(table: str) -> None:
    (row,) = [line for line in table.splitlines() if "T②" in line]
    assert row.split("│")[2].strip() == "S"


def test_sides_that_hold_nothing_are_points(table: str) -> None:
    lines = table[table.index("lawn") : table.index("edges") if "edges" in table else None].splitlines()
    assert sum(line.count("█") for line in lines[:8]) == 1
    assert not any("│" in line or "─" in line for line in lines[1:6])


def test_numbers_without_words_have_their_declared_plural(table: str) -> None:
    assert "losses" in table
    assert "presents" in table


HEIGHTS = """
[pieces.beast]
plural = "beasts"
starts = "box"
source = "ours"
[pieces.beast.fields]
level = { kind = "0..9", starts = 0 }

[beasts]
bear = { source = "ours" }
wolf = { source = "ours" }
hare = { source = "ours" }

[zones]
box = { of = "beast", seen = "all", source = "ours" }

[boards]
den = { columns = 3, rows = 2, grid = "hex", source = "ours" }

[setup.build]
source = "ours"
effect = 'move beasts to den(1, 2); set level of bear to 3; set level of wolf to 1; set level of hare to 2'

[play.turns]
source = "ours"
effect = 'choose c in den'

[result.all]
source = "ours"
effect = 'win seats'

[look]
beast = { stack = "level" }
bear  = { glyph = "B" }
wolf  = { glyph = "W" }
hare  = { glyph = "H" }
"""


@pytest.mark.parametrize(("chosen", "told"), [("", "B+2"), ("wolf", "B W[x]+1")])
def test_of_a_stack_the_top_piece_and_those_that_can_be_chosen_are_drawn(chosen: str, told: str) -> None:
    head = SOURCE.partition("[kinds]")[0]
    game = sr.new_game(sr.load_text(head + HEIGHTS, "harbour"), 2, 1)
    looks = looks_of(game.rules, "en", False)
    scene = stacked(read_view(game.view(0)), lambda kind: looks.looks.get(kind, {}).get("stack"))
    (board,) = scene.boards
    cells = [
        evolve(cell, pieces=tuple(evolve(p, mark="x" if p.id == chosen else None) for p in cell.pieces))
        for cell in board.cells
    ]
    scene = evolve(scene, boards=(evolve(board, cells=tuple(cells)),))
    assert told in drawn(draw_tabletop(scene, looks, ("you", "bot"), 90), 90)


@pytest.mark.parametrize("grid", ["hex", "square"])
@pytest.mark.parametrize(("at", "part"), [("den(8, 9)", "e4 to m12 of x24"), ("den(1, 24)", "s1 to x9 of x24")])
def test_of_a_board_that_is_too_wide_the_used_part_is_drawn(grid: str, at: str, part: str) -> None:
    text = HEIGHTS.replace('columns = 3, rows = 2, grid = "hex"', f'columns = 24, rows = 24, grid = "{grid}"')
    text = text.replace("den(1, 2)", at).replace("choose c in den", "choose go { } or stay { }")
    game = sr.new_game(sr.load_text(SOURCE.partition("[kinds]")[0] + text, "harbour"), 2, 1)
    looks = looks_of(game.rules, "en", False)
    scene = stacked(read_view(game.view(0)), lambda kind: looks.looks.get(kind, {}).get("stack"))
    table = drawn(draw_tabletop(scene, looks, ("you", "bot"), 80), 80)
    assert f"{part}, 0 more in use" in " ".join(table.split())
    assert "B+2" in table
    assert "24" not in " ".join(table.split()).replace(part, ""), "no row of the other end"


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("columns", [12, 16, 17, 24])
def test_no_row_of_a_hex_board_is_wider_than_the_terminal(width: int, columns: int) -> None:
    text = HEIGHTS.replace("columns = 3, rows = 2", f"columns = {columns}, rows = 6")
    text = text.replace("move beasts to den(1, 2)", f"move bear to den(6, {columns}); move wolf to den(1, 1)")
    game = sr.new_game(sr.load_text(SOURCE.partition("[kinds]")[0] + text, "harbour"), 2, 1)
    looks = looks_of(game.rules, "en", False)
    scene = evolve(read_view(game.view(0)), offered=())
    table = drawn(draw_tabletop(scene, looks, ("you", "bot"), width), 500)
    assert max(len(line.rstrip()) for line in table.splitlines() if "│" in line) <= width


def test_a_part_is_narrower_if_the_contents_of_its_cells_would_be_cut() -> None:
    text = HEIGHTS.replace("columns = 3, rows = 2", "columns = 24, rows = 6").replace(
        "choose c in den", "choose go { } or stay { }"
    )
    text = text.replace("move beasts to den(1, 2)", "move beasts to den(3, 9); move ape to den(3, 11)")
    text = text.replace("hare = { source", 'ape  = { source = "ours" }\nhare = { source').replace('"B" }', '"BEAR" }')
    game = sr.new_game(sr.load_text(SOURCE.partition("[kinds]")[0] + text, "harbour"), 2, 1)
    looks = looks_of(game.rules, "en", False)
    scene = stacked(read_view(game.view(0)), lambda kind: looks.looks.get(kind, {}).get("stack"))
    table = drawn(draw_tabletop(scene, looks, ("you", "bot"), 80), 80)
    assert "BEAR+2" in table
    assert "ape" in table
