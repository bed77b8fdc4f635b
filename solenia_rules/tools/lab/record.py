"""The data kept of one game and of many games. All are whole numbers, so that sums do not depend on the order of
addition."""

from __future__ import annotations

from collections import Counter

from attrs import define, field, frozen

from solenia_rules.fast.ledger import WIN

SHARES = WIN
"""A win counts this much and is split among the winners."""


@frozen
class GameRecord:
    """One game."""

    index: int
    seed: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    length: int
    """The number of answers."""
    capped: bool = False
    """Whether a cap of the engine ended the game, not a rule."""
    stuck: dict[str, int] = field(factory=dict)
    """Seat and place in the ruleset, in words -> how often the seat got stuck there."""
    parts: dict[str, tuple[int, ...]] = field(factory=dict)
    """Source of score points -> points by seat."""
    taken: dict[str, int] = field(factory=dict)
    """Option -> mask of the seats that took it; only for the options that are watched."""
    seen: bool = True
    """Whether the course of the game was seen; otherwise only its end is known, and nobody knows who got stuck."""

    def shares(self, seats: int) -> list[int]:
        """For each seat, its share of the win; a draw gives no shares."""
        made = [0] * seats
        for seat in self.winners:
            made[seat] = SHARES // len(self.winners)
        return made


@define
class Use:
    """An option: how often it was offered and taken, by how many seats, and their wins."""

    offered: int = 0
    taken: int = 0
    seats_offered: int = 0
    seats_taken: int = 0
    wins_taken: int = 0
    """Wins of the seats that took it, in units of 1/`SHARES`."""
    wins_passed: int = 0
    """Wins of the seats that were offered it and never took it."""

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
    """The data of several games."""

    games: list[GameRecord] = field(factory=list)
    uses: dict[str, Use] = field(factory=dict)
    deeds: dict[str, Deed] = field(factory=dict)
    course: dict[int, Counter[int]] = field(factory=dict)
    """For each step through a game and each seat, the sum of its values."""

    def add(self, other: Batch) -> None:
        self.games += other.games
        for key, use in other.uses.items():
            self.uses.setdefault(key, Use()).add(use)
        for key, deed in other.deeds.items():
            self.deeds.setdefault(key, Deed()).add(deed)
        for seat, sums in other.course.items():
            self.course.setdefault(seat, Counter()).update(sums)

    def in_order(self) -> None:
        """Sort everything, so that the result does not depend on which worker finished first."""
        self.games.sort(key=lambda game: game.index)
        self.uses = dict(sorted(self.uses.items()))
        self.deeds = dict(sorted(self.deeds.items()))
        self.course = {seat: Counter(dict(sorted(sums.items()))) for seat, sums in sorted(self.course.items())}
