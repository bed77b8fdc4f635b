"""Random games of ours against the yardstick."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median

import solenia_rules as sr
from bench import hand_coded, hand_coded_othello
from solenia_rules.tools.measuring.figures import Figure, figure, interleaved
from solenia_rules.tools.measuring.playing import Series, decisions_against, games_of

LOWEST_SPEED = 0.5
"""ADR 69 says why it is not more."""
LOWEST_OTHELLO = 0.1
A_DECISION = {"winter": 1.5, "improvements": 1.5}
"""Most that a decision may cost against summer."""


def yardstick() -> Series:
    chance = random.Random(1)
    play: Callable[[Callable[[], float], int], tuple[list[int], int]] = hand_coded.playout
    return Series(lambda: play(chance.random, 2)[1])


def othello_yardstick() -> Series:
    chance = random.Random(1)
    return Series(lambda: hand_coded_othello.playout(chance.random)[1])


def speeds(rulesets: dict[str, sr.Ruleset], rounds: int) -> list[Figure]:
    """Summer and Othello beside their yardsticks, each pair alone; then a decision of every ruleset beside one of
    summer."""
    return [
        _against("summer", yardstick, rulesets["summer"], LOWEST_SPEED, rounds),
        _against("othello", othello_yardstick, rulesets["othello"], LOWEST_OTHELLO, rounds),
        *_decisions(rulesets, rounds),
    ]


def _against(name: str, theirs: Callable[[], Series], ours: sr.Ruleset, at_least: float, rounds: int) -> Figure:
    for series in (theirs(), games_of(ours)):
        series.round()
    played = {"theirs": theirs(), "ours": games_of(ours)}
    found = interleaved({who: series.round for who, series in played.items()}, rounds)
    return figure(
        f"{name}, 2 seats: games against the yardstick",
        [hand / own for hand, own in zip(found["theirs"], found["ours"], strict=True)],
        "x",
        at_least=at_least,
        detail=f"{1 / median(found['ours']):.0f} against {1 / median(found['theirs']):.0f} games a second",
    )


def _decisions(rulesets: dict[str, sr.Ruleset], rounds: int) -> list[Figure]:
    for series in map(games_of, rulesets.values()):
        series.round()
    played = {name: games_of(rules) for name, rules in rulesets.items()}
    interleaved({name: series.round for name, series in played.items()}, rounds)
    return decisions_against("summer", played, rulesets, A_DECISION)
