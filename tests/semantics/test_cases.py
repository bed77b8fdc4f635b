"""The fine points are as `docs/semantics.md` says."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import solenia_rules as sr
from tests.semantics.cases import Case, cases, played, ruleset


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: f"line-{case.line}")
def test_a_case_comes_out_as_the_page_says(case: Case) -> None:
    rules = sr.load_text(ruleset(case), "bench")
    game = played(case, rules)
    assert game.decision is None, game.decision
    found = game.full_view()
    assert {name: _numbers(found, name) for name in case.results} == case.results
    assert any(event.kind == "stuck" for event in game.log) == case.stuck


def _numbers(view: Mapping[str, object], name: str) -> list[int]:
    counters = view["counters"]
    assert isinstance(counters, dict)
    value = counters[name.removesuffix("s")]
    return value if isinstance(value, list) else [value]


def test_there_are_cases_of_every_sort() -> None:
    found = list(cases())
    assert len(found) >= 12
    assert any(case.stuck for case in found)
    assert any(case.script for case in found)
