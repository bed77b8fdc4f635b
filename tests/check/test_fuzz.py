"""Whatever the texts say, only `RulesetError` leaves loading, and soon."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import solenia_rules as sr
from tests.check.cases import GROUND, HEAD
from tests.check.inventions import ruleset
from tests.check.mutants import OURS, mutants, original

SECONDS = 1.0
EMPTY_BLOCKS = (
    "if pace > 1 { }",
    "if pace > 1 { } else { }",
    "for c in plain by level of c { }",
    "repeat 3 { }",
    "try { }",
    "may { }",
    "phase turn { }",
    "together as seats { }",
    "choose c in plain { }",
    "choose 2 c in plain { }",
    "choose yes_please { } or no_thanks { }",
    "try { need pace > 1 }",
    "if possible { }",
    "if possible { } else if pace > 1 { } else { }",
    "let can = possible { }",
    "together as seats { choose t in my pouch; need pace > 1 }",
)


def is_refused(load: Callable[[], sr.Ruleset]) -> bool:
    """Loads for the fewest and most seats; anything but a ruleset or its refusal is raised."""
    least = float("inf")
    for _attempt in range(3):
        start = time.process_time()
        rules: sr.Ruleset | None = None
        try:
            rules = load()
        except sr.RulesetError as error:
            str(error)
        least = min(least, time.process_time() - start)
        refused = rules is None
        if least < SECONDS:
            for seats in (rules.seats[0], rules.seats[-1]) if rules is not None else ():
                rules.executor(seats)  # type: ignore[union-attr]
            return refused
    raise AssertionError(f"took {least:.2f} s")


def check_mutants(seed: int, count: int) -> None:
    refused = [is_refused(lambda text=text: sr.load_text(text)) for _name, text in mutants(seed, count)]  # type: ignore[misc]
    assert any(refused)
    assert not all(refused)


def check_inventions(seed: int, count: int, folder: Path) -> None:
    random = Random(seed)
    (folder / "ground.toml").write_text(GROUND.read_text("utf-8"), "utf-8")
    refused = []
    for _number in range(count):
        (folder / "sample.toml").write_text(HEAD + ruleset(random), "utf-8")
        refused.append(is_refused(lambda: sr.load(str(folder / "sample.toml"))))
    assert any(refused)
    assert not all(refused)


@pytest.mark.parametrize("name", OURS)
def test_what_is_mutated_loads_as_it_was(name: str) -> None:
    assert not is_refused(lambda: sr.load_text(original(name)))


@pytest.mark.parametrize("effect", EMPTY_BLOCKS)
def test_blocks_may_be_empty(effect: str, tmp_path: Path) -> None:
    (tmp_path / "ground.toml").write_text(GROUND.read_text("utf-8"), "utf-8")
    step = f"[play]\nmain = {{ effect = '{effect}', source = \"ours\" }}\n"
    (tmp_path / "sample.toml").write_text(HEAD + step, "utf-8")
    rules = sr.load(str(tmp_path / "sample.toml"))
    assert sr.playout(rules, seats=2, seed=1).winners


def test_accidents_in_rulesets_are_refused_or_harmless() -> None:
    check_mutants(1, 12)


def test_effects_made_up_at_random_are_refused_or_harmless(tmp_path: Path) -> None:
    check_inventions(1, 20, tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_accidents_in_rulesets_are_refused_or_harmless(seed: int) -> None:
    check_mutants(seed, 400)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_effects_made_up_at_random_are_refused_or_harmless(seed: int, tmp_path: Path) -> None:
    check_inventions(seed, 400, tmp_path)
