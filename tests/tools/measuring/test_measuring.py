"""The benchmark's own arithmetic; how fast anything is stands in `docs/benchmarks.md`, not in a test."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from solenia_rules.tools.measuring.figures import MeasuringError, cpu_of_command, figure, interleaved


def test_a_figure_is_the_median_of_its_rounds() -> None:
    found = figure("speed", [3.0, 1.0, 100.0], "x")
    assert (found.value, found.low, found.high, found.bound, found.kept) == (3.0, 1.0, 100.0, "", True)


@pytest.mark.parametrize(("value", "kept"), [(0.3, True), (0.29, False)])
def test_a_lower_bound_is_kept_or_missed(value: float, kept: bool) -> None:
    found = figure("speed", [value], "x", at_least=0.3)
    assert (found.bound, found.kept) == (">= 0.3", kept)


@pytest.mark.parametrize(("value", "kept"), [(25.0, True), (25.1, False)])
def test_an_upper_bound_is_kept_or_missed(value: float, kept: bool) -> None:
    found = figure("start", [value], "x", at_most=25)
    assert (found.bound, found.kept) == ("<= 25", kept)


@pytest.mark.parametrize(("value", "close"), [(10.0, False), (9.4, True), (8.9, False), (12.0, False)])
def test_a_figure_near_its_bound_is_kept_closely(value: float, close: bool) -> None:
    least = 9.0
    assert figure("speed", [value], "x", at_least=least).close is close
    assert figure("start", [least * least / value], "x", at_most=least).close is close


@pytest.mark.parametrize(("turning", "order"), [(True, "ab ba ab"), (False, "ab ab ab")])
def test_tasks_take_turns(turning: bool, order: str) -> None:
    ran: list[str] = []

    def task(name: str) -> float:
        ran.append(name)
        return float(len(ran))

    found = interleaved({"a": lambda: task("a"), "b": lambda: task("b")}, 3, turning=turning)
    assert "".join(ran) == order.replace(" ", "")
    assert sorted(found["a"] + found["b"]) == [1, 2, 3, 4, 5, 6]


def test_a_command_that_fails_ends_the_benchmark(tmp_path: Path) -> None:
    assert cpu_of_command((sys.executable, "-c", "pass"), os.environ, tmp_path) > 0
    with pytest.raises(MeasuringError, match="ended with 3"):
        cpu_of_command((sys.executable, "-c", "raise SystemExit(3)"), os.environ, tmp_path)
