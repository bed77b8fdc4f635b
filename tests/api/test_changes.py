"""The log reads like a record of the game: words on cells are told like pieces, and what stays the same is not told."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from tests.small_rulesets import small_ruleset

RULES = """
ruleset   = "march"
language  = 1
source    = "ours"
seats     = {{ range = [2, 2] }}
languages = ["en"]
title     = {{ en = "March" }}
about     = {{ en = "A test." }}

[kinds]
rank = {{ plural = "ranks", words = ["foot", "horse"], source = "ours" }}

[counters]
point = {{ plural = "points", per = ["seat"], score = true, source = "ours" }}

[state]
alarm = {{ kind = "yes_no", source = "ours" }}
quiet = {{ kind = "0..9", source = "ours" }}
marks = {{ kind = "0..9", resets = "turn", source = "ours" }}

[boards]
board = {{ columns = 3, rows = 3, fields = {{ man = "rank?", side = "seat?", seen = "yes_no" }}, source = "ours" }}

[setup.lay]
source = "ours"
effect = 'set man of board(1, 1) to foot; set side of board(1, 1) to first(seats); set quiet to 3'

[play.turns]
source = "ours"
effect = 'repeat 2 {{ as seats {{ phase turn {{ choose c in board; {effect} }} }} }}'

[words.en]
alarm = {{ one = "alarm", is = "somebody raises the alarm", not = "all is well" }}
{words}

[look]
{look}
"""


def told(effect: str, answer: str = "a1", look: str = "", words: str = "") -> list[str]:
    """What a spectator reads of the first turn after its answer."""
    game = sr.new_game(sr.load_text(RULES.format(effect=effect, look=look, words=words), "march"), seats=2, seed=1)
    before = len(game.log_for(None))
    game = game.choose(f"c=board.{answer}")
    lines = game.log_for(None)[before:]
    return lines[: lines.index("seat 1: turn ends")]


def test_a_word_that_leaves_a_cell_and_comes_to_another_has_moved() -> None:
    there, here = "board(2, 2)", "board(1, 1)"
    assert told(f"set man of {there} to man of {here}; set man of {here} to none") == ["foot: a1 to b2"]
    assert told(f"set man of {here} to none; set man of {there} to foot") == ["foot: a1 to b2"]
    assert told(f"set side of {here} to none; set side of {there} to me") == ["side (seat 1): a1 to b2"]
    assert told(f"set man of {there} to horse; set man of {here} to none") == [
        "man of b2 is now horse",
        "foot: gone from a1",
    ]
    taken = f"set man of {there} to horse; set man of {there} to man of {here}; set man of {here} to none"
    assert told(taken) == ["man of b2 is now horse", "foot: a1 to b2, in place of horse"]


def test_a_word_that_takes_the_same_word_has_moved_too() -> None:
    there, here = "board(2, 2)", "board(1, 1)"
    lay = f"set man of {there} to foot; set side of {there} to last(seats)"
    take = f"set man of {there} to man of {here}; set side of {there} to me"
    leave = f"set man of {here} to none; set side of {here} to none"
    moved = ["foot: a1 to b2, in place of foot", "side (seat 1): a1 to b2, in place of side (seat 2)"]
    assert told(f"{lay}; phase move {{ {take}; {leave} }}")[3:-1] == moved
    assert told(f"{lay}; phase move {{ let m = man of {here}; {leave}; set man of {there} to m }}")[3:-1] == [
        "foot: a1 to b2, in place of foot",
        "side (seat 1): gone from a1",
    ]
    assert told(f"set man of {there} to foot; set man of {there} to foot") == ["man of b2 is now foot"]


def test_a_word_that_comes_back_to_its_cell_is_told_as_it_happens() -> None:
    assert told("set man of board(1, 1) to none; set man of board(1, 1) to foot") == [
        "foot: gone from a1",
        "man of a1 is now foot",
    ]


@pytest.mark.parametrize(
    "effect",
    ["set quiet to 3", "set alarm to false", "add 0 to my points", "set seen of c to false", "set marks to 0"],
)
def test_what_stays_the_same_is_not_told(effect: str) -> None:
    assert told(effect) == []


def test_a_field_of_a_piece_that_stays_the_same_is_not_told() -> None:
    pieces = """
[pieces]
man = { plural = "men", starts = "box", fields = { lit = "yes_no", holder = "seat?", n = "0..5" }, source = "ours" }

[men]
bob = { lit = false, n = 0, source = "ours" }

[zones]
box = { of = "man", seen = "all", source = "ours" }

[setup.lay]"""
    effect = (
        "set lit of bob to false; set n of bob to 0; set holder of bob to none; set n of bob to 1; set n of bob to 1"
    )
    rules = RULES.replace("[setup.lay]", pieces.replace("{", "{{").replace("}", "}}"))
    game = sr.new_game(sr.load_text(rules.format(effect=effect, look="", words=""), "march"), seats=2, seed=1)
    before = len(game.log_for(None))
    lines = game.choose("c=board.a1").log_for(None)[before:]
    assert lines[: lines.index("seat 1: turn ends")] == ["n of bob is now 1"]


def test_what_changes_is_told_also_after_gains_and_resets() -> None:
    assert told("set quiet to 4; set quiet to 4; set quiet to 3") == ["quiet is now 4", "quiet is now 3"]
    assert told("gain 2 points; set my points to 0") == ["seat 1 gains 2 points", "seat 1 now has 0 points"]
    assert told("set marks to 2; phase turn { set marks to 2 }") == [
        "marks is now 2",
        "seat 1: turn begins",
        "marks is now 2",
    ]


def test_a_shared_yes_or_no_is_told_with_its_sentence() -> None:
    assert told("set alarm to true; set alarm to false") == ["somebody raises the alarm", "all is well"]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ('is = "holds a wall", not = "holds nothing"', ["a1 holds a wall", "a1 holds nothing"]),
        ('is = "[is|are|are] walled", not = "[is|are|are] open"', ["a1 is walled", "a1 is open"]),
        ('is = "holds a wall"', ["a1 holds a wall", "seen of a1 is now no"]),
        ('is = "<a/b/c>", not = "{it} is open"', ["seen of a1 is now yes", "seen of a1 is now no"]),
    ],
)
def test_a_yes_or_no_of_a_cell_is_told_with_its_predicate(words: str, lines: list[str]) -> None:
    effect = "set seen of c to true; set seen of c to false"
    assert told(effect, words=f'seen = {{ one = "seen", {words} }}') == lines


def test_a_seat_that_is_chosen_is_told_as_chosen() -> None:
    game = sr.new_game(sr.load_text(RULES.format(effect="choose s in seats", look="", words=""), "march"), 2, 1)
    game = game.choose("c=board.a1").choose("s=1")
    said = [game.log_for(0, lang)[-3] for lang in ("en", "fr", "pl")]
    assert said == ["seat 1 chooses seat 2", "joueur 1 choisit joueur 2", "gracz 1 wybiera: gracz 2"]


def test_what_the_look_does_not_tell_stays_out_of_the_log_and_on_the_table() -> None:
    effect = "set quiet to 4; set seen of c to true"
    assert told(effect, look="quiet = { told = false }\nseen = { told = false }") == []
    made = sr.load_text(RULES.format(effect=effect, look="quiet = { told = false }", words=""), "march")
    game = sr.new_game(made, seats=2, seed=1).choose("c=board.a1")
    assert game.view(0)["state"]["quiet"] == 4


def test_setup_does_not_tell_what_it_puts_on_the_board() -> None:
    game = sr.new_game(sr.load_text(RULES.format(effect="", look="", words=""), "march"), seats=2, seed=1)
    assert game.log_for(None) == ["quiet is now 3", "seat 1: turn begins"]


def test_an_option_says_what_stands_on_its_cell() -> None:
    game = sr.new_game(sr.load_text(RULES.format(effect="", look="", words=""), "march"), seats=2, seed=1)
    assert game.offered()[0] == {
        "id": "c=board.a1", "label": "a1", "refs": {"cell": "board.a1"}, "holds": "foot"
    }  # fmt: skip
    assert "holds" not in game.offered()[1]
    game = game.choose("c=board.a1")
    assert game.offered()[0]["holds"] == "foot, seat 1"
    unshown = sr.load_text(RULES.format(effect="", look="man = { shown = false }", words=""), "march")
    assert "holds" not in sr.new_game(unshown, seats=2, seed=1).offered()[0]


TOWNS = """
[kinds]
hue = { words = ["red", "blue"], source = "ours" }
[cells.town]
plural = "towns"
fields = { hue = "hue?", size = "0..9", soil = { kind = "hue", starts = "red" } }
source = "ours"
[boards]
land = { cells = "town", source = "ours" }
[towns]
ash = { hue = "blue", size = 2, source = "ours" }
bay = { size = 3, soil = "blue", source = "ours" }
fen = { hue = "none", size = 1, source = "ours" }
"""


def test_words_in_the_record_of_a_cell_stand_on_it() -> None:
    """The record gives them, or else the declaration of the field; a word that is missing does not stand there."""
    made = sr.load_text(small_ruleset("towns", (2, 2), "choose t in land; gain (size of t) of points", more=TOWNS))
    game = sr.new_game(made, seats=2, seed=1)
    assert [option["holds"] for option in game.offered()] == ["blue, red", "blue", "red"]


def test_a_game_of_chess_reads_like_a_record() -> None:
    game = sr.new_game(sr.load("chess"), seats=2, seed=1)
    assert [game.offered()[number]["holds"] for number in (0, 2)] == ["knight", "pawn"]
    for cell in "e2 e4 d7 d5 e4 d5 d8 d5 b1 c3 d5 e5".split():
        assert game.decision is not None
        option = game.decision.find(cell)
        assert option is not None
        game = game.choose(option)
    lines = [line for line in game.log_for(None) if "turn" not in line or "player in turn" in line]
    assert lines == [
        "pawn: e2 to e4", "pawn: d7 to d5", "pawn: gone from d5", "pawn: e4 to d5", "pawn: gone from d5",
        "queen: d8 to d5", "knight: b1 to c3", "queen: d5 to e5", "the king of the player in turn is attacked",
    ]  # fmt: skip


ROWS = """
ruleset   = "rows"
language  = 1
source    = "ours"
seats     = { range = [2, 2] }
languages = ["en"]
title     = { en = "Rows" }

[kinds]
crop = { plural = "crops", words = ["rye", "oats"], source = "ours" }

[pieces]
strip = { plural = "strips", starts = "field", faces = "land", source = "ours" }

[strips]
upper = { front = ["rye"], back = ["oats"], source = "ours" }

[zones]
field = { of = "strip", order = "line", seen = "all", source = "ours" }

[boards]
land = { columns = 1, rows = "field", fields = { grows = "crop?" }, source = "ours" }

[play.turns]
source = "ours"
effect = 'as seats { phase turn { choose keep { turn_over upper; set grows of land(1, 1) to rye } or stay { } } }'
"""


def test_a_change_of_a_cell_is_told_also_after_its_row_was_turned_over() -> None:
    game = sr.new_game(sr.load_text(ROWS, "rows"), seats=2, seed=1).choose("keep")
    assert game.log_for(None)[1:3] == ["upper is turned to its back", "grows of a1 is now rye"]
    imagined = game.resample(None, 5)
    assert imagined.log_for(None) == game.log_for(None)


def test_a_phase_outside_of_as_is_told_without_a_seat() -> None:
    play = "phase vote { call }; as seats { phase turn { phase roll { gain 1 point } } }; phase turn { call }"
    more = "[verbs]\ncall = { effect = 'phase count { as seats { choose aye { } or nay { } } }', source = \"ours\" }"
    game = sr.new_game(sr.load_text(small_ruleset("vote", (2, 2), play, more=more), "vote"), seats=2, seed=1)
    told = game.told_to(None)
    assert [(line.text, line.seat) for line in told] == [("vote begins", None), ("count begins", None)]
    assert game.log_for(None, "fr") == ["début de vote", "début de count"]
    assert game.log_for(None, "pl") == ["początek: vote", "początek: count"]
    game = game.choose("aye").choose("aye")
    lines = game.log_for(None)[2:]
    assert lines[:4] == ["count ends", "vote ends", "seat 1: turn begins", "seat 1: roll begins"]
    assert lines[-2:] == ["seat 1: turn begins", "count begins"], "a phase that also belongs to seats is told with one"
    assert game.log[0].line == "vote of seat 1 begins", "scenarios write every phase with a seat"
