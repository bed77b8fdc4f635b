"""Coverage beside the text: on the terminal, as data, and as a page that loads nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solenia_rules.cli.main import main
from solenia_rules.tools.coverage.marking import as_page, as_text
from tests.tools.coverage.test_collector import counted


def test_lines_are_marked_where_they_stand() -> None:
    collector = counted("dig", "g=clay", "sleep")
    text = as_text(collector.coverage(), collector.rules.sources, whole=True)
    assert "!      0         17 | never = { effect = 'gain 9 points', source = \"ours\" }" in text
    assert "= never offered: pray" in text
    assert "= never then: `if my points > 5 { gain 1 ore }`" in text
    assert "lines run 10 of 15 (67 %)" in text
    short = as_text(collector.coverage(), collector.rules.sources)
    assert "as seats" in text
    assert "as seats" not in short


def test_the_page_loads_nothing_and_escapes() -> None:
    collector = counted("sleep", "sleep")
    page = as_page(collector.coverage(), collector.rules.sources)
    assert page.count("<tr") == collector.rules.sources[0].text.count("\n") + 1
    assert "http" not in page
    assert "<script" not in page
    assert "my points &gt; 5" in page


def test_the_command_covers_scenarios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.docs.test_tools import prepare

    prepare(tmp_path)
    page = tmp_path / "page.html"
    assert main(["test", str(tmp_path / "stall.toml"), "--coverage", "--format", "json", "--html", str(page)]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert {x["name"]: x["taken"] for x in found["answers"]}["barn"] == 1
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert main(["test", str(tmp_path / "stall.toml"), "--coverage", "--format", "junit"]) == 2
    assert main(["test", str(tmp_path / "stall.toml"), "--coverage", "--html", str(tmp_path / "no" / "x.html")]) == 2


def test_bots_cover_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.docs.test_tools import prepare

    prepare(tmp_path)
    asked = ["sim", str(tmp_path / "stall.toml"), "--games", "6", "--bots", "random", "--jobs", "1", "--coverage"]
    assert main(asked) == 0
    first = capsys.readouterr().out
    assert "stall: 6 games, 6 pairs; lines run " in first
    assert "= decisive: " in first
    assert main(asked) == 0
    assert capsys.readouterr().out == first
