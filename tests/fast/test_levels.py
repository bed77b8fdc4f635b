"""Machine code with the optimization levels that users get: each of its forms plays the games of plain Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import solenia_rules as sr
from solenia_rules.fast.accelerated import make
from solenia_rules.fast.machine_code import machine_name
from solenia_rules.fast.telling import make_telling
from tests.api.test_batch import play_beside
from tests.fast import comparing, test_told_events
from tests.fast.comparing import KEPT
from tests.fast.levels import shipped_levels, use_lowest_levels


@pytest.fixture(autouse=True)
def as_users_get_it() -> Iterator[None]:
    with shipped_levels():
        yield


@pytest.mark.parametrize("name", ["summer", "hedgerows", "chess"])
def test_silent_code(name: str) -> None:
    assert comparing.first_difference(make(sr.load(name).executor(2), KEPT), range(2)) is None


@pytest.mark.parametrize("name", ["summer", "crab_pots"])
def test_telling_code(name: str) -> None:
    rules = sr.load(name)
    assert test_told_events.first_difference(make_telling(rules.executor(2), KEPT), rules, range(2)) is None


@pytest.mark.parametrize("name", ["leduc", "crab_pots"])
def test_code_for_batches(name: str) -> None:
    assert play_beside(sr.load(name), 2, n=3, steps=60, seed=3) > 0


@pytest.mark.parametrize("long_runs", [False, True])
def test_code_of_different_levels_has_different_keys(long_runs: bool) -> None:
    shipped = machine_name(long_runs)
    with shipped_levels():
        use_lowest_levels()
        assert machine_name(long_runs) != shipped
