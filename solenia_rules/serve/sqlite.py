"""Stores the facts of tables in a file of SQLite. Facts are only added, never changed or removed.

A fact counts as stored when its transaction is committed and synced. The file is refused, and left as it is, if it is
damaged, belongs to another program or has another format.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from solenia_rules.serve.errors import DatabaseError
from solenia_rules.serve.facts import Link
from solenia_rules.serve.store import FORMAT
from solenia_rules.serve.writer import GroupWriter, Row

APPLICATION = 0x534F4C45
"""Says in the header of the file that it is a database of this program."""
_TABLES = """
CREATE TABLE facts (
    game   TEXT    NOT NULL,
    number INTEGER NOT NULL,
    body   TEXT    NOT NULL,
    chain  TEXT    NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID
"""


class Rows(Protocol):
    """The result of a statement."""

    def fetchone(self) -> tuple[int | str, ...]: ...
    def fetchall(self) -> list[tuple[int | str, ...]]: ...


class Connection(Protocol):
    """What the store needs of a connection: `sqlite3.Connection` has it, and tests have one on a simulated disk. It
    raises `sqlite3.Error`."""

    @property
    def in_transaction(self) -> bool: ...
    def execute(self, sql: str, values: Sequence[str] = ..., /) -> Rows: ...
    def executemany(self, sql: str, rows: Iterable[Row], /) -> object: ...
    def close(self) -> None: ...


def connect(path: str) -> Connection:
    """A connection that begins no transactions by itself, for one thread at a time."""
    return sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)


class SqliteStore:
    """A file of SQLite. One thread writes; readers open connections of their own."""

    def __init__(self, path: Path | str, connect: Callable[[str], Connection] = connect) -> None:
        self.path = str(path)
        self._connect = connect
        self._connection = _opened(self.path, connect)
        self._writer = GroupWriter(self._commit, lambda: _close(self._connection))

    def append(self, table: str, links: Sequence[Link]) -> Future[None]:
        return self._writer.append(table, links)

    def tables(self) -> list[str]:
        return [str(game) for (game,) in self._read("SELECT game FROM facts WHERE number = 0 ORDER BY game")]

    def links(self, table: str) -> list[Link]:
        rows = self._read("SELECT number, body, chain FROM facts WHERE game = ? ORDER BY number", table)
        return [Link(int(number), str(body), str(chain)) for number, body, chain in rows]

    def close(self) -> None:
        self._writer.close()

    def _read(self, query: str, *values: str) -> list[tuple[int | str, ...]]:
        try:
            connection = self._connect(self.path)
            try:
                return connection.execute(query, values).fetchall()
            finally:
                connection.close()
        except sqlite3.Error as problem:
            raise DatabaseError(f"{self.path} cannot be read: {problem}") from problem

    def _commit(self, rows: Sequence[Row]) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO facts VALUES (?, ?, ?, ?)", rows)
            connection.execute("COMMIT")
        except sqlite3.Error as problem:
            _roll_back(connection)
            raise DatabaseError(f"{self.path} cannot be written: {problem}") from problem


def _roll_back(connection: Connection) -> None:
    with suppress(sqlite3.Error):  # SQLite has already rolled back what it could not write.
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _opened(path: str, connect: Callable[[str], Connection]) -> Connection:
    """The connection of the writer; raises `DatabaseError`."""
    try:
        connection = connect(path)
    except sqlite3.Error as problem:
        raise DatabaseError(f"{path} cannot be opened: {problem}") from problem
    try:
        _prepare(path, connection)
    except sqlite3.Error as problem:
        _close(connection)
        if Path(path).exists() and not os.access(path, os.W_OK):
            raise DatabaseError(f"{path} is read-only: the server must be allowed to write this file") from problem
        raise DatabaseError(f"{path} cannot be used as a database: {problem}") from problem
    except DatabaseError:
        _close(connection)
        raise
    return connection


def _close(connection: Connection) -> None:
    with suppress(sqlite3.Error):  # A disk that fails also fails at closing; everything stored was synced before.
        connection.close()


def _prepare(path: str, connection: Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if not empty and application != APPLICATION:
        raise DatabaseError(f"{path} is a database of another program")
    if not empty and version != FORMAT:
        raise DatabaseError(
            f"{path} has format {version}, and this version of the program reads format {FORMAT}; "
            "use the program that wrote it, or another file"
        )
    for (found,) in connection.execute("PRAGMA quick_check(1)").fetchall():
        if found != "ok":
            raise DatabaseError(
                f"{path} is damaged ({found}); it was left as it is: restore a copy or use another file"
            )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    # A transaction, also of an old file: it shows at once that the file or its folder is read-only.
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    if empty:
        connection.execute(_TABLES)
    connection.execute("COMMIT")
