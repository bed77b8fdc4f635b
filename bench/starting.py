"""Start-up: commands in processes of their own against an interpreter that does nothing."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from solenia_rules.tools.measuring.figures import Figure, cpu_of_command, figure, interleaved

ROOT = Path(__file__).parent.parent
NOTHING = ("-c", "pass")
HELP = ("-m", "solenia_rules", "--help")
CHECK = ("-m", "solenia_rules", "check", "summer")


def starts(rounds: int) -> list[Figure]:
    """A copy of the checkout is measured, so that its caches can be emptied without harm to anybody; run as a module.

    First run: the user's cache directory is empty and the package has never been compiled to bytecode (as in a fresh
    clone); the standard library and the dependencies have been, as pip does when it installs them. Changed: compiled,
    but with nothing remembered, as after an edit of a ruleset. Warm: the same command ran before.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        package, cache = place / "solenia_rules", place / "cache"
        shutil.copytree(ROOT / "solenia_rules", package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "rulesets", place / "rulesets")
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "PYTHONPATH": str(place),
            "XDG_CACHE_HOME": str(cache),
            "LANG": "C.UTF-8",
        }

        def command(arguments: tuple[str, ...]) -> float:
            return cpu_of_command((sys.executable, *arguments), environment, place)

        def forget() -> None:
            shutil.rmtree(cache, ignore_errors=True)

        def uncompile() -> None:
            for compiled in [*package.rglob("__pycache__")]:
                shutil.rmtree(compiled)

        def first() -> float:
            forget()
            uncompile()
            return command(CHECK)

        def changed() -> float:
            forget()
            return command(CHECK)

        tasks: dict[str, Callable[[], float]] = {
            "nothing": lambda: command(NOTHING),
            "help": lambda: command(HELP),
            "first": first,
            "changed": changed,
            "warm": lambda: command(CHECK),
        }
        for task in tasks.values():
            task()
        found = interleaved(tasks, rounds, turning=False)  # what is warm comes after what emptied the caches
    nothing = found["nothing"]

    def against(name: str, key: str, at_most: float | None) -> Figure:
        ratios = [own / least for own, least in zip(found[key], nothing, strict=True)]
        detail = f"{median(found[key]) * 1000:.0f} ms against {median(nothing) * 1000:.1f} ms"
        return figure(name, ratios, "x", at_most=at_most, detail=detail)

    return [
        against("solenia --help against python -c pass", "help", 4),
        against("solenia check summer, warm, against python -c pass", "warm", 15),
        against("solenia check summer, first run, against python -c pass", "first", 60),
        against("solenia check summer, nothing remembered, against python -c pass", "changed", None),
    ]
