"""The table is drawn from a view and the looks of its ruleset, whatever the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from rich.text import Text

from solenia_rules.cli.answers import Offer
from solenia_rules.cli.grid import Form, column_name
from solenia_rules.cli.tabletop import draw_legend, draw_offers, draw_tabletop, keys_on_boards
from solenia_rules.pictures.marks import mark_scene
from solenia_rules.pictures.scene import Board, Cell, Offered, Piece, Scene, State, Tally, Zone, read_view
from tests.cli.scenes import FLAG, LOOKS, VIEW, drawn

SCENE = read_view(VIEW)
PLAYERS = ("you", "bot")
ANSWERS = (
    Offered((("cell", "pit.a2"),)),
    Offered((("piece", "big_cart"),), "pit.b2", 1),
    Offered((("cell", "low@1"),)),
    Offered((("piece", "tiny"),), "hand@0", 0),
    Offered((("piece", "flag"),)),
    Offered((("cell", "pit.c1"),)),
    Offered((("cell", "pit.c1"),)),
    Offered(()),
)


def marked(*answers: Offered) -> Scene:
    return mark_scene(evolve(SCENE, offered=answers), [str(number) for number in range(1, len(answers) + 1)])


MARKED = marked(*ANSWERS)

WHOLE = Path(__file__).with_name("table.txt")


def line_with(text: str, *parts: str) -> str:
    found = [line for line in text.splitlines() if all(part in line for part in parts)]
    assert found, f"{parts} in no line of\n{text}"
    return found[0]


def test_a_whole_table() -> None:
    assert drawn(draw_tabletop(MARKED, LOOKS, PLAYERS, 100)) + "\n" == WHOLE.read_text("utf-8")


def test_words_that_are_only_predicates_are_no_names() -> None:
    said = {"is": "[is|are|are] open", "not": "[is|are|are] shut"}
    looks = evolve(LOOKS, words={**LOOKS.words, "en": {**LOOKS.words.get("en", {}), "open": said, "coins": said}})
    shown = drawn(draw_tabletop(SCENE, looks, PLAYERS, 100))
    assert "[is|" not in shown
    assert "open: yes" in shown
    line_with(shown, "coins", "3", "12")


def test_the_last_row_of_a_board_is_on_top() -> None:
    lines = drawn(draw_tabletop(SCENE, LOOKS, PLAYERS, 100)).splitlines()
    rows = [line for line in lines if line.startswith(("│ 1 ", "│ 2 "))]
    assert rows[0].startswith("│ 2 ")


def test_an_answer_stays_legible_in_the_narrowest_cell() -> None:
    for width in range(24, 120):
        shown = drawn(draw_tabletop(MARKED, LOOKS, PLAYERS, width), width)
        assert "[1]" in shown, f"at width {width}"


def test_nothing_is_wider_than_the_terminal() -> None:
    for width in (40, 60, 80, 120):
        shown = drawn(draw_tabletop(MARKED, LOOKS, PLAYERS, width), width)
        assert max(map(len, shown.splitlines())) <= width


def test_numbers_stand_beside_the_board_only_where_there_is_room() -> None:
    assert "┼" in line_with(drawn(draw_tabletop(SCENE, LOOKS, PLAYERS, 120), 120), "coins")
    assert "┼" not in line_with(drawn(draw_tabletop(SCENE, LOOKS, PLAYERS, 60), 60), "coins")


def test_colour_adds_nothing_that_is_needed() -> None:
    coloured = drawn(draw_tabletop(MARKED, LOOKS, PLAYERS, 100), colour=True)
    assert "\x1b[" in coloured
    assert "\x1b[" not in drawn(draw_tabletop(MARKED, LOOKS, PLAYERS, 100))


def test_a_terminal_that_knows_ascii_only_gets_no_other_glyph() -> None:
    looks = evolve(LOOKS, ascii_only=True)
    shown = drawn(draw_tabletop(MARKED, looks, PLAYERS, 100))
    assert not [c for c in shown if not c.isascii() and not 0x2500 <= ord(c) < 0x2580 and c not in "×·"]


def test_words_are_told_in_the_readers_language_else_in_english_else_by_id() -> None:
    shown = drawn(draw_tabletop(SCENE, evolve(LOOKS, lang="fr"), PLAYERS, 100))
    assert "minerai" in shown
    assert "Big cart" in shown
    assert "coins" in shown


def test_a_hidden_zone_shows_only_its_size_or_nothing() -> None:
    shown = drawn(draw_tabletop(SCENE, LOOKS, PLAYERS, 100))
    assert line_with(shown, "hand", "②").split() == ["hand", "②", "3"]
    assert line_with(shown, "vault").split() == ["vault", "hidden"]


def test_a_zone_whose_pieces_are_the_rows_of_a_board_is_not_told_twice() -> None:
    assert "lane" not in drawn(draw_tabletop(SCENE, LOOKS, PLAYERS, 100))


def test_columns_are_named_as_in_ids_of_cells() -> None:
    assert [column_name(n) for n in (1, 2, 26, 27, 52, 53)] == ["a", "b", "z", "aa", "az", "ba"]


def test_a_number_stands_only_on_what_one_answer_names_and_where_it_is_sure() -> None:
    shown = drawn(draw_tabletop(MARKED, LOOKS, PLAYERS, 100))
    assert shown.count("[1]") == 1
    assert "[6]" not in shown, "two answers name that cell"
    assert "[5]" not in shown, "nobody sees where it lies"
    assert "[2]" in line_with(shown, "□7②"), "the cart in the pit, not the one in the hand"
    assert shown.count("[2]") == 1
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
    assert "▒" not in drawn(draw_tabletop(SCENE, LOOKS, PLAYERS, 100))
    holed = without(1, 2)
    assert "▒▒▒" in line_with(drawn(draw_tabletop(holed, LOOKS, PLAYERS, 100)), "│ 1 ")
    assert "###" in line_with(drawn(draw_tabletop(holed, evolve(LOOKS, ascii_only=True), PLAYERS, 100)), "│ 1 ")


def test_a_board_of_many_rows_takes_one_line_each_on_a_terminal_that_is_not_tall() -> None:
    pit, *others = SCENE.boards
    rows = tuple(
        evolve(cell, row=row, id=f"pit.a{row}", mark=str(row)) for row in range(1, 9) for cell in pit.cells[:1]
    )
    scene = evolve(SCENE, boards=(evolve(pit, cells=rows), *others))
    tall = drawn(draw_tabletop(scene, LOOKS, PLAYERS, 100)).splitlines()
    low = drawn(draw_tabletop(scene, LOOKS, PLAYERS, 100, "low")).splitlines()
    assert len(tall) - len(low) >= 2 * 8 - 1
    assert all(any(f"[{row}]" in line for line in low) for row in range(1, 9))


def test_a_seat_is_called_what_the_ruleset_calls_it() -> None:
    looks = evolve(LOOKS, seats=(("ore",), ("salt",)))
    assert "♣ ore" in line_with(drawn(draw_tabletop(SCENE, looks, PLAYERS, 120), 120), "◆ salt", "everyone")


def test_shared_numbers_of_words_without_signs_are_not_cut() -> None:
    """Two camps that begin alike: one line for each; words that are short enough share a line."""
    sides = tuple(Tally("toll", word, number, ()) for word, number in (("norther", 3), ("northern_coast", None)))
    lines = drawn(draw_tabletop(evolve(SCENE, tallies=sides), LOOKS, PLAYERS, 100), 100)
    assert line_with(lines, "toll norther ").rstrip().endswith("3")
    assert line_with(lines, "toll northern coast").rstrip().endswith("?")
    short = tuple(Tally("toll", word, number, ()) for word, number in (("north", 3), ("south", 4)))
    assert "north 3 south 4" in drawn(draw_tabletop(evolve(SCENE, tallies=short), LOOKS, PLAYERS, 100), 100)


def test_a_name_that_does_not_tell_all_has_its_glyph_before_it() -> None:
    assert "7 Big cart" not in drawn(draw_tabletop(SCENE, LOOKS, PLAYERS, 100))
    looks = evolve(
        LOOKS,
        looks={**LOOKS.looks, "cart": {"glyph": "□", "tells": "load asks"}},
        records={**LOOKS.records, "big_cart": (("load", 3), ("asks", "1 ore + 2 salt"), ("dear", True))},
    )
    assert "7 Big cart" in drawn(draw_tabletop(SCENE, looks, PLAYERS, 100))
    assert looks.facts("big_cart", "cart").plain == "load 3 · asks 1♣ 2◆"
    assert "7 Big cart (load 3, 1♣ 2◆)" in drawn(draw_tabletop(SCENE, looks, PLAYERS, 100)), (
        "what its look tells, in short"
    )
    assert not looks.facts("flag", "flag")


def test_an_empty_zone_takes_no_line() -> None:
    emptied = evolve(
        SCENE, zones=tuple(evolve(z, size=0) if z.id == "hand" and z.owner == 1 else z for z in SCENE.zones)
    )
    assert "② 3" in drawn(draw_tabletop(SCENE, LOOKS, PLAYERS, 100))
    assert "② 0" not in drawn(draw_tabletop(emptied, LOOKS, PLAYERS, 100))


def test_a_state_is_told_value_by_value_and_a_seat_by_its_mark() -> None:
    scene = evolve(
        SCENE, state=(State("leads", (1,)), State("finds", ("ore", None), by_seat=True), State("open", (True,)))
    )
    looks = evolve(LOOKS, lang="fr", seat_values=frozenset({"leads"}))
    assert "leads: ②  finds: ① minerai ② ·  open: oui" in drawn(draw_tabletop(scene, looks, PLAYERS, 100))
    plain = evolve(looks, ascii_only=True)
    assert "leads: 2  finds: 1=minerai 2=.  open: oui" in drawn(draw_tabletop(scene, plain, PLAYERS, 100))


def zones(*given: Zone) -> Scene:
    return evolve(SCENE, zones=given, boards=(), tallies=(), state=())


def carts(id_: str, number: int, owner: int | None = None, **fields: int) -> tuple[Piece, ...]:
    return (Piece(id_, "cart", owner, tuple(fields.items())),) * number


def test_equal_pieces_are_told_once_by_their_name_with_their_number() -> None:
    few = Zone("yard", None, None, 3, (*carts("tiny", 2), *carts("big_cart", 1)))
    many = Zone("heap", None, None, 57, (*carts("tiny", 46), *carts("huge_old_cart", 11)))
    shown = drawn(draw_tabletop(zones(few, many), LOOKS, PLAYERS, 100))
    assert shown.count("tiny ×2") == shown.count("tiny ×46") == shown.count("huge old cart ×11") == 1
    assert shown.count("tiny") == 2


def test_pieces_that_differ_in_a_field_are_not_equal() -> None:
    worn = Zone("yard", None, None, 3, (*carts("tiny", 2, wear=1), *carts("tiny", 1, wear=2)))
    assert line_with(drawn(draw_tabletop(zones(worn), LOOKS, PLAYERS, 100)), "yard").endswith("wear 1)")
    assert "tiny (load 1, gain 1 ore and 2 salt, wear 2)" in drawn(draw_tabletop(zones(worn), LOOKS, PLAYERS, 100))


def test_one_zone_for_each_of_many_words_takes_one_row_where_the_pieces_say_which_it_is() -> None:
    piles = [Zone("pile", None, f"w{n}", n + 2, carts(f"cart_{n}", n + 2)) for n in range(6)]
    shown = drawn(draw_tabletop(zones(*piles), LOOKS, PLAYERS, 40), 40)
    assert shown.count("pile") == 1
    assert all(f"cart {n} ×{n + 2}" in shown for n in range(6))


def test_zones_of_the_seats_with_equal_pieces_share_a_row_on_a_terminal_that_is_not_tall() -> None:
    yards = [Zone("yard", seat, None, 3, carts("big_cart", 3, seat)) for seat in (0, 1)]
    low = drawn(draw_tabletop(zones(*yards), LOOKS, PLAYERS, 80, "low"))
    assert low == "yard  ① Big cart ×3   ② Big cart ×3"
    assert drawn(draw_tabletop(zones(*yards), LOOKS, PLAYERS, 80)).count("yard") == 2


def test_of_a_zone_of_which_only_some_pieces_are_known_the_others_are_counted() -> None:
    hand = Zone("hand", 1, None, 4, (*carts("big_cart", 1, 1), *carts("flag", 1, 1)))
    shown = drawn(draw_tabletop(zones(hand), LOOKS, PLAYERS, 80))
    assert [line.strip() for line in shown.splitlines()] == ["② hand  Big cart", "flag", "+2 hidden"]


def test_no_text_of_the_effects_language_stands_on_the_table() -> None:
    looks = evolve(
        LOOKS,
        records={"tiny": (("load", 1), ("power", "gain 1 ore + 2 salt")), "vast": (("load", 9), ("power", "gain x"))},
    )
    yard = Zone("yard", None, None, 2, (*carts("tiny", 1), *carts("vast", 1)))
    shown = drawn(draw_tabletop(zones(yard), looks, PLAYERS, 100))
    assert "tiny (load 1, gain 1 ore and 2 salt)" in shown
    assert line_with(shown, "vast").split() == ["vast", "(load", "9)"], "a sentence that is too long is left out"
    told = evolve(looks, looks={"cart": {"tells": "load"}})
    assert "tiny (load 1)" in drawn(draw_tabletop(zones(yard), told, PLAYERS, 100))


def test_the_cells_of_a_list_are_told_with_what_they_hold_and_what_lies_there() -> None:
    mine: dict[str, object] = {"mine": True, "wants": "ore", "owner": None}
    tunnel: dict[str, object] = {"mine": False, "toll": 2, "owner": 0, "wants": None}
    flooded: dict[str, object] = {**mine, "flooded": True}
    flag: dict[str, object] = {**FLAG, "fields": {"torn": 2}}
    free: dict[str, object] = {**tunnel, "owner": None, "toll": 0}
    view: dict[str, object] = {
        **VIEW,
        "boards": {
            "map": {
                "cells": [
                    {"id": "north", "fields": mine, "pieces": [{"id": "big_cart", "kind": "cart", "owner": 1}] * 2},
                    {"id": "south", "fields": flooded, "pieces": [flag]},
                    {"id": "n_s", "fields": tunnel, "pieces": []},
                    {"id": "s_e", "fields": free, "pieces": []},
                ]
            }
        },
    }
    given = {"north": (("mine", True),), "south": (("mine", True),)}
    looks = evolve(
        LOOKS, lists=frozenset({"map"}), seat_values=frozenset({"owner"}), records={**LOOKS.records, **given}
    )
    forms: tuple[tuple[int, Form], ...] = ((100, "tall"), (60, "tall"), (80, "low"))
    for width, form in forms:
        shown = drawn(draw_tabletop(read_view(view), looks, PLAYERS, width, form), width)
        assert "north (wants ♣ ore): Big cart ×2 ②" in line_with(shown, "map: mine")
        assert "south (wants ♣ ore, flooded): flag (torn 2)" in shown
        assert "n s (toll 2, owner ①)" in shown
        assert "s e\n" in shown, "what is empty is not told"
    compact = drawn(draw_tabletop(read_view(view), looks, PLAYERS, 80, "compact"), 80)
    assert "+1 empty" in compact, "cells on which nothing has changed are counted"
    assert "s e" not in compact


def test_a_list_whose_cells_all_have_glyphs_stays_on_one_line() -> None:
    looks = evolve(LOOKS, looks={**LOOKS.looks, "top": {"glyph": "t"}, "low": {"glyph": "l"}})
    assert "♣t· ◆l▲" in drawn(draw_tabletop(SCENE, looks, PLAYERS, 100))


def test_of_corners_and_sides_only_those_that_hold_something_are_told() -> None:
    cart = {"id": "big_cart", "kind": "cart", "owner": 1}
    spots = [
        {"id": "spots.a1ne", "row": 2, "column": 2, "fields": {"owner": 0}, "pieces": []},
        {"id": "spots.a1se", "row": 1, "column": 2, "fields": {"owner": None}, "pieces": [cart]},
        {"id": "spots.a1sw", "row": 1, "column": 1, "fields": {"owner": None}, "pieces": []},
        {"id": "spots.a1nw", "row": 2, "column": 1, "fields": {"owner": None}, "pieces": []},
    ]
    view: dict[str, object] = {**VIEW, "boards": {"spots": {"rows": 2, "columns": 2, "corners": "pit", "cells": spots}}}
    looks = evolve(LOOKS, lists=frozenset({"spots"}), seat_values=frozenset({"owner"}))
    shown = drawn(draw_tabletop(read_view(view), looks, PLAYERS, 100))
    line = line_with(shown, "spots")
    assert "a1ne (owner ①)" in line
    assert "a1se: Big cart ②" in line
    assert "+2 empty" in line
    assert "a1sw" not in shown


def board(rows: int, columns: int, id_: str = "pit", used: tuple[str, ...] = (), **more: object) -> Scene:
    """A scene with one grid; the cells in `used` have a flag."""
    cells = [
        {
            "id": f"{id_}.{column_name(column)}{row}", "row": row, "column": column, "fields": {},
            "pieces": [FLAG] if f"{column_name(column)}{row}" in used else [],
        }
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    ]  # fmt: skip
    grid = {"rows": rows, "columns": columns, "cells": cells, **more}
    return evolve(read_view({**VIEW, "boards": {id_: grid}}), zones=(), tallies=(), state=())


def test_the_compact_form_takes_one_line_for_each_row_and_each_seat() -> None:
    lines = drawn(draw_tabletop(MARKED, LOOKS, PLAYERS, 60, "compact"), 60).splitlines()
    assert sum(line.startswith(("1 ", "2 ")) for line in lines) == 2
    assert "① you: coins 3  store ♣1  store ◆0  secret 4" in lines
    assert "② bot: coins 12  store ♣2  store ◆5  secret ?" in lines
    assert len(lines) < len(drawn(draw_tabletop(MARKED, LOOKS, PLAYERS, 60, "low"), 60).splitlines()) - 5
    assert all(f"[{number}]" in "\n".join(lines) for number in (1, 2, 3, 4))


def test_no_form_is_wider_than_the_terminal() -> None:
    forms: tuple[Form, ...] = ("tall", "low", "compact")
    for scene in (MARKED, board(3, 60, used=("c2", "bb3")), board(40, 8, used=("b30",))):
        for form in forms:
            for width in (40, 80, 120):
                shown = drawn(draw_tabletop(scene, LOOKS, PLAYERS, width, form), width)
                assert max(map(len, shown.splitlines())) <= width, (form, width)


def test_of_a_board_that_is_too_wide_the_used_part_is_drawn_and_the_rest_is_mentioned() -> None:
    wide = board(3, 60, used=("v2", "x3"))
    shown = drawn(draw_tabletop(wide, LOOKS, PLAYERS, 80), 80)
    assert shown.count("▲") == 2
    assert "of bh3, 0 more in use; table CELL shows another part" in " ".join(shown.split())
    other = drawn(draw_tabletop(wide, LOOKS, PLAYERS, 80, around="bg1"), 80)
    assert "bg" in other
    assert "▲" not in other
    assert "2 more in use" in " ".join(other.split())


def test_keys_that_leave_no_room_for_the_board_become_stars() -> None:
    wide = board(19, 19)
    cells = [Offered((("cell", cell.id),)) for cell in wide.boards[0].cells]
    keys = [str(number) for number in range(1, len(cells) + 1)]
    shown = drawn(draw_tabletop(mark_scene(evolve(wide, offered=tuple(cells)), keys), LOOKS, PLAYERS, 90), 90)
    assert shown.count("[*]") == 19 * 19
    assert "table CELL" not in shown


def test_a_sign_is_as_long_as_it_must_be_and_the_legend_says_what_it_means() -> None:
    fields = (("bricks", 2), ("bridges", 3), ("holder", 1), ("makes", "brine"))
    cells = (Cell("pit.a1", 1, 1, fields, (Piece("hut", "hut", None),)), Cell("pit.b1", 1, 2, (), ()))
    scene = evolve(SCENE, boards=(Board("pit", None, cells),), zones=(), tallies=(), state=())
    looks = evolve(LOOKS, seat_values=frozenset({"holder"}))
    shown = drawn(draw_tabletop(scene, looks, PLAYERS, 60, "compact"), 60)
    assert "2 bric 3 brid ② brin" in " ".join(shown.split()) or "2 bric" in shown
    told = drawn(draw_legend(scene, looks, 100))
    assert "bric bricks" in told
    assert "brid bridges" in told
    assert "holder" not in told, "the only field with seats needs no name"


def test_the_only_number_of_the_cells_is_drawn_without_its_name() -> None:
    cells = (Cell("pit.a1", 1, 1, (("depth", 5), ("makes", "ore")), ()),)
    scene = evolve(SCENE, boards=(Board("pit", None, cells),), zones=(), tallies=(), state=())
    assert "♣5" in drawn(draw_tabletop(scene, LOOKS, PLAYERS, 20, "compact"), 20).replace("5♣", "♣5")


def parted(hexes: bool) -> Scene:
    """Two cells beside each other with a corner and a side that are used or can be chosen."""
    grid = {"grid": "hex"} if hexes else {}
    view = {
        **VIEW,
        "boards": {
            "pit": {
                "rows": 1, "columns": 2, **grid,
                "cells": [
                    {"id": f"pit.{letter}1", "row": 1, "column": at + 1, "fields": {"makes": "ore"}, "pieces": []}
                    for at, letter in enumerate("ab")
                ],
            },
            "spots": {
                "rows": 2, "columns": 6, "corners": "pit", **grid,
                "cells": [
                    {"id": f"spots.x{row}{column}", "row": row, "column": column, "fields": {},
                     "pieces": [FLAG] if (row, column) == (2, 3) else []}
                    for row in (1, 2) for column in (range(1, 6) if hexes else range(1, 4))
                ],
            },
            "ways": {
                "rows": 3, "columns": 6, "sides": "pit", **grid,
                "cells": [{"id": "ways.a1e", "row": 2, "column": 3 if hexes else 2, "fields": {}, "pieces": []}],
            },
        },
    }  # fmt: skip
    scene = evolve(read_view(view), zones=(), tallies=(), state=(), offered=(Offered((("cell", "ways.a1e"),)),))
    return mark_scene(scene, ["1"])


@pytest.mark.parametrize("hexes", [False, True])
def test_corners_and_sides_stand_where_they_are_on_the_map(hexes: bool) -> None:
    looks = evolve(LOOKS, lists=frozenset({"spots", "ways"}))
    lines = drawn(draw_tabletop(parted(hexes), looks, PLAYERS, 60, "low"), 60).splitlines()
    upper = next(number for number, line in enumerate(lines) if "▲" in line)
    assert "♣" in lines[upper + 1]
    assert lines[upper + 1].index("♣") < lines[upper + 1].index("[1]") < lines[upper + 1].rindex("♣")
    column = lines[upper].index("▲")
    between = lines[upper + 1].index("[1]") + 1
    assert column == between if hexes else column > between
    assert "spots" not in "\n".join(lines), "what is on the map is in no list"


def test_a_map_that_is_too_wide_is_told_as_a_list() -> None:
    looks = evolve(LOOKS, lists=frozenset({"spots", "ways"}))
    assert "spots" in drawn(draw_tabletop(parted(True), looks, PLAYERS, 8), 40)


def test_many_answers_that_stand_on_a_board_are_not_listed() -> None:
    scene = board(4, 4)
    cells = [Offered((("cell", cell.id),)) for cell in scene.boards[0].cells]
    keys = [str(number) for number in range(1, len(cells) + 1)]
    marked_scene = mark_scene(evolve(scene, offered=tuple(cells)), keys)
    on_boards = keys_on_boards(marked_scene, LOOKS)
    offers = [Offer(f"c=pit.{key}", f"cell {key}", key) for key in keys]
    told = drawn(draw_offers(offers, [Text()] * len(offers), LOOKS, 80, "tall", on_boards))
    assert told == "[1]-[16] stand on the board; you can also type a name such as cell 1"
    assert "[16]" in drawn(draw_offers(offers, [Text()] * len(offers), LOOKS, 80))


def test_pieces_on_offer_are_named_once_where_there_is_little_room() -> None:
    hand = Zone("hand", 0, None, 4, tuple(evolve(carts(f"cart_{n}", 1, 0)[0], mark=str(n)) for n in range(1, 5)))
    low = drawn(draw_tabletop(zones(hand), LOOKS, PLAYERS, 80, "low"))
    assert low == "① hand  [1]-[4]"


def test_fields_beside_an_answer_are_complete_unless_the_window_is_low() -> None:
    fact = "pay 2 coins, then draw three cards from the deck and choose which of them goes to the discard pile"
    tall, low = (
        drawn(draw_offers([Offer("c=cart", "cart", "1")], [Text(fact)], LOOKS, 40, form), 40).splitlines()
        for form in ("tall", "compact")
    )
    assert " ".join(line.strip() for line in tall) == f"[1] cart  {fact}"
    assert all(line.startswith("    ") and len(line) < 40 for line in tall[1:])
    assert len(low) == 1
    assert low[0].endswith("…")
