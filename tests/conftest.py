"""Rulesets stay loaded for the whole run, so garbage is collected seldom, and in everyday runs never among all objects:
there is little of it, and each search would take seconds. No test depends on the speed of the machine.

`seated` runs a test for every bundled ruleset and number of seats, `ruleset_name` for every ruleset,
unless the test says itself for which.

Every day a test runs once for each main game and each example, with the fewest or with the most seats: that is drawn by
the name of the test. All other numbers of seats, variants, which share the rules of their bases, and classics are for
long runs.
"""

from __future__ import annotations

import gc
import random
from importlib.util import find_spec

import pytest
from _pytest.mark import ParameterSet
from _pytest.terminal import TerminalReporter
from hypothesis import HealthCheck, settings

from solenia_rules.text import collector
from tests.playing import Seated, every_seating, for_long_runs, playable

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def pytest_configure(config: pytest.Config) -> None:
    everyday = "not thorough" in config.option.markexpr
    gc.set_threshold(100_000, 50, 1_000_000 if everyday else 1000)
    collector.MOST_OLD = 1_000_000_000 if everyday else 6_000_000
    if everyday and find_spec("llvmlite") is not None:  # browsers have no machine code
        from tests.fast.levels import use_lowest_levels

        use_lowest_levels()


def pytest_sessionfinish() -> None:
    """pytest searches for garbage several times before it ends. Nothing is left to be searched."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    """Say loudly that a whole run has left out the tests in a browser."""
    whole = config.args == config.getini("testpaths")
    if "not browser" in config.option.markexpr and whole:
        terminalreporter.write_line("NO BROWSER TESTS in this run: `make in_browser` runs them", yellow=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    given = {mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")}
    wanted = set(metafunc.fixturenames) - given
    if "seated" in wanted:
        test = metafunc.function.__name__
        metafunc.parametrize("seated", [_seated(x, test) for x in every_seating()])
    elif "ruleset_name" in wanted:
        metafunc.parametrize("ruleset_name", [_marked(x, x, for_long_runs(x)) for x in playable()])


def _seated(seated: Seated, test: str) -> ParameterSet:
    own = [other.seats for other in every_seating() if other.name == seated.name]
    drawn = random.Random(f"{test} {seated.name}").choice((own[0], own[-1]))
    return _marked(seated, str(seated), seated.seats != drawn or for_long_runs(seated.name))


def _marked(value: object, name: str, long: bool) -> ParameterSet:
    return pytest.param(value, id=name, marks=[pytest.mark.thorough] if long else [])
