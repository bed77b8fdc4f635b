"""What many games came to: texts that ran, options that were offered and taken, places that were reached."""

from __future__ import annotations

from collections import Counter

from attrs import define, field, frozen

from solenia_rules.text.places import Span


@frozen
class Trouble:
    """Something that went wrong in a game; the game can be played again."""

    seats: int
    seed: int
    player: str


@define
class Evidence:
    """Counts over all games of a check, whatever the number of seats."""

    games: Counter[str] = field(factory=Counter)
    """By the sort of player."""
    seats: Counter[int] = field(factory=Counter)
    runs: Counter[Span] = field(factory=Counter)
    """How often a statement, or a lasting rule, ran."""
    told: Counter[Span] = field(factory=Counter)
    """How often something happened because of it."""
    asked: Counter[Span] = field(factory=Counter)
    """How often a choice was come to, also where one option was left."""
    offered: Counter[tuple[Span, str]] = field(factory=Counter)
    taken: Counter[tuple[Span, str]] = field(factory=Counter)
    """Of a choice between ways: the way."""
    records: Counter[str] = field(factory=Counter)
    """How often a piece or cell of a record was an option."""
    reached: Counter[str] = field(factory=Counter)
    """How often something came to lie on the cell of a record."""
    changed: Counter[str] = field(factory=Counter)
    """How often a field of the cell of a record was changed."""
    confirming: int = 0
    """Games among them that were played only to make sure of what the others found."""
    stuck: dict[Span, list[Trouble]] = field(factory=dict)
    capped: dict[str, list[Trouble]] = field(factory=dict)
    """By what there was too much of."""

    @property
    def total(self) -> int:
        return self.games.total()

    def spoken(self) -> str:
        """How many games, with how many seats."""
        numbers = sorted(self.seats)
        span = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
        first = self.total - self.confirming
        more = f" and {self.confirming} more to make sure" if self.confirming else ""
        return f"{first} game{'s' * (first != 1)}{more}, with {span} seat{'s' * (numbers[-1] != 1)}"
