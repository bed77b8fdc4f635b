"""Measures which texts and options bots reach in a ruleset, and which of their answers made a difference.

Machine code plays and counts where all bots exist in it. Plain Python is the reference; it also plays a pair that does
not fit into the memory of machine code.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from solenia_rules.api.course import Course
from solenia_rules.api.game import Game
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.fast import cover as compiled
from solenia_rules.fast.covering import Covering
from solenia_rules.fast.errors import Unsupported
from solenia_rules.tools.coverage.collector import Collector, fork
from solenia_rules.tools.lab.bot_words import known_bots
from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.chunk import game_seed
from solenia_rules.tools.lab.judge import judge_for
from solenia_rules.tools.lab.machine import Say, compiled_bots, silently
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.tools.lab.wire import Job

PAIR = 4
"""A pair is played and counted in plain Python in about the time of so many games that are only counted."""


def cover(
    job: Job, rules: Ruleset, games: int, progress: Callable[[int], None], say: Say = silently, busy: Say = silently
) -> Collector:
    """Play the first games of a job, each together with a game that differs by one answer. `say` tells why Python must
    play them, `busy` that compiling takes time."""
    plain = _Plain(job, rules, Collector(rules))
    code = _code(job, rules, games, plain.collector, say, busy)
    if code is None:
        for index in range(games):
            plain.play(index)
            progress(1)
    else:
        play_compiled(code, job, games, plain.collector, plain.play, progress)
    return plain.collector


def _code(job: Job, rules: Ruleset, games: int, collector: Collector, say: Say, busy: Say) -> Covering | None:
    known = known_bots(",".join(job.bots))
    if compiled_bots(job.bots) is None:
        return None

    def compiling() -> bool:
        worth = games * PAIR >= min(bot.worth for bot in known)
        if worth:
            busy(f"Compiling {rules.id} to machine code ...")
        return worth

    try:
        code = compiled(collector.program(job.seats), compiling)
    except Unsupported as error:
        say(f"Coverage is counted in plain Python: {rules.id} cannot be accelerated: {error}")
        return None
    if code is not None and code.unfit is not None and any(bot.thinks for bot in known):
        say(f"Coverage is counted in plain Python: bots that think cannot use machine code where there is {code.unfit}")
        return None
    return code


def play_compiled(
    code: Covering, job: Job, games: int, collector: Collector, plainly: Callable[[int], None],
    progress: Callable[[int], None],
) -> None:  # fmt: skip
    """Play and count pairs of games in machine code. `plainly` plays one that machine code cannot play."""
    bots = compiled_bots(job.bots)
    assert bots is not None
    sheet, spans = code.sheet()
    size = min(bot.chunk for bot in known_bots(",".join(job.bots)))
    done = counted = 0
    while done < games:
        seeds = [game_seed(job.seed, index) for index in range(done, min(games, done + size))]
        played, fault = code.cover(seeds, bots, sheet)
        done += played
        counted += played
        progress(played)
        if fault:
            plainly(done)
            done += 1
            progress(1)
    collector.take(job.seats, counted, sheet, spans)


@frozen
class _Plain:
    """Plays and counts pairs in plain Python."""

    job: Job
    rules: Ruleset
    collector: Collector

    def play(self, index: int) -> None:
        seed = game_seed(self.job.seed, index)
        first = self._finished(Course.begin(self.rules, self.job.seats, seed), seed)
        self.collector.add(first)
        forked = fork(first)
        if forked is not None:
            self.collector.compare(first, self._finished(Course.of(forked), seed))

    def _finished(self, course: Course, seed: int) -> Game:
        judge = judge_for(self.rules, self.job.seats)
        bots = [bot_maker(word)(seed, seat) for seat, word in enumerate(self.job.bots)]
        while not course.over:
            course.answer(bots[course.asked].answer(Seen(course, judge)))
        return course.game()
