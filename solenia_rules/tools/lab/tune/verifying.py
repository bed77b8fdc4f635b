"""Checks what a search found: on fresh seeds, because the best of many proposals was partly lucky, and with stronger
bots. Only what these games settle is claimed; the errors of all claims together stay below 5 %."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from solenia_rules.tools.lab.bot_words import read_bots
from solenia_rules.tools.lab.intervals import LEVEL, Measured
from solenia_rules.tools.lab.strengths import NO_OTHER, strength_of
from solenia_rules.tools.lab.tune.gathering import Gatherer
from solenia_rules.tools.lab.tune.goals import Goal, Verdict
from solenia_rules.tools.lab.tune.measures import Evidence, measured
from solenia_rules.tools.lab.tune.search import Proposal, Question
from solenia_rules.tools.lab.tune.settings import with_values
from solenia_rules.tools.lab.wire import Job

CANDIDATES = 3
"""So many of the best proposals are checked at most."""
STRONGER = {"random": "greedy", "greedy": "mcts:50"}
"""The bot with which the answer is checked besides the bot of the search."""
TIMES_STRONGER = 4
"""The stronger bot is a tree search with this many times as many playouts."""
FEWER = 10
"""The stronger bot plays this part of the games, because it takes longer."""

Claim: TypeAlias = Literal["holds", "one", "flips", "open", "missed"]
"""`holds`: all goals are settled to be met with every bot; `one`: with the bot of the search, and no other bot speaks
against it; `flips`: with the bot of the search, but another bot misses a goal; `open`: no goal is settled to be missed,
and not all are settled to be met; `missed`: a goal is settled to be missed."""


@frozen
class Seen:
    """A goal in games of one bot."""

    goal: Goal
    found: Measured | None
    verdict: Verdict


@frozen
class Trial:
    """All goals in games of one bot on fresh seeds."""

    bot: str
    games: int
    goals: tuple[Seen, ...]

    @property
    def verdict(self) -> Verdict:
        found = {one.verdict for one in self.goals}
        return "missed" if "missed" in found else "open" if "open" in found else "met"


@frozen
class Answer:
    """A proposal and what fresh games say about it."""

    proposal: Proposal
    trials: tuple[Trial, ...]
    """The bot of the search first, then stronger ones."""

    @property
    def claim(self) -> Claim:
        first, *others = (trial.verdict for trial in self.trials)
        if first != "met":
            return "missed" if "missed" in (first, *others) else "open"
        if "missed" in others:
            return "flips"
        return "one" if "open" in others else "holds"


def stronger_bots(bots: Sequence[str], also: str | None) -> list[str]:
    """The bots with which the answer is checked besides those of the search."""
    if also == NO_OTHER or len(set(bots)) > 1:
        return []
    if also is not None:
        return sorted({bot for bot in read_bots(also) if bot != bots[0]}, key=strength_of)
    name, _colon, number = bots[0].partition(":")
    if name == "mcts":
        return [f"mcts:{int(number or 200) * TIMES_STRONGER}"]
    return [STRONGER[name]] if name in STRONGER else []


def fresh_seed(seed: int) -> int:
    """The seed of the games that check an answer: games of the next seed, which the search has not seen."""
    return (seed + 1) % 2**62


def verify(
    question: Question, candidates: Sequence[Proposal], gatherer: Gatherer, others: Sequence[str], games: int
) -> Answer:
    """Check candidates in turn until one is not settled to miss a goal; if all are, the answer is about the first."""
    level = LEVEL / (CANDIDATES * (1 + len(others)) * len(question.goals))
    answers = []
    for proposal in candidates[:CANDIDATES]:
        first = tested(question, proposal, gatherer, None, games, level)
        more = [] if first.verdict == "missed" else others
        trials = [tested(question, proposal, gatherer, bot, max(2, games // FEWER), level) for bot in more]
        answers.append(Answer(proposal, (first, *trials)))
        if first.verdict != "missed":
            return answers[-1]
    return answers[0]


def tested(
    question: Question, proposal: Proposal, gatherer: Gatherer, bot: str | None, games: int, level: float
) -> Trial:
    """Games on fresh seeds with a bot; None: with the bots of the search."""
    job = fresh_job(question, proposal.values, gatherer, bot)
    evidence = Evidence()
    gatherer.gather(job, evidence, games)
    found = [(goal, measured(goal.measure, evidence, level)) for goal in question.goals]
    seen = tuple(Seen(goal, one, goal.judge(one)) for goal, one in found)
    return Trial(",".join(dict.fromkeys(job.bots)), len(evidence.games), seen)


def fresh_job(question: Question, values: Sequence[int], gatherer: Gatherer, bot: str | None) -> Job:
    job = gatherer.job(question.job)
    rules = job.rules if tuple(values) == question.now else with_values(job.rules, question.settings, values)
    bots = job.bots if bot is None else (bot,) * job.seats
    return evolve(job, rules=rules, seed=fresh_seed(job.seed), bots=bots)
