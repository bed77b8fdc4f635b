"""Opens the store of an address: a file name, or `postgresql://...`."""

from __future__ import annotations

from solenia_rules.serve.store import Store


def open_store(address: str) -> Store:
    """The store of a file name, or of an address `postgresql://...`."""
    if address.startswith(("postgresql://", "postgres://")):
        from solenia_rules.serve.postgres import PostgresStore

        return PostgresStore(address)
    from solenia_rules.serve.sqlite import SqliteStore

    return SqliteStore(address)
