"""The constants on which checks, lowering and all executors agree."""

from __future__ import annotations

from solenia_rules.dsl.builtins import VERBS

LIMIT = 10**9
DIGIT = 14
DIGIT_MASK = (1 << DIGIT) - 1
FAR = LIMIT
NUMBERS = 1000
"""A set of numbers can hold the numbers from 0 up to, but not including, this one."""
MOST_ROUNDS = 1000
"""The number of iterations after which a `repeat` ends."""

SEARCH_STEPS = 100_000
"""The most steps of one search for a longest path; a game that needs more ends as a draw."""
SEARCH_COUNTED = 20_000
"""What a search counts at most among the steps of an action (E505): what a search needs that does not end the game. A
search goes over the cells of one seat, but the checker only knows how many cells there are."""
ONE_BY_ONE = 100
"""How many words of an amount of a kind a seat chooses one by one. If the amount is larger, the first choices take the
rest."""
LOOK_STEPS = 10_000_000
LOOK_ROUNDS = 20_000
"""The most combinations of options through which a derived test of looking ahead goes; beyond them, options are
tried."""
FEWEST_TRIED, MOST_TRIED = 200, 10_000
"""Bounds of the number of positions that looking ahead tries for one decision. Between these bounds the number depends
on how many steps the rules take, as the checker estimates them."""

EVENTS: tuple[str, ...] = (
    *dict.fromkeys(verb.told for verb in VERBS.values() if verb.told is not None),
    "entered", "left", "answered", "stuck", "allotted",
)  # fmt: skip
"""The kinds of events: those of verbs, phases, answers, effects that cannot be done, and lots. The number of an event
is its index here."""
PAST_LIMIT = 1
"""The reason of a loss: there was no room for more. (Otherwise the text says so.)"""

ENDS, BEGINS = 0, 1
SEATS = 16
"""More than the largest number of seats; in a mark, seats are counted from 1, and 0 means nobody."""


def range_mask(low: int, high: int) -> int:
    """The mask of the numbers from `low` to `high`, limited to the range of number sets."""
    low, high = max(0, low), min(NUMBERS - 1, high)
    return (1 << high + 1) - (1 << low) if low <= high else 0


def positions_tried(steps: int) -> int:
    """How many positions looking ahead may try for one decision if each takes at most this many steps."""
    return min(MOST_TRIED, max(FEWEST_TRIED, LOOK_STEPS // max(1, steps)))


def waiting(phase: int, when: int) -> int:
    """The part of a mark that names the phase at which the rules end."""
    return SEATS * SEATS * (1 + 2 * phase + when)


def over(phase: int, when: int, seat: int) -> tuple[int, int]:
    """The values of a mark, without the seat that started the rules, that end now: it waits for any seat or for this
    seat."""
    named = SEATS * (1 + 2 * phase + when)
    return named, named + seat + 1
