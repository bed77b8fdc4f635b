"""Measuring side by side: CPU time, alternating between what is compared, medians of what each round gives."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

from attrs import frozen

from solenia_rules.text.errors import Error


class MeasuringError(Error):
    """Something could not be measured."""


@frozen
class Figure:
    """One line of the table: what was measured, against what, and the bound it has to keep."""

    name: str
    value: float
    unit: str
    low: float
    high: float
    """The lowest and the highest that a round gave."""
    bound: str = ""
    """The bound in words; empty where nothing is promised."""
    kept: bool = True
    detail: str = ""


def figure(
    name: str,
    values: Sequence[float],
    unit: str,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    detail: str = "",
) -> Figure:
    """The median of what the rounds gave, judged against its bound."""
    middle = median(values)
    bound = f">= {at_least:g}" if at_least is not None else f"<= {at_most:g}" if at_most is not None else ""
    kept = (at_least is None or middle >= at_least) and (at_most is None or middle <= at_most)
    return Figure(name, middle, unit, min(values), max(values), bound, kept, detail)


def interleaved(tasks: Mapping[str, Callable[[], float]], rounds: int, turning: bool = True) -> dict[str, list[float]]:
    """Every task once a round, so that a machine that slows down slows all of them; a task says what it found.

    `turning`: each round begins with another task.
    """
    found: dict[str, list[float]] = {name: [] for name in tasks}
    order = list(tasks)
    for number in range(rounds):
        first = number % len(order) if turning else 0
        for name in order[first:] + order[:first]:
            found[name].append(tasks[name]())
    return found


def cpu_of(work: Callable[[], object]) -> float:
    """Seconds of CPU that a call takes in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def cpu_of_command(command: Sequence[str], environment: Mapping[str, str], where: Path) -> float:
    """Seconds of CPU, user and system, of one process; it has to end well, its output is thrown away."""
    nothing = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=where, env=environment, stdin=nothing, stdout=nothing, stderr=nothing) as run:
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode != 0:
        raise MeasuringError(f"{' '.join(command)} ended with {run.returncode}")
    return usage.ru_utime + usage.ru_stime


def columns(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """As Markdown, so that it can be pasted into a page."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [head, tuple("-" * width for width in widths), *rows]
    return "\n".join("| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in lines)


def table(figures: Sequence[Figure]) -> str:
    rows = [
        (
            one.name,
            f"{one.value:.3g} {one.unit}",
            f"{one.low:.3g} to {one.high:.3g}",
            f"{one.bound} {'yes' if one.kept else '**no**'}" if one.bound else "",
            one.detail,
        )
        for one in figures
    ]
    return columns(("what", "median", "rounds", "promised, kept", "in figures"), rows)
