"""What the commands that play many games share: options, progress, and the handling of errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec

import click
from attrs import frozen

import solenia_rules as sr
from solenia_rules.cli.exits import WRONG_USAGE
from solenia_rules.cli.play import read_params
from solenia_rules.cli.texts import language_of_environment
from solenia_rules.fast import available
from solenia_rules.tools.lab.bot_words import FORMS, OWN, known_bots, read_bots
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.runner import Workers, workers

P = ParamSpec("P")

SEEDS = click.IntRange(0, 2**62 - 1)
BOTS_HELP = f"Who plays: {FORMS} or {OWN}; one for all seats, or one for each."
OWN_CHUNK = 8
"""The most games that a process plays at a time with bots that users wrote."""


@frozen
class Played:
    """The options of every command that plays many games: who plays, on which seeds, and where."""

    bots: str
    seed: int
    seats: int | None
    params: tuple[str, ...]
    jobs: int | None
    chunk: int | None
    cluster: str | None

    def values(self) -> dict[str, int]:
        """The parameters that are set."""
        return read_params(self.params, language_of_environment())

    def processes(self) -> int:
        """The requested number of processes, or one for each available processor."""
        if self.jobs is not None:
            return self.jobs
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def piece_size(self, games: int, bots: Sequence[str] = ()) -> int:
        """How many games a process plays at a time: few, so that progress is visible and an interrupt loses little
        work. `bots`: if they are not those that were asked for."""
        if self.chunk is not None:
            return self.chunk
        words = ",".join(bots) or self.bots
        known = known_bots(words)
        own = [OWN_CHUNK] if len(known) < len(read_bots(words)) else []
        most = min([bot.chunk for bot in known] + own)
        return max(1, min(most, games // (4 * self.processes()) or 1))

    @contextmanager
    def team(self) -> Iterator[Workers]:
        """The workers: the requested number of processes, or a cluster."""
        self._tell_pace()
        with workers(self.processes(), self.cluster, say, busy) as found:
            yield found

    def _tell_pace(self) -> None:
        """Say why bots cannot use machine code, which would be many times faster."""
        found = available()
        if not found and any(bot.thinks for bot in known_bots(self.bots)):
            click.echo(f"Bots think in plain Python: {found.reason}", err=True)


def say(text: str) -> None:
    """Print a remark to stderr, apart from the results."""
    click.echo(text, err=True)


def busy(text: str) -> None:
    """Say on a terminal why nothing moves for a moment."""
    if sys.stderr.isatty():
        say(text)


def shared(command: Callable[Concatenate[Played, P], int]) -> Callable[..., int]:
    """Options of every command that plays many games; the command gets them as one."""

    @wraps(command)
    def run(
        bots: str,
        seed: int,
        seats: int | None,
        params: tuple[str, ...],
        jobs: int | None,
        chunk: int | None,
        cluster: str | None,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> int:
        return command(Played(bots, seed, seats, params, jobs, chunk, cluster), *args, **kwargs)

    made: Callable[..., int] = run
    for option in (
        click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, by the address of its scheduler."),
        click.option("--chunk", type=click.IntRange(1, 100_000), help="Games in one unit of work."),
        click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes; default: one per processor."),
        click.option("--params", multiple=True, metavar="NAME=N", help="Set a parameter; may be repeated."),
        click.option("--seats", type=click.IntRange(1, 8), help="Number of seats; default: the fewest."),
        click.option("--seed", type=SEEDS, default=1, show_default=True, help="Same seed, same games."),
        click.option("--bots", default="greedy", show_default=True, metavar="WHO,WHO", help=BOTS_HELP),
    ):  # fmt: skip
        made = option(made)
    return made


also_option = click.option(
    "--also",
    metavar="WHO",
    help="Other bots with which the claim is tested; default: one that is weaker or stronger; `no`: none.",
)
report_option = click.option(
    "--report", type=click.Path(dir_okay=False), metavar="FILE", help="Write one HTML page with the answer and plots."
)


def write_page(path: str, content: str) -> None:
    """Write a page or a plot."""
    try:
        Path(path).write_text(content, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise LabError(f"cannot write {path}: {problem.strerror}") from None
    click.echo(f"Wrote {path}.", err=True)


def told(command: Callable[P, int]) -> Callable[P, int]:
    """Errors in a request become a message and an exit code."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            return command(*args, **kwargs)
        except (LabError, sr.SetupError) as problem:
            click.echo(f"Error: {problem}", err=True)
            return WRONG_USAGE

    return run
