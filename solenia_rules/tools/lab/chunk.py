"""Plays a range of games of a job: the unit of work for another process or machine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from attrs import evolve

from solenia_rules.api.course import Course
from solenia_rules.api.loading import load_text
from solenia_rules.api.playouts import playouts
from solenia_rules.api.random_games import playout
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.play import chance
from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.counted import Counting
from solenia_rules.tools.lab.judge import Judge, judge_for
from solenia_rules.tools.lab.machine import MACHINES
from solenia_rules.tools.lab.record import Batch, GameRecord
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.tools.lab.watcher import Watcher
from solenia_rules.tools.lab.wire import Job, batch_text, read_job

Piece: TypeAlias = tuple[int, int]
"""A unit of work: the number of its first game, and the number of games."""
GAMES = chance.ANSWERS - 20
"""The random stream of game seeds; the streams of bots have higher numbers."""


def game_seed(seed: int, index: int) -> int:
    """The seed of one game of a run. It depends only on the run's seed and the index, so that runs can be paired."""
    key = chance.stream_key(*chance.split_seed(seed), GAMES)
    return chance.draw(key, 2 * index) << 31 | chance.draw(key, 2 * index + 1)


@lru_cache(maxsize=4)
def _rules(text: str, name: str) -> Ruleset:
    return load_text(text, name)


def rules_of(job: Job) -> Ruleset:
    """The rules of a job, read from its text: every process sees the same rules."""
    return _rules(job.rules, job.name)


def play_chunk(text: str, first: int, count: int) -> str:
    """Play games `first` to `first + count - 1` of a job; input and output are text."""
    job = read_job(text)
    return batch_text(play_games(job, rules_of(job), first, count))


def play_games(job: Job, rules: Ruleset, first: int, count: int) -> Batch:
    """Play a range of games, in machine code if that is possible and worthwhile."""
    return play_range(job, rules, MACHINES.find(rules, job, count), first, count)


def play_range(job: Job, rules: Ruleset, counting: Counting | None, first: int, count: int) -> Batch:
    """Play a range of games, in machine code if it is given."""
    seeds = [(index, game_seed(job.seed, index)) for index in range(first, first + count)]
    if random_ends(job):
        return Batch(list(_random_games(rules, job.seats, judge_for(rules, job.seats), seeds)))
    if counting is None:
        return _stepped(job, rules, seeds)
    batch = counting.play(seeds, lambda index, seed: _stepped(job, rules, [(index, seed)]))
    return Batch([evolve(game, parts={}) for game in batch.games]) if only_ends(job) else batch


def only_ends(job: Job) -> bool:
    """Whether only the ends of games are asked for."""
    return not job.parts and job.watched is None


def random_ends(job: Job) -> bool:
    """Whether only the ends of random games are asked for: the silent form of machine code plays them."""
    return only_ends(job) and set(job.bots) == {"random"}


def _stepped(job: Job, rules: Ruleset, seeds: list[tuple[int, int]]) -> Batch:
    """Play games answer by answer, with bots in Python."""
    judge = judge_for(rules, job.seats)
    makers = [bot_maker(word) for word in job.bots]
    watcher: Watcher | None = None
    batch = Batch()
    for index, seed in seeds:
        course = Course.begin(rules, job.seats, seed)
        bots = [make(seed, seat) for seat, make in enumerate(makers)]
        while not course.over:
            course.answer(bots[course.asked].answer(Seen(course, judge)))
        if only_ends(job):
            batch.games.append(judge.record(course.state, index, seed, course.events))
            continue
        watcher = watcher or Watcher(course, judge)
        watcher.watch(course, index, job.watched)
    return watcher.batch if watcher is not None else batch


def _random_games(rules: Ruleset, seats: int, judge: Judge, seeds: list[tuple[int, int]]) -> Iterator[GameRecord]:
    """Random games, in machine code if available. Only the last state says what ended a game without a winner."""
    ends = playouts(rules, seats, [seed for _index, seed in seeds])
    for (index, seed), end in zip(seeds, ends.games, strict=True):
        if end.winners:
            yield GameRecord(index, seed, end.winners, tuple(end.scores.values()), end.decisions, seen=False)
        else:
            yield evolve(judge.record(playout(rules, seats, seed).state, index, seed), seen=False)
