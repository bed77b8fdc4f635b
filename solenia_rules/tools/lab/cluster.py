"""Plays the units of work on a Dask cluster. Jobs and results are sent as text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from solenia_rules.tools.lab.chunk import Piece, play_chunk
from solenia_rules.tools.lab.errors import LabError, MissingExtra
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.wire import Job, read_batch

if TYPE_CHECKING:
    from distributed import Client

SECONDS = "5s"
"""The timeout for an answer from the scheduler."""
RETRIES = 3


class Cluster:
    """The workers of a scheduler, which gives the work of a lost worker to another one."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def play(self, job: Job, pieces: list[Piece]) -> Iterator[tuple[Piece, Batch]]:
        from distributed import as_completed

        shared = self.client.scatter(job.text(), hash=False)
        futures = {
            self.client.submit(play_chunk, shared, first, count, pure=False, retries=RETRIES): (first, count)
            for first, count in pieces
        }
        try:
            for future, text in as_completed(list(futures), with_results=True):
                yield futures[future], read_batch(text)
        finally:
            self.client.cancel(list(futures))


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtra("--cluster", "cluster") from None
    try:
        client = Client(address, timeout=SECONDS)
    except (OSError, ValueError, TimeoutError) as problem:
        raise LabError(f"--cluster: no scheduler answers at {address}: {problem}") from None
    try:
        if not client.scheduler_info()["workers"]:
            raise LabError(
                f"--cluster: the scheduler at {address} has no workers; start some with: dask worker {address}"
            )
        yield Cluster(client)
    finally:
        client.close()
