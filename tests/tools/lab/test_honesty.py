"""Whether simulations are honest: fair games are rarely called unfair, intervals hold the truth as often as they say,
and options that are alike are rarely called strong or weak. The table of `docs/simulation.md` has the figures."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from time import process_time

import pytest
from attrs import fields

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.lab.comparison import ERROR, judge, looks
from solenia_rules.tools.lab.feel import Feel, felt_games, summed
from solenia_rules.tools.lab.intervals import LEVEL, Measured
from solenia_rules.tools.lab.ladder import climb
from solenia_rules.tools.lab.metrics import read_metric
from solenia_rules.tools.lab.pair_strengths import BotResult, Direction, conclude_pair
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


def length(summary: Summary) -> Measured:
    return summary.length


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("crab_pots", lambda summary: summary.results[0].wins),
        ("crab_pots", score),
        ("crab_pots", margin),
        ("herbalists", length),
        ("herbalists", lambda summary: summary.parts["patients"]),
    ],
    ids=["wins", "score", "margin", "length", "points of a text"],
)
def test_intervals_hold_the_truth(name: str, figure: Callable[[Summary], Measured]) -> None:
    rules = sr.load(name)
    truth = figure(summarize(Batch(played(rules, "random", 200_000, 12)), 2)).value
    held = sum(figure(summary).interval.holds(truth) for summary in tries(played(rules, "random", TRIES * GAMES, 13)))
    print(f"intervals that hold the truth: {held} of {TRIES}")
    assert 0.93 * TRIES <= held <= 0.97 * TRIES


def told(rules: sr.Ruleset, games: int, seed: int) -> Summary:
    """The summary of games, with options and texts."""
    job = make_job(rules, 2, "random", seed)
    return summarize(run(job, 0, games, games, OneProcess(), lambda _done: None).batch, 2)


def test_the_intervals_of_those_who_take_and_pass_an_option_hold_the_truth() -> None:
    """The option is taken by three quarters of the seats, so that both shares have enough seats in 60 games. Only one
    seat of a game wins, so the shares vary less than those of independent seats, and the intervals are too wide."""
    rules, name = sr.load("herbalists"), "take_turn make"

    def shares(summary: Summary) -> tuple[Measured, Measured]:
        (one,) = (one for one in summary.options if one.name == name)
        return one.when_taken, one.when_passed

    truth = shares(told(rules, 100_000, 31))
    found = [shares(told(rules, GAMES, seed)) for seed in range(1000, 1000 + TRIES)]
    for number, who in enumerate(("taken", "passed by")):
        held = sum(one[number].interval.holds(truth[number].value) for one in found)
        print(f"wins of those by whom an option is {who}: {held} of {TRIES} intervals hold the truth")
        assert held >= 0.93 * TRIES


@pytest.mark.parametrize("name", ["score", "wins:1"])
def test_the_interval_of_a_difference_holds_the_truth(name: str) -> None:
    """Games of two values of a number on the same seeds, as in `compare`, `price` and `sweep`. Wins hardly differ on
    the same seeds, so they are compared on others."""
    metric, sides = read_metric(name, 2, True), []
    for value, seed in ((2, 32), (6, 32 if name == "score" else 34)):
        job = make_job(sr.load("crab_pots", {"set_value": value}), 2, "random", seed, parts=False)
        batch = run(job, 0, 230_000, 230_000, OneProcess(), lambda _done: None).batch
        batch.in_order()
        sides.append([metric.value(game) for game in batch.games])
    gaps = [b - a for a, b in zip(*sides, strict=True)]
    known, rest = gaps[: TRIES * GAMES], gaps[TRIES * GAMES :]
    truth = sum(rest) / len(rest)
    found = [metric.difference(known[start : start + GAMES], LEVEL) for start in range(0, len(known), GAMES)]
    held = sum(one.interval.holds(truth) for one in found)
    print(f"difference in {name}: {held} of {TRIES} intervals hold the truth, {truth:.3f}")
    assert 0.93 * TRIES <= held <= 0.97 * TRIES


def test_the_intervals_of_how_a_game_feels_hold_the_truth() -> None:
    """All games together are the truth for each part of 40 of them."""
    rules, each = sr.load("herbalists"), 40
    felt = felt_games(rules, make_job(rules, 2, "random", 33), 0, TRIES * each, lambda _done: None)
    whole = summed(felt)
    found = [summed(felt[start : start + each]) for start in range(0, len(felt), each)]
    for figure in fields(Feel):
        truth = getattr(whole, figure.name)
        if not isinstance(truth, Measured):
            continue
        held = sum(getattr(one, figure.name).interval.holds(truth.value) for one in found)
        print(f"{figure.name}: {held} of {TRIES} intervals hold the truth, {truth.value:.3f}")
        assert held >= 0.93 * TRIES


GIFT = """
repeat 3 { as seats { phase turn { choose a in range(0, 3); gain (a) of points } } }
as last(seats) { phase turn { choose friend in others; as friend { gain 3 points } } }
"""


def test_the_interval_of_kingmaking_holds_the_truth() -> None:
    """The last of three seats gives three points to one of the others."""
    rules, each = sr.load_text(small_ruleset("gift", (3, 3), GIFT) + RESULT), 40
    felt = felt_games(rules, make_job(rules, 3, "random", 34), 0, TRIES * each, lambda _done: None)
    truth = summed(felt).kingmaking
    assert truth is not None
    assert 0.05 < truth.value < 0.95
    found = [summed(felt[start : start + each]).kingmaking for start in range(0, len(felt), each)]
    held = sum(one is not None and one.interval.holds(truth.value) for one in found)
    print(f"kingmaking: {held} of {TRIES} intervals hold the truth, {truth.value:.3f}")
    assert held >= 0.93 * TRIES


@pytest.mark.parametrize("name", ["crab_pots", "herbalists"])
def test_equal_bots_are_rarely_called_a_step_of_skill(name: str) -> None:
    """A ladder of two rungs with the same bot: 100 games with each seat for the stronger one, on different seeds."""
    rules, wrong, held = sr.load(name), 0, 0
    for seed in range(TRIES):
        ladder = climb(
            rules, 2, 5000 + seed, 200, OneProcess(), lambda _done: None, lambda games, _bots: games,
            ("random", "random"),
        )  # fmt: skip
        (step,) = ladder.steps
        wrong += step.settled
        held += step.gain.interval.holds(step.even)
    print(f"{name}: a step of skill between equal bots {wrong} of {TRIES}; intervals that hold the truth {held}")
    assert wrong <= 0.05 * TRIES
    assert held >= 0.93 * TRIES


def test_options_that_are_alike_are_rarely_called_strong_or_weak() -> None:
    rules, wrong = sr.load_text(draft(**EVEN)), 0
    for seed in range(100):
        found = strong_of(rules, make_job(rules, 2, "random", seed), 40, lambda _done: None)
        wrong += any(one.verdict != "open" for one in found.options)
    print(f"reports with a false discovery: {wrong} of 100")
    assert wrong <= most(0.05, 100)


def test_the_intervals_of_gains_hold_the_truth() -> None:
    """One card of seven is worth more and one is worth less; 2,000 games are the truth for reports of 60 games. The
    intervals are wider than 95 %, because all options are judged together."""
    rules = sr.load_text(draft(**(EVEN | {"fir": 3, "yew": 1})))
    whole = strong_of(rules, make_job(rules, 2, "random", 7), 2000, lambda _done: None)
    truth = {one.name: one.gain.value for one in whole.options}
    held = known = 0
    for seed in range(100, 200):
        for one in strong_of(rules, make_job(rules, 2, "random", seed), 60, lambda _done: None).options:
            known += 1
            held += one.gain.interval.holds(truth[one.name])
    print(f"gains: {held} of {known} intervals hold the truth")
    assert known == 100 * len(truth)
    assert held >= 0.93 * known


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
def test_two_strengths_rarely_settle_what_is_not_so(name: str) -> None:
    """The pairs of both strengths are games of the same rules on different seeds."""
    metric, planned, wrong, each = read_metric(name, 2, True), looks(256, ERROR / 2), 0, 512
    games = [metric.value(game) for game in pool(TRIES * 2 * each, 27)]
    sides = [
        [b - a for a, b in zip(games[start : start + 256], games[start + 256 : start + each], strict=True)]
        for start in range(0, len(games), each)
    ]
    for weak, strong in zip(sides[::2], sides[1::2], strict=True):
        results = []
        for bot, gaps in (("random", weak), ("greedy", strong)):
            for look in planned:
                found = judge(metric, gaps[: look.games], look.level, 0.0)
                if found.verdict in ("more", "less"):
                    break
            direction: Direction = found.verdict if found.verdict in ("more", "less") else "open"
            results.append(BotResult(bot, found.difference, look.level, found.differing, direction))
        claim = conclude_pair(results, metric, ERROR / 2)
        wrong += claim is not None and claim.verdict != "even"
    print(f"compare with two strengths, {name}: settled without a difference {wrong} of {TRIES}")
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
