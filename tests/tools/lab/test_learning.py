"""The example that learns: it runs as a newcomer would run it, and its policy can play."""

from __future__ import annotations

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
    """A few seconds are enough to win against random answers, at each seat."""
    made = tmp_path / "crabs.npz"
    given = ["crab_pots", "--minutes", "0.1", "--threads", "1", "--playouts", "20", "--out", str(made)]
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), *given])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert "as the search" in capsys.readouterr().out
    shares = []
    for seat, bots in enumerate((f"learnt:{made},random", f"random,learnt:{made}")):
        assert main(["sim", "crab_pots", "--games", "150", "--bots", bots, "--jobs", "1", "--quick"]) == 0
        told = capsys.readouterr().out
        row = next(line for line in told.splitlines() if line.split()[:2] == [str(seat + 1), f"learnt:{made}"])
        shares.append(float(row.split()[2].rstrip("%")))
    assert sum(shares) / 2 > 55, shares
