"""What is strong: for every option with a name, how many more games a seat wins if it takes the option than if it takes
another one at the same decision. Both are played out from the same position with the same random numbers, so what the
position is worth by itself does not count. The results are tested together: at most 5 % of those that are called
settled are false."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log1p, sqrt
from statistics import NormalDist
from typing import Literal, TypeAlias, TypeVar

from attrs import define, field, frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.fast.errors import Fault
from solenia_rules.play.contest import all_win_or_lose
from solenia_rules.play.physics import BITS
from solenia_rules.tools.lab.chunk import game_seed
from solenia_rules.tools.lab.intervals import LEVEL, Measured, mean
from solenia_rules.tools.lab.naming import Naming
from solenia_rules.tools.lab.replaying import (
    CompiledReplaying,
    End,
    Line,
    PlainReplaying,
    Replaying,
    Trials,
    compiled_replaying,
)
from solenia_rules.tools.lab.wire import Job

P = TypeVar("P")

MOST_WITH_OTHERS = 500
"""The most games of other bots whose options are tried, to tell whether an option is strong with them, too."""
MOST_TRIED = 2000
"""The most games in which options are tried."""
DECISIONS = 8
"""The decisions of a game at which options are tried."""
AT_ONCE = 10
"""The most options of a decision that are tried."""
PLAYOUTS = 32
"""The random games after each option."""
FEWEST = 20
"""With fewer games than this, an option is not tested."""

Strengths: TypeAlias = Literal["strong", "weak", "open"]


@frozen
class Worth:
    """What taking an option is worth."""

    name: str
    games: int
    """The games in which it was tried."""
    gain: Measured
    """How much more it wins than the other options of the same decision: a share of wins, or points in a game without
    opponents. The interval is as wide as the number of options that are called settled demands."""
    chance: float
    """The probability of such a gain by luck."""
    verdict: Strengths


@frozen
class Strong:
    """What is known about all options, the strongest first."""

    options: tuple[Worth, ...]
    games: int
    in_points: bool
    """Whether gains are points, because seats do not play against each other."""


@define
class _Tried:
    """The gains of an option: one number for each game, the mean over its decisions."""

    decisions: int = 0
    gains: list[float] = field(factory=list)


def strong_of(rules: Ruleset, job: Job, games: int, progress: Callable[[int], None], plainly: bool = False) -> Strong:
    """Try the options of the first games of a job, at most `MOST_TRIED`. `plainly`: in plain Python."""
    count = min(games, MOST_TRIED)
    tryout = Tryout(rules, job, None if plainly else compiled_replaying(rules, job, count))
    for _ in range(count):
        tryout.more()
        progress(1)
    return tryout.found()


class Tryout:
    """Tries the options of the games of a job, one game after the other; what is known can be asked for at any time."""

    def __init__(self, rules: Ruleset, job: Job, compiled: CompiledReplaying | None = None) -> None:
        """`compiled`: what plays in machine code; None for plain Python."""
        program = rules.executor(job.seats).program
        in_points = all_win_or_lose(program) and program.score is not None
        self.seed, self.games = job.seed, 0
        self._trying = _Trying(Naming(rules.services(job.seats)), job.seats, in_points)
        self._plain, self._compiled = PlainReplaying(rules, job), compiled

    def more(self) -> None:
        """Try the options of the next game."""
        seed = game_seed(self.seed, self.games)
        try:
            if self._compiled is None:
                raise Fault("plain Python was asked for")
            found = self._trying.game(self._compiled, seed)
        except Fault:
            found = self._trying.game(self._plain, seed)
        self._trying.add(found)
        self.games += 1

    def found(self) -> Strong:
        gains = {name: tried.gains for name, tried in self._trying.tried.items()}
        return Strong(judged(gains), self.games, self._trying.in_points)


class _Trying:
    """Tries options game by game. Options that were tried least come first, so that rare ones are tried often enough;
    what is tried does not depend on what was found."""

    def __init__(self, naming: Naming, seats: int, in_points: bool) -> None:
        self.naming, self.seats, self.in_points = naming, seats, in_points
        self.tried: dict[str, _Tried] = {}

    def game(self, replaying: Replaying[P], seed: int) -> dict[str, list[float]]:
        """The gains of the options of one game."""
        line, trials = Line(replaying, seed), Trials(seed ^ 2)
        offers = []
        for number in range(len(line.given)):
            names = self._names(*replaying.asked(line.positions[number]))
            if len(names) > 1:
                rarest = min(self._count(name) for name in names)
                offers.append((rarest, trials.below(1 << 30), number, names))
        found: dict[str, list[float]] = {}
        for _rarest, _lot, number, names in sorted(offers)[:DECISIONS]:
            kept = sorted(names.items(), key=lambda item: (self._count(item[0]), item[0]))[:AT_ONCE]
            seat, seeds = replaying.asked(line.positions[number])[0], trials.seeds(PLAYOUTS)
            values = [
                self._value(replaying.ends(replaying.answered(line.positions[number], option), seeds), seat)
                for _name, option in kept
            ]
            total = sum(values)
            for (name, _option), value in zip(kept, values, strict=True):
                found.setdefault(name, []).append(value - (total - value) / (len(values) - 1))
        return found

    def add(self, found: dict[str, list[float]]) -> None:
        for name, gains in found.items():
            tried = self.tried.setdefault(name, _Tried())
            tried.decisions += len(gains)
            tried.gains.append(sum(gains) / len(gains))

    def _count(self, name: str) -> int:
        return self.tried[name].decisions if name in self.tried else 0

    def _names(self, seat: int, spec: int, mask: int) -> dict[str, int]:
        """The names of the options of a decision, each with one option."""
        found: dict[str, int] = {}
        for option in BITS[mask]:
            name = self.naming.option(spec, option, seat)
            if name is not None:
                found.setdefault(name, option)
        return found

    def _value(self, ends: Sequence[End], seat: int) -> float:
        if self.in_points:
            return sum(sum(end.scores) / self.seats for end in ends) / len(ends)
        return sum((seat in end.winners) / len(end.winners) for end in ends if end.winners) / len(ends)


def judged(gains: dict[str, list[float]], level: float = LEVEL) -> tuple[Worth, ...]:
    """Test all options together (Benjamini and Hochberg): at most the given share of the settled ones is false. The
    intervals are those of Benjamini and Yekutieli for the options that are settled."""
    tested = {name: found for name, found in gains.items() if len(found) >= FEWEST}
    chances = {name: _chance(found) for name, found in tested.items()}
    ordered = sorted(chances.values())
    passing = [number for number, chance in enumerate(ordered, 1) if chance <= level * number / len(ordered)]
    settled = max(passing, default=0)
    bound = ordered[settled - 1] if settled else -1.0
    wide = level * max(1, settled) / max(1, len(tested))
    worths = []
    for name, found in gains.items():
        gain = mean(found, wide if name in tested else level)
        verdict: Strengths = "open"
        if name in tested and chances[name] <= bound:
            verdict = "strong" if gain.value > 0 else "weak"
        worths.append(Worth(name, len(found), gain, chances.get(name, 1.0), verdict))
    order = {"strong": 0, "open": 1, "weak": 2}
    return tuple(sorted(worths, key=lambda one: (order[one.verdict], -one.gain.value, one.name)))


def _chance(values: Sequence[float]) -> float:
    """The probability of a mean that is so far from 0, if it is 0 in truth: of Student's t, by the approximation of
    Wallace."""
    count = len(values)
    middle = sum(values) / count
    variance = sum((value - middle) ** 2 for value in values) / (count - 1)
    if variance == 0:
        return 1.0 if middle == 0 else 0.0
    freedom, square = count - 1, middle * middle / (variance / count)
    normal = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(square / freedom))
    return 2 * NormalDist().cdf(-normal)
