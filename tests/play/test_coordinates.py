"""Coordinates of cells: they stand in views and change nothing in play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import solenia_rules as sr

PLOTS = """ruleset = "sample"
language = 1
languages = ["en"]
title = { en = "a" }
source = "ours"
seats = { range = [2, 2] }
[cells]
plot = { plural = "plots", fields = { size = "0..9" }, source = "ours" }
[boards]
plan = { cells = "plot", links = [["north", "plot_1"]], source = "ours" }
[plots]
north = { size = 1, at = [-3, 20], source = "ours" }
plot_1 = { size = 1, at = [1, 0], source = "ours" }
"plot_{n}" = { for = { n = "2..3" }, size = "{n}", at = ["{n}", 0], source = "ours" }
[play.all]
source = "ours"
effect = 'as seats { choose c in plan }'
"""


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], sr.Ruleset]:
    """Loads a text as a file, because only files have patterns."""
    monkeypatch.chdir(tmp_path)

    def made(text: str) -> sr.Ruleset:
        Path("sample.toml").write_text(text, "utf-8")
        return sr.load("sample.toml")

    return made


def test_a_view_says_where_cells_are_drawn(load: Callable[[str], sr.Ruleset]) -> None:
    plan = str(sr.new_game(load(PLOTS), 2, 1).view(0)["boards"])
    assert "'id': 'north', 'row': 1, 'column': 1, 'at': [-3, 20]" in plan
    assert "'id': 'plot_2', 'row': 1, 'column': 3, 'at': [2, 0]" in plan


def test_coordinates_are_not_part_of_the_rules(load: Callable[[str], sr.Ruleset]) -> None:
    without = PLOTS.replace(", at = [-3, 20]", "").replace(', at = ["{n}", 0]', "").replace(", at = [1, 0]", "")
    assert load(PLOTS).digest == load(PLOTS.replace("[-3, 20]", "[4, 20]")).digest == load(without).digest
    assert "'at'" not in str(sr.new_game(load(without), 2, 1).view(0)["boards"])
