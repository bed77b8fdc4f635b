"""A session over two streams of bytes: one JSON a line in, one JSON a line out.

A line that is too long is skipped to its end, in pieces, so that it takes no memory. At the end of the input, a last
line without an end is carried out if it is complete, and simulations that run or wait are finished.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import BinaryIO

from solenia_rules.protocol.desk import Desk
from solenia_rules.protocol.results import Limits
from solenia_rules.protocol.session import Session

PIECE = 64 * 1024


def serve_streams(source: BinaryIO, target: BinaryIO, limits: Limits) -> None:
    """Answer the lines of a stream until it ends."""
    lock = Lock()

    def send(line: str) -> None:
        with lock:
            target.write(line.encode() + b"\n")
            target.flush()

    pool = ThreadPoolExecutor(1, "simulation")

    def begin(work: Callable[[], None]) -> None:
        pool.submit(work)

    session = Session(Desk(limits), send, begin)
    try:
        while line := source.readline(limits.line + 1):
            if len(line) > limits.line and not line.endswith(b"\n"):
                _skip(source)
                session.refuse_line(f"a line has at most {limits.line} bytes")
            else:
                session.receive(line)
    except BaseException:
        session.close()
        raise
    finally:
        pool.shutdown(wait=True)


def _skip(source: BinaryIO) -> None:
    """Read to the end of the line."""
    while (piece := source.readline(PIECE)) and not piece.endswith(b"\n"):
        pass
