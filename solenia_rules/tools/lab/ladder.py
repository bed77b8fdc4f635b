"""Luck against skill: bots of rising strength play against the next weaker one. The win share that each step earns says
how deep a game is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from time import monotonic

from attrs import frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.play.contest import all_win_or_lose
from solenia_rules.tools.lab.bot_words import LEARNT
from solenia_rules.tools.lab.intervals import LEVEL, Measured, mean, paired_shares, wilson
from solenia_rules.tools.lab.record import SHARES, GameRecord
from solenia_rules.tools.lab.runner import Progress, Workers, make_job, run

LADDER = ("random", "greedy", "mcts:50", "mcts:200", "mcts:1000")
SECONDS = 120.0
"""After so many seconds the ladder is cut; what was played until then counts."""
PORTION = 10
"""Games at each seat between two looks at the clock."""
GAMES_OF_STEP = 200
"""The most games of a step. With 200 games, a share of 60 % is settled to be more than half."""


def rungs_with(bots: Sequence[str]) -> tuple[str, ...]:
    """The bots of the ladder. Learnt policies that play stand at its strong end."""
    return (*LADDER, *dict.fromkeys(bot for bot in bots if bot.startswith(f"{LEARNT}:")))


def games_of(games: int, bots: Sequence[str]) -> int:
    """The most games that are played if `games` are asked for; games without opponents need twice as many."""
    return min(games, GAMES_OF_STEP) * max(0, len(bots) - 1)


@frozen
class Step:
    """A stronger bot against a weaker one."""

    weaker: str
    stronger: str
    gain: Measured
    """The share of wins of the stronger bot; in a game without opponents, how much more score (or wins) it gets. The
    intervals of all steps together hold the truth in 95 of 100 ladders, so a step is settled if its interval is above
    `even`."""
    even: float
    """What the gain would be if both were equally strong."""
    settled: bool


@frozen
class Cut:
    """A step for which the time was too short."""

    weaker: str
    stronger: str
    seconds: float
    games: int
    """The games of the step that were played."""
    planned: int


@frozen
class Ladder:
    steps: tuple[Step, ...]
    together: bool
    """Whether seats do not play against each other."""
    scored: bool
    cut: Cut | None = None
    """The step during which time ran out; later steps are left out."""

    @property
    def depth(self) -> int:
        """The number of steps from the weakest bot on that are settled."""
        return next((number for number, step in enumerate(self.steps) if not step.settled), len(self.steps))


def climb(
    rules: Ruleset, seats: int, seed: int, games: int, team: Workers, progress: Progress,
    size: Callable[[int, Sequence[str]], int], bots: Sequence[str] = LADDER, seconds: float = SECONDS,
    clock: Callable[[], float] = monotonic,
) -> Ladder:  # fmt: skip
    """Play every step until the time is over. In a game against each other, the stronger bot sits at each seat in
    turn."""
    program = rules.executor(seats).program
    together, scored = all_win_or_lose(program), program.score is not None
    count, end = min(games, GAMES_OF_STEP), clock() + seconds
    level = LEVEL / max(1, len(bots) - 1)
    steps: list[Step] = []
    for weaker, stronger in pairwise(bots):

        def played(words: Sequence[str], first: int, number: int) -> list[GameRecord]:
            job = make_job(rules, seats, ",".join(words), seed, parts=False)
            return run(job, first, number, size(number, words), team, progress).batch.games

        low: list[GameRecord] = []
        high: list[GameRecord] = []
        won = all_won = total = 0
        each = [-(-(count - seat) // seats) for seat in range(seats)]
        done = 0
        while done < (count if together else each[0]) and clock() < end:
            if together:
                number = min(PORTION, count - done)
                low += played([weaker] * seats, done, number)
                high += played([stronger] * seats, done, number)
                total += number
            else:
                for seat in range(seats):
                    words = [stronger if other == seat else weaker for other in range(seats)]
                    number = min(PORTION, each[seat] - done)
                    for game in played(words, sum(each[:seat]) + done, number) if number > 0 else ():
                        shares = game.shares(seats)
                        won, all_won, total = won + shares[seat], all_won + sum(shares), total + 1
            done += PORTION
        if total:
            if together:
                steps.append(_together(weaker, stronger, low, high, scored, level))
            else:
                even = all_won / SHARES / total / seats
                gain = wilson(won / SHARES, total, level)
                steps.append(Step(weaker, stronger, gain, even, gain.interval.low > even))
        if total < count:
            return Ladder(tuple(steps), together, scored, Cut(weaker, stronger, seconds, total, count))
    return Ladder(tuple(steps), together, scored)


def _together(
    weaker: str, stronger: str, low: Sequence[GameRecord], high: Sequence[GameRecord], scored: bool, level: float
) -> Step:
    """The difference on the same seeds: of the score, or of the wins if there is no score."""
    if scored:
        gaps = [
            (sum(b.scores) - sum(a.scores)) / max(1, len(a.scores)) for a, b in zip(low, high, strict=False)
        ]  # fmt: skip
        gain = mean(gaps, level)
    else:
        wins = [float(bool(b.winners)) - float(bool(a.winners)) for a, b in zip(low, high, strict=False)]
        gain = paired_shares(wins, level)
    return Step(weaker, stronger, gain, 0.0, gain.interval.low > 0)
