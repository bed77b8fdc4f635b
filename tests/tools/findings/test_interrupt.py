"""An interrupt of `check --play` keeps what the games have shown."""

from __future__ import annotations

from pathlib import Path

from solenia_rules.tools.findings.check import find_by_play
from solenia_rules.tools.findings.evidence import Evidence
from tests.small_rulesets import small_ruleset

NEEDY = small_ruleset(
    "needy", (2, 2), "as seats { phase turn { need place of me is 1; choose n in range(0, 2); gain n of points } }"
)


def test_an_interrupt_keeps_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "needy.toml"
    path.write_text(NEEDY, encoding="utf-8")
    evidence, games = Evidence(), 0

    def interrupt(done: int) -> None:
        nonlocal games
        games += done
        if games == 3:
            raise KeyboardInterrupt

    found = find_by_play(str(path), 1000, evidence=evidence, progress=interrupt)
    assert evidence.stopped
    assert evidence.total == 3
    assert [(problem.code, "of 3 games" in problem.message) for problem in found] == [("E603", True)]


def test_progress_is_told_game_by_game(tmp_path: Path) -> None:
    path = tmp_path / "needy.toml"
    path.write_text(NEEDY, encoding="utf-8")
    evidence, told = Evidence(), list[int]()
    find_by_play(str(path), 8, evidence=evidence, progress=told.append)
    assert told == [1] * 8
    assert not evidence.stopped
