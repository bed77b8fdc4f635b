"""The example that learns: it runs as a newcomer would run it, and its policy can play."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

from solenia_rules import fast
from solenia_rules.cli.main import main

EXAMPLE = Path(__file__).parents[3] / "examples" / "learn_from_search.py"
pytest.importorskip("numpy")


@pytest.mark.thorough
@pytest.mark.skipif(not fast.available(), reason="machine code is not available")
def test_the_example_learns_a_policy_that_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A few seconds are enough to win against random answers; the last line says how often, with an interval."""
    made = tmp_path / "crabs.npz"
    given = ["crab_pots", "--minutes", "0.1", "--threads", "1", "--playouts", "20", "--out", str(made)]
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), *given, "--against", "random", "--games", "150"])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    told = capsys.readouterr().out
    assert "as the search" in told
    last = told.strip().splitlines()[-1]
    found = re.fullmatch(
        r"against random: won ([\d.]+)% of 300 games \(95 % interval ([\d.]+)% to ([\d.]+)%\); an even share is 50.0%",
        last,
    )
    assert found is not None, told
    share, low, high = map(float, found.groups())
    assert low < share < high
    assert share > 55
    assert main(["sim", "crab_pots", "--games", "20", "--bots", f"learnt:{made},random", "--jobs", "1", "--quick"]) == 0
