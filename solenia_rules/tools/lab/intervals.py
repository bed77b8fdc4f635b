"""Confidence intervals of shares and means."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from statistics import NormalDist

from attrs import evolve, frozen

LEVEL = 0.05
"""The error probability of an interval."""
POWER = NormalDist().inv_cdf(0.8)
"""An effect this many deviations beyond a bound is found four times out of five."""


@frozen
class Interval:
    low: float
    high: float

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


@frozen
class Measured:
    """A mean or a share, its interval, and the number of values."""

    value: float
    interval: Interval
    count: int


def z_value(level: float = LEVEL) -> float:
    return NormalDist().inv_cdf(1 - level / 2)


def wilson(won: float, count: int, level: float = LEVEL) -> Measured:
    """The share of successes (Wilson interval); a tie counts as half. It is also correct for few games and for shares
    near 0 and 1."""
    if count == 0:
        return Measured(0.0, Interval(0.0, 1.0), 0)
    z, share = z_value(level), won / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    low = 0.0 if won <= 0 else max(0.0, middle - half)
    high = 1.0 if won >= count else min(1.0, middle + half)
    return Measured(share, Interval(low, high), count)


def mean_share(values: Sequence[float], level: float = LEVEL) -> Measured:
    """The mean of shares between 0 and 1, one for each game.

    The interval is Wilson's, with the number of independent trials that would vary as much. If most shares are 0 or 1,
    Student's interval is too narrow, and this one is not.
    """
    count = len(values)
    if set(values) <= {0.0, 1.0}:
        return wilson(sum(values), count, level)
    share = sum(values) / count
    variance = sum((value - share) ** 2 for value in values) / max(1, count - 1)
    if count < 2 or variance == 0:
        return mean(values, level, 0, 1)
    trials, t = share * (1 - share) * count / variance, t_value(count - 1, level)
    middle = (share + t * t / (2 * trials)) / (1 + t * t / trials)
    half = t / (1 + t * t / trials) * sqrt(share * (1 - share) / trials + t * t / (4 * trials * trials))
    return Measured(share, Interval(max(0.0, middle - half), min(1.0, middle + half)), count)


def paired_shares(differences: Sequence[float], level: float = LEVEL) -> Measured:
    """The mean of differences between -1 and 1, such as "won here" minus "won there" on the same seed.

    The interval is that of Bonett and Price: one pair is added to those that rose and one to those that fell. If only
    a few pairs differ, Student's interval is much too narrow, and this one is not. A difference of less than 1 counts
    as a part of a pair, which can only make the interval wider.
    """
    count = len(differences)
    if count == 0:
        return Measured(0.0, Interval(-1.0, 1.0), 0)
    rose, fell = sum(d for d in differences if d > 0), -sum(d for d in differences if d < 0)
    up, down = (rose + 1) / (count + 2), (fell + 1) / (count + 2)
    half = z_value(level) * sqrt((up + down - (up - down) ** 2) / (count + 2))
    middle = up - down
    return Measured((rose - fell) / count, Interval(max(-1.0, middle - half), min(1.0, middle + half)), count)


def least_seen(share: float, count: int, level: float = LEVEL) -> float:
    """The smallest deviation from a share that this many games show four times out of five."""
    return (z_value(level) + POWER) * sqrt(share * (1 - share) / count)


def t_value(freedom: int, level: float = LEVEL) -> float:
    """The quantile of Student's t-distribution; exact for 1 and 2 degrees of freedom, otherwise an expansion that is
    correct to three digits."""
    p = 1 - level / 2
    if freedom == 1:
        from math import pi, tan

        return tan(pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) * sqrt(2 / (4 * p * (1 - p)))
    z, v = z_value(level), freedom
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + g1 / v + g2 / v**2 + g3 / v**3 + g4 / v**4


def mean(values: Sequence[float], level: float = LEVEL, least: float = -inf, most: float = inf) -> Measured:
    """The mean of independent values. For the differences of pairs it gives the paired interval. `least`, `most`: no
    value can be lower or higher, so the interval does not go further."""
    found = mean_of_sums(len(values), sum(values), sum(v * v for v in values), level)
    return evolve(found, interval=Interval(max(least, found.interval.low), min(most, found.interval.high)))


def mean_of_sums(count: int, total: float, squares: float, level: float = LEVEL) -> Measured:
    """The same as `mean`, from the sum of the values and the sum of their squares."""
    if count == 0:
        return Measured(0.0, Interval(float("-inf"), float("inf")), 0)
    middle = total / count
    if count == 1:
        return Measured(middle, Interval(float("-inf"), float("inf")), 1)
    variance = max(0.0, (squares - total * total / count) / (count - 1))
    half = t_value(count - 1, level) * sqrt(variance / count)
    return Measured(middle, Interval(middle - half, middle + half), count)
