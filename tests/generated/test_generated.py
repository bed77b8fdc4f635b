"""What `check` accepts runs: rulesets generated from the grammar and the table of built-ins keep every promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine
from tests.generated import trials
from tests.generated.chance import Chance, Recorded, Seeded, shrunk
from tests.generated.coverage import FORMS, used_by
from tests.generated.effects import STATEMENTS
from tests.generated.rulesets import ruleset, rulesets, seeded
from tests.generated.trials import Depth, accepted, try_out

QUIETLY = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
EVERYDAY = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=QUIETLY)
THOROUGH = settings(max_examples=20_000, deadline=None, suppress_health_check=QUIETLY)
SHARE = 0.55


@cache
def accepted_of(seed: int) -> Ruleset | None:
    return accepted(seeded(seed))


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


@pytest.mark.parametrize(("sample", "fewest"), [(120, 1), pytest.param(400, 3, marks=pytest.mark.thorough)])
def test_many_generated_rulesets_are_accepted_and_use_the_whole_language(sample: int, fewest: int) -> None:
    """`fewest`: accepted rulesets of the sample that use each verb, query and form of the grammar."""
    used: Counter[str] = Counter()
    number = 0
    for seed in range(sample):
        if accepted_of(seed) is not None:
            number += 1
            used.update(used_by(seeded(seed)))
    assert number > SHARE * sample
    names = {*VERBS, *QUERIES, *FORMS}
    assert {name for name in names if used[name] < fewest} == set()


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


# ---- the trials find faults ----------------------------------------------------------------------------


TRIED = 40
"""Rulesets among which one shows the fault."""
PLAINLY = Depth(machine_code=False)


def shows(rules: Ruleset, text: str, plant: Callable[[pytest.MonkeyPatch], None]) -> bool:
    """Whether the trials fail for a ruleset while the fault is planted."""
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        try:
            try_out(rules, text, PLAINLY)
        except AssertionError:
            return True
    return False


def seed_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Executor.playout
    monkeypatch.setattr(Executor, "playout", lambda self, seed: played(self, seed + 1))


def answer_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Machine, "answer", lambda self, state, answer: state)


def save_of_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    restored = sr.restore

    def restore(text: str) -> Game:
        game = restored(text)
        return sr.new_game(game.rules, seats=game.seats, seed=game.seed + 1)

    monkeypatch.setattr(sr, "restore", restore)


def unsteady_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "format_ruleset_text", lambda text, _name: f"{text}\n")


def wrong_answer_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = Game.choose
    monkeypatch.setattr(Game, "choose", lambda self, answer: self if answer == "nonsense" else chosen(self, answer))


def view_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def view(*_args: object, **_named: object) -> None:
        raise AssertionError("no view")

    monkeypatch.setattr(Game, "view", view)


def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "SECONDS", -1.0)


@pytest.mark.parametrize(
    "plant",
    [seed_ignored, answer_lost, save_of_another_game, unsteady_format, wrong_answer_taken, view_that_fails, no_time],
)
def test_a_planted_fault_is_found(plant: Callable[[pytest.MonkeyPatch], None]) -> None:
    found = ((rules, seeded(seed)) for seed in range(TRIED) if (rules := accepted_of(seed)) is not None)
    shown = next(((rules, text) for rules, text in found if shows(rules, text, plant)), None)
    assert shown is not None, "no trial found the planted fault"
    try_out(*shown, PLAINLY)  # without the fault the same ruleset passes
