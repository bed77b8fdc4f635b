"""Simulations: what `solenia sim`, `compare` and `check --play` take, against whole random games of `sr.playouts`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import solenia_rules as sr
from solenia_rules.tools.lab.chunk import play_games, rules_of
from solenia_rules.tools.lab.machine import MACHINES
from solenia_rules.tools.lab.runner import make_job
from solenia_rules.tools.lab.summary import summarize
from solenia_rules.tools.lab.unused import find_unused
from solenia_rules.tools.measuring.figures import Figure, cpu_of, cpu_of_command, figure, interleaved

ROOT = Path(__file__).parent.parent
GAMES = 2000
"""Games of a round."""
MANY = 10_000
LEAST_SHARE = 0.2
"""Simulated games with all statistics, against games of `sr.playouts`."""
MOST_CHECK = 12
"""`solenia check summer --play 50`, in units of 10,000 games of `sr.playouts`. It took 46 when
this bound was set."""
MOST_COMPARE, MOST_SIM = 5, 3
"""Elapsed seconds."""
CHANGED = """
ruleset  = "changed"
language = 1
extends  = "summer"
source   = "ours"
title    = {{ en = "Changed", fr = "Changé", pl = "Zmienione" }}

[cards.two_wood]
source   = "ours"
expelled = 'if makes of here is wood {{ gain {stars} stars }}'
"""


def simulations(rounds: int) -> list[Figure]:
    return [_statistics(rounds), _checking(rounds), *_commands(rounds)]


def _statistics(rounds: int) -> Figure:
    """Simulated games of random bots with everything that `solenia sim` tells, on one core."""
    rules = sr.load("summer")
    job = make_job(rules, 2, "random", 1)
    own = rules_of(job)
    MACHINES.find(own, job, GAMES)

    def simulate() -> None:
        batch = play_games(job, own, 0, GAMES)
        batch.in_order()
        summarize(batch, 2)
        find_unused(own, 2, batch)

    tasks: dict[str, Callable[[], float]] = {
        "ours": lambda: cpu_of(simulate) / GAMES,
        "playouts": lambda: cpu_of(lambda: sr.playouts(rules, 2, range(GAMES))) / GAMES,
    }
    for task in tasks.values():
        task()
    found = interleaved(tasks, rounds)
    ratios = [whole / ours for whole, ours in zip(found["playouts"], found["ours"], strict=True)]
    detail = f"{1 / median(found['ours']):,.0f} against {1 / median(found['playouts']):,.0f} games a second"
    name = "summer: sim of random bots with all statistics against sr.playouts"
    return figure(name, ratios, "x", at_least=LEAST_SHARE, detail=detail)


def _checking(rounds: int) -> Figure:
    rules = sr.load("summer")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["LANG"] = "C.UTF-8"
    command = (sys.executable, "-m", "solenia_rules", "check", "summer", "--play", "50")
    tasks: dict[str, Callable[[], float]] = {
        "check": lambda: cpu_of_command(command, environment, ROOT),
        "playouts": lambda: cpu_of(lambda: sr.playouts(rules, 2, range(MANY))),
    }
    for task in (*tasks.values(), *tasks.values()):  # the second run stores the rest of the programs in the cache
        task()
    found = interleaved(tasks, rounds)
    ratios = [ours / whole for ours, whole in zip(found["check"], found["playouts"], strict=True)]
    name = "solenia check summer --play 50 against 10,000 games of sr.playouts"
    return figure(name, ratios, "x", at_most=MOST_CHECK, detail=f"{median(found['check']):.2f} s")


def _commands(rounds: int) -> list[Figure]:
    """Commands after a number of a card was changed. Machine code for another number is in the cache, as for a designer
    who tunes a number."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "changed.toml"

        def command(*arguments: str) -> float:
            started = time.perf_counter()
            subprocess.run(
                (sys.executable, "-m", "solenia_rules", *arguments), cwd=ROOT, check=True, capture_output=True
            )
            return time.perf_counter() - started

        def change(stars: int) -> None:
            path.write_text(CHANGED.format(stars=stars), "utf-8")

        def compare(stars: int) -> float:
            change(stars)
            return command("compare", "summer", str(path), "--bots", "random", "--games", str(MANY))

        def sim(stars: int) -> float:
            change(stars)
            return command("sim", str(path), "--bots", "random", "--also", "no", "--games", str(MANY))

        compare(2)
        sim(2)
        settled = [compare(2) for _ in range(rounds)]
        changed = [sim(3 + number) for number in range(rounds)]
    return [
        figure("solenia compare of a one-star change, elapsed", settled, "s", at_most=MOST_COMPARE),
        figure(f"solenia sim, {MANY:,} games of a number just changed, elapsed", changed, "s", at_most=MOST_SIM),
    ]
