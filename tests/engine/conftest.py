"""`seated` runs a test for every bundled ruleset and number of seats, `ruleset_name` for every ruleset. Every day: the
main games with the fewest and the most seats, and examples; variants, which share their rules, are for long runs."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from tests.engine.playing import Seated, every_seating, is_variant, playable, seats_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seated" in metafunc.fixturenames:
        metafunc.parametrize("seated", [_seated(x) for x in every_seating()])
    elif "ruleset_name" in metafunc.fixturenames:
        metafunc.parametrize("ruleset_name", [_marked(x, x, is_variant(x)) for x in playable()])


def _seated(seated: Seated) -> ParameterSet:
    seats = seats_of(seated.name)
    assert seats is not None
    between = seated.seats not in (min(seats), max(seats))
    return _marked(seated, str(seated), between or is_variant(seated.name))


def _marked(value: object, name: str, long: bool) -> ParameterSet:
    return pytest.param(value, id=name, marks=[pytest.mark.thorough] if long else [])
