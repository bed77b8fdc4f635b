"""Differences are found with their sign and size, and none where there is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.lab.comparison import compare, looks
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.metrics import read_metric
from solenia_rules.tools.lab.pricing import split_power, without
from solenia_rules.tools.lab.runner import OneProcess, make_job
from solenia_rules.tools.lab.sweeping import read_vary

PLANTED = """
ruleset = "{name}"
language = 1
extends = "herbalists"
source = "ours"
title = {{ en = "Planted", fr = "Planté", pl = "Posadzone" }}
[rules.boon]
source = "ours"
rules = 'after brew by anyone {{ gain 3 renown }}'
"""


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    file = tmp_path / "planted.toml"
    file.write_text(PLANTED.format(name="planted"))
    return file


def test_a_planted_power_is_found_by_compare(planted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["compare", "herbalists", str(planted), "--games", "1000", "--bots", "random", "--jobs", "1"]
    assert main([*line, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "more"
    assert found["games"] < 1000
    truth = mean_from_boon(planted, 100)
    assert found["difference"]["low"] <= truth <= found["difference"]["high"]
    assert main([*line, "--threshold", "0.1"]) == 1
    assert "gives more score" in capsys.readouterr().out
    assert main([*line, "--threshold", "50"]) == 0
    assert "differ by less than 50" in capsys.readouterr().out


def mean_from_boon(planted: Path, games: int) -> float:
    """What the power gives to bots that do not care for it: exactly its worth."""
    rules = sr.load(str(planted))
    metric = read_metric("from:boon", 2, True)
    job = make_job(rules, 2, "random", 99)
    found = compare((job, job), metric, games, 0.0, 50, OneProcess(), lambda _: None)
    assert found.judged.verdict == "same"
    return found.first.value


def test_a_planted_power_is_priced(planted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["price", f"{planted}:boon", "--games", "60", "--bots", "random", "--jobs", "1"]
    assert main([*line, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    truth = mean_from_boon(planted, 100)
    assert found["worth"]["low"] <= truth <= found["worth"]["high"]
    assert found["worth"]["low"] > 0
    assert found["worth each use"]["value"] > found["worth"]["value"]
    assert main(line) == 0
    assert "Settled: boon is worth something." in capsys.readouterr().out


def test_the_worth_for_a_use_counts_seats_for_which_the_power_acted(capsys: pytest.CaptureFixture[str]) -> None:
    """Nearly every seat plays the card; its power acts only if the card leaves the board in time."""
    games = 30
    assert main(["sim", "summer", "--games", str(games), "--bots", "random", "--jobs", "1", "--format", "json"]) == 0
    simulated = json.loads(capsys.readouterr().out)
    (took,) = (one["seats taken"] for one in simulated["options"] if one["option"].endswith(" card=two_wood"))
    (acted,) = (one["seats"] for one in simulated["texts"] if one["text"] == "two_wood")
    assert 0 < acted < took
    line = ["price", "summer:two_wood", "--games", str(games), "--bots", "random", "--jobs", "1", "--format", "json"]
    assert main(line) == 0
    assert json.loads(capsys.readouterr().out)["worth each use"]["count"] == acted


def test_a_power_that_never_acts_is_said_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "planted.toml"
    file.write_text(PLANTED.format(name="planted").replace("by anyone {", "by anyone where 1 > 2 {"))
    assert main(["price", f"{file}:boon", "--games", "10", "--bots", "random", "--jobs", "1"]) == 0
    assert "None of 10 games was different without boon: boon never acted." in capsys.readouterr().out


def test_the_same_rules_never_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "crab_pots", "crab_pots", "--games", "80", "--bots", "random", "--jobs", "1"]) == 0
    assert "No pair of games differs" in capsys.readouterr().out


def aa_calls(name: str, runs: int, games: int, measured: str = "score") -> int:
    """How often a ruleset is called different from itself, on other seeds; machine code plays where there is some."""
    job = make_job(sr.load(name), 2, "random", 0)
    metric = read_metric(measured, 2, True)
    calls = 0
    for run in range(runs):
        pair = (evolve(job, seed=2 * run), evolve(job, seed=2 * run + 1))
        found = compare(pair, metric, games, 0.0, games, OneProcess(), lambda _: None)
        calls += found.judged.verdict != "open"
    return calls


def test_a_ruleset_is_hardly_ever_called_different_from_itself() -> None:
    assert len(looks(128)) == 2
    assert aa_calls("crab_pots", 6, 128) <= 2


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "metric"), [("summer", "score"), ("summer", "wins:1"), ("crab_pots", "score"), ("herbalists", "margin")]
)
def test_a_ruleset_is_called_different_from_itself_in_at_most_five_of_a_hundred(name: str, metric: str) -> None:
    assert aa_calls(name, 200, 256, metric) <= 10


def test_powers_are_taken_away() -> None:
    rules = sr.load("improvements")
    assert without(rules, "tip")[1].told("en") == "its text `lasting` does nothing"
    assert without(rules, "city_count")[1].told("en") == "the rule is left out"
    assert without(rules, "night_www")[1].told("en") == "it is left out"
    assert without(sr.load("summer"), "day_5")[0].digest != sr.load("summer").digest
    with pytest.raises(LabError, match="did you mean `tip`"):
        without(rules, "tipp")
    with pytest.raises(LabError, match="do not hold together"):
        without(sr.load("summer"), "twilight")


@pytest.mark.parametrize("text", ["summer", ":x", "summer:", ""])
def test_a_power_is_named_with_its_rules(text: str) -> None:
    with pytest.raises(LabError, match="RULESET:ID"):
        split_power(text)


@pytest.mark.parametrize(
    ("text", "values"), [("a=4..6", [4, 5, 6]), ("a=4..8..2", [4, 6, 8]), ("a=9,4", [9, 4]), ("a=1,3..4,3", [1, 3, 4])]
)
def test_values_to_vary(text: str, values: list[int]) -> None:
    assert read_vary(text) == ("a", values)


@pytest.mark.parametrize("text", ["a", "a=", "=3", "a=x", "a=6..4", "a=1..9..0", "a=0..999999", "a=1...3"])
def test_values_that_cannot_be_varied(text: str) -> None:
    with pytest.raises(LabError, match="write NAME"):
        read_vary(text)


def test_a_sweep_follows_the_parameter(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["sweep", "crab_pots", "--vary", "set_value=0..9..9", "--games", "40", "--bots", "random", "--jobs", "1"]
    assert main([*line, "--format", "json"]) == 0
    low, high = json.loads(capsys.readouterr().out)["points"]
    assert (low["at"], high["at"]) == (0, 9)
    assert low["high"] < high["low"]
    assert main(line) == 0
    assert "Settled" in (told := capsys.readouterr().out)
    assert "the most different of" not in told
    assert main([*line, "--metric", "length"]) == 0
    assert "No game has another length at another set_value." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["compare", "crab_pots", "candle", "--metric", "scroe"], "did you mean `score`"),
        (["compare", "crab_pots", "candle", "--metric", "wins:9"], "the seats are 1 to 2"),
        (["compare", "day_and_night", "day_and_night", "--metric", "score"], "keeps no score"),
        (["compare", "crab_pots", "crab_pots", "--metric", "from:crab"], "did you mean `crabs`"),
        (
            [
                "sweep",
                "crab_pots",
                "--vary",
                "set_value=1",
                "--games",
                "2",
                "--bots",
                "random",
                "--jobs",
                "1",
                "--metric",
                "taken:rounds bay=coove",
            ],
            "did you mean `rounds bay=cove`",
        ),
        (["compare", "solo", "summer"], "choose a number with --seats"),
        (["price", "summer:day_9"], "did you mean"),
        (["price", "summer"], "RULESET:ID"),
        (["sweep", "summer", "--vary", "storage=4..99"], "E037"),
        (["sweep", "summer", "--vary", "stroage=4..5"], "storage"),
        (["sweep", "summer", "--vary", "storage"], "write NAME"),
    ],
)
def test_wrong_usage_is_told(arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments]) == 2
    assert problem in capsys.readouterr().err
