"""The page "From idea to balanced variant": everything that it tells happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.idea import PAGE, SLOW, run_here, walk


def compare(command: str, told: str, printed: str) -> None:
    assert printed == told, command


def test_the_quick_steps_go_as_they_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    walk(PAGE.read_text("utf-8"), tmp_path, compare, SLOW, run_here)


@pytest.mark.thorough
def test_all_steps_go_as_they_are_told(tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8")
    assert walk(page, tmp_path, compare) is not None


@pytest.mark.parametrize("step", ["new", "check", "explain", "price", "test", "sweep", "tune", "compare", "diff"])
def test_it_shows_every_step(step: str) -> None:
    assert f"$ solenia {step} " in PAGE.read_text("utf-8")
