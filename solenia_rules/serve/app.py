"""The server as an ASGI application. It takes a store and limits, and can be run by any ASGI server.

`endpoints.py` answers requests over HTTP, and `sockets.py` serves WebSockets. Tokens travel in the `Authorization`
header or in the first message of a WebSocket, never in an address, so that they stand in no log and no referrer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solenia_rules.serve.bots import Bots
from solenia_rules.serve.endpoints import STATIC, Endpoints, lang_of
from solenia_rules.serve.engines import Engines
from solenia_rules.serve.errors import DamagedTable, DatabaseError, Refused
from solenia_rules.serve.hub import PACE, Hub
from solenia_rules.serve.limits import Limits
from solenia_rules.serve.metrics import Metrics
from solenia_rules.serve.sockets import Sockets
from solenia_rules.serve.store import Store
from solenia_rules.serve.texts import refusal

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
    """The state of a running server."""

    def __init__(
        self, store: Store, limits: Limits | None = None, origins: tuple[str, ...] = (), pace: int = PACE,
        workers: int = 1, engines: int = 0,
    ) -> None:  # fmt: skip
        self.limits = limits or Limits()
        self.store = store
        self.metrics = Metrics()
        self.hub = Hub(store, self.limits, Bots(workers), self.metrics, pace=pace)
        self.engines = Engines(engines, self.limits)
        self.endpoints = Endpoints(self.hub, self.limits, self.metrics)
        self.sockets = Sockets(self.hub, self.limits, self.metrics, origins, self.engines)

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

        http = self.endpoints
        routes = [
            Route("/", http.page), Route("/table/{table}", http.page), Route("/healthz", http.healthz),
            Route("/metrics", http.numbers),
            api("GET", "/api/texts", http.texts), api("GET", "/api/games", http.games),
            api("GET", "/api/games/{name}", http.game), api("GET", "/api/games/{name}/picture.svg", http.picture),
            api("POST", "/api/check", http.check), api("POST", "/api/tables", http.create),
            api("POST", "/api/tables/{table}/join", http.join), api("GET", "/api/tables/{table}/save", http.save),
            api("POST", "/api/tables/{table}/fork", http.fork),
            WebSocketRoute("/api/tables/{table}/socket", self.sockets.table),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]  # fmt: skip
        if self.engines.most:
            routes.append(WebSocketRoute("/engine", self.sockets.engine))
        return _with_headers(Starlette(routes=routes, lifespan=self.lifespan))

    def _guarded(self, endpoint: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """The endpoint, with refusals as JSON."""

        async def answer(request: Request) -> Response:
            lang = lang_of(request)
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
    # A browser asks whether a file of the page has changed: after an update no old part may speak to a new server.
    kept = (b"cache-control", b"no-cache")
    extra = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [*message.get("headers", []), *extra]
                message["headers"] = given if any(name == kept[0] for name, _value in given) else [*given, kept]
            await send(message)

        await app(scope, receive, send_with if scope["type"] == "http" else send)

    return answer
