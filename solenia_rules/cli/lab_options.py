"""What the commands that play many games have in common: options, progress, and what goes wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec

import click

import solenia_rules as sr
from solenia_rules.cli.exits import exit_code
from solenia_rules.cli.main import WRONG_USAGE
from solenia_rules.fast import available
from solenia_rules.lab.errors import LabError
from solenia_rules.lab.runner import Progress

P = ParamSpec("P")

SEEDS = click.IntRange(0, 2**62 - 1)
BOTS_HELP = "Who plays: random, greedy, mcts:N or file.py:Class; one for all seats, or one for each."


def shared(command: Callable[P, int]) -> Callable[P, int]:
    """Options of every command that plays many games."""
    for option in (
        click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, by the address of its scheduler."),
        click.option("--chunk", type=click.IntRange(1, 100_000), help="Games a process plays at a time."),
        click.option("--jobs", type=click.IntRange(1, 256), help="Processes; as many as there are processors."),
        click.option("--params", multiple=True, metavar="NAME=N", help="Set a parameter; may be repeated."),
        click.option("--seats", type=click.IntRange(1, 8), help="How many play; the fewest the game allows."),
        click.option("--seed", type=SEEDS, default=1, show_default=True, help="Same seed, same games."),
        click.option("--bots", default="greedy", show_default=True, metavar="WHO,WHO", help=BOTS_HELP),
    ):  # fmt: skip
        command = option(command)
    return command


def told(command: Callable[P, int]) -> Callable[P, int]:
    """Mistakes in what was asked for become a sentence and an exit code."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            return command(*args, **kwargs)
        except sr.RulesetError as problem:
            click.echo(str(problem), err=True)
            return exit_code(problem.diagnostics)
        except (LabError, sr.SetupError) as problem:
            click.echo(f"Error: {problem}", err=True)
            return WRONG_USAGE

    return run


def how_many(jobs: int | None) -> int:
    """Processes to use: those asked for, or one for each processor we may use."""
    if jobs is not None:
        return jobs
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def piece_size(chunk: int | None, games: int, jobs: int, bots: str) -> int:
    """Games a process plays at a time: few enough to see progress and to lose little."""
    if chunk is not None:
        return chunk
    most = 500 if set(bots.split(",")) == {"random"} else 1 if "mcts" in bots else 8
    return max(1, min(most, games // (4 * jobs) or 1))


def tell_pace(bots: tuple[str, ...]) -> None:
    """Say so where bots that think could do it many times as fast."""
    found = available()
    if not found and any(word.startswith(("greedy", "mcts")) for word in bots):
        click.echo(f"Bots think in plain Python: {found.reason}", err=True)


@contextmanager
def progress_bar(total: int, what: str = "games") -> Iterator[Progress]:
    """A bar on a terminal; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    with Bar(
        TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)
