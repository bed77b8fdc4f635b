"""The tests of the sample. They are run by the tests of mutation only."""

from __future__ import annotations

from tests.mutation.sample import collected, endless, larger


def test_the_larger_number_is_returned() -> None:
    assert larger(1, 2) == 2
    assert larger(2, 1) == 2


def test_even_numbers_are_collected() -> None:
    assert collected([1, 2, 3, 4]) == [2, 4]


def test_counting_down_ends() -> None:
    assert endless(3) == 0
