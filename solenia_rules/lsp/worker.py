"""Has files checked in the background while the server answers questions: always the latest text, and the file that was
edited last comes first."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from attrs import field, frozen
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter

from solenia_rules.lsp.analysis import analyse
from solenia_rules.lsp.knowledge import Knowledge, known_from
from solenia_rules.lsp.looker import request
from solenia_rules.lsp.positions import Encoding
from solenia_rules.lsp.shelf import Shelf

PAUSE = 0.03
"""Seconds to wait for more typing before a check."""
QUIET = 0.3
"""Seconds without typing or requests before the knowledge is updated; this work is done in the process of the
server."""
AT_LAST = 2.0
"""Seconds after which it is updated in any case."""


@frozen
class Task:
    """A file to check, and the texts that are open."""

    path: Path
    opened: dict[Path, str] = field(repr=False)
    addresses: dict[Path, str] = field(repr=False)
    encoding: Encoding
    turn: int
    """The number of edits; results of older ones need not be sent."""


@frozen
class Looked:
    """The result of the other process: the files that were read, and diagnostics by URI; or an internal error."""

    files: tuple[Path, ...] = ()
    told: dict[str, list[lsp.Diagnostic]] = field(factory=dict)
    bug: str | None = None


class Worker:
    """Runs until it is stopped. Both functions are called in its thread: `told` with diagnostics, `learned` with new
    knowledge."""

    def __init__(self, told: Callable[[Task, Looked], None], learned: Callable[[Task, Knowledge], None]) -> None:
        self._told = told
        self._learned = learned
        self._waiting: dict[Path, Task] = {}
        self._unlearned: dict[Path, tuple[Task, float]] = {}
        """Files that were checked but not analysed yet, and since when."""
        self._known: set[Path] = set()
        self._closed: dict[Path, int] = {}
        """File -> the count of edits when it was last closed."""
        self._change = threading.Condition()
        self._stopped = False
        self._active = 0.0
        self._shelf = Shelf()
        self._converter = get_converter()
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._run, name="solenia-look", daemon=True)

    def start(self) -> None:
        self._process = _looker()
        self._thread.start()

    def stop(self) -> None:
        with self._change:
            self._stopped = True
            self._change.notify()
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def touch(self) -> None:
        """A request arrived: no other work is started for a while."""
        self._active = time.monotonic()

    def ask(self, tasks: list[Task]) -> None:
        """Check these files, in this order, before those of earlier requests."""
        self.touch()
        with self._change:
            wanted = {task.path: task for task in tasks}
            self._waiting = wanted | {path: task for path, task in self._waiting.items() if path not in wanted}
            self._change.notify()

    def forget(self, path: Path, turn: int) -> None:
        """A file was closed."""
        with self._change:
            self._known.discard(path)
            self._closed[path] = turn
            self._waiting.pop(path, None)
            self._unlearned.pop(path, None)

    # ---- the thread -------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopped:
            task, is_new = self._next()
            if task is None:
                continue
            try:
                if is_new:
                    self._told(task, self._look(task))
                    self._remember(task)
                else:
                    self._learn(task)
            except Exception as problem:
                # An internal error: it is reported, and the next file is still checked.
                self._told(task, Looked(bug=repr(problem)))

    def _next(self) -> tuple[Task | None, bool]:
        """A file to check, or one to analyse while there are no requests; None after a pause."""
        with self._change:
            if not self._waiting and not self._stopped:
                self._change.wait(QUIET / 3 if self._unlearned else None)
            if self._stopped:
                return None, False
            if self._waiting:
                # Several quick edits cause one check.
                turn = -1
                while not self._stopped and turn != (turn := max((t.turn for t in self._waiting.values()), default=-1)):
                    self._change.wait(PAUSE)
                if not self._waiting:
                    return None, False  # closed in the meantime
                return self._waiting.pop(next(iter(self._waiting))), True
            now = time.monotonic()
            for path, (_, since) in self._unlearned.items():
                if path not in self._known or now - self._active >= QUIET or now - since >= AT_LAST:
                    return self._unlearned.pop(path)[0], False
            return None, False

    def _remember(self, task: Task) -> None:
        """Analyse it later; the time of the first of several edits counts."""
        with self._change:
            if task.turn > self._closed.get(task.path, -1):
                since = self._unlearned.get(task.path, (task, time.monotonic()))[1]
                self._unlearned[task.path] = (task, since)

    def _look(self, task: Task) -> Looked:
        line = request(task.path, task.opened, task.addresses, task.encoding)
        for _ in range(2):
            if self._process is None or self._process.poll() is not None:
                self._process = _looker()
            if self._stopped:
                self._process.kill()
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            try:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
                answer = self._process.stdout.readline()
            except OSError:
                answer = ""
            if answer:
                return self._read(answer)
        return Looked(bug="the process that checks files ended") if not self._stopped else Looked()

    def _read(self, answer: str) -> Looked:
        found = json.loads(answer)
        if "bug" in found:
            return Looked(bug=str(found["bug"]))
        told = {
            uri: [self._converter.structure(item, lsp.Diagnostic) for item in listed]
            for uri, listed in found["told"].items()
        }
        return Looked(tuple(map(Path, found["files"])), told)

    def _learn(self, task: Task) -> None:
        known = known_from(analyse(task.path, task.opened, self._shelf))
        if known is not None:
            self._learned(task, known)
            with self._change:
                if task.turn > self._closed.get(task.path, -1):
                    self._known.add(task.path)


def _looker() -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "solenia_rules.lsp.looker"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
