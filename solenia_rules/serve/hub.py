"""Brings tables, the store, bots and connections together.

A table is changed by one request at a time. A request is judged, its fact is stored, and only then the table changes,
the client gets its acknowledgement and everybody is told. Connections are told by a mark, not by a queue of messages:
a slow client gets the newest state when it can take one, and never holds others up.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from solenia_rules.serve import positions
from solenia_rules.serve.bots import Bots
from solenia_rules.serve.errors import DatabaseError, Refused
from solenia_rules.serve.facts import Created, Link
from solenia_rules.serve.limits import Limits
from solenia_rules.serve.metrics import Metrics
from solenia_rules.serve.positions import Json
from solenia_rules.serve.store import Store
from solenia_rules.serve.table import Step, Table, begin, revive

if TYPE_CHECKING:
    from solenia_rules import Game, Ruleset

TICK = 0.4
"""Bots answer at whole multiples of this time after the position appeared, so that the time a bot thinks tells less."""
PACE = 2
"""The fewest ticks before a bot answers, so that people can follow."""


@define(eq=False)
class Connection:
    """A client at a table: which seat it sees, and what it was already sent."""

    viewer: int | None
    lang: str
    theme: str
    width: int
    epoch: int
    seen: int = 0
    """The number of lines of the log that the client has."""
    replies: list[dict[str, Json]] = field(factory=list)
    """Answers to requests of the client, which are sent before the state."""
    wake: asyncio.Event = field(factory=asyncio.Event)
    stale: bool = True
    """Whether the client has to be sent the state."""
    closed: bool = False

    @property
    def seen_as(self) -> tuple[int | None, str, str, int]:
        """What decides how a position is shown: the viewer, the language, the colours and the width."""
        return self.viewer, self.lang, self.theme, self.width

    def reply(self, message: dict[str, Json]) -> None:
        self.replies.append(message)
        self.wake.set()


@frozen
class Successor:
    """The table at which somebody plays on after the end: its id, the invitations of its seats, and who opened it."""

    table: str
    invitations: tuple[str, ...]
    by: int

    def shown(self, viewer: int | None) -> dict[str, Json] | None:
        """What a client is told: the invitation of its own seat, and of no other."""
        if viewer is None or viewer == self.by or not self.invitations[viewer]:
            return None
        return {"table": self.table, "invitation": self.invitations[viewer], "by": self.by}


@define(eq=False)
class Held:
    """A table in memory."""

    table: Table
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    connections: set[Connection] = field(factory=set)
    epoch: int = 0
    """Counts the undos and new names: after one, clients get the whole log again."""
    shown: dict[tuple[int | None, str, str, int], str] = field(factory=dict)
    """Positions as they are sent: viewer, language, theme, width -> JSON; for the current version only."""
    rules: dict[str, list[Json]] = field(factory=dict)
    """Language -> all that the rules explain, for those who have asked."""
    thinking: asyncio.Task[None] | None = None
    successor: Successor | None = None
    """Where the game goes on after the end; kept in memory only."""
    absent: dict[int, float] = field(factory=dict)
    """Seat -> since when its person is not connected."""
    votes: dict[int, set[int]] = field(factory=dict)
    """Seat of an absent person -> the seats that want a bot there."""

    def connected(self) -> set[int]:
        return {one.viewer for one in self.connections if one.viewer is not None}

    def tell_all(self) -> None:
        for one in self.connections:
            one.stale = True
            one.wake.set()


class Hub:
    def __init__(
        self, store: Store, limits: Limits, bots: Bots, metrics: Metrics, clock: Callable[[], float] = monotonic,
        pace: int = PACE,
    ) -> None:  # fmt: skip
        self.store = store
        self.limits = limits
        self.bots = bots
        self.metrics = metrics
        self.clock = clock
        self.pace = pace
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Held]] = {}
        self._drawer = ThreadPoolExecutor(1, "drawer")
        self._tasks: set[asyncio.Task[None] | asyncio.Task[Step | None]] = set()

    # ---- tables -----------------------------------------------------------------------------------

    async def create(self, ident: str, created: Created, rules: Ruleset) -> Held:
        table, link = await asyncio.to_thread(begin, ident, created, rules)
        await asyncio.wrap_future(self.store.append(ident, [link]))
        self.metrics.add("tables_created")
        return self._keep(Held(table))

    async def held(self, ident: str) -> Held:
        """A table by its id; raises `Refused` or `DamagedTable`."""
        if ident in self._held:
            self._held.move_to_end(ident)
            return self._held[ident]
        if ident not in self._opening:
            self._opening[ident] = asyncio.create_task(self._open(ident))
        try:
            return await asyncio.shield(self._opening[ident])
        finally:
            self._opening.pop(ident, None)

    async def _open(self, ident: str) -> Held:
        links: list[Link] = await asyncio.to_thread(self.store.links, ident)
        if not links:
            raise Refused("no_table", 404)
        return self._keep(Held(await asyncio.to_thread(revive, ident, links)))

    def _keep(self, held: Held) -> Held:
        self._held[held.table.id] = held
        if len(self._held) > self.limits.tables_in_memory:
            for ident, one in list(self._held.items()):
                if not one.connections and one.thinking is None and one is not held:
                    del self._held[ident]
                    break
        self._let_bots_play(held)
        return held

    # ---- connections ------------------------------------------------------------------------------

    def connect(self, held: Held, connection: Connection) -> None:
        held.connections.add(connection)
        if connection.viewer is not None:
            held.absent.pop(connection.viewer, None)
            held.votes.pop(connection.viewer, None)
        held.tell_all()
        self._let_bots_play(held)

    def disconnect(self, held: Held, connection: Connection) -> None:
        connection.closed = True
        held.connections.discard(connection)
        if connection.viewer is not None and connection.viewer not in held.connected():
            held.absent[connection.viewer] = self.clock()
        held.tell_all()

    async def draw_for(self, held: Held, connection: Connection) -> None:
        """Draw the present position for a connection, in a thread of its own: answers of others do not wait for it."""
        while True:
            game, key = held.table.game, connection.seen_as
            if key in held.shown:
                return
            drawing = partial(positions.prepared_position, game, *key, since=connection.seen)
            shown = await asyncio.get_running_loop().run_in_executor(self._drawer, drawing)
            if held.table.game is game:
                held.shown[key] = shown

    def state_for(self, held: Held, connection: Connection) -> str:
        """The message with the present state for a connection, and the lines of the log that it lacks, as JSON."""
        table, viewer = held.table, connection.viewer
        if connection.epoch != held.epoch:
            connection.epoch, connection.seen = held.epoch, 0
        key = connection.seen_as
        shown = held.shown.get(key)
        if shown is None:
            shown = positions.drawn_position(table.game, *key)
            held.shown[key] = shown
        log = positions.shown_log(table.game, viewer, connection.lang, connection.seen)
        start = connection.seen
        connection.seen += len(log)
        connection.stale = False
        rest: dict[str, Json] = {
            "type": "state",
            "version": table.version,
            "log": log,
            "log_from": start,
            "people": positions.shown_people(table, held.connected(), held.votes),
            "wish": positions.shown_wish(table),
            "undoes": 0 if viewer is None else table.undoes(viewer),
            "end": positions.shown_end(table, table.game),
            "successor": None if held.successor is None else held.successor.shown(viewer),
        }
        # Most of the text is the position. It was written by the thread that draws, once for all who see the same.
        return f"{positions.json_text(rest)[:-1]},{shown[1:]}"

    # ---- changes ----------------------------------------------------------------------------------

    async def act(
        self, held: Held, judge: Callable[[Table], Step | None], acknowledge: Callable[[], None] | None = None
    ) -> Step | None:
        """Judge a request, store its fact, apply it, acknowledge it and tell everybody; raises what `judge` raises. A
        caller that is cancelled meanwhile changes nothing: a fact that is stored is always applied too."""
        task = asyncio.create_task(self._act(held, judge, acknowledge))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _act(
        self, held: Held, judge: Callable[[Table], Step | None], acknowledge: Callable[[], None] | None
    ) -> Step | None:
        async with held.lock:
            table = held.table
            step = await asyncio.to_thread(judge, table) if table.created.uploaded else judge(table)
            if step is not None:
                try:
                    await asyncio.wrap_future(self.store.append(table.id, [step.link]))
                except DatabaseError:
                    if await self._catch_up(held):
                        raise Refused("stale", 409) from None
                    raise
                rewritten = len(step.game.answers) < len(table.game.answers) or step.game.names != table.game.names
                table.accept(step)
                held.shown.clear()
                held.epoch += rewritten
                self.metrics.add("facts_stored")
        if acknowledge is not None:
            acknowledge()  # First of all: drawing the new position for everybody takes longer.
        held.tell_all()
        self._let_bots_play(held)
        return step

    async def _catch_up(self, held: Held) -> bool:
        """After a fact was not stored: whether another server has stored facts of the table. If so, the table is read
        again, and everybody is told."""
        links: list[Link] = await asyncio.to_thread(self.store.links, held.table.id)
        if len(links) <= held.table.number:
            return False
        held.table = await asyncio.to_thread(revive, held.table.id, links)
        held.shown.clear()
        held.epoch += 1
        held.tell_all()
        return True

    def _let_bots_play(self, held: Held) -> None:
        if held.table.bot_to_answer() and held.thinking is None:
            held.thinking = asyncio.create_task(self._play_bots(held))
            self._tasks.add(held.thinking)
            held.thinking.add_done_callback(self._tasks.discard)

    async def _play_bots(self, held: Held) -> None:
        """Let bots answer until a person is asked."""
        try:
            while word := held.table.bot_to_answer():
                game, begun = held.table.game, self.clock()
                option = await self.bots.answer(game, held.table.created.ruleset, word)
                ticks = max(self.pace, int((self.clock() - begun) / TICK) + 1) if self.pace else 0
                await asyncio.sleep(max(0.0, begun + ticks * TICK - self.clock()))
                await self.act(held, partial(_bot_step, game=game, word=word, option=option))
        finally:
            held.thinking = None

    async def look_after_absent(self) -> None:
        """Let bots play for people who have been absent too long; runs while the server runs."""
        while True:
            await asyncio.sleep(1)
            for held in list(self._held.values()):
                seat = self.overdue(held)
                if seat is not None:
                    with suppress(Refused, DatabaseError):
                        await self.act(held, lambda table, seat=seat: table.replace(seat))  # type: ignore[misc]

    def overdue(self, held: Held) -> int | None:
        """The seat that is asked, if its person has been absent for the time that was set at the start. The last person
        of a table is waited for: a game never goes on with bots alone."""
        table = held.table
        limit, decision = table.created.absent_after, table.game.decision
        if not limit or decision is None:
            return None
        playing = [seat for seat in table.people() if not table.seats[seat].bot]
        if decision.seat not in playing or len(playing) == 1 or decision.seat in held.connected():
            return None
        # Somebody who has not come since the table was read from the store is absent from now on.
        since = held.absent.setdefault(decision.seat, self.clock())
        return decision.seat if self.clock() - since >= limit else None

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.bots.close)
        self._drawer.shutdown(wait=False, cancel_futures=True)


def _bot_step(table: Table, game: Game, word: str, option: str) -> Step | None:
    """The step of a bot's answer; None if the position has changed while the bot was thinking."""
    decision = table.game.decision
    if table.game is not game or decision is None or table.bot_to_answer() != word:
        return None
    return table.bot_answer(decision.seat, option, word)
