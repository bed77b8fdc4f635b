"""The games from which people choose: their order and their covers."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import solenia_rules as sr
from solenia_rules.serve import catalogue
from solenia_rules.serve.texts import page_texts
from solenia_rules.words.languages import LANGUAGES


def test_a_game_stands_after_the_game_that_it_extends() -> None:
    names = [str(game.get("name")) for game in catalogue.list_games("en") if isinstance(game, dict)]
    assert set(names) < set(sr.list_rulesets())
    assert names.index("summer") < names.index("winter") < names.index("improvements")


def test_every_shelf_has_a_name_in_each_language() -> None:
    shelves = {str(game.get("shelf")) for game in catalogue.list_games("en") if isinstance(game, dict)} - {""}
    assert len(shelves) > 3
    for lang in LANGUAGES:
        assert {f"shelf_{shelf}" for shelf in shelves} <= set(page_texts(lang))


@pytest.mark.parametrize("name", ["summer", "liars_dice"])
def test_a_game_has_a_cover_in_both_themes(name: str) -> None:
    covers = [catalogue.picture(name, "en", theme) for theme in ("light", "dark")]
    assert covers[0] != covers[1]
    for cover in covers:
        ElementTree.fromstring(cover)
