"""`solenia bench`: its options; how fast anything is stands in `docs/benchmarks.md`, not in a test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solenia_rules.cli.main import main
from solenia_rules.tools.measuring.figures import figure, table
from solenia_rules.tools.measuring.playing import playable
from solenia_rules.tools.measuring.trying import fallback_table, fallbacks


@pytest.mark.parametrize("arguments", [["--rounds", "0"], ["--format", "xml"], ["-o", "."], ["nothing_of_the_kind"]])
def test_wrong_usage_measures_nothing(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *arguments]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err


def test_a_table_says_what_is_missed() -> None:
    lines = table([figure("fine", [2.0], "x", at_most=6), figure("slow", [7.0], "x", at_most=6)]).splitlines()
    assert "| <= 6 yes " in lines[2]
    assert "| <= 6 **no** " in lines[3]


def test_options_that_have_to_be_tried_are_counted_with_their_places() -> None:
    rulesets = {name: rules for name, rules in playable().items() if name in ("candle", "crab_pots")}
    found = fallbacks(rulesets, 3)
    assert [one.ruleset for one in found] == list(rulesets)
    assert all(one.decisions > 0 and one.written <= one.in_all for one in found)
    assert all(sum(one.places.values()) == one.tried for one in found)
    assert all(sum(one.options_at.values()) == one.options for one in found)
    assert len(fallback_table(found).splitlines()) == 2 + len(found)


@pytest.mark.thorough
def test_the_figures_are_written_and_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "figures.json"
    code = main(["bench", "candle", "--rounds", "1", "--games", "1", "--format", "json", "-o", str(path)])
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(path.read_text("utf-8"))
    assert code == (0 if all(one["kept"] for one in printed["figures"]) else 1)
    assert {"machine", "rounds", "figures", "fallbacks"} == printed.keys()


def test_check_notes_where_options_are_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "go", "--play", "4"]) == 0
    err = capsys.readouterr().err
    places = [line.split(":")[2] for line in err.splitlines() if line.startswith("note: ")]
    written = Path("rulesets/classics/go.toml").read_text("utf-8").splitlines()
    assert places
    assert all("choose" in written[int(line) - 1] for line in places)
    assert main(["check", "candle", "--play", "4", "--seats", "2"]) == 0
    assert "note: " not in capsys.readouterr().err
