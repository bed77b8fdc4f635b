"""Results of long runs as JSON: one file for each promise, from which `make reliability` writes a page."""

from __future__ import annotations

import datetime
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

from solenia_rules.text.frozen import field, frozen

FOLDER = Path(__file__).parents[1] / "docs" / "reliability"


@frozen
class Result:
    """How often a promise was tried, and what went wrong."""

    promise: str
    tries: int
    failures: list[str]
    more: Mapping[str, int] = field(factory=dict)
    """Other numbers of the run, by what they count."""
    date: str = ""
    commit: str = ""


def write(result: Result, folder: Path = FOLDER) -> None:
    """Keep the result of a run, with its date and the commit on which it ran."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        "promise": result.promise,
        "tries": result.tries,
        "failures": result.failures,
        "more": dict(result.more),
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "commit": _commit(),
    }
    (folder / f"{result.promise}.json").write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", "utf-8")


def read(promise: str, folder: Path = FOLDER) -> Result | None:
    """The last result of a promise, or nothing if it was never tried."""
    path = folder / f"{promise}.json"
    return Result(**json.loads(path.read_text("utf-8"))) if path.exists() else None


def _commit() -> str:
    """The commit that is checked out; with a plus sign if files differ from it."""

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=FOLDER.parents[1], capture_output=True, text=True, check=False)
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", "solenia_rules", "rulesets")
    return git("rev-parse", "--short=10", "HEAD") + ("+" if changed else "")
