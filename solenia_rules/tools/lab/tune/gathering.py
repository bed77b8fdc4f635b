"""Plays the games that goals need, for one choice of values and one bot: whole games, games that are replayed for how
they feel, and games between bots of rising strength. Games that were played before are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, inf

from attrs import evolve, frozen

from solenia_rules.tools.lab.chunk import rules_of
from solenia_rules.tools.lab.feel import felt_games
from solenia_rules.tools.lab.ladder import LADDER, climb
from solenia_rules.tools.lab.metrics import check_offered
from solenia_rules.tools.lab.runner import Progress, Workers, run
from solenia_rules.tools.lab.tune.goals import Goal
from solenia_rules.tools.lab.tune.measures import Evidence, OfFeel, OfGames, OfPoints, OfSkill
from solenia_rules.tools.lab.wire import Job

MOST_FELT = 400
"""The most games that are replayed for how they feel: replaying takes longer than playing."""


@frozen
class Gatherer:
    """Who plays, and what the goals need."""

    goals: tuple[Goal, ...]
    team: Workers
    size: Callable[[int, Sequence[str]], int]
    """How many games of some bots are played at a time."""
    progress: Progress

    def job(self, plain: Job) -> Job:
        """A job that keeps what the goals need of each game."""
        metrics = [goal.measure.metric for goal in self.goals if isinstance(goal.measure, OfGames)]
        points = any(isinstance(goal.measure, OfPoints) for goal in self.goals)
        watched = next((metric.watched for metric in metrics if metric.watched is not None), None)
        return evolve(plain, parts=points or any(metric.parts for metric in metrics), watched=watched)

    def gather(self, job: Job, evidence: Evidence, games: int) -> None:
        """Play until there are so many games. Raises `KeyboardInterrupt` if the user stops it."""
        done = len(evidence.games)
        if done < games:
            outcome = run(job, done, games - done, self.size(games - done, job.bots), self.team, self.progress)
            if outcome.stopped:
                raise KeyboardInterrupt
            evidence.games += outcome.batch.games
            for goal in self.goals:
                if isinstance(goal.measure, OfGames):
                    check_offered(goal.measure.metric, [outcome.batch])
        if any(isinstance(goal.measure, OfFeel) for goal in self.goals):
            felt, most = len(evidence.felt), min(games, MOST_FELT)
            evidence.felt += felt_games(rules_of(job), job, felt, most - felt, _silently)
        if bots := self._ladder():
            rules = rules_of(job)
            evidence.ladder = climb(rules, job.seats, job.seed, games, self.team, _silently, self.size, bots)

    def _ladder(self) -> tuple[str, ...]:
        """The bots of the steps that the goals are about."""
        asked = [goal for goal in self.goals if isinstance(goal.measure, OfSkill)]
        if not asked:
            return ()
        steps = max(ceil(goal.low) if goal.high == inf else len(LADDER) - 1 for goal in asked)
        return LADDER[: max(1, steps) + 1]


def _silently(_done: int) -> None:
    pass
