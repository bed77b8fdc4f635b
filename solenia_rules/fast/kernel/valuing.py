"""What a position is worth for a seat."""

from __future__ import annotations

from solenia_rules.fast.dialect import Mind, Position, estimate
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of


def worth(s: Position, seat: int) -> int:
    """The value for a seat, in the unit of the estimate; at the end of the game, of the score."""
    if k.SCORED:
        if s.over:
            return s.word[k.SCORE + seat]
    return estimate(s, seat)


def tell_worths(s: Position, worths: list[int]) -> None:
    for seat in range(k.SEATS):
        worths[seat] = worth(s, seat)


def lead(worths: list[int], seat: int) -> int:
    """The lead of a seat over the best other seat; in a cooperative game, the sum of all values."""
    if k.TOGETHER:
        total = 0
        for other in range(k.SEATS):
            total += worths[other]
        return total
    best = 0 - k.FARTHEST
    for other in range(k.SEATS):
        if other != seat:
            best = max(best, worths[other])
    return worths[seat] - best


def verdict(s: Position, seat: int) -> int:
    """1 if a seat has won, -1 if others have, and 0 if nobody has won or the game is not decided. In a cooperative game
    that ended without winners it is -1."""
    if not s.over:
        return 0
    if s.winners == 0 or (s.winners == k.ALL_SEATS and not k.TOGETHER):
        return 0 - k.TOGETHER
    return 1 if s.winners >> seat & 1 else -1


def value(s: Position, worths: list[int], seat: int) -> int:
    """A number by which a seat can compare positions."""
    tell_worths(s, worths)
    return lead(worths, seat) + k.WON * verdict(s, seat)


def clamped(lead_: int) -> int:
    return max(0 - k.MOST_LEAD, min(k.MOST_LEAD, lead_))


def bounded(mind: Mind, distance: int) -> int:
    """A distance from the usual value as a number from 0 to ONE; no distance gives one half."""
    if distance < 0:
        return k.ONE - of.logistic[min(k.STEEPEST, (0 - distance) * k.STEPS // mind.scale)]
    return of.logistic[min(k.STEEPEST, distance * k.STEPS // mind.scale)]


def logarithm(number: int) -> int:
    more = 0
    while number >= k.FEW:
        number = number >> 1
        more += of.logarithms[2]
    return of.logarithms[number] + more
