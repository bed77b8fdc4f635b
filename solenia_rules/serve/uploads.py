"""Checks an uploaded ruleset in a child process with limits of CPU time, memory and elapsed time.

The parent writes the text to the child's input and reads one JSON line: the diagnostics, or the resolved ruleset. A
child that takes too long or too much memory is ended; the parent says so and nothing else happens.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from solenia_rules.serve.errors import Refused
from solenia_rules.serve.limits import Limits

if TYPE_CHECKING:
    from solenia_rules.text.diagnostics import Diagnostic

CPU_SECONDS = 10
MEMORY = 1 << 30
SECONDS = 30
LONGEST_RESULT = 4 << 20
ALLOWED = {"steps": 1_000_000, "pieces": 2000, "cells": 2000, "zones": 1000, "numbers": 20_000}
"""The most that an uploaded ruleset may have or ask for; these are `solenia_rules.Limits`."""

Report: TypeAlias = "dict[str, object]"


@frozen
class Checked:
    """An uploaded ruleset: its mistakes, or its resolved text if there are none."""

    diagnostics: tuple[dict[str, object], ...]
    text: str
    title: str
    seats: tuple[int, int]


async def check_upload(text: str, limits: Limits) -> Checked:
    """Check a ruleset; raises `Refused` if it is too long or cannot be checked within the limits."""
    if len(text.encode()) > limits.upload:
        raise Refused("upload_long", 413, most=limits.upload // 1024)
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "solenia_rules.serve.uploads",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        limit=LONGEST_RESULT,
    )  # fmt: skip
    try:
        written, _ = await asyncio.wait_for(child.communicate(text.encode()), SECONDS)
    except TimeoutError:
        raise Refused("upload_slow", 422) from None
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    if child.returncode != 0 or len(written) > LONGEST_RESULT:
        raise Refused("upload_slow", 422)
    given = json.loads(written)
    return Checked(tuple(given["diagnostics"]), given["text"], given["title"], tuple(given["seats"]))


def _limit() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LONGEST_RESULT, LONGEST_RESULT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def report(text: str) -> Report:
    """What is told about a ruleset. Runs in the child. The ruleset can extend bundled rulesets and nothing else."""
    import solenia_rules as sr
    from solenia_rules.api.loading import load_written

    try:
        rules = load_written(text, limits=sr.Limits(**ALLOWED))
        first = sr.new_game(rules, rules.seats.start, 0)
        assert first.seats
    except sr.RulesetError as problem:
        return {"diagnostics": [_told(d) for d in problem.diagnostics], "text": "", "title": "", "seats": [0, 0]}
    except sr.Error as problem:
        told = {"code": "", "severity": "error", "message": str(problem), "line": 0, "column": 0, "hint": ""}
        return {"diagnostics": [told], "text": "", "title": "", "seats": [0, 0]}
    seats = [rules.seats.start, rules.seats.stop - 1]
    warnings = [_told(d) for d in rules.warnings]
    return {"diagnostics": warnings, "text": rules.text(), "title": rules.title, "seats": seats}


def _told(diagnostic: Diagnostic) -> Report:
    return {
        "code": diagnostic.code, "severity": diagnostic.severity, "message": diagnostic.told,
        "line": diagnostic.span.line if diagnostic.span.source.text else 0, "column": diagnostic.span.column,
        "hint": diagnostic.hint or "",
    }  # fmt: skip


def main() -> None:
    _limit()
    with TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        sys.stdout.write(json.dumps(report(sys.stdin.buffer.read().decode("utf-8", "replace"))))


if __name__ == "__main__":
    main()
