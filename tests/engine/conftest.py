"""`seated` runs a test for every bundled ruleset and number of seats, `name` for every ruleset."""

from __future__ import annotations

import pytest

from tests.engine.playing import every_seating, playable


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seated" in metafunc.fixturenames:
        metafunc.parametrize("seated", every_seating(), ids=str)
    elif "ruleset_name" in metafunc.fixturenames:
        metafunc.parametrize("ruleset_name", playable())
