"""Histories in machine code: positions are packed from masks, and trials copy them only as far as they changed."""

from __future__ import annotations

import random

import pytest

from solenia_rules.core import layout as at
from solenia_rules.fast import module
from solenia_rules.fast.accelerated import Accelerated, make
from solenia_rules.lower.program import compile_program
from solenia_rules.play.executor import Executor
from solenia_rules.play.physics import BITS
from tests.fast.comparing import NOWHERE, accelerated, first_difference
from tests.playing import loaded


@pytest.mark.parametrize("name", ["go", "chess", "oware"])
def test_games_with_histories_are_those_of_plain_python(name: str) -> None:
    assert first_difference(accelerated(name, 2), range(8)) is None


def agrees_without_passing(made: Accelerated, seed: int) -> bool:
    """Whether every position of a long game of Go, in which seats place stones as long as they can, is that of plain
    Python."""
    lots = random.Random(seed)
    s, position = made.executor.start(seed), made.start(seed)
    while made.state(position) == s:
        if s[at.OVER]:
            return True
        options = BITS[s[at.MASK]]
        answer = options[0] if len(options) == 2 else lots.choice(options)
        made.executor.answer(s, answer)
        position = made.answer(position, answer)
    return False


def test_a_long_game_of_go_is_that_of_plain_python() -> None:
    assert agrees_without_passing(accelerated("go", 2), 1)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("copy_words(t, s, done, of.recorded_first[i] - done)", "copy_words(t, s, done, 0)"),
        ("return near_by_steps(cells)", "return cells"),
    ],
)
def test_a_wrong_trial_is_found(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = module.kernel_text()
    assert right in kernel
    monkeypatch.setattr(module, "kernel_text", lambda: kernel.replace(right, wrong))
    every_option_tried = compile_program(loaded("go").checked, 2, derive=False)
    made = make(Executor(every_option_tried), NOWHERE)
    assert not all(agrees_without_passing(made, seed) for seed in range(1, 4))
