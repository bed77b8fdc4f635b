"""Measures copying a state, compared with the move that is then made on the copy."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import repeat
from statistics import median

import solenia_rules as sr
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.tools.measuring.figures import Figure, MeasuringError, cpu_of, figure, interleaved
from solenia_rules.tools.measuring.trying import seats_of

MOST_MICROSECONDS = 2.0
SHARE = 0.1
POSITIONS = 400
REPEATS = 50


def copies(rulesets: Mapping[str, sr.Ruleset], rounds: int) -> list[Figure]:
    return [_copy(name, rules, rounds) for name, rules in rulesets.items()]


def _copy(name: str, rules: sr.Ruleset, rounds: int) -> Figure:
    executor = rules.executor(seats_of(rules))
    positions = _positions(executor)
    _stay_untouched(executor, positions)

    def copying() -> float:
        def work() -> None:
            for s, _choice in positions:
                for _ in repeat(None, REPEATS):
                    s[:]

        return cpu_of(work) / (len(positions) * REPEATS) * 1e6

    def moving() -> float:
        made = [(s[:], choice) for s, choice in positions]

        def work() -> None:
            for s, choice in made:
                executor.answer(s, choice)

        return cpu_of(work) / len(positions) * 1e6

    found = interleaved({"copy": copying, "move": moving}, rounds)
    move = median(found["move"])
    bound = max(MOST_MICROSECONDS, SHARE * move)
    share = median(found["copy"]) / move
    detail = f"{share:.3f} of a move of {move:.1f} µs; {len(positions[0][0])} numbers; bound: 2 µs or a tenth of a move"
    return figure(f"{name}: copying a state", found["copy"], "µs", at_most=round(bound, 2), detail=detail)


def _positions(executor: Executor) -> list[tuple[list[int], int]]:
    """Positions from all parts of several games, each with a random answer."""
    chance = random.Random(1)
    found: list[tuple[list[int], int]] = []
    for seed in range(1, 200):
        s = executor.start(seed)
        while not reading.is_over(s):
            choice = chance.choice(reading.options(s))
            found.append((s[:], choice))
            executor.answer(s, choice)
            if len(found) == POSITIONS:
                return found
    return found


def _stay_untouched(executor: Executor, positions: list[tuple[list[int], int]]) -> None:
    """Check that a move on a copy does not change the original; otherwise the figure is meaningless."""
    for s, choice in positions:
        before = tuple(s)
        executor.answer(s[:], choice)
        if tuple(s) != before:
            raise MeasuringError("a move on a copy changed the original")
