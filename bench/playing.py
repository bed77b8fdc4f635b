"""Random games: ours against the yardstick, the other rulesets against summer, and how often options are tried."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from itertools import count
from statistics import median

from attrs import field, frozen

import solenia_rules as sr
from bench import hand_coded
from bench.measuring import Figure, figure, interleaved
from solenia_rules.compiler import layout as at
from solenia_rules.compiler.flatten import DecideEnd
from solenia_rules.compiler.program import Program
from solenia_rules.runtime.executor import Executor

LOWEST_SPEED = 0.5
HIGHEST_COST = {"winter": 1.5, "improvements": 1.5}
"""Ruleset -> what a decision may cost, in decisions of summer."""
SLICE = 0.25
"""Seconds of CPU that one ruleset plays in one round."""


@frozen
class Fallback:
    """How often a ruleset's decisions had to be settled by trying options."""

    ruleset: str
    games: int
    decisions: int
    """Answers that seats gave."""
    tried: int
    """Decisions whose options, or some of them, were tried on a copy."""
    options: int
    """Options tried."""
    written: int
    """Decisions in the text that may have to try."""
    in_all: int
    """Decisions in the text."""
    places: dict[str, int] = field(factory=dict)
    """Where they stand -> how often options were tried there."""


def seats_of(rules: sr.Ruleset) -> int:
    return 2 if 2 in rules.seats else rules.seats[0]


def playable() -> dict[str, sr.Ruleset]:
    """The bundled rulesets that can be played, summer first."""
    found = {}
    for name in sorted(sr.list_rulesets(), key=lambda name: (name != "summer", name)):
        try:
            found[name] = sr.load(name)
        except sr.RulesetError as error:
            if any(problem.code != "E035" for problem in error.diagnostics):
                raise
    return found


class Series:
    """Games of one kind, one after the other; a round plays until its slice is used up."""

    def __init__(self, game: Callable[[], int]) -> None:
        self.game = game
        """Plays one and says how many decisions it had."""
        self.games: list[int] = []
        self.decisions: list[int] = []
        self.spent: list[float] = []

    def round(self) -> float:
        """Seconds of CPU a game."""
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
        """Seconds a decision, round by round."""
        return [spent / decisions for spent, decisions in zip(self.spent, self.decisions, strict=True)]


def games_of(rules: sr.Ruleset) -> Series:
    seats, seeds = seats_of(rules), count(1)
    return Series(lambda: sr.playout(rules, seats=seats, seed=next(seeds)).decisions)


def yardstick() -> Series:
    chance = random.Random(1)
    play: Callable[[Callable[[], float], int], tuple[list[int], int]] = hand_coded.playout
    return Series(lambda: play(chance.random, 2)[1])


def speeds(rounds: int) -> list[Figure]:
    rulesets = playable()
    for series in (yardstick(), *map(games_of, rulesets.values())):
        series.round()
    played = {"yardstick": yardstick(), **{name: games_of(rules) for name, rules in rulesets.items()}}
    found = interleaved({name: series.round for name, series in played.items()}, rounds)
    hand, summer = found["yardstick"], found["summer"]
    figures = [
        figure(
            "summer, 2 seats: games against the yardstick",
            [theirs / ours for theirs, ours in zip(hand, summer, strict=True)],
            "x",
            at_least=LOWEST_SPEED,
            detail=f"{1 / median(summer):.0f} against {1 / median(hand):.0f} games a second",
        )
    ]
    base = played["summer"].a_decision()
    for name, rules in rulesets.items():
        series = played[name]
        each = series.a_decision()
        length = sum(series.decisions) / sum(series.games)
        figures.append(
            figure(
                f"{name}, {_seats_text(rules)}: a decision against summer",
                [own / other for own, other in zip(each, base, strict=True)],
                "x",
                at_most=HIGHEST_COST.get(name),
                detail=f"{median(each) * 1e6:.1f} µs a decision, {length:.0f} decisions a game",
            )
        )
    return figures


def _seats_text(rules: sr.Ruleset) -> str:
    seats = seats_of(rules)
    return f"{seats} seat{'s' * (seats > 1)}"


class Counting(Executor):
    """The executor, counting what falls back to trying."""

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


def fallbacks(games: int) -> list[Fallback]:
    """Every ruleset, played by an executor that counts."""
    return [_fallback(name, rules, games) for name, rules in playable().items()]


def _fallback(name: str, rules: sr.Ruleset, games: int) -> Fallback:
    program = rules.executor(seats_of(rules)).program
    executor = Counting(program)
    decisions = sum(executor.playout(seed)[at.DECISIONS] for seed in range(1, games + 1))
    specs = program.flat.core.specs
    ends = [block.end for block in program.flat.blocks if isinstance(block.end, DecideEnd)]
    unsure = {end.spec for end in ends if specs[end.spec].look or end.unsure is not None}
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
