"""What is kept of one game, and of many: whole numbers only, so that sums do not depend on who added them up."""

from __future__ import annotations

from collections import Counter

from attrs import define, field, frozen

SHARES = 840
"""A win is split among those who share it; every number of seats divides this."""


@frozen
class GameRecord:
    """One game."""

    index: int
    seed: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    length: int
    """Answers given."""
    capped: bool = False
    """Whether no rule ended it but a cap of the engine."""
    parts: dict[str, tuple[int, ...]] = field(factory=dict)
    """Who gave score points: for each seat how many."""
    taken: dict[str, int] = field(factory=dict)
    """Options that somebody took: the mask of those seats; only where they are asked for."""

    def shares(self, seats: int) -> list[int]:
        """For each seat its part of the win; a draw is nobody's."""
        made = [0] * seats
        for seat in self.winners:
            made[seat] = SHARES // len(self.winners)
        return made


@define
class Use:
    """An option: how often it was on offer and taken, by how many seats of games, and what came of it."""

    offered: int = 0
    taken: int = 0
    seats_offered: int = 0
    seats_taken: int = 0
    wins_taken: int = 0
    """In parts of `SHARES`."""
    wins_passed: int = 0
    """Of those to whom it was offered and who never took it."""

    def add(self, other: Use) -> None:
        self.offered += other.offered
        self.taken += other.taken
        self.seats_offered += other.seats_offered
        self.seats_taken += other.seats_taken
        self.wins_taken += other.wins_taken
        self.wins_passed += other.wins_passed


@define
class Deed:
    """A text: how often it did something, in the games of how many seats, and how many of those won."""

    times: int = 0
    seats: int = 0
    wins: int = 0

    def add(self, other: Deed) -> None:
        self.times += other.times
        self.seats += other.seats
        self.wins += other.wins


@define
class Batch:
    """Some games together."""

    games: list[GameRecord] = field(factory=list)
    uses: dict[str, Use] = field(factory=dict)
    deeds: dict[str, Deed] = field(factory=dict)
    course: dict[int, Counter[int]] = field(factory=dict)
    """For each step of the way through a game and each seat the sum of what it had."""

    def add(self, other: Batch) -> None:
        self.games += other.games
        for key, use in other.uses.items():
            self.uses.setdefault(key, Use()).add(use)
        for key, deed in other.deeds.items():
            self.deeds.setdefault(key, Deed()).add(deed)
        for seat, sums in other.course.items():
            self.course.setdefault(seat, Counter()).update(sums)

    def in_order(self) -> None:
        """The same whoever came first."""
        self.games.sort(key=lambda game: game.index)
        self.uses = dict(sorted(self.uses.items()))
        self.deeds = dict(sorted(self.deeds.items()))
        self.course = {seat: Counter(dict(sorted(sums.items()))) for seat, sums in sorted(self.course.items())}
