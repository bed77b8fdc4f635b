"""A stream of random numbers with a count of its own, for what is drawn outside of games: imagined worlds, trials."""

from __future__ import annotations

from solenia_rules.play import chance


class Lots:
    def __init__(self, key: int) -> None:
        self.key = key
        self.count = 0

    def below(self, limit: int) -> int:
        self.count += 1
        return chance.below(self.key, self.count, limit)

    def seed(self) -> int:
        return self.below(1 << 31) << 31 | self.below(1 << 31)

    def shuffled(self, items: list[int]) -> list[int]:
        made = items[:]
        for i in range(len(made) - 1, 0, -1):
            j = self.below(i + 1)
            made[i], made[j] = made[j], made[i]
        return made
