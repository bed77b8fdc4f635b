"""Conclusions about balance under several strengths of bots. A claim is made for each strength, and the verdict says
whether it holds for all of them or flips with stronger play. The errors of all claims together stay below 5 %."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Literal, TypeAlias

from attrs import frozen

from solenia_rules.tools.lab.bot_words import BOT_WORDS, read_bots
from solenia_rules.tools.lab.findings import FEW, seat_level, tested_options
from solenia_rules.tools.lab.intervals import LEVEL, Measured, wilson, z_value
from solenia_rules.tools.lab.summary import OptionUse, Summary, apart

MOST_STRONGER = 1000
"""The most games that are played with stronger bots without being asked for: they take longer."""
NO_OTHER = "no"
"""What users write if no other strength is wanted."""

Verdict: TypeAlias = Literal["holds", "flips", "open", "even"]
"""`holds`: settled with every strength, in the same direction; `flips`: settled with one strength, and settled to be
different with another; `open`: settled with one strength, and the others do not tell; `even`: settled with none."""


@frozen
class Strength:
    """The games of one strength: every seat has the same bot."""

    bot: str
    summary: Summary


@frozen
class Effect:
    """How far something is from even with one strength."""

    bot: str
    value: float
    variance: float
    sign: int
    """1: settled to be more, -1: settled to be less, 0: not settled."""
    figures: tuple[Measured, ...]
    """The share of wins of a seat; of an option: of those who take it and of those who pass it by."""


@frozen
class Claim:
    """One claim about a seat or an option, and what each strength says about it."""

    about: int | str
    """The number of a seat, or the name of an option."""
    verdict: Verdict
    effects: tuple[Effect, ...]
    """From the weakest bot to the strongest."""

    @property
    def told(self) -> Effect:
        """The effect with the strongest bot with which it is settled; if with none, with the strongest bot."""
        return next((effect for effect in reversed(self.effects) if effect.sign), self.effects[-1])


def strength_of(bot: str) -> tuple[int, int]:
    """A number by which bots are ordered: the bots of the program by strength, then those of users."""
    name, _colon, number = bot.partition(":")
    order = [*BOT_WORDS]
    return (order.index(name), int(number) if number.isdecimal() else 0) if name in order else (len(order), 0)


def others_asked(
    bots: Sequence[str], also: str | None, quick: bool, games: int, of_seats: bool = True
) -> list[tuple[str, int]]:
    """The other strengths, each with its number of games: those that the user asks for, or one that is weaker or
    stronger. If seats have different bots, nothing can be said about seats. `of_seats`: the claims compare seats, so
    with a single seat there are none; other claims compare rulesets, so each game is played with two of them or
    more."""
    if also == NO_OTHER or len(set(bots)) > 1 or games < FEW:
        return []
    if also is not None:
        return [(bot, games) for bot in dict.fromkeys(read_bots(also)) if bot != bots[0]]
    if quick or (of_seats and len(bots) == 1):
        return []
    bot = "random" if bots[0] == "greedy" else "greedy"
    most = MOST_STRONGER if of_seats else MOST_STRONGER // 2
    return [(bot, min(games, most) if strength_of(bot) > strength_of(bots[0]) else games)]


def conclude(strengths: Iterable[Strength]) -> list[Claim]:
    """What the games say about each seat, and about each option for which something is settled. Strengths with too few
    games say nothing."""
    found = sorted((one for one in strengths if one.summary.games >= FEW), key=lambda one: strength_of(one.bot))
    if len(found) < 2:
        return []
    seats = found[0].summary.seats
    for_seat = seat_level(found[0].summary, len(found))
    claims = [_claim(seat, [_seat(one, seat, for_seat) for one in found], for_seat) for seat in _told_seats(seats)]
    names = dict.fromkeys(option.name for one in found for option in tested_options(one.summary))
    level = LEVEL / max(1, len(names)) / len(found)
    tables = [(one.bot, {option.name: option for option in one.summary.options}) for one in found]
    options = [_claim(name, [_option(bot, table.get(name), level) for bot, table in tables], level) for name in names]
    return claims + [claim for claim in options if claim.verdict != "even"]


def _told_seats(seats: int) -> range:
    """With two seats, what one wins more the other wins less; with one, there is nobody to be compared with."""
    return range({1: 0, 2: 1}.get(seats, seats))


def _claim(about: int | str, effects: list[Effect], level: float) -> Claim:
    return Claim(about, verdict_of(effects, level), tuple(effects))


def verdict_of(effects: Sequence[Effect], level: float) -> Verdict:
    """What several strengths say together. `level`: the allowed error of the claim that two of them differ."""
    signs = {effect.sign for effect in effects}
    if signs == {0}:
        return "even"
    if len(signs) == 1:
        return "holds"
    if {1, -1} <= signs or any(
        _differ(one, other, level) for one in effects for other in effects if one.sign and not other.sign
    ):
        return "flips"
    return "open"


def _differ(one: Effect, other: Effect, level: float) -> bool:
    return abs(one.value - other.value) > z_value(level) * sqrt(one.variance + other.variance)


def _seat(one: Strength, seat: int, level: float) -> Effect:
    summary = one.summary
    wins, fair = summary.results[seat].wins, summary.fair
    strict = wilson(wins.value * summary.games, summary.games, level).interval
    sign = 0 if strict.holds(fair) else 1 if wins.value > fair else -1
    return Effect(one.bot, wins.value - fair, _variance(wins), sign, (wins,))


def _option(bot: str, use: OptionUse | None, level: float) -> Effect:
    """An option that was never offered, always taken or never taken says nothing."""
    if use is None:
        nothing = wilson(0, 0)
        return Effect(bot, 0.0, float("inf"), 0, (nothing, nothing))
    taken, passed = use.when_taken, use.when_passed
    known = bool(taken.count and passed.count)
    variance = _variance(taken) + _variance(passed) if known else float("inf")
    return Effect(bot, taken.value - passed.value, variance, apart(use, level), (taken, passed))


def _variance(share: Measured) -> float:
    """The variance of a share, with two successes and two failures added (Agresti and Coull): so it is never 0."""
    count = share.count + 4
    value = (share.value * share.count + 2) / count
    return value * (1 - value) / count
