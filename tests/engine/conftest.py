"""`seated` runs a test for every bundled ruleset and number of seats, `ruleset_name` for every ruleset.

Every day a test runs once for each main game and each example, with the fewest or with the most seats: that is drawn by
the name of the test. All other numbers of seats, and variants, which share the rules of their bases, are for long runs.
"""

from __future__ import annotations

import random

import pytest
from _pytest.mark import ParameterSet

from tests.engine.playing import Seated, every_seating, is_variant, playable


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seated" in metafunc.fixturenames:
        test = metafunc.function.__name__
        metafunc.parametrize("seated", [_seated(x, test) for x in every_seating()])
    elif "ruleset_name" in metafunc.fixturenames:
        metafunc.parametrize("ruleset_name", [_marked(x, x, is_variant(x)) for x in playable()])


def _seated(seated: Seated, test: str) -> ParameterSet:
    own = [other.seats for other in every_seating() if other.name == seated.name]
    drawn = random.Random(f"{test} {seated.name}").choice((own[0], own[-1]))
    return _marked(seated, str(seated), seated.seats != drawn or is_variant(seated.name))


def _marked(value: object, name: str, long: bool) -> ParameterSet:
    return pytest.param(value, id=name, marks=[pytest.mark.thorough] if long else [])
