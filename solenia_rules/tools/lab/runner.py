"""Builds a job from a request and plays its games in one or more processes or on a cluster; the result is the same for
all of them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TypeAlias

from attrs import frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.tools.lab.bot_words import read_bots
from solenia_rules.tools.lab.chunk import Piece, play_chunk, play_games, play_range, random_ends, rules_of
from solenia_rules.tools.lab.counted import Counting
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.machine import MACHINES, Say, is_accelerated, silently
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.tools.lab.wire import Job, read_batch

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

MOST_GAMES = 10_000_000


def make_job(
    rules: Ruleset, seats: int | None, bots: str, seed: int, parts: bool = True, watched: str | None = None
) -> Job:
    """A single bot is used for all seats; otherwise there must be one bot for each seat."""
    words = read_bots(bots)
    for word in words:
        bot_maker(word)
    count = seats if seats is not None else len(words) if len(words) > 1 else rules.seats[0]
    if count not in rules.seats:
        low, high = rules.seats[0], rules.seats[-1]
        raise LabError(f"{rules.id} is played by {low if low == high else f'{low} to {high}'} seats, not by {count}")
    if len(words) == 1:
        words *= count
    if len(words) != count:
        raise LabError(f"{len(words)} bots for {count} seats: name one for each seat, or one for all")
    return Job(rules.text(), rules.id, count, words, seed, parts, watched)


MOST_TRIES = 3
"""How often a unit of work is started if its worker dies."""
Progress: TypeAlias = Callable[[int], None]
"""Called with the number of games that have just been finished. It may raise `Stop`."""


class Stop(Exception):
    """Raised by a progress function to end a run; the finished games are kept."""


@frozen
class Outcome:
    """The games that were played; `stopped` if the user interrupted the run."""

    batch: Batch
    stopped: bool


class Workers(Protocol):
    """Workers that play units of a job."""

    def play(self, job: Job, pieces: list[Piece]) -> Iterator[tuple[Piece, Batch]]:
        """Play every unit once, in any order."""
        ...


class OneProcess:
    """Plays in this process."""

    def play(self, job: Job, pieces: list[Piece]) -> Iterator[tuple[Piece, Batch]]:
        rules = rules_of(job)
        for first, count in pieces:
            yield (first, count), play_games(job, rules, first, count)


class Threads:
    """Threads of this process, for machine code: they share the rules and the code, and run at the same time while
    machine code plays."""

    def __init__(self, count: int, counting: Counting | None) -> None:
        """`counting`: what plays and counts; None if only the ends of random games are asked for."""
        self.count = count
        self.counting = counting

    def play(self, job: Job, pieces: list[Piece]) -> Iterator[tuple[Piece, Batch]]:
        rules = rules_of(job)
        pool = ThreadPoolExecutor(self.count)
        waiting = {pool.submit(play_range, job, rules, self.counting, *piece): piece for piece in pieces}
        try:
            while waiting:
                for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(done), done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            if self.counting is not None:
                self.counting.stop()


def _children() -> list[BaseProcess]:
    """The processes that this one has started."""
    from multiprocessing import active_children

    return active_children()


class Processes:
    """Several processes on this machine. The work of a process that died is played again."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.others = _children()
        self.pool = self._started()

    def _started(self) -> ProcessPoolExecutor:
        # Processes do not exist in browsers: there, importing them fails.
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(self.count, initializer=_leave_interrupts)

    def play(self, job: Job, pieces: list[Piece]) -> Iterator[tuple[Piece, Batch]]:
        left = dict.fromkeys(pieces, 0)
        rules_of(job).executor(job.seats)  # the processes begin as copies of this one
        while left:
            try:
                for piece, text in self._round(job.text(), list(left)):
                    del left[piece]
                    yield piece, read_batch(text)
            except BrokenExecutor:
                self.close()
                self.pool = self._started()
                left = {piece: tries + 1 for piece, tries in left.items()}
                if max(left.values()) >= MOST_TRIES * max(1, self.count):
                    raise LabError("processes that play games die again and again; is there enough memory?") from None

    def _round(self, job: str, pieces: list[Piece]) -> Iterator[tuple[Piece, str]]:
        waiting: dict[Future[str], Piece] = {}
        queue = iter(pieces)
        while True:
            while len(waiting) < 2 * self.count and (piece := next(queue, None)) is not None:
                waiting[self.pool.submit(play_chunk, job, *piece)] = piece
            if not waiting:
                return
            for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(done), done.result()

    def close(self) -> None:
        """Stop all processes at once, even in the middle of a game."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in _children():
            if process not in self.others:
                process.terminate()


def _leave_interrupts() -> None:
    """Ignore Ctrl-C in a worker: it reaches all processes of a terminal, and only the main process reacts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Here:
    """Workers on this machine: threads if machine code plays a job, otherwise processes. `say` tells why Python must
    play, `busy` that compiling takes time."""

    def __init__(self, count: int, say: Say, busy: Say) -> None:
        self.count = count
        self.say, self.busy = say, busy
        self._processes: Processes | None = None

    def play(self, job: Job, pieces: list[Piece]) -> Iterator[tuple[Piece, Batch]]:
        return self._team(job, sum(count for _first, count in pieces)).play(job, pieces)

    def _team(self, job: Job, games: int) -> Workers:
        rules = rules_of(job)
        if random_ends(job):
            if is_accelerated(rules, job.seats):
                return Threads(self.count, None)
        elif (counting := MACHINES.find(rules, job, games, self.say, self.busy)) is not None:
            return Threads(self.count, counting)
        if self.count == 1:
            return OneProcess()
        if self._processes is None:
            self._processes = Processes(self.count)
        return self._processes

    def close(self) -> None:
        if self._processes is not None:
            self._processes.close()


@contextmanager
def workers(jobs: int, cluster: str | None, say: Say = silently, busy: Say = silently) -> Iterator[Workers]:
    """The requested workers; they are closed at the end."""
    if cluster is not None:
        from solenia_rules.tools.lab.cluster import connected

        with connected(cluster) as machines:
            yield machines
    else:
        here = Here(jobs, say, busy)
        try:
            yield here
        finally:
            here.close()


def pieces_of(first: int, count: int, size: int) -> list[Piece]:
    return [(start, min(size, first + count - start)) for start in range(first, first + count, size)]


def run(job: Job, first: int, count: int, size: int, team: Workers, progress: Progress) -> Outcome:
    """Play games `first` to `first + count - 1` in units of `size` games. After Ctrl-C or `Stop`, the
    finished games are kept."""
    batch, stopped = Batch(), False
    try:
        for piece, found in team.play(job, pieces_of(first, count, size)):
            batch.add(found)
            progress(piece[1])
    except (KeyboardInterrupt, Stop):
        stopped = True
    batch.in_order()
    return Outcome(batch, stopped)
