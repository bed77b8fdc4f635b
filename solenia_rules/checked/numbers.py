"""The few numbers on which checks, lowering and all executors agree."""

from __future__ import annotations

LIMIT = 10**9
DIGIT = 14
DIGIT_MASK = (1 << DIGIT) - 1
FAR = LIMIT
NUMBERS = 1000
"""A set of numbers can hold the numbers from 0 up to, but not including, this one."""
MOST_ROUNDS = 1000
"""Rounds after which a `repeat` ends."""

EVENTS = ("gained", "paid", "lost", "set", "added", "moved", "drawn", "shuffled", "rolled", "shown", "turned",
          "entered", "left", "won", "answered", "stuck", "began")  # fmt: skip
"""What can have happened; an event's number is its place here."""
PAST_LIMIT = 1
"""Why something is lost: there was no room for more. (Otherwise the text says to lose it.)"""

ENDS, BEGINS = 0, 1
SEATS = 16
"""More than the largest number of seats; in a mark, seats are counted from 1, and 0 means nobody."""


def waiting(phase: int, when: int) -> int:
    """The part of a mark that names the phase that is waited for."""
    return SEATS * SEATS * (1 + 2 * phase + when)


def over(phase: int, when: int, seat: int) -> tuple[int, int]:
    """What a mark is, without the seat that started, if it is over now: waiting for anybody or for this seat."""
    named = SEATS * (1 + 2 * phase + when)
    return named, named + seat + 1
