"""Which cases of a long table run every day: a sample with a fixed seed. The others are marked `thorough`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

SEED = 13
T = TypeVar("T")
BEGINNINGS_OR_WHOLE_GAMES = pytest.mark.parametrize(
    "most", [pytest.param(30, id="beginning"), pytest.param(100_000, id="whole game", marks=pytest.mark.thorough)]
)
"""The most answers of a game whose history is read many times: a beginning every day, whole games in long runs."""


def name_of(value: object) -> str:
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def sampled(values: Iterable[T], every_day: int, ids: Callable[[T], str] = name_of) -> list[ParameterSet]:
    """All values as parameters of a test, a tuple as several; only so many of them, drawn by chance, run every day."""
    listed = list(values)
    assert 0 < every_day < len(listed), "a sample is a part of the table"
    chosen = set(random.Random(SEED).sample(range(len(listed)), every_day))
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            id=ids(value),
            marks=[] if index in chosen else [pytest.mark.thorough],
        )
        for index, value in enumerate(listed)
    ]
