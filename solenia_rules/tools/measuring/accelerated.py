"""Measures machine code: against plain Python, after a number was changed, in several processes, and with copies."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from itertools import repeat
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import solenia_rules as sr
from solenia_rules import fast
from solenia_rules.tools.measuring.figures import Figure, MeasuringError, cpu_of, cpu_of_command, figure, interleaved
from solenia_rules.tools.measuring.trying import seats_of

if TYPE_CHECKING:
    from solenia_rules.fast.accelerated import Accelerated

LEAST_RATIO = 15
MOST_SECONDS = 2.0
LEAST_GAIN = 1.7
MOST_MICROSECONDS = 0.5
PLAIN_SECONDS = 0.05
"""The approximate seconds that plain Python plays in one round."""
FEWEST = 8
"""The fewest different games of a round. If fewer games were repeated, the branch prediction of the processor would
learn them."""
SHARE = 40
"""How often machine code plays each game that plain Python plays once. Both play the same games, because some games
take several times as long as others."""
CHECKED_GAMES = 12
MANY = 10_000
REPEATS = 2000

_CHANGED = """
import sys
import solenia_rules as sr
rules = sr.load(sys.argv[1], {sys.argv[2]: int(sys.argv[3])})
seats = 2 if 2 in rules.seats else rules.seats[0]
found = sr.playouts(rules, seats, range(int(sys.argv[4])), accelerated=True)
assert found.accelerated
"""
_PLAYER = """
import sys, time
import solenia_rules as sr
rules = sr.load(sys.argv[1])
code = rules.accelerated(2 if 2 in rules.seats else rules.seats[0])
code.games(range(100))
print("ready", flush=True)
sys.stdin.readline()
before = time.process_time()
start, played = time.perf_counter(), 0
while time.perf_counter() - start < float(sys.argv[2]):
    code.games(range(played, played + 50))
    played += 50
print(played / (time.perf_counter() - start), played / (time.process_time() - before))
"""


def accelerations(base: str, rulesets: Mapping[str, sr.Ruleset], rounds: int) -> list[Figure]:
    """Compare every ruleset with plain Python; an unsupported ruleset gets a line with the reason. The other figures
    are measured for the base only."""
    found = fast.available()
    if not found:
        return [_missing("machine code", found.reason)]
    figures = [_against_plain(name, rules, rounds) for name, rules in rulesets.items()]
    return [*figures, *_changed(base, rulesets[base], rounds), _processes(base, rounds), _copies(base, rounds)]


def _missing(name: str, reason: str) -> Figure:
    return Figure(name, 0.0, "x", 0.0, 0.0, "there is some", False, reason)


def _against_plain(name: str, rules: sr.Ruleset, rounds: int) -> Figure:
    title = f"{name}: machine code against plain Python"
    executor = rules.executor(seats_of(rules))
    try:
        code = rules.accelerated(seats_of(rules))
    except sr.SetupError as error:
        return _missing(title, str(error))
    _compare(name, code)
    one = cpu_of(lambda: executor.playout(0))
    few = max(FEWEST, round(PLAIN_SECONDS / max(one, 1e-6)))
    seeds = [*range(few)] * SHARE

    def plain() -> float:
        return cpu_of(lambda: [executor.playout(seed) for seed in range(few)]) / few

    def machine() -> float:
        return cpu_of(lambda: code.games(seeds)) / len(seeds)

    times = interleaved({"plain": plain, "machine": machine}, rounds)
    ratios = [slow / quick for slow, quick in zip(times["plain"], times["machine"], strict=True)]
    detail = f"{median(times['machine']) * 1e6:.1f} µs a game; {CHECKED_GAMES} games state for state the same"
    return figure(title, ratios, "x", at_least=LEAST_RATIO, detail=detail)


def _compare(name: str, code: Accelerated) -> None:
    found = code.games(range(CHECKED_GAMES), states=True)
    for seed in range(CHECKED_GAMES):
        if found.state(seed) != code.executor.playout(seed):
            raise MeasuringError(f"{name}: the game of seed {seed} is another one in machine code")


def _changed(name: str, rules: sr.Ruleset, rounds: int) -> list[Figure]:
    """Measure a new process that loads rules with a changed number and plays; wall-clock time including start-up. Then
    measure the same with an empty cache."""
    params = [param for param in rules.params.values() if param.high - max(2, param.low) > 1]
    if not params:
        return []
    widest = max(params, key=lambda param: param.high - param.low)
    values = [value for value in range(max(2, widest.low), widest.high + 1) if value != widest.default]
    with tempfile.TemporaryDirectory() as folder:

        def run(value: int, cache: str) -> tuple[float, float]:
            """Wall-clock seconds and CPU seconds."""
            environment = {**_environment(), "XDG_CACHE_HOME": str(Path(folder) / cache)}
            arguments = (name, widest.id, str(value), str(MANY))
            start = time.perf_counter()
            cpu = cpu_of_command((sys.executable, "-c", _CHANGED, *arguments), environment, Path.cwd())
            return time.perf_counter() - start, cpu

        run(widest.default, "known")
        known = [run(value, "known") for value in values[:rounds]]
        never = [run(widest.default, f"empty{number}") for number in range(min(rounds, 3))]
    title = f"{name}: {MANY:,} games of a number just changed, fresh process"
    return [_clocked(title, known, MOST_SECONDS), _clocked(f"{title}, nothing kept", never, None)]


def _clocked(name: str, runs: list[tuple[float, float]], most: float | None) -> Figure:
    detail = f"{median(cpu for _clock, cpu in runs):.2f} s of CPU; the rest is other work of the machine"
    return figure(name, [clock for clock, _cpu in runs], "s", at_most=most, detail=detail)


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(sr.__file__).parent.parent)}


def _processes(name: str, rounds: int) -> Figure:
    """Measure several processes. The machine must be otherwise idle."""
    ratios, speeds, by_cpu = [], [], []
    for _ in range(max(1, rounds // 2)):
        (alone,), both = _at_once(name, 1), _at_once(name, 2)
        ratios.append(sum(clock for clock, _cpu in both) / alone[0])
        by_cpu.append(sum(cpu for _clock, cpu in both) / alone[1])
        speeds.append(alone[0])
    detail = (
        f"one process: {median(speeds):.0f} games a second; {os.cpu_count()} cores; {median(by_cpu):.2f} by CPU time"
    )
    title = f"{name}: machine code in two processes against one"
    return figure(title, ratios, "x", at_least=LEAST_GAIN, detail=detail)


def _at_once(name: str, number: int, seconds: float = 1.0) -> list[tuple[float, float]]:
    """Games per second, by wall clock and by CPU time, of processes that play at the same time."""
    command = [sys.executable, "-c", _PLAYER, name, str(seconds)]
    pipe, found = subprocess.PIPE, []
    runs = [subprocess.Popen(command, env=_environment(), stdin=pipe, stdout=pipe, text=True) for _ in range(number)]
    for run in runs:
        assert run.stdout is not None
        run.stdout.readline()
    for run in runs:
        assert run.stdin is not None
        run.stdin.write("\n")
        run.stdin.flush()
    for run in runs:
        told, _ = run.communicate()
        if run.returncode != 0:
            raise MeasuringError(f"{name}: a process that plays ended with {run.returncode}")
        clock, cpu = map(float, told.split())
        found.append((clock, cpu))
    return found


def _copies(name: str, rounds: int) -> Figure:
    rules = sr.load(name)
    position = rules.accelerated(seats_of(rules)).start(1)
    copy = position.copy

    def copying() -> float:
        def work() -> None:
            for _ in repeat(None, REPEATS):
                copy()

        return cpu_of(work) / REPEATS * 1e6

    times = [copying() for _ in range(rounds)]
    detail = f"{8 * len(position.words)} bytes"
    return figure(f"{name}: copying a position in memory", times, "µs", at_most=MOST_MICROSECONDS, detail=detail)
