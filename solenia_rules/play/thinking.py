"""The numbers with which bots think, and the arithmetic of the tree search.

Plain Python and machine code compute the same values, so the arithmetic uses integers only: a floating-point logarithm
or exponential may differ from one machine to the next. `ONE` stands for 1.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from solenia_rules.play import chance

BOTS = ("random", "greedy", "mcts")
"""The bots that exist in machine code. The place of a bot here is its number there."""
STREAM = chance.ANSWERS - 2
"""The random stream of bots; the streams of seats have lower numbers."""
BUDGET = 300
"""The number of ends of its own move that greedy evaluates in one world."""
WORLDS = 6
"""The number of worlds over which greedy averages if dice or shuffles matter."""
DEEPEST = 24
"""The most answers of the seat in a row that are searched."""
PLIES = 6
"""The number of random answers after the tree; then the phase is finished and the position is evaluated."""
LONGEST = 40
"""The most random answers, in case a phase does not end."""
PRIOR = 300
"""The number of ends of the seat's own move that are evaluated before the first playout; they give the prior values."""
SETTLING = 4
"""The usual value after a playout is a mean: of this many playouts in each of this many worlds."""
WON = 1_000_000
"""A value larger than any estimate."""

ONE = 1 << 24
EXPLORATION = (49, 400)
"""The square of the weight of exploration, as a fraction."""
MOST_LEAD = 1 << 24
"""Larger leads count as this one."""
STEPS = 128
"""The number of entries that the table of the logistic function has for a distance of one scale."""
STEEPEST = 17 * STEPS
"""The last entry of that table: there the function is within one unit of ONE."""
FEW = 512
"""Numbers below this one have their logarithm in a table."""

_FINE = 1 << 60
_DECAY = 1143949398276903548
"""exp(-1 / STEPS) in units of 1 / _FINE."""


@lru_cache(maxsize=1)
def logistic() -> tuple[int, ...]:
    """1 / (1 + exp(-x)) for x from 0 in steps of 1 / STEPS, in units of 1 / ONE."""
    made, shrinking = [], _FINE
    for _ in range(STEEPEST + 1):
        made.append((ONE * _FINE + (_FINE + shrinking) // 2) // (_FINE + shrinking))
        shrinking = shrinking * _DECAY // _FINE
    return tuple(made)


@lru_cache(maxsize=1)
def logarithms() -> tuple[int, ...]:
    """The logarithms of the numbers below `FEW`, times the square of the weight of exploration, in units of the square
    of 1 / ONE. The first entry belongs to no number."""
    above, below = EXPLORATION
    made, sum_ = [0, 0], 0
    for number in range(2, FEW):
        sum_ += _ratio(number)
        made.append(sum_ * above * ONE * ONE // (below * _FINE))
    return tuple(made)


def _ratio(number: int) -> int:
    """The logarithm of number / (number - 1), in units of 1 / _FINE."""
    base, place, found = 2 * number - 1, 1, 0
    shrinking = 2 * _FINE // base
    while shrinking:
        found += shrinking // place
        shrinking //= base * base
        place += 2
    return found


def logarithm(number: int) -> int:
    """The logarithm of any number from 1, in the same units."""
    known, more = logarithms(), 0
    while number >= FEW:
        number >>= 1
        more += known[2]
    return known[number] + more


def bounded(distance: int, scale: int) -> int:
    """A distance from the usual value as a number from 0 to ONE; no distance gives one half."""
    found = logistic()[min(STEEPEST, abs(distance) * STEPS // scale)]
    return found if distance >= 0 else ONE - found


def clamped(lead: int) -> int:
    return max(-MOST_LEAD, min(MOST_LEAD, lead))


def spread(leads: list[int]) -> int:
    """The standard deviation of some leads times their number, but at least their number."""
    count, total = len(leads), sum(leads)
    return max(count, isqrt(sum((count * lead - total) ** 2 for lead in leads) // count))


def urge(offered: int, tries: int) -> int:
    """How much is added to the mean of an answer because it was tried rarely."""
    return isqrt(logarithm(offered + 1) // tries)
