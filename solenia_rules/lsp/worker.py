"""Looks at files beside the editor's questions: one thread, the latest text, the file that was edited last first."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from solenia_rules.lsp.analysis import Analysis, analyse
from solenia_rules.lsp.knowledge import Knowledge, known_from
from solenia_rules.lsp.shelf import Shelf

PAUSE = 0.05
"""Seconds to wait for more letters before looking."""


@frozen
class Task:
    """A file to look at, and the texts that are open."""

    path: Path
    opened: dict[Path, str]
    turn: int
    """Counts edits: what belongs to an older one need not be told."""


class Worker:
    """Runs until it is stopped; both functions are called in its thread: `told` with what was found, or with what went
    wrong, then `learned` with what can be known from it."""

    def __init__(
        self, told: Callable[[Task, Analysis | Exception], None], learned: Callable[[Task, Knowledge], None]
    ) -> None:
        self._told = told
        self._learned = learned
        self._waiting: dict[Path, Task] = {}
        self._change = threading.Condition()
        self._stopped = False
        self._shelf = Shelf()
        self._thread = threading.Thread(target=self._run, name="solenia-look", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._change:
            self._stopped = True
            self._change.notify()

    def ask(self, tasks: list[Task]) -> None:
        """Look at these, in this order, before anything that was asked earlier."""
        with self._change:
            wanted = {task.path: task for task in tasks}
            self._waiting = wanted | {path: task for path, task in self._waiting.items() if path not in wanted}
            self._change.notify()

    def _next(self) -> Task | None:
        with self._change:
            while not self._waiting and not self._stopped:
                self._change.wait()
            if not self._stopped:
                # Whoever types quickly is asked about once.
                turn = -1
                while not self._stopped and turn != (turn := max(task.turn for task in self._waiting.values())):
                    self._change.wait(PAUSE)
            if self._stopped:
                return None
            return self._waiting.pop(next(iter(self._waiting)))

    def _run(self) -> None:
        while (task := self._next()) is not None:
            try:
                found = analyse(task.path, task.opened, self._shelf)
                self._told(task, found)
                known = known_from(found)
                if known is not None:
                    self._learned(task, known)
            except Exception as problem:
                # A mistake of ours: told to whoever asked, and the next file is looked at all the same.
                self._told(task, problem)
