"""Errors of the server. Each says in one sentence what is wrong; nothing has changed when one is raised."""

from __future__ import annotations

from solenia_rules.words.tables.serve import ServeKey


class ServeError(Exception):
    """Something that the server refuses or cannot do."""


class DamagedTable(ServeError):
    """The stored facts of a table do not fit together."""

    def __init__(self, table: str, problem: str) -> None:
        super().__init__(f"table {table} is damaged: {problem}")
        self.table = table
        self.problem = problem


class DatabaseError(ServeError):
    """The database cannot be opened, read or written."""


class Refused(ServeError):
    """A request that is not carried out. `key` names the reason in the tables of texts; `text` is a reason that is
    already in the language of the client."""

    def __init__(self, key: ServeKey, status: int = 400, text: str | None = None, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.status = status
        self.text = text
        self.values = values
