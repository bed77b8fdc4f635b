"""What stands in the corner of a card fits, whether a look names its field or not."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import solenia_rules as sr
from solenia_rules.text.widths import text_width

RULES = """
ruleset   = "ranks"
language  = 1
languages = ["en"]
source    = "ours"
seats     = { range = [2, 2] }
title     = { en = "Ranks" }

[kinds]
rank = { plural = "ranks", words = ["seven", "commodore"], source = "ours" }
suit = { plural = "suits", words = ["shells", "waves"], source = "ours" }

[pieces.card]
plural = "cards"
starts = "row"
fields = { rank = "rank", suit = "suit", worth = "0..99999", gives = "effect" }
source = "ours"

[cards]
pilot  = { rank = "seven", suit = "waves", worth = 99999, gives = 'gain 2 coins', source = "ours" }
mate   = { rank = "commodore", suit = "shells", worth = 5, gives = 'gain 2 coins', source = "ours" }

[counters]
coin = { plural = "coins", per = ["seat"], source = "ours" }

[zones]
row = { of = "card", seen = "all", source = "ours" }

[play.turns]
source = "ours"
effect = 'as seats { choose c in row; do gives of c }'

[result.all]
source = "ours"
effect = 'win seats'

[look]
shells = { shape = "shell", colour = "#abcdef" }
waves  = { shape = "wave", colour = "#123456" }
coin   = { shape = "coin" }
card   = { LOOK }
RANKS
"""
RADIUS = 11.0
GLYPHS = 'seven = { glyph = "7" }\ncommodore = { glyph = "C" }'


def picture(look: str, ranks: str) -> str:
    text = RULES.replace("LOOK", look).replace("RANKS", ranks)
    return sr.new_game(sr.load_text(text, "ranks"), 2, 1).svg(0, interactive=True)


def corner(picture: str, card: str) -> list[ElementTree.Element]:
    """What is drawn right after the disc in the corner of a card."""
    (drawn,) = [one for one in ElementTree.fromstring(picture).iter() if one.get("data-ref") == f"piece:{card}"]
    parts = list(drawn.iter())
    disc = next(i for i, one in enumerate(parts) if one.tag.endswith("circle") and float(one.get("r", 0)) == RADIUS)
    return parts[disc + 1 :]


def said(picture: str, card: str) -> str:
    """The text in the corner of a card, which fits into its disc."""
    first = corner(picture, card)[0]
    assert first.tag.endswith("text")
    assert text_width(first.text or "", float(first.get("font-size", 0)), bold=True) <= 2 * RADIUS
    return first.text or ""


@pytest.mark.parametrize("look", ['tells = "rank suit"', 'tells = "rank suit", corner = "rank"'])
def test_a_rank_with_a_glyph_stands_in_the_corner_as_its_glyph(look: str) -> None:
    made = picture(look, GLYPHS)
    assert [said(made, "pilot"), said(made, "mate")] == ["7", "C"]
    assert ">pilot<" not in made, "a playing card needs no title"


def test_a_rank_without_a_glyph_is_made_smaller_and_then_shorter() -> None:
    made = picture('tells = "rank suit", corner = "rank"', "")
    assert [said(made, "pilot"), said(made, "mate")] == ["SE", "CO"]
    assert ">pilot<" in made, "the title says what the corner cannot"
    assert said(picture('tells = "rank suit", corner = "rank"', '[words.en]\nseven = "VII"'), "pilot") == "VII"


def test_a_number_in_the_corner_stays_whole() -> None:
    assert said(picture('corner = "worth"', ""), "pilot") == "99999"
    assert said(picture('corner = "worth"', ""), "mate") == "5"


@pytest.mark.parametrize(("field", "colour"), [("suit", "#123456"), ("gives", None)])
def test_a_shape_or_an_effect_in_the_corner_is_drawn(field: str, colour: str | None) -> None:
    made = picture(f'corner = "{field}"', GLYPHS)
    first = corner(made, "pilot")[0]
    assert first.tag.endswith("g"), "not a text"
    drawn = ElementTree.tostring(first, "unicode")
    moved = re.match(r"translate\(([-0-9.]+) ([-0-9.]+)\)", first.get("transform") or "")
    assert moved is not None
    assert 17 - RADIUS <= float(moved[1]) <= 17
    assert colour is None or colour in drawn


def test_a_list_of_words_is_drawn_as_icons_if_all_of_them_have_a_sign() -> None:
    listed = RULES.replace('gives = "effect" }', 'gives = "effect", likes = "suits" }')
    listed = listed.replace('source = "ours" }\nmate', 'likes = ["shells", "waves"], source = "ours" }\nmate')
    listed = listed.replace("worth = 5,", 'worth = 5, likes = ["waves"],').replace("RANKS", "").replace("LOOK", "")
    drawn = sr.new_game(sr.load_text(listed, "ranks"), 2, 1).svg(0)
    assert "shells, waves" not in drawn
    unsigned = listed.replace('shells = { shape = "shell", colour = "#abcdef" }', "")
    assert "shells, waves" in sr.new_game(sr.load_text(unsigned, "ranks"), 2, 1).svg(0)


@pytest.mark.parametrize(("shape", "printed"), [("card", True), ("boat", True), ("pawn", False), ("cube", False)])
def test_a_piece_with_the_shape_of_a_man_or_a_cube_is_no_card(shape: str, printed: bool) -> None:
    assert (">99999</text>" in picture(f'shape = "{shape}"', "")) == printed
