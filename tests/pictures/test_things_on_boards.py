"""Everything that lies on a board, or that its cells, sides and corners hold, can be seen in a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

import pytest

import solenia_rules as sr
from solenia_rules.api.game import Game

HEAD = """
ruleset   = "things"
language  = 1
languages = ["en"]
source    = "ours"
seats     = { range = [2, 2] }
title     = { en = "A board" }

[play.turns]
source = "ours"
effect = 'choose go { } or stay { }'

[result.all]
source = "ours"
effect = 'win seats'
"""

SIDES = """
[kinds]
stuff = { plural = "stuffs", words = ["wire", "plank"], source = "ours" }

[boards]
lawn  = { columns = 3, rows = 2, source = "ours" }
edges = { sides = "lawn", fields = { fenced = "yes_no", made = "stuff?", height = "0..3" }, source = "ours" }
posts = { corners = "lawn", fields = { post = "yes_no", owned = "seat?", tied = "stuff?" }, source = "ours" }

[setup.build]
source = "ours"
effect = 'SETUP'

[look]
LOOK
"""

PIECES = """
[kinds]
ware = { plural = "wares", words = ["tin", "silk"], source = "ours" }

[pieces]
buoy = { plural = "buoys", per = "ware", source = "ours" }
flag = { source = "ours" }
imp  = { plural = "imps", per = "seat", source = "ours" }

[pieces.crate]
plural = "crates"
starts = "box"
fields = { holder = "seat?", opened = { kind = "yes_no", starts = false }, ware = "ware" }
source = "ours"

[crates]
"{ware}_crate" = { for = { ware = "wares" }, ware = "{ware}", copies = 3, source = "ours" }

[zones]
box = { of = "crate", seen = "all", source = "ours" }

[cells]
berth = { plural = "berths", fields = { kept = "seat?", wet = "yes_no", depth = "0..9" }, source = "ours" }

[berths]
ROWS

[boards]
bay  = { columns = 3, rows = 1, source = "ours" }
own  = { per = "seat", columns = 2, rows = 1, source = "ours" }
quay = { cells = "berth", source = "ours" }

[setup.build]
source = "ours"
effect = '''
SETUP
'''

[look]
LOOK
"""
WARES = 'tin = { colour = "#123456", shape = "gem" }\nsilk = { colour = "#abcdef", shape = "leaf" }'
TIN, SILK = "#123456", "#abcdef"


@cache
def built(source: str, setup: str, look: str = "", berths: int = 3) -> Game:
    rows = "\n".join(f'berth_{n} = {{ wet = false, depth = 0, source = "ours" }}' for n in range(1, berths + 1))
    text = HEAD + source.replace("SETUP", setup).replace("LOOK", look).replace("ROWS", rows)
    if not setup:
        text = re.sub(r"\[setup\.build\].*?(?=\n\[look\])", "", text, flags=re.DOTALL)
    return sr.new_game(sr.load_text(text, "things"), 2, 1)


def elements(game: Game, ref: str, seat: int | None = 0, width: int = 960) -> list[ElementTree.Element]:
    """The elements of a picture that stand for a thing."""
    root = ElementTree.fromstring(game.svg(seat, interactive=True, width=width))
    return [element for element in root.iter() if element.get("data-ref") == ref]


def parts(game: Game, ref: str, width: int = 960) -> str:
    return "".join(ElementTree.tostring(element, "unicode") for element in elements(game, ref, width=width))


def texts(drawn: str) -> Iterator[tuple[str, float]]:
    """The texts of a part of a picture with their sizes."""
    for element in ElementTree.fromstring(f"<g>{drawn}</g>").iter():
        if element.tag.endswith("text"):
            yield element.text or "", float(element.get("font-size") or 0)


# ---- sides and corners ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("look", "colour"), [("", None), ('fenced = { colour = "#123456" }', TIN), ('fenced = { glyph = "F" }', None)]
)
def test_a_test_that_holds_of_a_side_is_a_line(look: str, colour: str | None) -> None:
    before, game = built(SIDES, "", look), built(SIDES, "set fenced of nth(sides_of(lawn(1, 2)), 4) to true", look)
    lines = [set(re.findall(r"<line [^>]*>", one.svg(0))) for one in (before, game)]
    new = lines[1] - lines[0]
    assert len(new) == 2, "a line with an outline"
    assert colour is None or any(f'stroke="{colour}"' in line for line in new)


@pytest.mark.parametrize("width", [360, 960])
@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ("set made of nth(sides_of(lawn(1, 1)), 1) to plank", "plank"),
        ("set height of nth(sides_of(lawn(2, 3)), 4) to 3", "3"),
        ("set tied of first(corners_of(lawn(1, 2))) to wire", "wire"),
        ("set post of first(corners_of(lawn(1, 2))) to true", "post"),
    ],
)
def test_what_sides_and_corners_hold_can_be_read(setup: str, said: str, width: int) -> None:
    before, game = built(SIDES, ""), built(SIDES, setup)
    new = re.findall(r"<text[^>]*font-size=\"([0-9.]+)\"[^>]*>" + said + "<", game.svg(0, width=width))
    assert new, f"`{said}` is drawn"
    assert float(new[0]) >= 8
    assert f">{said}<" not in before.svg(0, width=width)


def test_a_shape_of_a_test_is_drawn_on_its_side_or_corner() -> None:
    look = 'fenced = { shape = "box", colour = "#123456" }\npost = { shape = "disc", colour = "#abcdef" }'
    setup = "set fenced of first(sides_of(lawn(1, 2))) to true; set post of first(corners_of(lawn(1, 2))) to true"
    picture = built(SIDES, setup, look).svg(0)
    assert TIN in picture
    assert SILK in picture


def test_a_side_that_holds_nothing_is_not_drawn() -> None:
    assert not elements(built(SIDES, ""), "cell:edges.a1n")


# ---- pieces --------------------------------------------------------------------------------------


def test_one_piece_for_each_word_is_drawn_as_its_word() -> None:
    setup = "for w in wares { move buoy of w to bay(1, 1) }"
    game = built(PIECES, setup, WARES)
    assert TIN in parts(game, "piece:buoy.tin")
    assert SILK in parts(game, "piece:buoy.silk")
    shaped = built(PIECES, setup, WARES + '\nbuoy = { shape = "cube" }')
    assert TIN in parts(shaped, "piece:buoy.tin")
    assert parts(shaped, "piece:buoy.tin") != parts(game, "piece:buoy.tin")


def test_a_piece_on_a_shared_board_shows_the_seat_that_its_field_names() -> None:
    setup = (
        "let a = first(crates); let b = last(crates); set holder of a to first(seats); set holder of b to last(seats); "
        "move a to bay(1, 1); move b to bay(1, 2)"
    )
    game = built(PIECES, setup, WARES)
    album = game.rules.album("en")
    assert album.seat_colour(0) in parts(game, "cell:bay.a1")
    assert album.seat_colour(1) in parts(game, "cell:bay.b1")
    assert TIN in parts(game, "cell:bay.a1"), "it keeps its own colour inside"
    (told,) = {
        element.get("aria-label") for element in elements(game, "piece:tin_crate") if "bay" in str(element.attrib)
    }
    assert told is not None
    assert "Seat 1" in told


@pytest.mark.parametrize(("look", "said"), [("", "opened"), ('opened = { shape = "star", colour = "#fedcba" }', None)])
def test_what_the_fields_of_a_piece_hold_now_is_drawn_on_it(look: str, said: str | None) -> None:
    setup = "move first(crates) to bay(1, 1); set opened of first(crates) to true"
    drawn = parts(built(PIECES, setup, f"{WARES}\n{look}"), "cell:bay.a1")
    assert ("#fedcba" in drawn) if said is None else (f">{said}<" in drawn)


def test_a_tile_on_a_board_of_its_seat_keeps_its_colour() -> None:
    game = built(PIECES, "as first(seats) { move first(crates) to own(me, 1, 1) }", WARES)
    drawn = parts(game, "cell:own.a1")
    assert TIN in drawn
    assert game.rules.album("en").seat_colour(0) not in drawn, "the board says whose it is"


def test_all_different_pieces_of_a_cell_of_a_list_are_drawn() -> None:
    setup = (
        "move first(crates) to quay(1); move nth(crates, 2) to quay(1); move last(crates) to quay(1); "
        "move flag to quay(1); as seats { move my imp to quay(1) }"
    )
    game = built(PIECES, setup, WARES)
    label = game.rules.album("en").name("berth_1")
    drawn = parts(game, "cell:berth_1")
    assert TIN in drawn
    assert SILK in drawn
    assert drawn.count("piece:imp") == 2
    assert drawn.count("piece:flag") == 1
    assert [said for said, _size in texts(drawn) if said.startswith("×")] == ["×2"], "only equal pieces are counted"
    assert label in [said for said, _size in texts(drawn)], "the cell keeps its name"


def test_what_the_fields_of_a_place_hold_is_drawn_around_what_lies_there() -> None:
    setup = "move flag to quay(1); set kept of quay(1) to last(seats)"
    game = built(PIECES, setup)
    album = game.rules.album("en")
    assert album.seat_colour(1) in parts(game, "cell:berth_1")
    assert album.seat_colour(1) not in parts(built(PIECES, "move flag to quay(1)"), "cell:berth_1")


def test_cells_of_a_track_keep_their_names_when_something_lies_on_them() -> None:
    game = built(PIECES, "move flag to quay(1)", 'quay = { layout = "winding" }')
    assert ">berth 1<" in game.svg(0)


def test_places_are_large_where_there_is_room() -> None:
    game = built(PIECES, "", "", 15)
    root = ElementTree.fromstring(game.svg(0, interactive=True, width=960))
    (cell,) = [element for element in root.iter() if element.get("data-ref") == "cell:berth_15"]
    assert max(float(one.get("width") or 0) for one in cell.iter() if one.tag.endswith("rect")) > 60


# ---- men that are fields of cells ----------------------------------------------------------------

MEN = """
[kinds]
rank = { plural = "ranks", words = ["chief", "scout"], source = "ours" }

[boards.field]
columns = 2
rows    = 2
fields  = { man = "rank?", side = "seat?", raised = "yes_no" }
source  = "ours"

[setup.build]
source = "ours"
effect = '''
set man of field(1, 1) to chief; set side of field(1, 1) to first(seats)
SETUP
'''

[look]
chief = { shape = "king" }
"""


def test_the_name_of_a_test_stands_below_the_man() -> None:
    plain = parts(built(MEN, "set man of field(2, 2) to scout"), "cell:field.a1")
    named = parts(built(MEN, "set raised of field(1, 1) to true"), "cell:field.a1")
    assert ">raised<" in named
    scales = [float(re.findall(r"scale\(([0-9.]+)\)", drawn)[0]) for drawn in (plain, named)]
    assert scales[1] < scales[0], "the man is smaller, so that the name does not cover it"


# ---- pieces on top of each other ------------------------------------------------------------------

PILES = """
[pieces.beast]
plural = "beasts"
SIDES
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
field = { columns = 3, rows = 2, grid = "hex", source = "ours" }

[setup.build]
source = "ours"
effect = 'move beasts to field(1, 2); set level of bear to 3; set level of wolf to 1; set level of hare to 2'

[look]
LOOK
"""


def piled(look: str, dice: bool = False) -> Game:
    """Three beasts on one cell. In the ruleset, the first one is the highest one."""
    text = PILES.replace("LOOK", look).replace("SIDES", "sides = 6" if dice else "")
    return sr.new_game(sr.load_text(HEAD + text, "things"), 2, 1)


def beasts(game: Game) -> list[str]:
    """The beasts on a cell in the order of drawing."""
    cell = elements(game, "cell:field.b1")[0]
    return [
        ref.removeprefix("piece:") for one in cell.iter() if (ref := one.get("data-ref") or "").startswith("piece:")
    ]


@pytest.mark.parametrize("dice", [True, False])
@pytest.mark.parametrize("more", ["", "\nlevel = { shown = false }"])
def test_the_highest_of_a_stack_is_drawn_on_top_with_the_number_of_all(dice: bool, more: str) -> None:
    flat, high = piled(more, dice), piled('beast = { stack = "level" }' + more, dice)
    assert beasts(flat) == ["bear", "wolf", "hare"], "in the order of the ruleset"
    assert beasts(high) == ["wolf", "hare", "bear"], "the lowest first"
    assert "3" in [said for said, _size in texts(parts(high, "cell:field.b1"))]


def test_the_height_in_a_stack_is_no_value_on_the_piece() -> None:
    flat, high = piled(""), piled('beast = { stack = "level" }')
    assert {"1", "2", "3"} <= {said for said, _size in texts(parts(flat, "cell:field.b1"))}
    assert not {"1", "2"} & {said for said, _size in texts(parts(high, "cell:field.b1"))}


def test_a_stack_by_something_that_is_no_field_is_reported() -> None:
    text = HEAD + PILES.replace("LOOK", 'beast = { stack = "hight" }').replace("SIDES", "")
    (found,) = sr.load_text(text, "things").warnings
    assert (found.code, found.message) == (
        "W202",
        "`beast` in [look] is stacked by `hight`, which is not one of its fields",
    )
