"""The engine for programs, over a WebSocket: each connection gets a process of its own, `solenia engine --guest`.

The server only carries lines, so a ruleset of a stranger runs where the system limits its CPU time and its memory, and
a connection that ends takes its process with it. The number of processes is limited, in all and by address.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import suppress
from time import monotonic

from starlette.websockets import WebSocket, WebSocketDisconnect

from solenia_rules.protocol.desk import GUEST
from solenia_rules.serve.limits import Bucket, Limits

LONGEST_ANSWER = 64 << 20
"""Bytes of one line of the engine."""
USED_UP, WENT_WRONG, TOO_LONG, TOO_MANY = 1008, 1011, 1009, 1013
"""Codes of WebSockets with which a connection is closed."""


class Engines:
    """The engines that run for clients of a server."""

    def __init__(self, most: int, limits: Limits) -> None:
        """`most`: how many may run at the same time; with 0 there are none."""
        self.most = most
        self.limits = limits
        self._running: Counter[str] = Counter()
        self._closing: set[asyncio.Task[None]] = set()

    def has_room(self, address: str) -> bool:
        return self._running.total() < self.most and self._running[address] < self.limits.engines_by_address

    async def serve(self, socket: WebSocket, address: str) -> None:
        """Answer a client until it leaves, or until its engine ends."""
        if not self.has_room(address):
            await socket.close(TOO_MANY, "too many engines are running; try again later")
            return
        self._running[address] += 1
        try:
            await self._run(socket)
        finally:
            self._running[address] -= 1
            if not self._running[address]:
                del self._running[address]

    async def _run(self, socket: WebSocket) -> None:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "solenia_rules", "engine", "--guest", stdin=PIPE, stdout=PIPE,
            stderr=asyncio.subprocess.DEVNULL, limit=LONGEST_ANSWER,
        )  # fmt: skip
        tasks = [asyncio.create_task(self._questions(socket, child)), asyncio.create_task(_answers(socket, child))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Whoever cancels this task, the process ends first; its pipes are closed by a task of their own.
            if child.returncode is None:
                with suppress(ProcessLookupError):
                    child.kill()
            for task in tasks:
                task.cancel()
            closing = asyncio.create_task(_closed(child, tasks))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
            await asyncio.shield(closing)

    async def close(self) -> None:
        """Wait until the last processes have ended."""
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def _questions(self, socket: WebSocket, child: Process) -> None:
        """Carry the messages of the client to the engine."""
        assert child.stdin is not None
        bucket = Bucket.full(self.limits.messages_per_second, self.limits.messages_burst, monotonic())
        while True:
            try:
                message = await asyncio.wait_for(socket.receive(), self.limits.engine_idle_seconds)
            except TimeoutError:
                await socket.close(USED_UP, "nothing was asked for a long time")
                return
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if not isinstance(text, str) or len(text) > GUEST.line:
                await socket.close(TOO_LONG, f"a message is a text of at most {GUEST.line} characters")
                return
            while not bucket.take(monotonic()):
                await asyncio.sleep(1 / self.limits.messages_per_second)
            # Outside of texts, the end of a line is a space of JSON; inside, it is a mistake that the engine reports.
            child.stdin.write(text.replace("\n", " ").encode("utf-8", "replace") + b"\n")
            with suppress(ConnectionError):
                await child.stdin.drain()


async def _answers(socket: WebSocket, child: Process) -> None:
    """Carry the lines of the engine to the client."""
    assert child.stdout is not None
    with suppress(WebSocketDisconnect, RuntimeError):
        async for line in child.stdout:
            await socket.send_text(line.decode().rstrip("\n"))
        code = await child.wait()
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            await socket.close(USED_UP, "the CPU time of the session is used up")
        else:
            await socket.close(WENT_WRONG, "the engine has ended")


async def _closed(child: Process, tasks: list[asyncio.Task[None]]) -> None:
    """Wait until a process has ended and its pipes are closed."""
    assert child.stdin is not None
    await asyncio.gather(*tasks, return_exceptions=True)
    child.stdin.close()
    await child.communicate()
