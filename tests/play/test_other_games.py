"""Small games of other sorts than the bundled ones (tests/games/): every way to run them is the same game."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.check.checking import check_world
from solenia_rules.lower.program import compile_program
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine
from solenia_rules.rules.resolver import resolve
from tests.sampling import sampled

GAMES = sorted((Path(__file__).parent.parent / "games").glob("*.toml"))


def named(path: Path) -> str:
    return path.stem


@cache
def rules_of(path: Path) -> sr.Ruleset:
    return sr.load(str(path))


def executor(path: Path, seats: int, derive: bool = True, refined: bool = True) -> Executor:
    return Executor(compile_program(check_world(resolve(str(path)).world), seats, derive, refined))


def played(one: Executor, seed: int) -> tuple[list[int], list[int]]:
    """What was offered, and the state of the world at the end."""
    picker = random.Random(seed)
    s, offered = one.start(seed), []
    while not reading.is_over(s):
        offered.append(reading.option_mask(s))
        one.answer(s, picker.choice(reading.options(s)))
    layout = one.program.layout
    return offered, [*(s[base] for base in (*layout.counters.values(), *layout.states.values())), *reading.winners(s)]


@pytest.mark.parametrize("path", GAMES, ids=named)
def test_nothing_is_wrong_with_it(path: Path) -> None:
    assert [problem.code for problem in rules_of(path).warnings] == []


@pytest.mark.parametrize("path", sampled(GAMES, 5, ids=named))
def test_every_way_to_run_it_is_the_same_game(path: Path) -> None:
    for seats in {rules_of(path).seats[0], rules_of(path).seats[-1]}:
        one = executor(path, seats)
        game = played(one, seed=5)
        assert played(Machine(one.program), seed=5) == game
        assert played(executor(path, seats, derive=False), seed=5) == game
        assert played(executor(path, seats, refined=False), seed=5) == game


@pytest.mark.parametrize("path", sampled(GAMES, 5, ids=named))
def test_random_games_come_to_an_end_and_can_be_saved(path: Path) -> None:
    rules = rules_of(path)
    for seed in range(3):
        result = sr.playout(rules, seats=rules.seats[0], seed=seed)
        assert result.decisions < 2_000
    game = sr.new_game(rules, seats=rules.seats[-1], seed=1)
    for _ in range(25):
        if game.decision is not None:
            game = game.choose(sr.random_answer(game))
    assert sr.restore(game.dump()).view(None) == game.view(None)
