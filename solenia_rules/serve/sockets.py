"""The WebSockets: a table, whose messages go both ways, and a session with the engine for programs.

The first message of a connection to a table holds the token and says how the client wants to see the table.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from time import monotonic, perf_counter

from starlette.websockets import WebSocket, WebSocketDisconnect

from solenia_rules.serve.endpoints import address_of
from solenia_rules.serve.engines import Engines
from solenia_rules.serve.errors import DamagedTable, DatabaseError, Refused
from solenia_rules.serve.hub import Connection, Held, Hub
from solenia_rules.serve.limits import Bucket, Limits
from solenia_rules.serve.messages import read_hello, read_message
from solenia_rules.serve.metrics import Metrics
from solenia_rules.serve.positions import json_text, width_of
from solenia_rules.serve.requests import answer_message
from solenia_rules.serve.texts import refusal
from solenia_rules.words.languages import LANGUAGES

TOO_BIG = 1009
"""The code with which a connection is closed after a frame that is too long, by us or by the web server."""
log = logging.getLogger("solenia.serve")


class Sockets:
    """The connections of a server."""

    def __init__(self, hub: Hub, limits: Limits, metrics: Metrics, origins: tuple[str, ...], engines: Engines) -> None:
        self.hub = hub
        self.limits = limits
        self.metrics = metrics
        self.origins = origins
        self.engines = engines
        self.addresses: Counter[str] = Counter()

    async def table(self, socket: WebSocket) -> None:
        """The connection of a client with a table."""
        address = address_of(socket.scope)
        table = socket.path_params["table"]
        turned_away = "origin" if not self._from_here(socket) else "" if self._has_room(address) else "connections"
        if turned_away:
            log.info("refused", extra={"table": table, "reason": turned_away})
            await socket.close(1008)
            return
        self.addresses[address] += 1
        self.metrics.change("connections", 1)
        try:
            await socket.accept()
            await self._serve(socket)
        except WebSocketDisconnect as gone:
            if gone.code == TOO_BIG:
                log.info("refused", extra={"table": table, "reason": "too_long"})
        except RuntimeError:
            pass
        finally:
            self.metrics.change("connections", -1)
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    def _from_here(self, socket: WebSocket) -> bool:
        """Whether the page that opens the connection is ours. Programs that are no browsers send no origin."""
        origin = socket.headers.get("origin")
        if origin is None or origin in self.origins:
            return True
        return origin.partition("://")[2] == socket.headers.get("host", "")

    def _has_room(self, address: str) -> bool:
        total = self.metrics.levels["connections"]
        return total < self.limits.connections and self.addresses[address] < self.limits.connections_by_address

    async def _serve(self, socket: WebSocket) -> None:
        lang = "en"
        try:
            hello = read_hello(
                await asyncio.wait_for(_text(socket, self.limits), self.limits.greeting_seconds), self.limits
            )
            lang = hello.lang if hello.lang in LANGUAGES else "en"
            held = await self.hub.held(socket.path_params["table"])
            viewer = held.table.seat_of(hello.token)
        except Refused as problem:
            log.info("refused", extra={"table": socket.path_params["table"], "reason": problem.key})
            await socket.send_text(json_text(refusal(problem, lang)))
            await socket.close(1008)
            return
        except DamagedTable as problem:
            log.error("damaged table", extra={"table": problem.table, "problem": problem.problem})
            await socket.send_text(json_text(refusal(Refused("damaged", 410), lang)))
            await socket.close(1011)
            return
        except TimeoutError:
            await socket.close(1008)
            return
        theme = "dark" if hello.theme == "dark" else "light"
        connection = Connection(viewer, lang, theme, width_of(hello.width), held.epoch)
        self.hub.connect(held, connection)
        sender = asyncio.create_task(self._send(socket, held, connection))
        try:
            await self._receive(socket, held, connection)
        finally:
            self.hub.disconnect(held, connection)
            sender.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender

    async def _receive(self, socket: WebSocket, held: Held, connection: Connection) -> None:
        bucket = Bucket.full(self.limits.messages_per_second, self.limits.messages_burst, monotonic())
        while True:
            text = await _text(socket, self.limits)
            begun = perf_counter()
            if not bucket.take(monotonic()):
                self.metrics.add("messages_refused")
                connection.reply(refusal(Refused("too_many", 429), connection.lang))
                await asyncio.sleep(1 / self.limits.messages_per_second)
                continue
            if len(connection.replies) > self.limits.backlog:
                await socket.close(1008)
                return
            request = ""
            try:
                message = read_message(text, self.limits)
                request = message.request[:64]
                reply = await answer_message(self.hub, held, connection, message)
                if reply is not None:
                    connection.reply(reply)
            except Refused as problem:
                self.metrics.add("requests_refused")
                log.info("refused", extra={"table": held.table.id, "reason": problem.key})
                connection.reply(refusal(problem, connection.lang, request))
                if problem.key == "stale":
                    connection.stale = True
            except DatabaseError as problem:
                self.metrics.add("store_failures")
                log.error("not stored", extra={"table": held.table.id, "problem": str(problem)})
                connection.reply(refusal(Refused("not_stored", 503), connection.lang, request))
            self.metrics.answered(perf_counter() - begun)

    async def _send(self, socket: WebSocket, held: Held, connection: Connection) -> None:
        try:
            await self._send_all(socket, held, connection)
        except (WebSocketDisconnect, RuntimeError):
            pass  # The client has left.
        except Exception:
            # A fault of the server: the client connects again, and the log says what happened.
            log.exception("sending failed", extra={"table": held.table.id})
            await socket.close(1011)

    async def _send_all(self, socket: WebSocket, held: Held, connection: Connection) -> None:
        while True:
            await connection.wake.wait()
            connection.wake.clear()
            await self._send_replies(socket, connection)
            if connection.stale:
                await self.hub.draw_for(held, connection)
                await self._send_replies(socket, connection)
                await socket.send_text(self.hub.state_for(held, connection))

    async def _send_replies(self, socket: WebSocket, connection: Connection) -> None:
        while connection.replies:
            await socket.send_text(json_text(connection.replies.pop(0)))

    async def engine(self, socket: WebSocket) -> None:
        """A session with the engine, for programs."""
        address = address_of(socket.scope)
        if not self._from_here(socket):
            await socket.close(1008)
            return
        await socket.accept()
        self.metrics.change("engines", 1)
        try:
            await self.engines.serve(socket, address)
        except (WebSocketDisconnect, RuntimeError):
            pass  # The client has left.
        finally:
            self.metrics.change("engines", -1)


async def _text(socket: WebSocket, limits: Limits) -> str:
    """The next message of a client; closes the connection if it is no text or too long."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if isinstance(text, str) and len(text) <= limits.frame:
        return text
    problem, code = (Refused("too_long", 413), TOO_BIG) if isinstance(text, str) else (Refused("malformed"), 1003)
    if code != TOO_BIG:
        log.info("refused", extra={"table": socket.path_params["table"], "reason": problem.key})
    await socket.send_text(json_text(refusal(problem, "en")))
    await socket.close(code)
    raise WebSocketDisconnect(code)
