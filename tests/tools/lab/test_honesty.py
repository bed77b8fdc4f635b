"""Whether simulations are honest: fair games are rarely called unfair, intervals hold the truth as often as they say,
and options that are alike are rarely called strong or weak. The table of `docs/simulation.md` has the figures."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from time import process_time

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.lab.comparison import ERROR, judge, looks
from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.metrics import read_metric
from solenia_rules.tools.lab.record import Batch, GameRecord
from solenia_rules.tools.lab.restricted import side_of
from solenia_rules.tools.lab.runner import OneProcess, make_job, run
from solenia_rules.tools.lab.strengths import Strength, conclude
from solenia_rules.tools.lab.strong import strong_of
from solenia_rules.tools.lab.summary import Summary, summarize
from solenia_rules.tools.lab.sweeping import Point, widest_gap
from solenia_rules.tools.lab.tune.measures import Evidence, OfPoints, measured
from tests.small_rulesets import small_ruleset
from tests.tools.lab.test_strong import EVEN, draft

pytestmark = pytest.mark.thorough

TRIES = 500
GAMES = 60
"""The games of one try."""
FAIR = """
repeat 6 { as seats { phase turn { choose a in range(1, 4); gain (a) of points } } }
"""
RESULT = """
[result]
end = { effect = 'win all(s in seats where points of s is max(points of t for t in seats))', source = "ours" }
"""


def played(rules: sr.Ruleset, bots: str, games: int, seed: int) -> list[GameRecord]:
    return run(make_job(rules, 2, bots, seed), 0, games, games, OneProcess(), lambda _done: None).batch.games


def tries(games: list[GameRecord]) -> list[Summary]:
    return [summarize(Batch(games[start : start + GAMES]), 2) for start in range(0, len(games), GAMES)]


def most(share: float, count: int) -> float:
    """The most cases out of `count` that are still likely (three deviations) if each has this probability."""
    return count * share + 3 * sqrt(count * share * (1 - share))


def test_fair_seats_are_rarely_called_unfair() -> None:
    """The games of both strengths are random ones of a fair game, so every conclusion is false."""
    rules = sr.load_text(small_ruleset("fair", (2, 2), FAIR) + RESULT)
    weak, strong = (tries(played(rules, "random", TRIES * GAMES, seed)) for seed in (11, 14))
    wrong = sum(
        any(claim.verdict != "even" for claim in conclude([Strength("random", a), Strength("greedy", b)]))
        for a, b in zip(weak, strong, strict=True)
    )
    print(f"fair seats called unfair: {wrong} of {TRIES}")
    assert wrong <= 0.05 * TRIES


def score(summary: Summary) -> Measured:
    assert summary.score is not None
    return summary.score


def margin(summary: Summary) -> Measured:
    assert summary.margin is not None
    return summary.margin


@pytest.mark.parametrize(
    "figure", [lambda summary: summary.results[0].wins, score, margin], ids=["wins", "score", "margin"]
)
def test_intervals_hold_the_truth(figure: Callable[[Summary], Measured]) -> None:
    rules = sr.load("crab_pots")
    truth = figure(summarize(Batch(played(rules, "random", 200_000, 12)), 2)).value
    held = sum(figure(summary).interval.holds(truth) for summary in tries(played(rules, "random", TRIES * GAMES, 13)))
    print(f"intervals that hold the truth: {held} of {TRIES}")
    assert 0.93 * TRIES <= held <= 0.97 * TRIES


def test_options_that_are_alike_are_rarely_called_strong_or_weak() -> None:
    rules, wrong = sr.load_text(draft(**EVEN)), 0
    for seed in range(100):
        found = strong_of(rules, make_job(rules, 2, "random", seed), 40, lambda _done: None)
        wrong += any(one.verdict != "open" for one in found.options)
    print(f"reports with a false discovery: {wrong} of 100")
    assert wrong <= most(0.05, 100)


@pytest.mark.parametrize(
    ("change", "verdict"),
    [('[tiles]\nnight_hhs = { worth = 5, source = "ours" }\n', "more"), ("[params]\nstorage = 7\n", "less")],
    ids=["one more star on a tile", "less storage"],
)
def test_a_planted_change_is_found_soon(
    change: str, verdict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "planted.toml"
    head = 'ruleset = "planted"\nlanguage = 1\nextends = "summer"\nsource = "ours"\nlanguages = ["en"]\n'
    file.write_text(head + 'title = { en = "Planted" }\n' + change)
    sr.load("summer").telling(2)  # compiling is not counted: it is done once for all numbers
    before = process_time()
    assert main(["compare", "summer", str(file), "--bots", "random", "--jobs", "1", "--format", "json"]) == 0
    took = process_time() - before
    found = json.loads(capsys.readouterr().out)
    print(f"{change!r}: {found['verdict']} after {found['games']} games and {took:.1f} s")
    assert found["verdict"] == verdict
    assert took < 5


def pool(count: int, seed: int) -> list[GameRecord]:
    """Random games of one ruleset: whatever is paired among them, there is no true difference."""
    job = make_job(sr.load("crab_pots"), 2, "random", seed, parts=False)
    return run(job, 0, count, count, OneProcess(), lambda _done: None).batch.games


@pytest.mark.parametrize("name", ["score", "margin", "wins:1"])
def test_compare_rarely_settles_what_is_not_so(name: str) -> None:
    """Pairs of games of the same rules on different seeds, looked at after 64, 128 and 256 pairs."""
    metric, planned, wrong = read_metric(name, 2, True), looks(256), 0
    games = [metric.value(game) for game in pool(TRIES * 512, 21)]
    for start in range(0, len(games), 512):
        gaps = [b - a for a, b in zip(games[start : start + 256], games[start + 256 : start + 512], strict=True)]
        wrong += any(judge(metric, gaps[: look.games], look.level, 0.0).verdict in ("more", "less") for look in planned)
    print(f"compare, {name}: settled without a difference {wrong} of {TRIES}")
    assert wrong <= 0.05 * TRIES


@pytest.mark.parametrize("name", ["score", "wins:1"])
def test_price_rarely_settles_what_is_not_so(name: str) -> None:
    metric, wrong = read_metric(name, 2, True), 0
    games = [metric.value(game) for game in pool(TRIES * 200, 22)]
    for start in range(0, len(games), 200):
        gaps = [b - a for a, b in zip(games[start : start + 100], games[start + 100 : start + 200], strict=True)]
        wrong += judge(metric, gaps, ERROR, 0.0).verdict in ("more", "less")
    print(f"price, {name}: settled without a difference {wrong} of {TRIES}")
    assert wrong <= 0.05 * TRIES


def test_sweep_rarely_settles_what_is_not_so() -> None:
    metric, wrong = read_metric("score", 2, True), 0
    games = [metric.value(game) for game in pool(TRIES * 240, 23)]
    for start in range(0, len(games), 240):
        parts = [tuple(games[start + 60 * n : start + 60 * n + 60]) for n in range(4)]
        points = [Point(n, metric.measured(part), part) for n, part in enumerate(parts)]
        wrong += widest_gap(points, metric)[2].interval.low > 0
    print(f"sweep: settled without a difference {wrong} of {TRIES}")
    assert wrong <= 0.05 * TRIES


def test_restricted_play_rarely_settles_what_is_not_so() -> None:
    metric, wrong = read_metric("wins:1", 2, True), 0
    games = [metric.value(game) for game in pool(TRIES * 400, 24)]
    for start in range(0, len(games), 400):
        parts = [games[start + 100 * n : start + 100 * n + 100] for n in range(4)]
        wrong += any(side_of(parts[n], parts[n + 1]).sign for n in (0, 2))
    print(f"restricted play: settled without a difference {wrong} of {TRIES}")
    assert wrong <= 0.05 * TRIES


def test_the_interval_of_the_share_of_points_holds_the_truth() -> None:
    measure, rules = OfPoints(("potions",)), sr.load("herbalists")
    games = played(rules, "random", TRIES * GAMES, 25)
    whole = measured(measure, Evidence(played(rules, "random", 100_000, 26)))
    assert whole is not None
    found = [measured(measure, Evidence(games[start : start + GAMES])) for start in range(0, len(games), GAMES)]
    held = sum(one is not None and one.interval.holds(whole.value) for one in found)
    print(f"intervals of the share of points that hold the truth: {held} of {TRIES}")
    assert 0.93 * TRIES <= held <= 0.97 * TRIES
