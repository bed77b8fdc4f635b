"""Measures random games: the time per decision."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from itertools import count
from statistics import median

import solenia_rules as sr
from solenia_rules.tools.measuring.figures import Figure, MeasuringError, figure
from solenia_rules.tools.measuring.trying import seats_of

SLICE = 0.25
"""The CPU seconds that one ruleset plays in one round."""
TOGETHER = 1.0
"""The seconds that one process plays when processes are compared."""


def playable() -> dict[str, sr.Ruleset]:
    """The bundled rulesets that can be played."""
    found = {}
    for name in sr.list_rulesets():
        try:
            found[name] = sr.load(name)
        except sr.RulesetError as error:
            if any(problem.code != "E035" for problem in error.diagnostics):
                raise
    return found


class Series:
    """Plays games of one kind; a round plays until its time slice is used up."""

    def __init__(self, game: Callable[[], int]) -> None:
        self.game = game
        """A function that plays one game and returns its number of decisions."""
        self.games: list[int] = []
        self.decisions: list[int] = []
        self.spent: list[float] = []

    def round(self) -> float:
        """Play one round; returns the CPU seconds per game."""
        games = decisions = 0
        spent = 0.0
        while spent < SLICE:
            start = time.process_time()
            for _ in range(batch := max(1, games // 4)):
                decisions += self.game()
            spent += time.process_time() - start
            games += batch
        self.games.append(games)
        self.decisions.append(decisions)
        self.spent.append(spent)
        return spent / games

    def a_decision(self) -> list[float]:
        """The seconds per decision, round by round."""
        return [spent / decisions for spent, decisions in zip(self.spent, self.decisions, strict=True)]


def games_of(rules: sr.Ruleset) -> Series:
    seats, seeds = seats_of(rules), count(1)
    return Series(lambda: sr.playout(rules, seats=seats, seed=next(seeds)).decisions)


def decisions_against(
    base: str, played: Mapping[str, Series], rulesets: Mapping[str, sr.Ruleset], bounds: Mapping[str, float]
) -> list[Figure]:
    """The CPU time per decision of every ruleset relative to the base, after their rounds."""
    first = played[base].a_decision()
    figures = []
    for name, rules in rulesets.items():
        series, seats = played[name], seats_of(rules)
        each = series.a_decision()
        length = sum(series.decisions) / sum(series.games)
        speed = sum(series.games) / sum(series.spent)
        detail = f"{median(each) * 1e6:.1f} µs a decision, {length:.0f} decisions a game, {speed:.0f} games a second"
        ratios = [own / other for own, other in zip(each, first, strict=True)]
        title = f"{name}, {seats} seat{'s' * (seats > 1)}: a decision against {base}"
        figures.append(figure(title, ratios, "x", at_most=bounds.get(name), detail=detail))
    return figures


def processes(name: str, rounds: int) -> Figure:
    """The games per second (wall clock) of two processes relative to one. Only this figure needs an otherwise idle
    machine."""
    ratios, speeds = [], []
    for _ in range(rounds):
        (alone,), both = _at_once(name, 1), _at_once(name, 2)
        ratios.append(sum(both) / alone)
        speeds.append(alone)
    detail = f"one process: {median(speeds):.0f} games a second on the clock"
    return figure(f"{name}: two processes against one", ratios, "x", at_least=1.5, detail=detail)


_PLAYER = """
import sys, time
import solenia_rules as sr
rules, games = sr.load(sys.argv[1]), 0
seats = 2 if 2 in rules.seats else rules.seats[0]
sr.playout(rules, seats, 0)
print("ready", flush=True)
sys.stdin.readline()
start = time.perf_counter()
while time.perf_counter() - start < float(sys.argv[2]):
    games += 1
    sr.playout(rules, seats, games)
print(games / (time.perf_counter() - start))
"""


def _at_once(name: str, number: int) -> list[float]:
    """The games per second of processes that play at the same time."""
    pipe = subprocess.PIPE
    command = (sys.executable, "-c", _PLAYER, name, str(TOGETHER))
    players = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) for _ in range(number)]
    for player in players:
        assert player.stdout is not None
        if player.stdout.readline() != "ready\n":
            raise MeasuringError(f"{name} could not be played by a process of its own")
    for player in players:
        assert player.stdin is not None
        player.stdin.write("go\n")
        player.stdin.flush()
    return [float(player.communicate()[0]) for player in players]
