"""Measures random games: the time per decision, and how often options are tried."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from statistics import median

from attrs import field, frozen

import solenia_rules as sr
from solenia_rules.core.compiled import Program
from solenia_rules.core.expressions import Const
from solenia_rules.core.flatten import DecideEnd
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.tools.measuring.figures import Figure, MeasuringError, columns, figure

SLICE = 0.25
"""The CPU seconds that one ruleset plays in one round."""
TOGETHER = 1.0
"""The seconds that one process plays when processes are compared."""


@frozen
class Fallback:
    """How often decisions of a ruleset needed looking ahead to find their options."""

    ruleset: str
    games: int
    decisions: int
    """The number of answers of seats."""
    tried: int
    """The number of decisions for which some options were tried on a copy."""
    options: int
    """The number of options tried."""
    written: int
    """The number of decisions in the text that may need trying."""
    in_all: int
    """The number of decisions in the text."""
    places: dict[str, int] = field(factory=dict)
    """Place in the text -> how often options were tried there."""


def seats_of(rules: sr.Ruleset) -> int:
    return 2 if 2 in rules.seats else rules.seats[0]


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


class Counting(Executor):
    """An executor that counts decisions for which options are tried."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.tried: Counter[int] = Counter()
        self.options = 0
        self.specs = {
            block.end.next: block.end.spec for block in program.flat.blocks if isinstance(block.end, DecideEnd)
        }

    def viable(self, s: list[int], dest: int, follow: int, mask: int, seat: int) -> int:
        self.tried[self.specs[follow]] += 1
        self.options += mask.bit_count()
        return super().viable(s, dest, follow, mask, seat)


def fallbacks(rulesets: Mapping[str, sr.Ruleset], games: int) -> list[Fallback]:
    """Play rulesets with an executor that counts."""
    return [_fallback(name, rules, games) for name, rules in rulesets.items()]


def fallback_table(tried: list[Fallback]) -> str:
    rows = [
        (
            one.ruleset,
            str(one.decisions),
            f"{one.tried} ({100 * one.tried / max(1, one.decisions):.1f} for 100 answers)",
            str(one.options),
            f"{one.written} of {one.in_all}",
            ", ".join(f"{place} ({times})" for place, times in one.places.items()) or "none",
        )
        for one in tried
    ]
    head = ("ruleset", "answers", "decisions that tried options", "options tried", "in the text", "where (how often)")
    return columns(head, rows)


def _fallback(name: str, rules: sr.Ruleset, games: int) -> Fallback:
    program = rules.executor(seats_of(rules)).program
    executor = Counting(program)
    decisions = sum(reading.decisions(executor.playout(seed)) for seed in range(1, games + 1))
    specs = program.flat.core.specs
    ends = [block.end for block in program.flat.blocks if isinstance(block.end, DecideEnd)]
    unsure = {end.spec for end in ends if specs[end.spec].look or end.unsure not in (None, Const(0))}
    places: Counter[str] = Counter({_place(program, spec): 0 for spec in unsure})
    for spec, times in executor.tried.items():
        places[_place(program, spec)] += times
    return Fallback(
        name, games, decisions, executor.tried.total(), executor.options, len(unsure),
        len({end.spec for end in ends}), dict(sorted(places.items(), key=lambda item: (-item[1], item[0]))),
    )  # fmt: skip


def _place(program: Program, spec: int) -> str:
    span = program.flat.core.specs[spec].span
    return f"{span.source.name}:{span.line}:{span.column}"
