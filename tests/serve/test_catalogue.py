"""The games from which people choose: their order and their covers."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import solenia_rules as sr
from solenia_rules.serve import catalogue


def test_a_game_stands_after_the_game_that_it_extends() -> None:
    names = [str(game.get("name")) for game in catalogue.list_games("en") if isinstance(game, dict)]
    assert set(names) < set(sr.list_rulesets())
    assert names.index("summer") < names.index("winter") < names.index("improvements")


@pytest.mark.parametrize("name", ["summer", "liars_dice"])
def test_a_game_has_a_cover_in_both_themes(name: str) -> None:
    covers = [catalogue.picture(name, "en", theme) for theme in ("light", "dark")]
    assert covers[0] != covers[1]
    for cover in covers:
        ElementTree.fromstring(cover)
