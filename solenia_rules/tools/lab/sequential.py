"""A test that may stop early: looks at doubling numbers of games, which share the error that is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from solenia_rules.tools.lab.intervals import Interval, Measured, mean

ERROR = 0.025
"""How often a comparison may call a difference that is not there: half of what is promised, because 200 comparisons
that err in 5 of 100 cases each have more than 10 errors every other time."""
FIRST_LOOK = 64
EARLY = 0.2
"""The part of the allowed error that looks before the last one share evenly."""
FEWEST = 10
"""Pairs that must differ before anything is said by an interval: below, variances cannot be trusted."""

Verdict: TypeAlias = Literal["more", "less", "alike", "same", "open"]
"""B is settled to be more or less than A by over the threshold, or within it of A; not one pair differs; or open."""


@frozen
class Look:
    """So many games, and the error this look may make."""

    games: int
    level: float


def looks(games: int, level: float = ERROR) -> tuple[Look, ...]:
    """All looks that are planned; their errors add up to the level, so none of them is ever wrong more often."""
    sizes = []
    size = FIRST_LOOK
    while size <= games // 2:
        sizes.append(size)
        size *= 2
    if not sizes:
        return (Look(games, level),)
    each = level * EARLY / len(sizes)
    return (*(Look(size, each) for size in sizes), Look(games, level * (1 - EARLY)))


@frozen
class Judged:
    """What one look says."""

    difference: Measured
    differing: int
    """Pairs that differ at all."""
    verdict: Verdict


def judge(differences: Sequence[float], level: float, threshold: float) -> Judged:
    """Whether it is settled on which side of the threshold the mean difference lies."""
    found = mean(differences, level)
    differing = sum(1 for value in differences if value)
    return Judged(found, differing, _verdict(found.interval, differing, len(differences), threshold))


def _verdict(interval: Interval, differing: int, count: int, threshold: float) -> Verdict:
    if not differing:
        return "same" if count >= FIRST_LOOK else "open"
    if differing < FEWEST:
        return "open"
    if interval.low > threshold:
        return "more"
    if interval.high < -threshold:
        return "less"
    if threshold and -threshold < interval.low and interval.high < threshold:
        return "alike"
    return "open"
