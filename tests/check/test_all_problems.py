"""A designer's mistakes of different sorts are all told in one run."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr

VARIANT = """ruleset = "mine"
language = 1
extends = "summer"
source = "ours"
title = { en = "Mine", fr = "Mine", pl = "Mine" }

[cards.two_wood]
source = "ours"
expelled = 'if makes of here is wod { gain 2 stars }'

[slots.day_1]
source = "ours"
bonus = 'gian 1 wood'
valeu = 3
"""


def test_a_misspelt_field_word_and_verb_are_told_together(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(VARIANT, "utf-8")
    with pytest.raises(sr.RulesetError) as caught:
        sr.load(str(tmp_path / "mine.toml"))
    told = [(d.code, d.span.line, d.hint) for d in caught.value.diagnostics]
    assert told == [("E201", 9, "did you mean `wood`?"), ("E202", 13, "did you mean `gain`?"), ("E021", 14, None)]


def test_where_the_world_is_not_whole_only_that_is_told(tmp_path: Path) -> None:
    broken = VARIANT + '\n[zones]\nodd = { of = "nothing_like_it", source = "ours" }\n'
    (tmp_path / "mine.toml").write_text(broken, "utf-8")
    with pytest.raises(sr.RulesetError) as caught:
        sr.load(str(tmp_path / "mine.toml"))
    assert {d.code for d in caught.value.diagnostics} == {"E017", "E021"}
