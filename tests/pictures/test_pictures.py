"""Pictures of every bundled ruleset: well-formed, always the same bytes, escaped, bounded, honest about options."""

from __future__ import annotations

import hashlib
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.pictures import scenery
from solenia_rules.pictures.drawing import draw_view_as_cover
from solenia_rules.pictures.icons import DRAWINGS, drawing
from solenia_rules.pictures.ink import cut, escape, wrap
from solenia_rules.pictures.palette import THEMES, ink_on
from solenia_rules.rules import records as r
from solenia_rules.text.widths import text_width
from solenia_rules.words.looks import BACKGROUNDS, GROUNDS, SHAPES, contrast
from tests.playing import Seated, loaded, positions
from tests.small_rulesets import small_ruleset

MOST_BYTES = 500_000
SVG = "{http://www.w3.org/2000/svg}"


def some(seated: Seated, seed: int, count: int) -> list[Game]:
    """The first position of a random game, the last one, and some between."""
    line = list(positions(seated.new(seed)))
    chosen = random.Random(seed).sample(line, min(count, len(line)))
    return [line[0], *chosen, line[-1]]


def elements(svg: str) -> Iterator[ElementTree.Element]:
    yield from ElementTree.fromstring(svg).iter()


def test_every_position_can_be_drawn_for_everybody(seated: Seated) -> None:
    for game in some(seated, 3, 1):
        for seat in (None, *range(seated.seats)):
            for theme, width, lang in (("light", 960, "en"), ("dark", 360, "fr"), ("light", 1400, "pl")):
                svg = game.svg(seat, lang, theme, width=width)
                assert len(svg) < MOST_BYTES
                root = ElementTree.fromstring(svg)
                assert root.get("width") == str(width)
                assert 100 < float(root.get("height") or 0) < 12_000


def test_an_interactive_picture_adds_only_what_a_table_needs(seated: Seated) -> None:
    for game in some(seated, 4, 1):
        asked = game.decision
        for seat in (None, *range(seated.seats)):
            svg = game.svg(seat, interactive=True)
            found = [element for element in elements(svg) if element.get("data-option")]
            offered = set(asked.ids) if asked is not None and asked.seat == seat else set()
            assert {element.get("data-option") for element in found} <= offered
            assert all(element.get("tabindex") == "0" and element.get("aria-label") for element in found)
            refs = [element.get("data-ref") or "" for element in elements(svg) if element.get("data-ref")]
            assert all(ref.startswith(("cell:", "piece:")) for ref in refs)
            cells = [ref for ref in refs if ref.startswith("cell:")]
            assert len(cells) == len(set(cells))
            plain = game.svg(seat)
            assert "data-" not in plain
            assert "tabindex" not in plain


def test_every_cell_and_visible_piece_on_offer_can_be_clicked(seated: Seated) -> None:
    for game in some(seated, 6, 3):
        asked = game.decision
        if asked is None:
            continue
        svg = game.svg(asked.seat, interactive=True)
        view = game.view(asked.seat, log=False)["decision"]
        assert isinstance(view, dict)
        listed = view["options"]
        assert isinstance(listed, list)
        clicked = {element.get("data-option") for element in elements(svg)}
        meant: dict[str, list[str]] = {}
        for option in listed:
            assert isinstance(option, dict)
            refs = option["refs"]
            assert isinstance(refs, dict)
            if len(listed) > 1 and set(refs) == {"cell"}:
                meant.setdefault(str(refs["cell"]), []).append(str(option["id"]))
        for options in meant.values():
            assert len(options) > 1 or options[0] in clicked


def test_no_text_of_the_language_is_drawn(seated: Seated) -> None:
    """Texts are broken into lines, so their beginnings are looked for in all lines together."""
    raw = {
        " ".join(value.text.split())[:40]
        for record in seated.rules.world.records
        for _field, value, _span in record.fields
        if isinstance(value, r.Text) and any(sign in value.text[:40] for sign in "{}();")
    }
    for game in some(seated, 8, 2):
        for seat in range(seated.seats):
            drawn = " ".join(element.text or "" for element in elements(game.svg(seat)) if element.tag == f"{SVG}text")
            assert not any(text in drawn for text in raw)


def test_the_same_position_gives_the_same_bytes_in_another_process() -> None:
    code = (
        "import hashlib, solenia_rules as sr\n"
        "made = hashlib.sha256()\n"
        "for name in ('summer', 'branch_lines', 'day_and_night'):\n"
        "    game = sr.new_game(sr.load(name), seed=9)\n"
        "    made.update(game.svg(0, interactive=True).encode())\n"
        "print(made.hexdigest())"
    )
    made = hashlib.sha256()
    for name in ("summer", "branch_lines", "day_and_night"):
        made.update(sr.new_game(sr.load(name), seed=9).svg(0, interactive=True).encode())
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        assert ran.stdout.strip() == made.hexdigest()


def test_a_ruleset_without_looks_has_a_picture(ruleset_name: str) -> None:
    text = re.sub(r"(?m)^\[look\.?[a-z0-9_]*\]\n(?:(?!\[).*\n?)*", "", sr.load(ruleset_name).text())
    rules = sr.load_text(text, "plain")
    assert not rules.world.looks
    game = sr.new_game(rules, seed=1)
    ElementTree.fromstring(game.svg(0))


def test_notebooks_show_games_and_rulesets() -> None:
    rules = sr.load("summer")
    game = sr.new_game(rules)
    assert game._repr_svg_() == game.svg()
    assert ElementTree.fromstring(rules._repr_svg_()).tag == f"{SVG}svg"


HOSTILE = "</svg><script>alert('x')</script>\\\" & ]]> javascript:"


def test_texts_of_a_ruleset_are_escaped(tmp_path: Path) -> None:
    text = sr.load("herbalists").text()
    text = re.sub(r'(?m)^(one|other) = ".*"$', f'\\1 = "{HOSTILE}"', text)
    text = re.sub(r'(?m)^en = "[^"]*"$', f'en = "{HOSTILE}"', text)
    text = re.sub(r'(?m)^colour = ".*"$', 'colour = "red\\" onload=\\"x"', text)
    rules = sr.load_text(text, "hostile")
    assert "<script>" in rules.title
    game = sr.new_game(rules, 3, 2)
    for interactive in (False, True):
        for seat in (None, 0):
            svg = game.svg(seat, interactive=interactive)
            assert "<script" not in svg
            tags = {element.tag for element in elements(svg)}
            assert not tags & {f"{SVG}script", f"{SVG}foreignObject", f"{SVG}a", f"{SVG}image", f"{SVG}use"}
            assert not any(name.startswith("on") for element in elements(svg) for name in element.keys())


@pytest.mark.parametrize("text", ["\x00\x01", "a\u202eb", "\ud800", "\uffff", "\x1b[0m", "\u200b"])
def test_characters_that_xml_or_readers_do_not_bear_are_replaced(text: str) -> None:
    made = escape(text)
    assert "\ufffd" in made
    ElementTree.fromstring(f'<a b="{made}">{made}</a>')


@pytest.mark.parametrize(
    ("theme", "width"), [("blue", 960), (None, 960), ("light", 10), ("light", 10**9), ("light", True), ("dark", "960")]
)
def test_a_picture_that_cannot_be_is_refused(theme: str, width: int) -> None:
    game = sr.new_game(sr.load("summer"))
    with pytest.raises(sr.SetupError):
        game.svg(theme=theme, width=width)


def test_every_ground_has_a_drawing_or_a_layout_that_knows_it() -> None:
    in_layouts = {"road", "town"}
    assert set(scenery.GROUNDS) | in_layouts == set(GROUNDS)
    for name in in_layouts:
        assert scenery.ground(name) is scenery.PLAIN


def test_every_background_has_colours_but_the_plain_one() -> None:
    assert set(scenery.TINTS) == set(BACKGROUNDS) - {"plain"}


def test_every_shape_has_a_drawing() -> None:
    assert set(SHAPES) == set(DRAWINGS)
    for shape in (*SHAPES, "rock_tree", "no_such_shape", ""):
        ElementTree.fromstring(f"<g>{drawing(shape, '#aabbcc')}</g>")


def test_texts_are_cut_and_broken_to_fit() -> None:
    said = "Prześwietna Rzeczpospolita miast unoszonych wiatrem"
    assert text_width(cut(said, 12, 90), 12) <= 90
    lines = wrap(said, 10, 80, 3)
    assert len(lines) == 3
    assert all(text_width(line, 10) <= 80 for line in lines)
    assert lines[-1].endswith("…")


@given(st.integers(0, 0xFFFFFF))
def test_a_text_can_be_read_on_every_colour(value: int) -> None:
    colour = f"#{value:06x}"
    assert contrast(ink_on(colour), colour) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_the_texts_of_a_theme_can_be_read(name: str) -> None:
    theme = THEMES[name]
    for ground in (theme.page, theme.panel, theme.raised):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.muted, ground) >= 4.5
    assert contrast(theme.paper_ink, theme.paper) >= 7


def test_men_that_are_fields_of_cells_say_what_they_are() -> None:
    game = sr.new_game(loaded("chess"), 2, 1)
    picture = game.svg(0, interactive=True)
    held = Counter(re.findall(r'data-held="([^"]+)"', picture))
    assert sum(held.values()) == 32
    assert held["pawn 0"] == held["pawn 1"] == 8
    assert "data-held" not in game.svg(0)


def test_a_mat_has_a_place_for_each_piece_that_can_come() -> None:
    text = MAT.replace("ROLE", "mat")
    game = sr.new_game(sr.load_text(text, "mat.toml"), 2, 1)
    assert game.svg(0).count('stroke-dasharray="4 4"') == 2 * 4 - 1, "one card lies there"
    shown = sr.new_game(sr.load_text(MAT.replace("ROLE", "display"), "mat.toml"), 2, 1)
    assert shown.svg(0) != game.svg(0)
    assert shown.svg(0).count('stroke-dasharray="4 4"') == 0


def test_the_panel_of_the_seat_in_turn_is_lit() -> None:
    game = sr.new_game(loaded("connect_four"), 2, 1)
    lit = f'stroke="{THEMES["light"].accent}" stroke-width="2.4"'
    assert game.svg(None).count(lit) == 1
    while game.decision is not None:
        game = game.choose(sr.random_answer(game))
    assert lit not in game.svg(None)


def test_names_of_values_are_not_cut_where_there_is_room() -> None:
    game = sr.new_game(loaded("chess"), 2, 1)
    assert ">Moves without a capture or a pawn move<" in game.svg(0)


@pytest.mark.parametrize(("lang", "label"), [("en", "Coins"), ("fr", "Pièces"), ("pl", "Monety")])
def test_a_counter_is_labelled_with_its_plural(lang: str, label: str) -> None:
    words = '[words.fr]\ncoin = { one = "pièce", other = "pièces", gender = "f" }\n'
    words += '[words.pl]\ncoin = { one = "moneta", few = "monety", many = "monet", gender = "f" }\n'
    text = small_ruleset("purse", (2, 2), "as seats { choose go { gain 3 coins } or rest { } }", "coin", words)
    svg = sr.new_game(sr.load_text(text, "purse"), 2, 1).svg(0, lang)
    assert f">{label}<" in svg


@pytest.mark.parametrize("name", ["summer", "day_and_night", "chess"])
def test_every_grid_has_its_coordinates(name: str) -> None:
    said = {element.text for element in elements(sr.new_game(loaded(name), 2, 1).svg(0))}
    assert {"a", "b", "c", "d", "e", "1", "2", "3", "4", "5"} <= said


def test_numbers_and_zones_say_what_they_are() -> None:
    """A page can ask for their rules, and a reader who does not see the picture hears their names."""
    svg = sr.new_game(sr.load("summer"), 2, 1).svg(0, "fr", interactive=True)
    found = {(element.get("data-topic"), element.get("aria-label")) for element in elements(svg)}
    assert ("wheat", "Blé: 0") in found
    assert {topic for topic, _label in found} >= {"deck", "hand", "shown", "coin", "star"}


@pytest.mark.parametrize("name", THEMES)
def test_the_strip_of_a_seat_can_be_seen_on_its_panel(name: str) -> None:
    """Chess has a white and a black seat."""
    theme = THEMES[name]
    drawn = elements(sr.new_game(sr.load("chess"), 2, 1).svg(theme=name))
    edges = [element.get("stroke") or "" for element in drawn if element.get("width") == "5"]
    assert len(edges) == 2
    assert all(contrast(edge, theme.panel) >= 1.5 for edge in edges)


def test_a_long_name_is_not_cut_where_there_is_room() -> None:
    name = "Grace Hopper-Murray the Second"
    game = sr.new_game(sr.load("connect_four"), 2, 1).named(["Ada", name])
    drawn = [element.text for element in elements(game.svg(0)) if element.get("font-weight") == "700"]
    assert name in drawn, drawn


def test_covered_cards_of_a_pile_have_no_texts() -> None:
    counts = {}
    for role in ("discard", "mat"):
        game = sr.new_game(sr.load_text(MAT.replace("ROLE", role).replace("draw 1", "draw 3"), "mat.toml"), 2, 1)
        counts[role] = sum(element.text == "one" for element in elements(game.svg(0)))
    assert counts == {"discard": 1, "mat": 3}


def test_a_picture_without_a_board_is_enlarged_to_fill_a_screen() -> None:
    root = ElementTree.fromstring(sr.new_game(loaded("liars_dice"), 2, 1).svg(0, width=1280))
    assert float((root.get("viewBox") or "").split()[2]) < 900
    assert root.get("width") == "1280"


def test_a_cover_is_the_board_alone_or_the_panels() -> None:
    for name, panels in (("chess", 0), ("hearts", 1)):
        rules = loaded(name)
        game = sr.new_game(rules, rules.seats[0], 1)
        cover = draw_view_as_cover(game.view(0, log=False), rules.album("en"))
        root = ElementTree.fromstring(cover)
        assert float(root.get("height") or 0) <= 480
        assert sum(element.text == "Seat 1" for element in elements(cover)) == panels
        assert "Seat 2" not in [element.text for element in elements(cover)]


MAT = """
ruleset  = "mats"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Mats" }

[pieces]
card = { plural = "cards", fields = { value = "0..9" }, starts = "deck", source = "ours" }

[zones]
deck  = { of = "card", order = "stack", source = "ours" }
plan  = { per = "seat", of = "card", seen = "all", capacity = 4, source = "ours" }

[counters]
point = { per = ["seat"], plural = "points", score = true, source = "ours" }

[cards]
one = { value = 1, copies = 8, source = "ours" }

[play.go]
source = "ours"
effect = 'as seats { phase turn { draw 1 from deck to my plan; choose up to 1 c in my plan { move c to none } } }'

[result.best]
source = "ours"
effect = 'win all(s in seats where points of s is max(points of t for t in seats))'

[look]
plan = { role = "ROLE" }
card = { shape = "card" }
"""
