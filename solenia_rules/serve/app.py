"""The server as an ASGI application: pages, requests over HTTP, and the WebSocket of a table.

The application takes a store and limits, and can be run by any ASGI server. Tokens travel in the `Authorization` header
or in the first message of a WebSocket, never in an address, so that they stand in no log and no referrer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic, perf_counter

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

import solenia_rules as sr
from solenia_rules.serve import catalogue, tokens
from solenia_rules.serve.bots import Bots, check_bot
from solenia_rules.serve.engines import Engines
from solenia_rules.serve.errors import DamagedTable, DatabaseError, Refused
from solenia_rules.serve.facts import PERSON, Created
from solenia_rules.serve.hub import PACE, Connection, Held, Hub
from solenia_rules.serve.limits import Bucket, Buckets, Limits
from solenia_rules.serve.messages import (
    Fork,
    Join,
    NewTable,
    SeatPlan,
    Upload,
    read_hello,
    read_json,
    read_message,
    read_shape,
)
from solenia_rules.serve.metrics import Metrics
from solenia_rules.serve.positions import json_text, width_of
from solenia_rules.serve.requests import answer_message
from solenia_rules.serve.store import Store
from solenia_rules.serve.table import Step, Table
from solenia_rules.serve.texts import page_texts, refusal
from solenia_rules.serve.uploads import check_upload
from solenia_rules.words.languages import LANGUAGES

STATIC = Path(__file__).parent / "static"
LONGEST_ABSENCE = 7 * 24 * 3600
MOST_SEATS = 12
log = logging.getLogger("solenia.serve")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Server:
    """The state of a running server, and its endpoints."""

    def __init__(
        self, store: Store, limits: Limits | None = None, origins: tuple[str, ...] = (), pace: int = PACE,
        workers: int = 1, engines: int = 0,
    ) -> None:  # fmt: skip
        self.limits = limits or Limits()
        self.store = store
        self.metrics = Metrics()
        self.hub = Hub(store, self.limits, Bots(workers), self.metrics, pace=pace)
        self.origins = origins
        self.engines = Engines(engines, self.limits)
        self.addresses: Counter[str] = Counter()
        self.creations = Buckets(self.limits.creations_per_minute / 60, self.limits.creations_burst)
        self.uploads = Buckets(self.limits.uploads_per_minute / 60, self.limits.uploads_burst)
        self.checking = asyncio.Semaphore(1)

    # ---- pages ------------------------------------------------------------------------------------

    async def page(self, _request: Request) -> Response:
        return FileResponse(STATIC / "index.html", media_type="text/html", headers={"Cache-Control": "no-cache"})

    async def healthz(self, _request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def numbers(self, _request: Request) -> Response:
        return PlainTextResponse(self.metrics.text(), media_type="text/plain; version=0.0.4")

    async def texts(self, request: Request) -> Response:
        return JSONResponse(page_texts(_lang(request)))

    async def games(self, request: Request) -> Response:
        return JSONResponse(catalogue.list_games(_lang(request)))

    async def game(self, request: Request) -> Response:
        name = request.path_params["name"]
        return JSONResponse(await asyncio.to_thread(catalogue.game_details, name, _lang(request)))

    async def picture(self, request: Request) -> Response:
        """A picture of a bundled game at its beginning."""
        theme = "dark" if request.query_params.get("theme") == "dark" else "light"
        drawn = await asyncio.to_thread(catalogue.picture, request.path_params["name"], _lang(request), theme)
        return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})

    # ---- tables -----------------------------------------------------------------------------------

    async def check(self, request: Request) -> Response:
        """Check an uploaded ruleset."""
        self._take(self.uploads, request)
        given = read_shape(await self._json(request), Upload)
        async with self.checking:
            found = await check_upload(given.text, self.limits)
        self.metrics.add("uploads_checked")
        mistakes = list(found.diagnostics)
        return JSONResponse(
            {"good": bool(found.text), "diagnostics": mistakes, "title": found.title, "seats": list(found.seats)}
        )

    async def create(self, request: Request) -> Response:
        """Create a table: its id, the invitations of its seats, and the link of spectators."""
        self._take(self.creations, request)
        given = read_shape(await self._json(request), NewTable)
        if not 0 <= given.absent_after <= LONGEST_ABSENCE:
            raise Refused("malformed")
        if given.text:
            self._take(self.uploads, request)
            async with self.checking:
                found = await check_upload(given.text, self.limits)
            if not found.text:
                raise Refused("bad_ruleset", 400, problems="; ".join(str(d["message"]) for d in found.diagnostics[:5]))
            rules = await asyncio.to_thread(sr.load_text, found.text, "ruleset")
        else:
            rules = await asyncio.to_thread(catalogue.bundled, given.ruleset, given.params)
        return await self._new_table(rules, given.seats, given.absent_after, bool(given.text), tokens.new_seed(), ())

    async def _new_table(
        self, rules: sr.Ruleset, seats: tuple[SeatPlan, ...], absent_after: int, uploaded: bool, seed: int,
        answers: tuple[str, ...],
    ) -> Response:  # fmt: skip
        plays = tuple(seat.plays for seat in seats)
        if not plays or len(plays) > MOST_SEATS or len(plays) not in rules.seats:
            raise Refused("seat_count", 400, low=rules.seats.start, high=rules.seats.stop - 1)
        for word in plays:
            if word != PERSON:
                check_bot(word, self.limits)
        invitations = [tokens.new_token() if word == PERSON else "" for word in plays]
        spectators = tokens.new_token()
        created = Created(
            engine=sr.__version__, ruleset=rules.text(), digest=rules.digest, seed=str(seed), seats=plays,
            invitations=tuple(tokens.hashed(one) if one else "" for one in invitations),
            spectators=tokens.hashed(spectators), absent_after=absent_after, uploaded=uploaded, answers=answers,
        )  # fmt: skip
        held = await self.hub.create(tokens.new_id(), created, rules)
        log.info("table created", extra={"table": held.table.id, "ruleset": rules.id, "seats": len(plays)})
        return JSONResponse(
            {"table": held.table.id, "invitations": invitations, "spectators": spectators}, status_code=201
        )

    async def join(self, request: Request) -> Response:
        """Take the seat of an invitation; the answer holds the seat's token."""
        given = read_shape(await self._json(request), Join)
        held = await self.hub.held(request.path_params["table"])
        joined: list[tuple[int, str]] = []

        def judge(table: Table) -> Step:
            step, seat, token = table.join(_bearer(request), given.name)
            joined.append((seat, token))
            return step

        await self.hub.act(held, judge)
        ((seat, token),) = joined
        return JSONResponse({"seat": seat, "token": token})

    async def save(self, request: Request) -> Response:
        """The save of a finished game."""
        held, _viewer = await self._visitor(request)
        if held.table.game.decision is not None:
            raise Refused("still_running", 409)
        name = f"{held.table.rules.id}.save"
        return PlainTextResponse(
            await asyncio.to_thread(held.table.game.dump),
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    async def fork(self, request: Request) -> Response:
        """A new table that begins with the first answers of a finished game."""
        self._take(self.creations, request)
        held, _viewer = await self._visitor(request)
        given = read_shape(await self._json(request), Fork)
        game = held.table.game
        if game.decision is not None:
            raise Refused("still_running", 409)
        if not 0 <= given.step <= len(game.answers) or len(given.seats) != game.seats:
            raise Refused("malformed")
        created = held.table.created
        seed = tokens.new_seed() if given.fresh else game.seed
        answers = () if given.fresh else game.answers[: given.step]
        return await self._new_table(
            held.table.rules, given.seats, created.absent_after, created.uploaded, seed, answers
        )

    async def _visitor(self, request: Request) -> tuple[Held, int | None]:
        held = await self.hub.held(request.path_params["table"])
        return held, held.table.seat_of(_bearer(request))

    async def _json(self, request: Request) -> object:
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > self.limits.body:
                raise Refused("too_long", 413)
        try:
            return read_json(body.decode(), self.limits)
        except UnicodeDecodeError:
            raise Refused("malformed") from None

    def _take(self, buckets: Buckets, request: Request) -> None:
        if not buckets.take(_address(request.scope), monotonic()):
            raise Refused("too_many", 429)

    # ---- the socket of a table --------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        address = _address(socket.scope)
        if not self._from_here(socket) or not self._has_room(address):
            await socket.close(1008)
            return
        self.addresses[address] += 1
        self.metrics.change("connections", 1)
        try:
            await socket.accept()
            await self._serve(socket)
        except (WebSocketDisconnect, RuntimeError):
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
        address = _address(socket.scope)
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

    # ---- the application --------------------------------------------------------------------------

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        watch = asyncio.create_task(self.hub.look_after_absent())
        yield
        watch.cancel()
        await self.engines.close()
        await self.hub.close()
        await asyncio.to_thread(self.store.close)

    def app(self) -> ASGIApp:
        def api(method: str, path: str, endpoint: Callable[[Request], Awaitable[Response]]) -> Route:
            return Route(path, self._guarded(endpoint), methods=[method])

        routes = [
            Route("/", self.page), Route("/table/{table}", self.page), Route("/healthz", self.healthz),
            Route("/metrics", self.numbers),
            api("GET", "/api/texts", self.texts), api("GET", "/api/games", self.games),
            api("GET", "/api/games/{name}", self.game), api("GET", "/api/games/{name}/picture.svg", self.picture),
            api("POST", "/api/check", self.check), api("POST", "/api/tables", self.create),
            api("POST", "/api/tables/{table}/join", self.join), api("GET", "/api/tables/{table}/save", self.save),
            api("POST", "/api/tables/{table}/fork", self.fork),
            WebSocketRoute("/api/tables/{table}/socket", self.socket),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]  # fmt: skip
        if self.engines.most:
            routes.append(WebSocketRoute("/engine", self.engine))
        return _with_headers(Starlette(routes=routes, lifespan=self.lifespan))

    def _guarded(self, endpoint: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """The endpoint, with refusals as JSON."""

        async def answer(request: Request) -> Response:
            lang = _lang(request)
            try:
                return await endpoint(request)
            except Refused as problem:
                self.metrics.add("requests_refused")
                log.info("refused", extra={"reason": problem.key})
                return JSONResponse(refusal(problem, lang), status_code=problem.status)
            except DamagedTable as problem:
                log.error("damaged table", extra={"table": problem.table, "problem": problem.problem})
                return JSONResponse(refusal(Refused("damaged", 410), lang), status_code=410)
            except DatabaseError as problem:
                self.metrics.add("store_failures")
                log.error("not stored", extra={"problem": str(problem)})
                return JSONResponse(refusal(Refused("not_stored", 503), lang), status_code=503)

        return answer


def _with_headers(app: ASGIApp) -> ASGIApp:
    """The application, with the headers that every answer carries."""
    extra = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        await app(scope, receive, send_with if scope["type"] == "http" else send)

    return answer


def _lang(request: Request) -> str:
    given = request.query_params.get("lang", "en")
    return given if given in LANGUAGES else "en"


def _bearer(request: Request) -> str:
    scheme, _space, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


async def _text(socket: WebSocket, limits: Limits) -> str:
    """The next message of a client; closes the connection if it is no text or too long."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if isinstance(text, str) and len(text) <= limits.frame:
        return text
    problem, code = (Refused("too_long", 413), 1009) if isinstance(text, str) else (Refused("malformed"), 1003)
    log.info("refused", extra={"table": socket.path_params["table"], "reason": problem.key})
    await socket.send_text(json_text(refusal(problem, "en")))
    await socket.close(code)
    raise WebSocketDisconnect(code)
