"""Every marked problem is found where it is marked, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.api.looking import look
from tests.check.cases import GROUND, Case, cases


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_problems_are_found_where_they_are_marked(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    expected = case.expected()
    for diagnostic in case.load(tmp_path):
        assert (diagnostic.severity == "warning") == diagnostic.code.startswith("W")
        own = diagnostic.span.source.name == "sample.toml"
        rows = [(line, diagnostic.code, diagnostic.message) for line in (diagnostic.span.line if own else -1, 0)]
        row = next((row for row in rows if row in expected), None)
        assert row is not None, rows[0]
        expected.remove(row)
    assert not expected


def test_the_ground_that_cases_stand_on_is_sound_and_can_be_played() -> None:
    rules = sr.load(str(GROUND))
    assert not rules.warnings
    assert sr.playout(rules, seats=3, seed=1).winners


def said(name: str) -> list[str]:
    """All that `check` says."""
    return [f"{d.code} {d.message}" for d in look(name).diagnostics]


@pytest.mark.parametrize("name", [*sr.list_rulesets(), "winter+solo", "winter+improvements"])
def test_nothing_is_said_about_our_own_rulesets(name: str) -> None:
    assert not said(name)


def test_what_nothing_uses_may_be_meant_for_its_neighbour() -> None:
    text = (
        sr.load("summer")
        .text()
        .replace(
            "[params.storage]", '[params.storge]\nsource = "ours"\ndefault = 5\nrange = [4, 9]\n\n[params.storage]'
        )
    )
    (found,) = [d for d in sr.load_text(text, "summer").warnings if d.code == "W201"]
    assert (found.message, found.hint) == ("the parameter `storge` is never used", "did you mean `storage`?")
