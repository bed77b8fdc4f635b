"""Stores the facts of tables in PostgreSQL (extra `postgres`), so that several servers share the work.

A proxy sends all requests of a table to the same server. If a second server writes to the same table by mistake, the
key of the facts refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

from solenia_rules.serve.errors import DatabaseError
from solenia_rules.serve.facts import Link
from solenia_rules.serve.store import FORMAT
from solenia_rules.serve.writer import GroupWriter, Row

_TABLES = """
CREATE TABLE IF NOT EXISTS solenia_format (version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS solenia_facts (
    game   TEXT    NOT NULL,
    number INTEGER NOT NULL,
    body   TEXT    NOT NULL,
    chain  TEXT    NOT NULL,
    PRIMARY KEY (game, number)
);
"""
_LOCK = 0x534F4C45
"""The number of the advisory lock under which the tables are created."""


class PostgresStore:
    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise DatabaseError("PostgreSQL needs more packages: pip install 'solenia-rules[postgres]'") from None
        self._psycopg = psycopg
        self._address = address
        self._connection: psycopg.Connection[tuple[object, ...]] | None = None
        try:
            with psycopg.connect(address, connect_timeout=10) as connection:
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                connection.execute(_TABLES)
                found = connection.execute("SELECT version FROM solenia_format").fetchone()
                if found is None:
                    connection.execute("INSERT INTO solenia_format VALUES (%s)", (FORMAT,))
                elif found[0] != FORMAT:
                    raise DatabaseError(
                        f"the database has format {found[0]}, and this version of the program reads format {FORMAT}"
                    )
        except psycopg.Error as problem:
            raise DatabaseError(f"the database cannot be opened: {_brief(problem)}") from None
        self._writer = GroupWriter(self._commit, self._close)

    def append(self, table: str, links: Sequence[Link]) -> Future[None]:
        return self._writer.append(table, links)

    def tables(self) -> list[str]:
        return [str(game) for (game,) in self._read("SELECT game FROM solenia_facts WHERE number = 0 ORDER BY game")]

    def links(self, table: str) -> list[Link]:
        rows = self._read("SELECT number, body, chain FROM solenia_facts WHERE game = %s ORDER BY number", table)
        return [Link(int(str(number)), str(body), str(chain)) for number, body, chain in rows]

    def close(self) -> None:
        self._writer.close()

    def _read(self, query: str, *values: str) -> list[tuple[object, ...]]:
        try:
            with self._psycopg.connect(self._address, connect_timeout=10) as connection:
                found: list[tuple[object, ...]] = connection.execute(query, values).fetchall()
                return found
        except self._psycopg.Error as problem:
            raise DatabaseError(f"the database cannot be read: {_brief(problem)}") from None

    def _commit(self, rows: Sequence[Row]) -> None:
        try:
            if self._connection is None or self._connection.closed:
                self._connection = self._psycopg.connect(self._address, connect_timeout=10)
            with self._connection.transaction(), self._connection.cursor() as cursor:
                cursor.executemany("INSERT INTO solenia_facts VALUES (%s, %s, %s, %s)", rows)
            self._connection.commit()
        except self._psycopg.Error as problem:
            self._close()
            raise DatabaseError(f"the database cannot be written: {_brief(problem)}") from None

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _brief(problem: Exception) -> str:
    """The first line of a message. The address of the database holds a password and is not repeated."""
    return str(problem).strip().partition("\n")[0]
