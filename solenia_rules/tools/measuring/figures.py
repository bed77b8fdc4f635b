"""Measures tasks side by side: CPU time, alternating between the tasks, with the median over the rounds. Describes the
machine, so that readers can judge the figures."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

from attrs import frozen

from solenia_rules.api.version import VERSION
from solenia_rules.text.errors import Error

CLOSE = 0.05
"""A figure keeps its bound only closely if its distance from the bound is smaller than this share of the bound."""


class MeasuringError(Error):
    """Raised when something cannot be measured."""


@frozen
class Figure:
    """One line of the table: what was measured, compared with what, and its bound."""

    name: str
    value: float
    unit: str
    low: float
    high: float
    """The lowest and the highest value of a round."""
    bound: str = ""
    """The bound in words; empty if there is none."""
    kept: bool = True
    detail: str = ""
    left: float | None = None
    """How far the value is from its bound, as a share of the bound; negative if it is missed."""

    @property
    def close(self) -> bool:
        """Whether the bound is kept, but so closely that a noisy machine may miss it."""
        return self.left is not None and 0 <= self.left < CLOSE


def figure(
    name: str,
    values: Sequence[float],
    unit: str,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    detail: str = "",
) -> Figure:
    """The median over the rounds, checked against its bound."""
    middle = median(values)
    bound = f">= {at_least:g}" if at_least is not None else f"<= {at_most:g}" if at_most is not None else ""
    kept = (at_least is None or middle >= at_least) and (at_most is None or middle <= at_most)
    left = middle / at_least - 1 if at_least else 1 - middle / at_most if at_most else None
    return Figure(name, middle, unit, min(values), max(values), bound, kept, detail, left)


def interleaved(tasks: Mapping[str, Callable[[], float]], rounds: int, turning: bool = True) -> dict[str, list[float]]:
    """Run every task once per round, so that a slowdown of the machine affects all of them; a task returns its value.

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
    """The CPU seconds that a call takes in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def cpu_of_command(command: Sequence[str], environment: Mapping[str, str], where: Path) -> float:
    """The CPU seconds, user and system, of one process. It must succeed; its output is discarded."""
    nothing = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=where, env=environment, stdin=nothing, stdout=nothing, stderr=nothing) as run:
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode != 0:
        raise MeasuringError(f"{' '.join(command)} ended with {run.returncode}")
    return usage.ru_utime + usage.ru_stime


def columns(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [head, tuple("-" * width for width in widths), *rows]
    return "\n".join("| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in lines)


def table(figures: Sequence[Figure]) -> str:
    rows = [
        (
            one.name,
            f"{one.value:.3g} {one.unit}",
            f"{one.low:.3g} to {one.high:.3g}",
            f"{one.bound} {'**no**' if not one.kept else 'closely' if one.close else 'yes'}" if one.bound else "",
            one.detail,
        )
        for one in figures
    ]
    return columns(("what", "median", "rounds", "promised, kept", "in figures"), rows)


def machine_facts(load_before: tuple[float, float, float], checkout: Path | None) -> dict[str, str]:
    facts = {
        "solenia": VERSION,
        "python": f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}",
        "system": platform.platform(),
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load before and after": f"{load_before[0]:.1f} and {os.getloadavg()[0]:.1f} (without us: 0 before, 1 after)",
        "interpreter": sys.executable,
    }
    if checkout is not None:
        facts["commit"] = _commit(checkout)
    return facts


def _processor() -> str:
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text("utf-8").splitlines() if facts.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def _commit(checkout: Path) -> str:
    """The measured commit, with a mark if the working tree differs from it."""
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12"],
            cwd=checkout, capture_output=True, text=True, check=False,
        )  # fmt: skip
    except OSError:
        return "unknown"
    return found.stdout.strip() or "unknown"
