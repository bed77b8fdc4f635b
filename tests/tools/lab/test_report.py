"""The page and the plots: one file that needs nothing else, the same bytes every time."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.lab import plots
from solenia_rules.tools.lab.errors import MissingExtra

RUN = ["sim", "candle", "--games", "30", "--bots", "random", "--seats", "3", "--jobs", "1"]


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda _name: None)
    with pytest.raises(MissingExtra):
        plots.check_installed()
    assert main([*RUN, "--report", "page.html"]) == 2
    assert "pip install 'solenia-rules[report]'" in capsys.readouterr().err


def test_a_page_needs_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pip install 'solenia-rules[report]'")
    pages = []
    for name in ("a.html", "b.html"):
        assert main([*RUN, "--report", str(tmp_path / name)]) == 0
        pages.append((tmp_path / name).read_text("utf-8"))
    page = pages[0]
    assert pages[1] == page
    assert page.count("<svg") == 4  # nothing is settled about options
    assert not re.search(r"""(?:src|href)\\s*=\\s*["'](?!#)""", page)
    assert "@import" not in page
    assert sr.load("candle").title in page
    assert "Not enough games to tell" in page


def test_a_game_without_scores_and_a_game_for_one_have_pages(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pip install 'solenia-rules[report]'")
    for name, games in (("day_and_night", "1"), ("solo", "2")):
        line = ["sim", name, "--games", games, "--bots", "random", "--jobs", "1"]
        assert main([*line, "--report", str(tmp_path / f"{name}.html")]) == 0
        assert "<svg" in (tmp_path / f"{name}.html").read_text("utf-8")


def test_a_curve_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pip install 'solenia-rules[report]'")
    file = tmp_path / "curve.svg"
    line = ["sweep", "crab_pots", "--vary", "set_value=0,3", "--games", "5", "--bots", "random", "--jobs", "1"]
    assert main([*line, "--plot", str(file)]) == 0
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert main([*line, "--plot", str(tmp_path / "nowhere" / "curve.svg")]) == 2
