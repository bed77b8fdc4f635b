"""Intervals and the test that may stop early: right as often as they say."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.tools.lab.comparison import Judged, judge, looks
from solenia_rules.tools.lab.figures import certainty
from solenia_rules.tools.lab.intervals import Measured, least_seen, mean, mean_share, paired_shares, t_value, wilson
from solenia_rules.tools.lab.metrics import read_metric

SCORE = read_metric("score", 2, scored=True)


@pytest.mark.parametrize(
    ("won", "count", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_shares_have_wilson_intervals(won: int, count: int, low: float, high: float) -> None:
    found = wilson(won, count)
    assert (round(found.interval.low, 4), round(found.interval.high, 4)) == (low, high)


@given(st.integers(0, 300), st.integers(1, 300))
def test_a_share_lies_in_its_interval(won: int, count: int) -> None:
    found = wilson(min(won, count), count)
    assert 0 <= found.interval.low <= found.value <= found.interval.high <= 1


@pytest.mark.parametrize(
    ("freedom", "expected"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984)]
)
def test_students_quantiles(freedom: int, expected: float) -> None:
    assert t_value(freedom) == pytest.approx(expected, rel=0.004)


def test_ninety_five_of_a_hundred_intervals_hold_the_mean() -> None:
    lots = Random(1)
    held = sum(mean([lots.gauss(3, 2) for _ in range(8)]).interval.holds(3) for _ in range(2000))
    assert 1870 <= held <= 1930  # 1900 are expected, a deviation is 10


def coverage(interval: Callable[[list[float]], Measured], count: int, up: float, down: float) -> float:
    """How often the interval of `count` pairs holds the true difference, if a pair rises or falls with these
    probabilities; exact, by adding up all outcomes."""
    held = 0.0
    for rose in range(count + 1):
        for fell in range(count + 1 - rose):
            ways = comb(count, rose) * comb(count - rose, fell)
            chance = ways * up**rose * down**fell * (1 - up - down) ** (count - rose - fell)
            values = [1.0] * rose + [-1.0] * fell + [0.0] * (count - rose - fell)
            held += chance * interval(values).interval.holds(up - down)
    return held


@pytest.mark.parametrize(("up", "down"), [(0.05, 0.0), (0.03, 0.01), (0.1, 0.1), (0.3, 0.2), (0.02, 0.0)])
def test_intervals_of_paired_shares_hold_for_few_games(up: float, down: float) -> None:
    assert coverage(paired_shares, 30, up, down) >= 0.93


def test_students_interval_would_be_wrong_for_rare_differences() -> None:
    assert coverage(mean, 30, 0.05, 0.0) < 0.85


def held_by(interval: Callable[[list[float]], Measured], games: int, tries: int = 2000) -> float:
    """How often an interval holds the mean of shares that are 0 in most games."""
    chance = Random(8)

    def share() -> float:
        often = chance.betavariate(0.3, 6)
        return sum(chance.random() < often for _ in range(12)) / 12

    truth = 0.3 / 6.3
    return sum(interval([share() for _ in range(games)]).interval.holds(truth) for _ in range(tries)) / tries


@pytest.mark.parametrize("games", [20, 40, 100])
def test_intervals_of_mean_shares_hold_where_most_are_zero(games: int) -> None:
    assert 0.925 <= held_by(mean_share, games) <= 0.97


def test_students_interval_would_be_wrong_where_most_shares_are_zero() -> None:
    assert held_by(lambda values: mean(values, least=0, most=1), 20) < 0.9


@given(st.lists(st.integers(0, 8).map(lambda part: part / 8), min_size=1, max_size=40))
def test_a_mean_share_lies_in_its_interval(values: list[float]) -> None:
    found = mean_share(values)
    assert 0 <= found.interval.low <= found.value + 1e-9
    assert found.value - 1e-9 <= found.interval.high <= 1


def test_the_difference_that_so_many_games_show() -> None:
    """The least difference that is seen is found four times out of five."""
    games, fair = 400, 0.5
    share, lots = fair + least_seen(fair, games), Random(5)
    found = sum(wilson(sum(lots.random() < share for _ in range(games)), games).interval.low > fair for _ in range(500))
    assert 365 <= found <= 435  # 400 are expected, a deviation is 9


def test_a_single_value_tells_nothing() -> None:
    assert mean([5.0]).interval.holds(1e9)
    assert wilson(0, 0).interval.holds(0.99)


@given(st.integers(1, 1_000_000))
def test_looks_share_the_error_and_end_with_all_games(games: int) -> None:
    planned = looks(games)
    assert sum(look.level for look in planned) == pytest.approx(0.025)
    assert [look.games for look in planned] == sorted({look.games for look in planned})
    assert planned[-1].games == games


def sequential(values: list[float], threshold: float = 0.0) -> Judged:
    """The verdict of the look that stops."""
    found = judge(SCORE, [], 0.05, threshold)
    for look in looks(len(values)):
        found = judge(SCORE, values[: look.games], look.level, threshold)
        if found.verdict not in ("open", "same"):
            break
    return found


def test_no_difference_is_called_in_at_most_five_of_a_hundred() -> None:
    lots = Random(7)
    called = sum(sequential([lots.gauss(0, 3) for _ in range(1000)]).verdict != "open" for _ in range(600))
    assert called <= 15 + 11  # three deviations; looking at 5 % each time calls about 90


def test_a_difference_is_found_early_and_with_its_sign() -> None:
    lots = Random(3)
    more = sequential([lots.gauss(2, 3) for _ in range(4000)])
    less = sequential([lots.gauss(-2, 3) for _ in range(4000)])
    assert (more.verdict, less.verdict) == ("more", "less")
    assert more.difference.count <= 128


def test_within_a_threshold_they_are_alike() -> None:
    lots = Random(3)
    values = [lots.gauss(0.1, 1) for _ in range(4000)]
    assert sequential(values, threshold=1.0).verdict == "alike"
    assert sequential([value + 3 for value in values], threshold=1.0).verdict == "more"
    assert sequential([value + 0.9 for value in values[:300]], threshold=1.0).verdict == "open"


def test_pairs_that_never_or_hardly_differ_settle_nothing() -> None:
    assert judge(SCORE, [0.0] * 500, 0.05, 0.0).verdict == "same"
    assert judge(SCORE, [0.0] * 500 + [1.0] * 5, 0.05, 1.0).verdict == "open"


def test_an_interval_does_not_leave_what_is_possible() -> None:
    assert mean([3, 900]).interval.low < 0
    assert mean([3, 900], least=0).interval.low == 0
    length = read_metric("length", 2, scored=False)
    assert length.measured([3, 900]).interval.low == 0
    assert length.difference([3, 900]).interval.low < 0


@pytest.mark.parametrize(
    ("level", "said"), [(0.05, "95.0%"), (0.02, "98.0%"), (0.00125, "99.9%"), (0.0006, "99.94%"), (0.00004, "99.996%")]
)
def test_no_interval_is_called_certain(level: float, said: str) -> None:
    assert certainty(level) == said
