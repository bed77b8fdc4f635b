"""A sequential test that may stop early: it looks at doubling numbers of games, and the looks share the allowed
error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from solenia_rules.tools.lab.intervals import Interval, Measured, mean

ERROR = 0.025
"""The probability that a comparison reports a difference that does not exist. It is half of what is promised: with the
promised 5 %, more than 10 of 200 comparisons would be wrong about half of the time."""
FIRST_LOOK = 64
EARLY = 0.2
"""The part of the allowed error that the looks before the last one share equally."""
FEWEST = 10
"""The fewest differing pairs for an interval: with fewer pairs the variance is not reliable."""

Verdict: TypeAlias = Literal["more", "less", "alike", "same", "open"]
"""`more`, `less`: B differs from A by more than the threshold; `alike`: by less; `same`: no pair differs; `open`: not
settled."""


@frozen
class Look:
    """A number of games, and the error allowed for this look."""

    games: int
    level: float


def looks(games: int, level: float = ERROR) -> tuple[Look, ...]:
    """All planned looks. Their errors add up to the level, which bounds the error of the whole test."""
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
    """The result of one look."""

    difference: Measured
    differing: int
    """The number of pairs that differ."""
    verdict: Verdict


def judge(differences: Sequence[float], level: float, threshold: float) -> Judged:
    """Test on which side of the threshold the mean difference is."""
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
