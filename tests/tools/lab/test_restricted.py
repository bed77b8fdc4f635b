"""Restricted play: a power that one seat has, or shuns, changes the wins of this seat in the right direction."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.lab.pricing import for_one
from tests.tools.lab.test_compare import PLANTED

MANY = ["--games", "200", "--bots", "random", "--jobs", "1", "--restricted"]


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    file = tmp_path / "planted.toml"
    file.write_text(PLANTED.format(name="planted"))
    return file


def test_a_power_for_one_seat_lets_it_win_and_shunning_it_lets_it_lose(
    planted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["price", f"{planted}:boon", *MANY]
    assert main([*line, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["restricted"]
    assert found["one seat has it"]["settled"] == 1
    assert found["one seat has it"]["gain"]["low"] > 0.05
    assert found["one seat shuns it"]["settled"] == -1
    assert found["one seat shuns it"]["gain"]["high"] < -0.05
    assert found["others"]["greedy"]["one seat has it"]["gain"]["low"] > found["one seat has it"]["gain"]["high"]
    assert main([*line, "--games", "10", "--report", str(tmp_path / "page.html")]) == 0
    assert "all have it, then all but this seat" in capsys.readouterr().out
    assert "nobody has it, then only this seat" in (tmp_path / "page.html").read_text("utf-8")


def test_a_power_acts_only_for_its_seat(planted: Path) -> None:
    rules = sr.load(str(planted))
    for seat in range(2):
        only, but = for_one(rules, "boon", seat, False), for_one(rules, "boon", seat, True)
        assert only is not None
        assert but is not None
        for seed in range(12):
            none, one, other = (sr.playout(r, 2, seed).scores for r in (sr.load("herbalists"), only, but))
            assert one[1 - seat] == none[1 - seat]
            assert other[seat] == none[seat]
            assert one[seat] >= none[seat]


def test_an_effect_of_a_record_is_restricted_too() -> None:
    rules = sr.load("summer")
    only = for_one(rules, "two_wood", 1, False)
    assert only is not None
    assert "place of me is 2" in only.text()
    assert for_one(rules, "night_www", 1, False) is None


def test_why_restricted_play_is_not_possible_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["price", "summer:night_www", "--games", "10", "--bots", "random", "--jobs", "1", "--restricted"]
    assert main([*line, "--report", str(tmp_path / "page.html")]) == 0
    assert "night_www has no text that can be restricted to a seat" in capsys.readouterr().out
    assert "night_www has no text that can be restricted to a seat" in (tmp_path / "page.html").read_text("utf-8")
    assert main(["price", "solo:two_wood", "--games", "10", "--bots", "random", "--jobs", "1", "--restricted"]) == 0
    assert "no seat plays against another one" in capsys.readouterr().out
