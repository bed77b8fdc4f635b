"""The integer arithmetic of the tree search is close to the real functions that it stands for."""

from __future__ import annotations

from math import exp, log, sqrt
from statistics import pstdev

from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.play.thinking import EXPLORATION, MOST_LEAD, ONE, STEPS, bounded, clamped, spread, urge

WEIGHT = sqrt(EXPLORATION[0] / EXPLORATION[1])


@given(st.integers(-(10**7), 10**7), st.integers(1, 10**6))
def test_a_distance_is_bounded_by_the_logistic_function(distance: int, scale: int) -> None:
    real = 1 / (1 + exp(-max(-50.0, min(50.0, distance / scale))))
    assert abs(bounded(distance, scale) / ONE - real) < 0.26 / STEPS
    assert bounded(distance, scale) + bounded(-distance, scale) in (ONE, 2 * bounded(0, scale))


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_the_urge_to_try_an_answer(offered: int, tries: int) -> None:
    assert abs(urge(offered, tries) / ONE - WEIGHT * sqrt(log(offered + 1) / tries)) < 0.001 * WEIGHT


@given(st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=16))
def test_the_spread_of_leads(leads: list[int]) -> None:
    assert abs(spread(leads) - max(len(leads), len(leads) * pstdev(leads))) < 1.001


@given(st.integers(-(2**40), 2**40))
def test_leads_are_clamped(lead: int) -> None:
    assert clamped(lead) == (lead if abs(lead) <= MOST_LEAD else MOST_LEAD if lead > 0 else -MOST_LEAD)
