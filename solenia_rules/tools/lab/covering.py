"""Measures which texts and options bots reach in a ruleset, and which of their answers made a difference."""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.api.course import Course
from solenia_rules.api.game import Game
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.tools.coverage.collector import Collector, fork
from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.chunk import game_seed
from solenia_rules.tools.lab.judge import judge_for
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.tools.lab.wire import Job


def cover(job: Job, rules: Ruleset, games: int, progress: Callable[[int], None]) -> Collector:
    """Play the first games of a job, each together with a game that differs by one answer."""
    collector, judge = Collector(rules), judge_for(rules, job.seats)
    makers = [bot_maker(word) for word in job.bots]

    def finished(course: Course, seed: int) -> Game:
        bots = [make(seed, seat) for seat, make in enumerate(makers)]
        while not course.over:
            course.answer(bots[course.asked].answer(Seen(course, judge)))
        return course.game()

    for index in range(games):
        seed = game_seed(job.seed, index)
        first = finished(Course.begin(rules, job.seats, seed), seed)
        collector.add(first)
        forked = fork(first)
        if forked is not None:
            collector.compare(first, finished(Course.of(forked), seed))
        progress(1)
    return collector
