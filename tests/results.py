"""Results of long runs as JSON: one file for each promise, from which `make reliability` writes a page."""

from __future__ import annotations

import datetime
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

from solenia_rules.text.frozen import evolve, field, frozen

FOLDER = Path(__file__).parents[1] / "docs" / "reliability"


@frozen
class Result:
    """How often a promise was tried, and what went wrong."""

    promise: str
    tries: int
    failures: list[str]
    more: Mapping[str, int] = field(factory=dict)
    """Other numbers of the run, by what they count."""
    next_seed: int = 0
    """The seed with which the run goes on."""
    date: str = ""
    commit: str = ""
    parts: Mapping[str, int] = field(factory=dict)
    """The tries on each commit, if the result was added up."""


def write(result: Result, folder: Path = FOLDER) -> Result:
    """Keep the result of a run, with its date and the commit on which it ran. An earlier result is forgotten."""
    _keep(result, {_commit(): result.tries}, folder)
    return result


def add(result: Result, folder: Path = FOLDER) -> Result:
    """Add the result of a further part to those before it, which may have run on earlier commits; returns the sum."""
    before = read(result.promise, folder)
    if before is None:
        before = Result(result.promise, 0, [])
    here = _commit()
    parts = {**(before.parts or ({before.commit: before.tries} if before.tries else {}))}
    parts[here] = parts.get(here, 0) + result.tries
    more = {what: before.more.get(what, 0) + result.more.get(what, 0) for what in {**before.more, **result.more}}
    made = evolve(result, tries=before.tries + result.tries, failures=[*before.failures, *result.failures], more=more)
    _keep(made, parts, folder)
    return made


def _keep(result: Result, parts: Mapping[str, int], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        "promise": result.promise,
        "tries": result.tries,
        "failures": result.failures,
        "more": dict(result.more),
        "next_seed": result.next_seed,
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "commit": list(parts)[-1],
        "parts": dict(parts),
    }
    text = json.dumps(kept, indent=2, ensure_ascii=False) + "\n"
    (folder / f"{result.promise}.json").write_text(text, "utf-8")


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
