"""The language server as a target of fuzzing: messages of an editor go in; no error of the server may come out.

Each line of the input is the body of a message, which is framed with its length; a line that begins with `!` is sent as
it is, with its own head. Open texts are checked at once and in this process, so that questions about them are answered.
"""

from __future__ import annotations

import asyncio
import io
import logging
import threading
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from pygls.io_ import run_async

from solenia_rules.lsp.analysis import analyse
from solenia_rules.lsp.knowledge import Knowledge, known_from
from solenia_rules.lsp.server import Server, is_refusal, make_server
from solenia_rules.lsp.shelf import Shelf
from solenia_rules.lsp.worker import Looked, Task

OURS = str(Path("solenia_rules") / "lsp")


class AtOnce:
    """Checks texts at once, in the place of the worker, which has a process and a thread."""

    shelf = Shelf()

    def __init__(self, told: Callable[[Task, Looked], None], learned: Callable[[Task, Knowledge], None]) -> None:
        self.told = told
        self.learned = learned

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def touch(self) -> None: ...
    def forget(self, path: Path, turn: int) -> None: ...

    def ask(self, tasks: list[Task]) -> None:
        for task in tasks:
            self.told(task, Looked((task.path,)))
            known = known_from(analyse(task.path, task.opened, self.shelf))
            if known is not None:
                self.learned(task, known)


class Sent:
    """What the editor sends. The server does other work before each line."""

    def __init__(self, data: bytes) -> None:
        self.stream = io.BytesIO(data)

    async def readline(self) -> bytes:
        await asyncio.sleep(0)
        return self.stream.readline()

    async def readexactly(self, n: int) -> bytes:
        return self.stream.read(n)


class Replies:
    """What the server writes, which nobody reads."""

    def write(self, data: bytes) -> None:
        assert data

    def close(self) -> None: ...


class Faults(logging.Handler):
    """Errors in our code that the library logs. A refusal with its reason is none."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info is not None and record.exc_info[2] is not None and not is_refusal(record):
            frames = traceback.extract_tb(record.exc_info[2])
            if any(OURS in frame.filename for frame in frames):
                self.found.append("".join(traceback.format_exception(record.exc_info[1])))


def framed(data: bytes) -> bytes:
    """The lines of an input as messages."""
    made = []
    for line in data.split(b"\n"):
        made.append(line[1:] if line.startswith(b"!") else b"Content-Length: %d\r\n\r\n%b" % (len(line), line))
    return b"".join(made)


async def _serve(server: Server, data: bytes) -> None:
    server.protocol.set_writer(Replies())
    try:
        await run_async(threading.Event(), Sent(data), server.protocol, logging.getLogger("pygls.fuzzed"))
    except SystemExit:  # the message `exit`
        pass
    others = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.gather(*others, return_exceptions=True)


def editor(data: bytes) -> None:
    """Messages of an editor."""
    faults, log = Faults(), logging.getLogger("pygls")
    before = log.handlers[:], log.propagate
    log.handlers, log.propagate = [faults], False
    try:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("solenia_rules.lsp.server.Worker", AtOnce)
            asyncio.run(_serve(make_server(), framed(data)))
    finally:
        log.handlers, log.propagate = before
    assert not faults.found, faults.found[0]
