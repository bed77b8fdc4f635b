"""A few functions with tests that are good and bad, on which mutation itself is tested."""

from __future__ import annotations


def larger(one: int, other: int) -> int:
    """Which of two numbers is larger. With equal numbers, nobody can tell which one was returned."""
    return one if one > other else other


def collected(numbers: list[int]) -> list[int]:
    """Even numbers; the tests forget that 0 is even, and that nothing is an answer, too."""
    found = []
    for number in numbers:
        if number and number % 2 == 0:
            found.append(number)
    return found


def endless(number: int) -> int:
    while number > 0:
        number -= 1
    return number


def never_called(number: int) -> int:
    return number + 1
