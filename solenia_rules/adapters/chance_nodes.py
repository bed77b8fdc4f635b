"""Chance as nodes of a game tree: the outcomes of the shuffles and rolls of one step, with their probabilities.

In our games chance follows from the seed. A game tree needs outcomes to choose from. An outcome is a seed here: the
step is taken again with this seed. If a step has few outcomes that are equally likely (an order of a few cards, a few
dice), seeds for all of them are found and the probabilities are exact. Otherwise the outcomes are a sample: a number of
seeds that are equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import factorial

from attrs import frozen

from solenia_rules.core.compiled import Program
from solenia_rules.play import reading

MOST_EXACT = 1000
"""The most equally likely results of a step for which exact probabilities are looked for."""
ALL_DIFFERENT = 150
"""If the first so many seeds have different results, there are too many: with 1000 results this happens once in 80,000
times."""
PATIENCE = 10
"""So many times as many seeds as there are results are tried before all results count as found."""


@frozen
class Outcome:
    """A seed and the probability of what it leads to."""

    seed: int
    probability: float


def uses_chance(program: Program, before: list[int] | None, after: list[int]) -> bool:
    """Whether something was shuffled, rolled or drawn by lot between two states."""
    slots = reading.chance_slots(program)
    return any(after[slots]) if before is None else before[slots] != after[slots]


class Chance:
    """The outcomes of the steps of one program."""

    def __init__(self, program: Program, sample: int) -> None:
        """`sample`: the number of outcomes if there are too many."""
        self.program = program
        self._sampled = tuple(Outcome(seed, 1 / sample) for seed in range(sample))
        self._known: dict[tuple[object, ...], tuple[Outcome, ...]] = {}
        """Outcomes of rolls, and steps that have too many outcomes."""

    def outcomes(self, reach: Callable[[int], list[int]]) -> tuple[Outcome, ...]:
        """The outcomes of a step that uses chance. `reach`: the state after the step with a seed, before which nothing
        was shuffled or rolled with this seed."""
        state = reach(0)
        used = self._used(state)
        zones = len(self.program.inventory.zones)
        sizes = [len(reading.pieces_in(self.program, state, zone + 1)) for zone in range(zones) if used[zone]]
        key = (used, *sizes, *(reading.place_of(self.program, state, die) for die in self.program.sides))
        if key in self._known:
            return self._known[key]
        found = self._exact(reach, used)
        if not found or not any(used[:zones]):
            self._known[key] = found or self._sampled
        return found or self._sampled

    def _exact(self, reach: Callable[[int], list[int]], used: tuple[int, ...]) -> tuple[Outcome, ...]:
        """Seeds for all results; () if there are too many, or if it cannot be known how likely they are."""
        plain: set[tuple[int, ...]] = set()
        first: dict[tuple[object, ...], int] = {}
        ways: dict[tuple[object, ...], int] = {}
        idle = 0
        for seed in count():
            state = reach(seed)
            if self._used(state) != used:
                return ()
            key = reading.without_seed(state)
            idle += 1
            if key not in plain:
                plain.add(key)
                idle = 0
                told = reading.without_copies(self.program, state)
                first.setdefault(told, seed)
                ways[told] = ways.get(told, 0) + 1
            if len(plain) > MOST_EXACT or len(plain) == seed + 1 == ALL_DIFFERENT:
                return ()
            if idle > PATIENCE * len(plain) + 50:
                break
        if len(plain) not in self._possible_counts(used):
            return ()
        listed = sorted(first.items(), key=lambda one: one[1])
        return tuple(Outcome(seed, ways[told] / len(plain)) for told, seed in listed)

    def _used(self, state: list[int]) -> tuple[int, ...]:
        """How often each zone was shuffled, each die rolled and a lot drawn."""
        return tuple(state[reading.chance_slots(self.program)])

    def _possible_counts(self, used: tuple[int, ...]) -> Iterator[int]:
        """How many equally likely results there can be: the sides of all dice, times the orders of at most one zone.
        The number of pieces that were in the zone is not known, so all are tried."""
        zones = len(self.program.inventory.zones)
        shuffled = sum(used[:zones])
        ways = 1
        for die, times in enumerate(used[zones:]):
            if die not in self.program.sides and times:
                return
            ways *= self.program.sides.get(die, 1) ** times
        if shuffled == 0:
            yield ways
        if shuffled == 1:
            yield from (ways * factorial(size) for size in range(1, 8))
