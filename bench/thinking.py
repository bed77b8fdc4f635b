"""Bots that think: whole games of `greedy` and `mcts:200` with all statistics, against whole random games of
`sr.playouts`."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import solenia_rules as sr
from solenia_rules.tools.lab.chunk import play_games, rules_of
from solenia_rules.tools.lab.machine import MACHINES
from solenia_rules.tools.lab.runner import make_job
from solenia_rules.tools.measuring.figures import Figure, cpu_of, figure, interleaved

GAMES = 2000
"""Random games of a round."""
BOTS = (("greedy", 200, 0.006), ("mcts:200", 10, 0.0002))
"""The bot, its games in a round, and the least share of the games per second of `sr.playouts`."""


def thoughts(rounds: int) -> list[Figure]:
    return [_games(word, games, share, rounds) for word, games, share in BOTS]


def _games(word: str, games: int, share: float, rounds: int) -> Figure:
    """Games of a bot at both seats, as `solenia sim` plays and counts them, on one core."""
    rules = sr.load("summer")
    job = make_job(rules, 2, word, 1)
    own = rules_of(job)
    if MACHINES.find(own, job, games) is None:
        return Figure(f"summer: sim of {word}", 0.0, "x", 0.0, 0.0, "in machine code", False, "plain Python")
    tasks: dict[str, Callable[[], float]] = {
        "ours": lambda: cpu_of(lambda: play_games(job, own, 0, games)) / games,
        "playouts": lambda: cpu_of(lambda: sr.playouts(rules, 2, range(GAMES))) / GAMES,
    }
    for task in tasks.values():
        task()
    found = interleaved(tasks, rounds)
    ratios = [whole / ours for whole, ours in zip(found["playouts"], found["ours"], strict=True)]
    detail = f"{1 / median(found['ours']):,.3g} against {1 / median(found['playouts']):,.0f} games a second"
    return figure(f"summer: sim of {word} against sr.playouts", ratios, "x", at_least=share, detail=detail)
