"""The garbage collector is as it was before, even after an error."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from solenia_rules.text.collector import collector_off
from tests.text.small_heap import CHECKS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_is_off_inside_and_as_before_afterwards(was_on: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if was_on else gc.disable)()
        with collector_off():
            assert not gc.isenabled()
            with collector_off():
                pass
            assert not gc.isenabled()
        assert gc.isenabled() is was_on
        with pytest.raises(ValueError, match="wrong"), collector_off():
            raise ValueError("wrong")
        assert gc.isenabled() is was_on
    finally:
        (gc.enable if before else gc.disable)()


@pytest.mark.parametrize("name", [check.__name__ for check in CHECKS])
def test_in_a_process_with_few_objects(name: str) -> None:
    line = f"from tests.text import small_heap; small_heap.{name}()"
    done = subprocess.run([sys.executable, "-c", line], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
