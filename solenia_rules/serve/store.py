"""The interface of a store of facts. `sqlite` and `postgres` implement it; `opening` chooses one of them by the
address."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Protocol

from solenia_rules.serve.facts import Link

FORMAT = 1
"""The version of the tables of a database."""


class Store(Protocol):
    """Where facts are kept."""

    def append(self, table: str, links: Sequence[Link]) -> Future[None]:
        """Store facts of a table; the future is done when they are on the disk."""
        ...

    def tables(self) -> list[str]:
        """The ids of all tables."""
        ...

    def links(self, table: str) -> list[Link]:
        """The stored facts of one table, in order; empty if there is no such table."""
        ...

    def close(self) -> None:
        """Store what waits, then close."""
        ...
