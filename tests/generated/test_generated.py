"""What `check` accepts runs: rulesets generated from the grammar and the table of built-ins keep every promise."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings

from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import QUERIES, VERBS
from tests.generated.chance import Chance, Recorded, Seeded, shrunk
from tests.generated.coverage import FORMS, used_by
from tests.generated.effects import STATEMENTS
from tests.generated.rulesets import ruleset, rulesets, seeded
from tests.generated.trials import Depth, accepted, try_out

QUIETLY = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
EVERYDAY = settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=QUIETLY)
THOROUGH = settings(max_examples=20_000, deadline=None, suppress_health_check=QUIETLY)
SAMPLE = 400
"""Rulesets that are only checked, for the share that is accepted and what they use."""
SHARE = 0.55
FEWEST = 3
"""Accepted rulesets of the sample that use each verb, query and form of the grammar."""


@EVERYDAY
@given(rulesets())
def test_what_is_accepted_runs(text: str) -> None:
    rules = accepted(text)
    if rules is not None:
        try_out(rules, text, Depth(machine_code=len(text) % 32 == 0, share=3))


@pytest.mark.thorough
@THOROUGH
@given(rulesets())
def test_what_is_accepted_runs_in_many_rulesets(text: str) -> None:
    rules = accepted(text)
    if rules is not None:
        try_out(rules, text, Depth())


def test_many_generated_rulesets_are_accepted_and_use_the_whole_language() -> None:
    used: Counter[str] = Counter()
    number = 0
    for seed in range(SAMPLE):
        text = seeded(seed)
        if accepted(text) is not None:
            number += 1
            used.update(used_by(text))
    assert number > SHARE * SAMPLE
    names = {*VERBS, *QUERIES, *FORMS}
    assert {name for name in names if used[name] < FEWEST} == set()


def test_every_statement_of_the_grammar_is_generated() -> None:
    assert set(STATEMENTS) == set(get_args(n.Statement))


def test_a_failure_is_made_small() -> None:
    """A ruleset that rolls a die shrinks to one with hardly anything but a die."""
    source = next(source for seed in range(100) if "roll die" in ruleset(Chance(source := Seeded(seed))))
    small = shrunk(source.numbers, lambda numbers: "roll die" in ruleset(Chance(Recorded(numbers))), 3000)
    text = ruleset(Chance(Recorded(small)))
    assert "roll die" in text
    assert "[pieces.card]" not in text
    assert len(text) < 2500


def test_generated_rulesets_are_the_same_for_the_same_seed() -> None:
    assert [seeded(seed) for seed in range(5)] == [seeded(seed) for seed in range(5)]
