"""Sets of numbers that are written as lists: machine code plays them like plain Python."""

from __future__ import annotations

from pathlib import Path

import solenia_rules as sr
from solenia_rules.play.machine import Machine
from tests.fast.comparing import compiled, first_difference, step_through
from tests.play.test_executors import play_both

NUMBERS = sr.load(str(Path(__file__).parents[1] / "games" / "numbers.toml"))


def test_every_executor_plays_the_same_game() -> None:
    executor = NUMBERS.executor(2)
    assert play_both(executor, Machine(executor.program), seed=3) > 0
    made = compiled(executor)
    assert first_difference(made, range(12)) is None
    assert step_through(made, seed=3) > 0


def test_the_options_are_the_members_of_the_list() -> None:
    game = sr.new_game(NUMBERS, 2, 1)
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == ["f=0", "f=2", "f=3", "f=7"]
    game = game.choose("f=7")
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == ["g=2", "g=4", "g=5", "g=6"]
    game = game.choose("g=2")
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == ["h=1", "h=2", "h=8"]
