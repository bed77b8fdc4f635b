"""The requests over HTTP: pages, the catalogue of games, and what creates, joins, saves and forks tables.

An endpoint takes a request and returns a response; a refusal is raised, and `app.py` makes it a response.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from time import monotonic

from attrs import frozen
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import Scope

import solenia_rules as sr
from solenia_rules.serve import catalogue, tokens
from solenia_rules.serve.bots import check_bot
from solenia_rules.serve.errors import Refused
from solenia_rules.serve.facts import PERSON, Created
from solenia_rules.serve.hub import Held, Hub, Successor
from solenia_rules.serve.limits import Buckets, Limits
from solenia_rules.serve.messages import Fork, Join, NewTable, SeatPlan, Upload, read_json, read_shape
from solenia_rules.serve.metrics import Metrics
from solenia_rules.serve.table import Step, Table
from solenia_rules.serve.texts import page_texts
from solenia_rules.serve.uploads import check_upload
from solenia_rules.words.languages import LANGUAGES

STATIC = Path(__file__).parent / "static"
LONGEST_ABSENCE = 7 * 24 * 3600
MOST_SEATS = 12
log = logging.getLogger("solenia.serve")


@frozen
class NewTableMade:
    """A new table: its id, the invitations of its seats (empty for bots), and the token of spectators."""

    table: str
    invitations: tuple[str, ...]
    spectators: str

    @property
    def told(self) -> dict[str, object]:
        return {"table": self.table, "invitations": [*self.invitations], "spectators": self.spectators}


class Endpoints:
    """What a server answers over HTTP."""

    def __init__(self, hub: Hub, limits: Limits, metrics: Metrics) -> None:
        self.hub = hub
        self.limits = limits
        self.metrics = metrics
        self.creations = Buckets(limits.creations_per_minute / 60, limits.creations_burst)
        self.uploads = Buckets(limits.uploads_per_minute / 60, limits.uploads_burst)
        self.checking = asyncio.Semaphore(1)

    async def page(self, _request: Request) -> Response:
        return FileResponse(STATIC / "index.html", media_type="text/html", headers={"Cache-Control": "no-cache"})

    async def healthz(self, _request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def numbers(self, _request: Request) -> Response:
        return PlainTextResponse(self.metrics.text(), media_type="text/plain; version=0.0.4")

    async def texts(self, request: Request) -> Response:
        return JSONResponse(page_texts(lang_of(request)))

    async def games(self, request: Request) -> Response:
        return JSONResponse(catalogue.list_games(lang_of(request)))

    async def game(self, request: Request) -> Response:
        name = request.path_params["name"]
        return JSONResponse(await asyncio.to_thread(catalogue.game_details, name, lang_of(request)))

    async def picture(self, request: Request) -> Response:
        """A picture of a bundled game at its beginning."""
        theme = "dark" if request.query_params.get("theme") == "dark" else "light"
        drawn = await asyncio.to_thread(catalogue.picture, request.path_params["name"], lang_of(request), theme)
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
        seed = tokens.new_seed()
        made = await self._new_table(rules, given.seats, given.absent_after, bool(given.text), seed, ())
        return JSONResponse(made.told, status_code=201)

    async def _new_table(
        self, rules: sr.Ruleset, seats: tuple[SeatPlan, ...], absent_after: int, uploaded: bool, seed: int,
        answers: tuple[str, ...],
    ) -> NewTableMade:  # fmt: skip
        plays = tuple(seat.plays for seat in seats)
        if not plays or len(plays) > MOST_SEATS or len(plays) not in rules.seats:
            low, high = rules.seats.start, rules.seats.stop - 1
            raise Refused("seats_exactly" if low == high else "seat_count", 400, low=low, high=high)
        for word in plays:
            if word != PERSON:
                check_bot(word, self.limits)
        invitations = tuple(tokens.new_token() if word == PERSON else "" for word in plays)
        spectators = tokens.new_token()
        created = Created(
            engine=sr.__version__, ruleset=rules.text(), digest=rules.digest, seed=str(seed), seats=plays,
            invitations=tuple(tokens.hashed(one) if one else "" for one in invitations),
            spectators=tokens.hashed(spectators), absent_after=absent_after, uploaded=uploaded, answers=answers,
        )  # fmt: skip
        held = await self.hub.create(tokens.new_id(), created, rules)
        log.info("table created", extra={"table": held.table.id, "ruleset": rules.id, "seats": len(plays)})
        return NewTableMade(held.table.id, invitations, spectators)

    async def join(self, request: Request) -> Response:
        """Take the seat of an invitation; the answer holds the seat's token."""
        given = read_shape(await self._json(request), Join)
        held = await self.hub.held(request.path_params["table"])
        joined: list[tuple[int, str]] = []

        def judge(table: Table) -> Step:
            step, seat, token = table.join(bearer_of(request), given.name)
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
        """A new table that begins with the first answers of a finished game. The others at the old table are shown the
        way to their seats."""
        self._take(self.creations, request)
        held, viewer = await self._visitor(request)
        given = read_shape(await self._json(request), Fork)
        game = held.table.game
        if game.decision is not None:
            raise Refused("still_running", 409)
        if not 0 <= given.step <= len(game.answers) or len(given.seats) != game.seats:
            raise Refused("malformed")
        created = held.table.created
        seed = tokens.new_seed() if given.fresh else game.seed
        answers = () if given.fresh else game.answers[: given.step]
        made = await self._new_table(
            held.table.rules, given.seats, created.absent_after, created.uploaded, seed, answers
        )
        if viewer is not None:
            held.successor = Successor(made.table, made.invitations, viewer)
            held.tell_all()
        return JSONResponse(made.told, status_code=201)

    async def _visitor(self, request: Request) -> tuple[Held, int | None]:
        held = await self.hub.held(request.path_params["table"])
        return held, held.table.seat_of(bearer_of(request))

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
        if not buckets.take(address_of(request.scope), monotonic()):
            raise Refused("too_many", 429)


def lang_of(request: Request) -> str:
    given = request.query_params.get("lang", "en")
    return given if given in LANGUAGES else "en"


def bearer_of(request: Request) -> str:
    scheme, _space, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""
