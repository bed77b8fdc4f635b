"""The counts from many games: texts that ran, options that were offered and taken, cells that were reached."""

from __future__ import annotations

from collections import Counter

from attrs import define, field, frozen

from solenia_rules.text.places import Span


@frozen
class Trouble:
    """A problem in a game, with what is needed to play the game again."""

    seats: int
    seed: int
    player: str


@define
class Evidence:
    """The counts over all games of a check, for all numbers of seats."""

    games: Counter[str] = field(factory=Counter)
    """Sort of player -> number of games."""
    seats: Counter[int] = field(factory=Counter)
    runs: Counter[Span] = field(factory=Counter)
    """How often a statement or a lasting rule ran."""
    told: Counter[Span] = field(factory=Counter)
    """How often a statement caused an event."""
    asked: Counter[Span] = field(factory=Counter)
    """How often a choice was reached, also with a single option."""
    offered: Counter[tuple[Span, str]] = field(factory=Counter)
    taken: Counter[tuple[Span, str]] = field(factory=Counter)
    """Place of a choice and label of its branch -> how often the branch was taken."""
    records: Counter[str] = field(factory=Counter)
    """How often a piece or cell of a record was an option."""
    reached: Counter[str] = field(factory=Counter)
    """How often a piece arrived at the cell of a record."""
    changed: Counter[str] = field(factory=Counter)
    """How often a field of a record's cell changed."""
    answers: int = 0
    """How many answers were given."""
    tried: Counter[Span] = field(factory=Counter)
    """Place of a choice -> how often its options were tried on copies of the game."""
    copies: Counter[Span] = field(factory=Counter)
    """Place of a choice -> how many options were tried on copies."""
    confirming: int = 0
    """The number of games that were played only to confirm findings."""
    stopped: bool = False
    """Whether somebody interrupted the games or the checks after them."""
    stuck: dict[Span, list[Trouble]] = field(factory=dict)
    capped: dict[str, list[Trouble]] = field(factory=dict)
    """The exceeded cap -> the games that it ended."""

    @property
    def total(self) -> int:
        return self.games.total()

    def spoken(self) -> str:
        """The number of games and of seats in words."""
        numbers = sorted(self.seats)
        span = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
        first = self.total - self.confirming
        more = f" and {self.confirming} more to confirm it" if self.confirming else ""
        return f"{first} game{'s' * (first != 1)}{more}, with {span} seat{'s' * (numbers[-1] != 1)}"
