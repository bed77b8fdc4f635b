"""Branch counts: how many sequences of 1, 2, 3 ... answers can be given from a fixed position, for every ruleset.

A row of `branches.txt` names a position (ruleset, seats, seed, and how many random answers were given since the start
of the game) and then the number of different sequences of exactly 1, 2, 3 ... answers from there. A sequence that
reaches the end of the game cannot be continued and is not counted in the columns after that. What the engine answers
by itself, because there is only one option, is no answer. Chance is fixed by the seed, so that the numbers are a
fingerprint of the rules: whoever changes what can be answered, and when, moves a number.

`python -m tests.rulesets.branches` writes the file again. Its diff shows the positions in which an edit changed the
rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, TypeVar

from attrs import frozen

import solenia_rules as sr
from solenia_rules.fast.accelerated import Accelerated, Position
from solenia_rules.play import chance, reading
from solenia_rules.play.executor import Executor
from solenia_rules.play.physics import BITS
from tests.playing import loaded, playable

FILE = Path(__file__).with_name("branches.txt")
SEED = 2024
BEFORE_THE_END = 3
"""Answers that are missing to the end in the last position of a ruleset."""
MOST_ANSWERS = 10_000
"""Answers that counting a row may take: that decides how many columns it has."""

P = TypeVar("P")


@frozen
class Row:
    """A position and its branch counts; `counts[n]` is the number of sequences of n + 1 answers."""

    name: str
    seats: int
    seed: int
    answers: int
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.name}-{self.seats}-after-{self.answers}"

    def depth(self, most: int) -> int:
        """How many columns can be counted with so many answers: a column takes as many as the one before it holds."""
        given = 0
        for depth, count in enumerate(self.counts, 1):
            given += count
            if given > most:
                return depth
        return len(self.counts)


class Player(Protocol[P]):
    """Something that plays one ruleset with one number of seats; positions are values."""

    def reach(self, seed: int, answers: int) -> P:
        """The position after so many random answers."""

    def options(self, position: P) -> int:
        """The mask of the answers that can be given; 0 when the game is over."""

    def answer(self, position: P, value: int) -> P: ...


@frozen
class Plain:
    """Plain Python."""

    executor: Executor

    def reach(self, seed: int, answers: int) -> list[int]:
        state = self.executor.start(seed)
        key = chance.answer_key(*chance.split_seed(seed))
        for number in range(answers):
            options = BITS[self.options(state)]
            self.executor.answer(state, options[chance.answer(key, number, len(options))])
        return state

    def options(self, position: list[int]) -> int:
        return reading.option_mask(position)

    def answer(self, position: list[int], value: int) -> list[int]:
        after = position[:]
        self.executor.answer(after, value)
        return after


@frozen
class Machine:
    """Machine code."""

    code: Accelerated

    def reach(self, seed: int, answers: int) -> Position:
        found = self.code.playouts(self.code.start(seed), [seed], answers, states=True)
        return self.code.position(found.state(0))

    def options(self, position: Position) -> int:
        return self.code.options(position)

    def answer(self, position: Position, value: int) -> Position:
        return self.code.answer(position, value)


def branches(player: Player[P], seed: int, answers: int, depth: int) -> tuple[int, ...]:
    """The number of sequences of 1, 2 ... `depth` answers."""
    found = [0] * depth

    def count(position: P, level: int) -> None:
        options = player.options(position)
        found[level] += options.bit_count()
        if level + 1 < depth:
            for value in BITS[options]:
                count(player.answer(position, value), level + 1)

    count(player.reach(seed, answers), 0)
    return tuple(found)


def read() -> list[Row]:
    lines = (line.split() for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#"))
    return [
        Row(name, int(seats), int(seed), int(answers), tuple(map(int, counts)))
        for name, seats, seed, answers, *counts in lines
    ]


def counted(name: str, seats: int, answers: int) -> Row:
    """A row with as many columns as `MOST_ANSWERS` allows, and no column after the end of all games."""
    player = Plain(loaded(name).executor(seats))
    row = Row(name, seats, SEED, answers, branches(player, SEED, answers, 1))
    while row.counts[-1] and sum(row.counts) <= MOST_ANSWERS:
        row = Row(name, seats, SEED, answers, branches(player, SEED, answers, len(row.counts) + 1))
    return row


def rows() -> Iterator[Row]:
    """The start of a game for every number of seats; the middle of one, and shortly before its end, for the fewest and
    the most."""
    for name in playable():
        seats = loaded(name).seats
        for count in seats:
            yield counted(name, count, 0)
        for count in sorted({seats[0], seats[-1]}):
            decisions = sr.playout(loaded(name), count, SEED).decisions
            for answers in sorted({decisions // 2, decisions - BEFORE_THE_END}):
                if answers > 0:
                    yield counted(name, count, answers)


def main() -> None:
    head = "# ruleset, seats, seed, random answers before; then how many sequences of 1, 2, 3 ... answers there are"
    lines = (
        f"{row.name:<15} {row.seats} {row.seed} {row.answers:>4}  {' '.join(map(str, row.counts))}" for row in rows()
    )
    FILE.write_text("\n".join([head, *lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
