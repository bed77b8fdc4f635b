"""What is measured of machine code is measured of the same games, and what has none is told with the reason."""

from __future__ import annotations

import pytest

from solenia_rules.fast.accelerated import Outcomes
from solenia_rules.tools.measuring import accelerated
from solenia_rules.tools.measuring.figures import MeasuringError
from tests.playing import loaded


def test_games_are_compared_before_they_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Outcomes.state
    monkeypatch.setattr(Outcomes, "state", lambda self, index: state(self, index if index < 3 else 0))
    with pytest.raises(MeasuringError, match="seed 3 is another one"):
        accelerated.accelerations("crab_pots", {"crab_pots": loaded("crab_pots")}, 1)


def test_rules_without_machine_code_are_a_missed_line_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solenia_rules.fast.find_spec", lambda _name: None)
    (line,) = accelerated.accelerations("crab_pots", {"crab_pots": loaded("crab_pots")}, 1)
    assert not line.kept
    assert "pip install" in line.detail
