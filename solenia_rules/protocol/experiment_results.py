"""What a client receives from experiments: simulations, comparisons of two rulesets, and scenarios.

The texts below the fields are their documentation.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from solenia_rules.protocol.results import Diagnostic


@frozen
class Measured:
    """A value with its interval."""

    value: float
    low: float
    high: float
    count: int


@frozen
class SeatResult:
    """The results of a seat."""

    bot: str
    wins: Measured
    score: Measured | None


@frozen
class OptionResult:
    """An option in many games."""

    option: str
    offered: int
    taken: int
    wins_when_taken: Measured
    """The share of wins of the seats that took it."""
    wins_when_passed: Measured
    """The share of wins of the seats that could take it and never did."""


@frozen
class Simulated:
    """The results of many games."""

    ruleset: str
    digest: str
    games: int
    """The number of finished games; fewer than requested if the request was cancelled."""
    cancelled: bool
    seed: int
    seats: tuple[SeatResult, ...]
    shared: int
    """Games that several seats won."""
    drawn: int
    """Games that nobody won."""
    capped: int
    """Games that ended by a limit of the engine."""
    stuck: dict[str, int]
    """Seat and place -> games in which the seat got stuck there."""
    length: Measured
    """Answers a game."""
    score: Measured | None
    margin: Measured | None
    """The best score minus the second best."""
    sources: dict[str, Measured]
    """Score points of a seat by their source."""
    options: tuple[OptionResult, ...]


@frozen
class Compared:
    """How two rulesets differ."""

    metric: str
    games: int
    """Pairs of games that were played."""
    cancelled: bool
    first: Measured
    second: Measured
    difference: Measured
    """Second minus first, game by game on the same seeds."""
    verdict: Literal["more", "less", "alike", "same", "open"]
    """more, less: the second gives more or less than the threshold; alike: the difference is within the threshold;
    same: no pair differs; open: not settled"""


@frozen
class ScenarioFailure:
    """An expectation that is not met."""

    what: str
    expected: str
    found: str
    line: int
    column: int
    rule: str
    place: str


@frozen
class ScenarioResult:
    """One scenario."""

    name: str
    ruleset: str
    line: int
    passed: bool
    failures: tuple[ScenarioFailure, ...]
    diagnostics: tuple[Diagnostic, ...]


@frozen
class ScenarioReport:
    """The scenarios of a text."""

    passed: int
    failed: int
    scenarios: tuple[ScenarioResult, ...]
    diagnostics: tuple[Diagnostic, ...]
    """Problems of the text itself; then nothing was played."""
