"""Whether a difference between two rulesets holds with bots of other strength. `compare`, `price` and `sweep` play the
same seeds with a weaker or a stronger bot, and the verdict says whether the claim holds for all or flips."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from solenia_rules.tools.lab.comparison import FEWEST, FIRST_LOOK, Comparison
from solenia_rules.tools.lab.intervals import Measured, z_value
from solenia_rules.tools.lab.metrics import Metric
from solenia_rules.tools.lab.strengths import Effect, Verdict, strength_of, verdict_of
from solenia_rules.tools.lab.summary import json_of
from solenia_rules.tools.lab.sweeping import Point, pair_level, widest_gap
from solenia_rules.tools.lab.wire import Job

Direction: TypeAlias = Literal["more", "less", "alike", "open"]
SIGNS: dict[Direction, int] = {"more": 1, "less": -1, "alike": 0, "open": 0}


@frozen
class BotResult:
    """A difference with one bot."""

    bot: str
    difference: Measured
    level: float
    """The error allowed for the interval of the difference."""
    differing: int
    """The number of pairs of games that differ."""
    direction: Direction
    """What is settled."""


@frozen
class PairClaim:
    """A difference with bots of several strengths, from the weakest to the strongest."""

    metric: Metric
    tested: tuple[BotResult, ...]
    verdict: Verdict
    direction: Direction
    """What is claimed: by the strongest bot with which something is settled."""

    @property
    def agreeing(self) -> tuple[str, ...]:
        """The bots with which the claim is settled."""
        return tuple(one.bot for one in self.tested if one.direction == self.direction)


def with_bot(job: Job, bot: str) -> Job:
    """The same games with another bot at all seats."""
    return evolve(job, bots=(bot,) * job.seats)


def result_of(bot: str, found: Comparison) -> BotResult:
    """The result of a comparison with one bot."""
    direction: Direction = "open" if found.judged.verdict == "same" else found.judged.verdict
    return BotResult(bot, found.judged.difference, found.level, found.judged.differing, direction)


def result_of_points(
    bot: str, points: Sequence[Point], pair: tuple[int, int], metric: Metric, error: float
) -> BotResult:
    """How much more one value of a parameter gives than another with one bot."""
    level = pair_level(points, error)
    best, worst = (next(point for point in points if point.value == value) for value in pair)
    difference = best.above(worst, metric, level)
    differing = sum(a != b for a, b in zip(best.games, worst.games, strict=True))
    direction: Direction = "open"
    if differing >= FEWEST and not difference.interval.holds(0):
        direction = "more" if difference.value > 0 else "less"
    return BotResult(bot, difference, level, differing, direction)


def widest_pair(swept: Sequence[tuple[str, Sequence[Point]]], metric: Metric, error: float) -> tuple[int, int]:
    """The highest and the lowest value of a parameter about which something is claimed: those of the first bot, unless
    only another bot settles a difference."""
    pairs = []
    for bot, points in swept:
        best, worst, _apart = widest_gap(points, metric, error)
        pair = best.value, worst.value
        if result_of_points(bot, points, pair, metric, error).direction != "open":
            return pair
        pairs.append(pair)
    return pairs[0]


def conclude_pair(tested: Sequence[BotResult], metric: Metric, error: float) -> PairClaim | None:
    """What several strengths say together; None if there is only one."""
    if len(tested) < 2:
        return None
    ordered = tuple(sorted(tested, key=lambda one: strength_of(one.bot)))
    verdict = verdict_of([_effect(one) for one in ordered], error)
    if verdict == "even":
        alike = [one for one in ordered if one.direction == "alike"]
        verdict = "even" if not alike else "holds" if len(alike) == len(ordered) else "open"
        return PairClaim(metric, ordered, verdict, "alike" if alike else "open")
    told = next(one.direction for one in reversed(ordered) if SIGNS[one.direction])
    return PairClaim(metric, ordered, verdict, told)


def _effect(one: BotResult) -> Effect:
    """If only a few pairs differ, their variance is not reliable, and nothing is said about it."""
    half = (one.difference.interval.high - one.difference.interval.low) / 2
    known = one.differing >= FEWEST or (not one.differing and one.difference.count >= FIRST_LOOK)
    variance = (half / z_value(one.level)) ** 2 if known else inf
    return Effect(one.bot, one.difference.value, variance, SIGNS[one.direction], (one.difference,))


def pair_data(claim: PairClaim | None) -> dict[str, object] | None:
    """For programs."""
    if claim is None:
        return None
    return {
        "verdict": claim.verdict,
        "claimed": claim.direction,
        "by bot": {
            one.bot: {"settled": one.direction, "difference": json_of(one.difference), "level": one.level}
            for one in claim.tested
        },
    }
