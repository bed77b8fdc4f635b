"""Measures loading a ruleset and starting a game in a new process, relative to an interpreter that does nothing."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

import solenia_rules as sr
from solenia_rules.tools.measuring.figures import Figure, cpu_of_command, figure, interleaved

KEPT, CHANGED = 8, 35
"""The largest allowed multiples of `python -c pass`."""
START = "import sys, solenia_rules as sr; sr.new_game(sr.load(sys.argv[1])).decision.options"


def loads(spec: str, rounds: int) -> list[Figure]:
    """Unchanged: the same command ran before. Changed: nothing is cached. Both run up to the options of the first
    decision, with the fewest seats. The package is compiled to bytecode."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "PYTHONPATH": str(Path(sr.__file__).parent.parent),
            "XDG_CACHE_HOME": str(place / "cache"),
            "LANG": "C.UTF-8",
        }

        def command(*arguments: str) -> float:
            return cpu_of_command((sys.executable, *arguments), environment, place)

        def changed() -> float:
            # A changed ruleset has no cache entry, and entries of other rulesets do not help.
            shutil.rmtree(place / "cache", ignore_errors=True)
            return command("-c", START, spec)

        def kept() -> float:
            command("-c", START, spec)
            return command("-c", START, spec)

        tasks: dict[str, Callable[[], float]] = {
            "nothing": lambda: command("-c", "pass"),
            "kept": kept,
            "changed": changed,
        }
        for task in tasks.values():
            task()
            task()
        found = interleaved(tasks, rounds)
    nothing = found["nothing"]

    def against(name: str, key: str, at_most: float) -> Figure:
        ratios = [own / least for own, least in zip(found[key], nothing, strict=True)]
        detail = f"{median(found[key]) * 1000:.0f} ms against {median(nothing) * 1000:.1f} ms"
        return figure(name, ratios, "x", at_most=at_most, detail=detail)

    return [
        against(f"{spec}: load unchanged and start a game, against python -c pass", "kept", KEPT),
        against(f"{spec}: load changed and start a game, against python -c pass", "changed", CHANGED),
    ]
