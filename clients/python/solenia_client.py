"""A client of the solenia_rules engine for asyncio: one file without dependencies, to copy into any program.

    async with await Engine.start() as engine:
        loaded = await engine.call("rulesets.load", name="summer")
        status = await engine.call("game.new", ruleset=loaded["ruleset"], seed=7)

It starts `solenia engine` and speaks its protocol (docs/protocol.md). Programs that can import solenia_rules use
`solenia_rules.aio` instead; this client is for programs that keep the engine in a process of its own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

PROTOCOL = 1
LONGEST = 64 << 20
"""Bytes of one answer."""
ENDED = "the engine has ended"


class EngineError(Exception):
    """An error that the engine sent: `code`, and `data` with diagnostics or the reason of a refusal."""

    def __init__(self, code: int, message: str, data: dict[str, Any]) -> None:
        super().__init__(message)
        self.code = code
        self.data = data


class Engine:
    """A session with an engine."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._number = 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._progress: dict[int, Callable[[int, int], None]] = {}
        self._ended = False
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, *command: str, lang: str = "en") -> Engine:
        """Start the engine as a process: `solenia engine`, or another command."""
        process = await asyncio.create_subprocess_exec(
            *(command or ("solenia", "engine")),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST,
        )
        engine = cls(process)
        await engine.call("engine.hello", protocol=PROTOCOL, client="solenia_client.py", lang=lang)
        return engine

    async def call(
        self, method: str, *, on_progress: Callable[[int, int], None] | None = None, **params: object
    ) -> dict[str, Any]:
        """The result of a request; raises `EngineError`. A simulation whose task is cancelled stops."""
        if self._ended:
            raise ConnectionError(ENDED)
        self._number += 1
        number = self._number
        made = self._waiting[number] = asyncio.get_running_loop().create_future()
        if on_progress is not None:
            self._progress[number] = on_progress
        try:
            self._send(number, method, params)
            return await made
        except asyncio.CancelledError:
            self._send(None, "sim.cancel", {"request": number})
            raise
        finally:
            self._waiting.pop(number, None)
            self._progress.pop(number, None)

    async def close(self) -> None:
        """End the session."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._reader
        await self._process.wait()

    async def __aenter__(self) -> Engine:
        return self

    async def __aexit__(self, *_problem: object) -> None:
        await self.close()

    def _send(self, number: int | None, method: str, params: dict[str, object]) -> None:
        assert self._process.stdin is not None
        message: dict[str, object] = {"jsonrpc": "2.0", "method": method, "params": params}
        if number is not None:
            message["id"] = number
        self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self._receive(json.loads(line))
        self._ended = True
        for made in self._waiting.values():
            if not made.done():
                made.set_exception(ConnectionError(ENDED))

    def _receive(self, message: dict[str, Any]) -> None:
        if message.get("method") == "sim.progress":
            told = message["params"]
            report = self._progress.get(told["request"])
            if report is not None:
                report(told["done"], told["total"])
            return
        made = self._waiting.get(message["id"])
        if made is None or made.done():
            return
        if "error" in message:
            error = message["error"]
            made.set_exception(EngineError(error["code"], error["message"], error["data"]))
        else:
            made.set_result(message["result"])


async def main() -> None:
    """A game between two bots; seat 1 takes the middle one of its options."""
    async with await Engine.start() as engine:
        loaded = await engine.call("rulesets.load", name="connect_four")
        status = await engine.call("game.new", ruleset=loaded["ruleset"], seed=7)
        game = status["game"]
        while not status["over"]:
            asked = await engine.call("game.options", game=game)
            if asked["seat"] == 0:
                option = asked["options"][len(asked["options"]) // 2]["id"]
                status = await engine.call("game.answer", game=game, option=option, version=asked["version"])
            else:
                status = (await engine.call("bot.answer", game=game, bot="greedy"))["status"]
        winners = ", ".join(f"seat {seat + 1}" for seat in status["winners"]) or "nobody"
        print(f"{loaded['title']}: {status['decisions']} answers, won by {winners}")


if __name__ == "__main__":
    asyncio.run(main())
