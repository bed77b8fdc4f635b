"""Games in machine code beside the same games in plain Python."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from solenia_rules.core import layout as at
from solenia_rules.fast.accelerated import Accelerated, make
from solenia_rules.play import chance
from solenia_rules.play.executor import Executor
from solenia_rules.play.physics import BITS
from solenia_rules.rules.store import Store
from tests.playing import loaded

KEPT = Store(str(Path(__file__).parents[2] / ".cache" / "machine_code"), "")
"""Machine code of tests. The key of an entry is the whole LLVM IR, with the compiler and its level, so tests of all
processes and of later runs share it, and none meets code of another engine."""

NOWHERE = Store(None, "")
"""For code that no other test needs."""


@cache
def accelerated(name: str, seats: int) -> Accelerated:
    return make(loaded(name).executor(seats), KEPT)


def first_difference(made: Accelerated, seeds: range) -> tuple[int, list[int]] | None:
    """The first seed whose game ends otherwise than in plain Python, and the slots that differ."""
    found = made.games(seeds, states=True)
    for index, seed in enumerate(seeds):
        expected, state = made.executor.playout(seed), found.state(index)
        if state != expected:
            return seed, [i for i in range(len(expected)) if state[i : i + 1] != expected[i : i + 1]]
    return None


def step_through(made: Accelerated, seed: int, most: int = 100_000) -> int:
    """One game answer by answer: every state is that of plain Python, and goes into memory and back; how many."""
    executor = made.executor
    key = chance.answer_key(*chance.split_seed(seed))
    s, position = executor.start(seed), made.start(seed)
    while True:
        assert made.state(position) == s, s[at.DECISIONS]
        assert made.state(made.position(s)) == s, s[at.DECISIONS]
        if s[at.OVER] or s[at.DECISIONS] >= most:
            return s[at.DECISIONS]
        options = BITS[s[at.MASK]]
        answer = options[chance.answer(key, s[at.DECISIONS], len(options))]
        executor.answer(s, answer)
        position = made.answer(position, answer)


def compiled(executor: Executor) -> Accelerated:
    return make(executor, KEPT)
