"""Tries changes of modules on the tests near them: a plugin of pytest, used by `python -m tests.mutation`.

Tests are collected once. A first copy of the process runs all of them and notes which lines of the modules each test
runs. Then each change gets a copy of its own: it puts the changed code into the functions that are there, and runs the
tests that run the changed line, the quick ones first, until one fails. A copy has its own folder for what the
engine keeps, so that no change is hidden by something that was kept before.
"""

from __future__ import annotations

import ast
import gc
import hashlib
import importlib.util
import json
import os
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from types import FunctionType
from typing import Literal, TypeAlias

import coverage
import pytest
from _pytest.runner import runtestprotocol
from attrs import define, field, frozen

from tests.mutation.changes import Change, changes, compiled

Outcome: TypeAlias = Literal["killed", "survived", "unreached"]
KEPT = Path(__file__).parents[2] / ".cache" / "mutation"
MOST_SECONDS = 1800
"""All tests of a group need less CPU time than this."""


@frozen
class Source:
    """A module that is changed."""

    path: Path
    name: str
    """Its path from the root of the repository."""

    def read(self) -> ast.Module:
        return ast.parse(self.path.read_text("utf-8"))

    def changes(self) -> list[Change]:
        return changes(self.read(), self.name)


@frozen
class Reach:
    """What a test runs, and how long it takes."""

    number: int
    seconds: float
    lines: dict[str, set[int]]


@define
class Trial:
    """The plugin. `wanted`: the changes, in the order in which they are tried."""

    sources: dict[str, Source]
    wanted: list[Change]
    minutes: float
    """No further change is tried after this time."""
    keep: Callable[[Change, Outcome], None]
    patience: int = 20
    """The seconds of CPU that the tests of a change may need more than the tests of the same without the change."""
    reaches: list[Reach] = field(factory=list)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for source in self.sources.values():
            importlib.import_module(source.name.removesuffix(".py").replace("/", "."))
        items = session.items
        self.reaches = self._reaches(items)
        until = time.time() + self.minutes * 60
        for change in self.wanted:
            if time.time() > until:
                break
            self.keep(change, self.tried(change, items))
        return True

    def _reaches(self, items: Sequence[pytest.Item]) -> list[Reach]:
        """What each test runs. It is kept until a module or a file with tests is another one."""
        files = {*(source.path for source in self.sources.values()), *(item.path for item in items)}
        cases = [path for file in files for path in (file.parent / "cases").glob("*.txt")]
        key = hashlib.sha256(repr([item.nodeid for item in items]).encode())
        for path in sorted({*files, *cases}):
            key.update(path.read_bytes())
        kept = KEPT / f"{key.hexdigest()[:24]}.json"
        if not kept.exists():
            failed, told = _in_a_copy(lambda: _measured(items, list(self.sources.values())), MOST_SECONDS)
            if failed:
                raise pytest.UsageError("a test fails without any change")
            KEPT.mkdir(parents=True, exist_ok=True)
            kept.write_text(told, "utf-8")
        return [
            Reach(number, seconds, {name: set(lines) for name, lines in found.items()})
            for number, seconds, found in json.loads(kept.read_text("utf-8"))
        ]

    def tried(self, change: Change, items: Sequence[pytest.Item]) -> Outcome:
        """What the tests say of a change."""
        lines = self._lines(change)
        near = [reach for reach in self.reaches if reach.lines.get(change.module, set()) & lines]
        if not near:
            return "unreached"
        nearest = [reach for reach in near if change.line in reach.lines[change.module]]
        near = sorted(nearest or near, key=lambda reach: reach.seconds)
        most = self.patience + 4 * int(sum(reach.seconds for reach in near))
        chosen = [items[reach.number] for reach in near]
        failed, _told = _in_a_copy(lambda: _tested(chosen, self.sources[change.module], change), most)
        return "killed" if failed else "survived"

    def _lines(self, change: Change) -> set[int]:
        """The lines of the changed function, without the line of its head, which is run when it is defined."""
        found = [
            set(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))
            for node in ast.walk(self.sources[change.module].read())
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.lineno <= change.line <= (node.end_lineno or node.lineno)
        ]
        return max(found, key=len)


def _measured(items: Sequence[pytest.Item], sources: list[Source]) -> str | None:
    """The lines that each test runs, as JSON; None if a test fails."""
    found = []
    for number, item in enumerate(items):
        watching = coverage.Coverage(
            data_file=None, include=[str(source.path) for source in sources], config_file=False
        )
        start = time.process_time()
        watching.start()
        problem = _problem(item, items[number + 1] if number + 1 < len(items) else None)
        watching.stop()
        if problem:
            os.write(2, f"{item.nodeid}: {problem}\n".encode())
            return None
        data = watching.get_data()
        lines = {source.name: sorted(data.lines(str(source.path)) or ()) for source in sources}
        found.append((number, time.process_time() - start, {name: each for name, each in lines.items() if each}))
    return json.dumps(found)


def _tested(items: Sequence[pytest.Item], source: Source, change: Change) -> str | None:
    """An empty text if all tests pass with a change, otherwise None."""
    tree = source.read()
    same = next(one for one in changes(tree, source.name) if one.id == change.id)
    same.apply()
    codes = compiled(tree, str(source.path))
    for function in [each for each in gc.get_objects() if isinstance(each, FunctionType)]:
        old = function.__code__
        new = codes.get((old.co_qualname, old.co_firstlineno)) if old.co_filename == str(source.path) else None
        if new is not None and new.co_freevars == old.co_freevars:
            function.__code__ = new
    for item, after in pairwise([*items, None]):
        assert item is not None
        if _problem(item, after):
            return None
    return ""


def _problem(item: pytest.Item, after: pytest.Item | None) -> str:
    """Why a test fails; empty if it passes."""
    return "".join(report.longreprtext for report in runtestprotocol(item, log=False, nextitem=after) if report.failed)


def _in_a_copy(run: Callable[[], str | None], most: int) -> tuple[bool, str]:
    """Run something in a copy of this process: whether it failed, and what it returned. A copy that needs too much time
    or ends in any other way has failed."""
    folder = tempfile.mkdtemp(prefix="mutation-")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            os.environ["XDG_CACHE_HOME"] = folder
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
            told = run()
            if told is not None:
                with os.fdopen(writing, "w") as pipe:
                    pipe.write(told)
                status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    _pid, status = os.waitpid(child, 0)
    shutil.rmtree(folder, ignore_errors=True)
    return status != 0, told
