"""The fine points are as `docs/semantics.md` says."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import solenia_rules as sr
from solenia_rules.check.checking import check_world
from solenia_rules.lower.program import compile_program
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine
from tests.play.test_executors import play_both
from tests.sampling import sampled
from tests.semantics.cases import Case, cases, played, ruleset


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: f"line-{case.line}")
def test_a_case_comes_out_as_the_page_says(case: Case) -> None:
    rules = sr.load_text(ruleset(case), "bench")
    game = played(case, rules)
    assert game.decision is None, game.decision
    found = game.full_view()
    assert {name: _numbers(found, name) for name in case.results} == case.results
    assert any(event.kind == "stuck" for event in game.log) == case.stuck


@pytest.mark.parametrize("case", sampled(cases(), 16, ids=lambda case: f"line-{case.line}"))
def test_a_case_is_one_game_for_every_executor_and_in_a_save(case: Case) -> None:
    rules = sr.load_text(ruleset(case), "bench")
    generated = rules.executor(2)
    tried = compile_program(check_world(rules.world), 2, derive=False)
    for seed in range(3):
        play_both(Executor(generated.program), Machine(generated.program), seed)
        assert (
            generated.playout(seed)[: generated.program.layout.size]
            == (Executor(tried).playout(seed)[: tried.layout.size])
        )
    game = played(case, rules)
    assert sr.restore(game.dump()).full_view() == game.full_view()


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
