"""Whole games move pieces and turn rows with printed code: the same states as the functions that know every layout."""

from __future__ import annotations

import pytest

from solenia_rules.core.backends.whole_games.playing_source import PlayingSource
from solenia_rules.core.compiled import Program
from solenia_rules.lower.program import compile_program
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine
from tests.playing import loaded

SEEDS = range(3)


@pytest.fixture(scope="module")
def program() -> Program:
    """Summer, without the code that the cache keeps."""
    return compile_program(loaded("summer").checked, 2)


@pytest.fixture(scope="module")
def right_states(program: Program) -> list[list[int]]:
    """The ends of games that the interpreter plays."""
    machine = Machine(program)
    return [machine.playout(seed) for seed in SEEDS]


def ends_as(program: Program, states: list[list[int]]) -> bool:
    executor = Executor(program)
    try:
        return [executor.playout(seed) for seed in SEEDS] == states
    except (LookupError, ValueError):
        return False


def test_whole_games_end_as_those_of_the_interpreter(program: Program, right_states: list[list[int]]) -> None:
    assert ends_as(program, right_states)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("s[ALL[", "s[OWN["),  # a card goes to a cell
        ("s[OWN[n]] ^= o", "pass"),  # cards leave a row
        ("= q >> 14 | v0 + 1 << 56", "= q >> 14 | v0 << 56"),  # the first row becomes the last
        ("    w0, w1, w2, w3, w4, = SIDES13[2 * v0 + n]", "    w0, w1, w2, w4, w3, = SIDES13[2 * v0 + n]"),  # is turned
        ("& n | w2 << o", "& n | w2"),  # is added
        ("REACHED1[", "REACHED0["),
        ("s[266 + 1] ^= n", "pass"),  # a card is drawn
        ("s[203 + v0] |= 1", "pass"),  # the ship goes to another cell
    ],
)
def test_a_wrong_line_is_found(
    right: str, wrong: str, program: Program, right_states: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = PlayingSource.text

    def changed(source: PlayingSource) -> str:
        assert right in text(source)
        return text(source).replace(right, wrong)

    monkeypatch.setattr(PlayingSource, "text", changed)
    assert not ends_as(program, right_states)
