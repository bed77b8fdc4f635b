"""Random numbers for a bot: the same for the same seed, seat and moment of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from solenia_rules.play import chance
from solenia_rules.play.thinking import STREAM

T = TypeVar("T")


class Lots:
    def __init__(self, seed: int, seat: int, moment: int = 0) -> None:
        self.key = chance.stream_key(*chance.split_seed(seed), STREAM - seat) ^ (moment * chance.A & chance.WORD)
        self.count = 0

    def below(self, limit: int) -> int:
        self.count += 1
        return chance.below(self.key, self.count, limit)

    def seed(self) -> int:
        return self.below(1 << 30) << 31 | self.below(1 << 30)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]
