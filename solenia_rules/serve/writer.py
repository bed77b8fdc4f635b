"""Writes facts in one thread, many requests in one transaction (group commit).

`append` returns a future, which is done when the facts are on the disk. The writer takes everything that waits and
hands it to `commit`; meanwhile new requests wait together for the next transaction, so that many tables share one
sync. If a transaction of several requests fails, each request is tried in a transaction of its own.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TypeAlias

from attrs import frozen

from solenia_rules.serve.errors import DatabaseError
from solenia_rules.serve.facts import Link

MOST_TOGETHER = 512
"""The most requests of one transaction."""
Row: TypeAlias = tuple[str, int, str, str]
"""Table, number, body, chain."""


@frozen
class _Request:
    rows: tuple[Row, ...]
    done: Future[None]


class GroupWriter:
    def __init__(self, commit: Callable[[Sequence[Row]], None], close: Callable[[], None]) -> None:
        """`commit` writes rows in one transaction, all or nothing, and raises `DatabaseError`. The thread of the writer
        calls both functions."""
        self._commit = commit
        self._close = close
        self._waiting: queue.Queue[_Request | None] = queue.Queue()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def append(self, table: str, links: Sequence[Link]) -> Future[None]:
        done: Future[None] = Future()
        rows = tuple((table, link.number, link.body, link.chain) for link in links)
        with self._lock:
            if self._closed:
                done.set_exception(DatabaseError("the database is closed"))
            else:
                self._waiting.put(_Request(rows, done))
        return done

    def close(self) -> None:
        """Write what waits, then end."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            group, going = self._group()
            if group:
                self._write(group)
        self._close()

    def _group(self) -> tuple[list[_Request], bool]:
        """Everything that waits, and whether the writer goes on."""
        one = self._waiting.get()
        group: list[_Request] = []
        while one is not None:
            group.append(one)
            if len(group) == MOST_TOGETHER:
                return group, True
            try:
                one = self._waiting.get_nowait()
            except queue.Empty:
                return group, True
        return group, False

    def _write(self, group: list[_Request]) -> None:
        try:
            self._commit([row for one in group for row in one.rows])
        except DatabaseError as problem:
            if len(group) == 1:
                group[0].done.set_exception(problem)
                return
            for one in group:
                self._write([one])
            return
        for one in group:
            one.done.set_result(None)
