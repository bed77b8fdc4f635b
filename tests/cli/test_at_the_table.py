"""A person at the table of a game with piles, a list of cells, numbers to choose and things that may be done."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import solenia_rules as sr
from solenia_rules.cli.play import looks_of
from solenia_rules.cli.session import Left, Session
from solenia_rules.pictures.arranging import without
from solenia_rules.pictures.scene import read_view
from solenia_rules.text.views import OptionView
from tests.playing import services_of, state_of
from tests.small_rulesets import small_ruleset

QUARRY = Path(__file__).with_name("quarry.toml")
CONTROL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@pytest.fixture(scope="module")
def rules() -> sr.Ruleset:
    return sr.load(str(QUARRY))


def shown(
    rules: sr.Ruleset, *typed: str, lang: str = "en", width: int = 100, height: int = 60, terminal: bool = False
) -> str:
    """All that the first seat reads until nothing more is typed."""
    out, err, lines = StringIO(), StringIO(), iter(typed)

    def read_line() -> str:
        try:
            return next(lines)
        except StopIteration as end:
            raise EOFError from end

    at_out, at_err = (
        Console(file=file, width=width, height=height, force_terminal=terminal, color_system=None, highlight=False)
        for file in (out, err)
    )
    game = sr.new_game(rules, 2, 5)
    session = Session(game, ("human", "random"), looks_of(rules, lang, False), False, at_out, at_err, read_line)
    with pytest.raises(Left):
        session.play()
    return CONTROL.sub("", out.getvalue()) + err.getvalue()


def after(text: str, number: int) -> str:
    """What stood on the screen when the seat was asked for the last time but `number`."""
    return text.split("Quarry")[-1 - number]


def test_a_number_is_typed_as_itself(rules: sr.Ruleset) -> None:
    text = shown(rules, "0")
    assert "[0] [1] [2] [3] [4]" in text
    assert "seat 1: 0" in text
    assert "`5` is none of the answers; type one of 0, 1, 2, 3, 4, or help" in shown(rules, "5")


def test_a_pile_is_told_once_and_the_answer_stands_on_the_pile_it_is_taken_from(rules: sr.Ruleset) -> None:
    screen = after(shown(rules, "0"), 0)
    assert "[1] hammer ×18 (price 2)" in screen
    assert "[2] chisel ×7 (price 3)" in screen
    sheds = [line for line in screen.splitlines() if " shed " in line]
    assert [line.split() for line in sheds] == [[mark, "shed", "hammer", "(price", "2)"] for mark in "①②"]
    assert "{" not in screen


def test_answers_that_are_called_the_same_are_told_apart_by_their_place(tmp_path: Path) -> None:
    path = tmp_path / "quarry.toml"
    text = QUARRY.read_text("utf-8").replace(
        "tool is in store of stone of tool", "tool is in store of stone of tool or tool is in shed of next(me)"
    )
    path.write_text(text, "utf-8")
    screen = after(shown(sr.load(str(path)), "0"), 0)
    assert "hammer (store slate)  price 2" in screen
    assert "hammer (shed ②)  price 2" in screen
    assert "chisel  price 3" in screen


def test_the_cells_of_a_list_show_who_holds_them(rules: sr.Ruleset) -> None:
    screen = after(shown(rules, "0", "wedge"), 0)
    assert re.search(r"hill: deep +\[1\] north \(yields slate\)\n", screen)
    assert "north (yields slate, digger ①)" in after(shown(rules, "0", "wedge", "north"), 0)


@pytest.mark.parametrize(
    ("lang", "asked"),
    [
        ("en", "You may pay 1 coin, then gain 2 points: do it?"),
        ("fr", "Vous pouvez payer 1 coin, puis gagner 2 points : le faire ?"),
        ("pl", "Możesz zapłacić 1 coin, a potem zyskać 2 points: wykonać?"),
    ],
)
def test_what_may_be_done_is_said(rules: sr.Ruleset, lang: str, asked: str) -> None:
    assert asked in shown(rules, "0", "wedge", "north", lang=lang)


def test_what_tells_a_cell_as_it_is_now_in_the_readers_language(rules: sr.Ruleset) -> None:
    told = shown(rules, "0", "wedge", "north", "what north", lang="fr").rpartition("north\n")[2]
    assert [line.strip() for line in told.splitlines()[:3]] == ["deep: oui", "yields: slate", "digger: ①"]


def test_what_tells_a_cell_of_a_grid() -> None:
    told = shown(sr.load("summer"), "what c3", "what sky.a5", "what z9")
    assert re.search(r"sky c3\n( +[a-z ]+: .*\n)+ +there: airship", told)
    assert re.search(r"sky a5\n +city: .* night\n", told)
    assert "nothing here is called `z9`" in told


def test_what_tells_a_zone_with_what_lies_there_as_far_as_it_is_seen() -> None:
    told = shown(sr.load("liars_dice"), "what cup")
    assert "What lies here: dice." in told
    assert re.search(r"① cup: die \d", told)
    assert "② cup: 5\n" in told


def test_what_tells_a_field_with_its_present_values() -> None:
    told = shown(sr.load("chess"), "what man").rpartition("man\n")[2]
    assert "For each square of the board: pawn, knight, bishop, rook, queen, king or nothing" in told
    assert re.search(r"now: . king \(e1, e8\)", told)


def test_what_is_told_breaks_between_words(rules: sr.Ruleset) -> None:
    told = shown(rules, "what hammer", width=40, terminal=True).rpartition("hammer\n")[2]
    words = " ".join(line.strip() for line in told.splitlines())
    assert "each other player chooses as many tools from their shed as" in words
    assert max(len(line.rstrip()) for line in told.splitlines()) <= 40


def test_what_the_others_did_is_on_the_screen(rules: sr.Ruleset) -> None:
    screen = after(shown(rules, "4", "wedge", "north", "yes", height=26, terminal=True), 0)
    happened = screen.partition("What happened")[2]
    assert re.search(r"② \w+: store \(\w+\) to shed \(seat 2\)", happened)
    assert "② digger of south is now seat 2" in happened
    assert "more: log" in happened


def test_a_view_says_where_a_piece_on_offer_lies_as_far_as_the_seat_sees_it(rules: sr.Ruleset) -> None:
    game = sr.new_game(rules, 2, 5).choose("offer=0")
    offered = read_view(game.view(0)).offered
    assert (offered[0].refs, offered[0].at, offered[0].owner) == ((("piece", "hammer"),), "store@slate", None)
    assert game.view(1)["decision"] == {"seat": 0, "prompt": None}
    viewer = services_of(game).viewer
    hidden = [piece.index for piece in viewer.layout.pieces if piece.record == "wedge"]
    named: list[OptionView] = [{"id": "", "label": "", "refs": {}} for _ in hidden]
    for option, piece in zip(named, hidden, strict=True):
        viewer.add_place(option, state_of(game), piece, 0)
    assert [(option.get("at"), option.get("owner", 0)) for option in named] == [(None, 0), ("store@flint", None)]


SCRATCH = """
ruleset = "scratch"
language = 1
source = "ours"
seats = { range = [1, 1] }
title = { en = "Scratch", fr = "Brouillon", pl = "Brudnopis" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
tally = { plural = "tallies", per = ["seat"], source = "ours" }

[state]
depth = { kind = "0..9", source = "ours" }

[pieces]
page = { plural = "pages", starts = "shelf", source = "ours" }
pawn = { source = "ours" }

[pages]
leaf = { source = "ours" }

[zones]
shelf = { of = "page", seen = "all", source = "ours" }
bin   = { of = "page", seen = "all", source = "ours" }

[boards.field]
columns = 2
rows = 1
fields = { far = "0..9", tilled = "yes_no" }
source = "ours"

[play.all]
source = "ours"
effect = '''
as seats {
  set depth to 7
  gain 5 tallies
  move pages to bin
  phase count { set far of field(1, 1) to 8 }
  set tilled of field(1, 2) to true
  choose go { gain 1 point } or stay { gain 2 points }
}
'''
"""


def test_what_is_not_to_be_shown_stands_neither_on_the_table_nor_in_the_log() -> None:
    hidden = ("depth", "tally", "page", "shelf", "bin", "far", "count")
    look = "\n[look]\n" + "".join(f"{ident} = {{ shown = false }}\n" for ident in hidden)
    plain, quiet = (sr.new_game(sr.load_text(text, "scratch")) for text in (SCRATCH, SCRATCH + look))
    assert plain.rules.digest == quiet.rules.digest
    before, after = (set(game.log_for(0)) for game in (plain, quiet))
    assert after == {line for line in before if "tilled" in line}
    assert len(before) >= 6
    scene = without(read_view(quiet.view(0)), quiet.rules.world.unshown)
    assert [tally.counter for tally in scene.tallies] == ["point"]
    assert (scene.state, scene.zones) == ((), ())
    assert {field for board in scene.boards for cell in board.cells for field, _value in cell.fields} <= {"tilled"}
    kept = sr.restore(quiet.dump())
    assert kept.log_for(0) == quiet.log_for(0)


PRICED = """
[pieces.card]
plural = "cards"
starts = "stall"
fields = { hue = "hue", price = "0..9", torn = { kind = "yes_no", starts = false } }
source = "ours"
[kinds]
hue = { plural = "hues", words = ["red", "blue"], source = "ours" }
[zones]
stall = { of = "card", seen = "all", source = "ours" }
[cards]
"{hue}_{price}" = { for = { hue = "hues", price = "1..4" }, hue = "{hue}", price = "{price}", source = "ours" }
"""
TAKE = "set torn of blue_2 to true; repeat 9 { phase turn { choose c in stall; move c to none } }"


def test_answers_say_what_tells_cards_without_words_apart() -> None:
    """Many cards that can be chosen are only keys on the table, so what would stand there stands beside the answers."""
    rules = sr.load_text(small_ruleset("stalls", (2, 2), TAKE, more=PRICED), "stalls")
    text = shown(rules)
    assert "[3] red 3  red, price 3\n" in text
    assert "[6] blue 2  blue, price 2, torn\n" in text
    assert "price" not in shown(rules, height=9, terminal=True)
    named = PRICED + '[words.en]\nred_3 = "red three"\n[look]\ncard = { tells = "price" }\n'
    assert "[3] red three  price 3\n" in shown(
        sr.load_text(small_ruleset("stalls", (2, 2), TAKE, more=named), "stalls")
    )


def test_answers_say_what_a_field_holds_now_that_the_looks_list() -> None:
    worn = PRICED.replace("torn = {", 'wear = { kind = "1..9", starts = 1 }, torn = {')
    look = '[look]\ncard = { tells = "price wear" }\n'
    effect = TAKE.replace("set torn of blue_2", "set wear of blue_2 to 7; set torn of blue_2")
    text = shown(sr.load_text(small_ruleset("stalls", (2, 2), effect, more=worn + look), "stalls"))
    assert "[6] blue 2  price 2 · wear 7\n" in text
    assert "[3] red 3  price 3 · wear 1\n" in text


def test_a_phase_that_is_not_shown_is_not_named_in_the_title(tmp_path: Path, rules: sr.Ruleset) -> None:
    assert "· turn" in shown(rules)
    path = tmp_path / "quarry.toml"
    path.write_text(QUARRY.read_text("utf-8").replace("[look]\n", "[look]\nturn = { shown = false }\n"), "utf-8")
    assert "· turn" not in shown(sr.load(str(path)))
