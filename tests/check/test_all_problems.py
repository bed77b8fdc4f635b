"""A designer's mistakes of different sorts are all reported in one run."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.api.looking import look

HEAD = """ruleset = "mine"
language = 1
extends = "summer"
source = "ours"
title = { en = "Mine", fr = "Mine", pl = "Mine" }
"""
VARIANT = """
[cards.two_wood]
source = "ours"
expelled = 'if makes of here is wod { gain 2 stars }'

[slots.day_1]
source = "ours"
bonus = 'gian 1 wood'
valeu = 3
"""


def test_a_misspelt_field_word_and_verb_are_reported_together(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(HEAD + VARIANT, "utf-8")
    with pytest.raises(sr.RulesetError) as caught:
        sr.load(str(tmp_path / "mine.toml"))
    found = [(d.code, d.span.line, d.hint) for d in caught.value.diagnostics]
    assert found == [("E201", 9, "did you mean `wood`?"), ("E202", 13, "did you mean `gain`?"), ("E021", 14, None)]


NUMBER = """
[cards.two_wood]
source = "ours"
copies = 0
expelled = 'if makes of here is wod { gain 2 stars }'

[slots.day_1]
source = "ours"
bonus = 'if posible { gain 1 wood }'
"""
PARAMETER = """
[params]
spare = { default = 9, range = [1, 5], source = "ours" }

[cards.two_wood]
source = "ours"
expelled = 'repeat spare { gian 1 wood }'

[slots.day_1]
source = "ours"
bonus = 'gain 2 wod'
"""
VERB = """
[verbs.gather_it]
params = { what = "godo" }
effect = 'gain 1 what'
source = "ours"

[cards.two_wood]
source = "ours"
expelled = 'gather_it wood'

[slots.day_1]
source = "ours"
bonus = 'gain 2 wod'
"""
TITLE = """
[state]
mood = { kind = "0..3", starts = 7, source = "ours" }

[slots.day_1]
source = "ours"
bonus = 'if mood is 2 { gain 2 wod }'
"""
ZONE = """
[zones]
odd = { of = "nothing_like_it", source = "ours" }

[slots.day_1]
source = "ours"
bonus = 'gain 2 wod'
"""


def reported(folder: Path, text: str, head: str = HEAD) -> list[tuple[str, str]]:
    """Code and marked text of each problem."""
    (folder / "mine.toml").write_text(head + text, "utf-8")
    with pytest.raises(sr.RulesetError) as caught:
        sr.load(str(folder / "mine.toml"))
    assert [*look(str(folder / "mine.toml")).diagnostics] == [*caught.value.diagnostics]
    return [(one.code, one.span.text) for one in caught.value.diagnostics]


def test_a_number_out_of_range_hides_no_mistake_in_a_text(tmp_path: Path) -> None:
    assert reported(tmp_path, NUMBER) == [("E013", "0"), ("E201", "wod"), ("E201", "posible")]


def test_a_text_with_a_wrong_parameter_is_not_checked_but_others_are(tmp_path: Path) -> None:
    assert reported(tmp_path, PARAMETER) == [("E013", "9"), ("E201", "wod")]


def test_neither_a_wrong_verb_nor_its_callers_are_checked_but_others_are(tmp_path: Path) -> None:
    assert reported(tmp_path, VERB) == [("E020", '"godo"'), ("E201", "wod")]


def test_titles_and_first_values_hide_no_mistake_in_a_text(tmp_path: Path) -> None:
    found = reported(tmp_path, TITLE, HEAD.replace(', pl = "Mine"', ""))
    assert found == [("E011", "title"), ("E013", "7"), ("E201", "wod")]


def test_if_a_zone_is_wrong_no_text_is_checked(tmp_path: Path) -> None:
    assert reported(tmp_path, ZONE) == [("E017", '"nothing_like_it"')]
