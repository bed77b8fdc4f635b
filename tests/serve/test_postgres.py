"""The store on a real PostgreSQL server, and several servers of tables on one database."""

from __future__ import annotations

import asyncio
import json
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import wait
from urllib.request import Request, urlopen

import pytest

from solenia_rules.serve.errors import DatabaseError
from solenia_rules.serve.facts import Answered, Returned, read_facts
from tests.serve.cluster import Cluster, cluster, why_not
from tests.serve.test_store import links

pytestmark = pytest.mark.thorough
psycopg = pytest.importorskip("psycopg", reason="NO POSTGRESQL TESTS: install the extra `postgres`")
if why_not():
    pytest.skip(why_not(), allow_module_level=True)

from websockets.asyncio.client import ClientConnection, connect  # noqa: E402

from solenia_rules.serve.postgres import PostgresStore  # noqa: E402


@pytest.fixture(scope="module")
def database() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


def test_what_is_acknowledged_is_there_after_reopening(database: Cluster) -> None:
    store = PostgresStore(database.address)
    made = {f"a{n}": links(f"a{n}", Answered(0, "é 'x' \\ \u2028", "r", "person"), Returned(0)) for n in range(200)}
    wait([store.append(table, found) for table, found in made.items()])
    store.close()
    again = PostgresStore(database.address)
    assert [table for table in again.tables() if table in made] == sorted(made)
    assert all(again.links(table) == found for table, found in made.items())
    assert again.links("nonsense") == []
    again.close()


def test_a_request_that_fails_does_not_fail_others(database: Cluster) -> None:
    store = PostgresStore(database.address)
    store.append("b", links("b")).result()
    waiting = [store.append("b", links("b")), *(store.append(f"b{n}", links(f"b{n}")) for n in range(20))]
    wait(waiting)
    assert isinstance(waiting[0].exception(), DatabaseError)
    assert all(one.exception() is None for one in waiting[1:])
    assert len(store.links("b")) == 1
    store.close()


def test_a_database_that_cannot_be_used_is_refused_and_its_password_is_not_repeated(database: Cluster) -> None:
    with pytest.raises(DatabaseError) as nobody:
        PostgresStore("postgresql://x:secret@127.0.0.1:1/none")
    assert "secret" not in str(nobody.value)
    with pytest.raises(DatabaseError, match="read-only"):
        PostgresStore(database.address + "&options=-c%20default_transaction_read_only%3Don")
    with psycopg.connect(database.address, autocommit=True) as connection:
        connection.execute("CREATE DATABASE later")
        later = database.address.replace("/postgres?", "/later?")
        PostgresStore(later).close()
        with psycopg.connect(later) as changed:
            changed.execute("UPDATE solenia_format SET version = 99")
        with pytest.raises(DatabaseError, match="format 99"):
            PostgresStore(later)


def test_a_crash_of_the_database_loses_nothing_that_was_acknowledged(database: Cluster) -> None:
    """The server of the database is stopped as by a crash while facts are written; the store goes on afterwards."""
    store = PostgresStore(database.address)
    for round_ in range(4):
        made = {f"c{round_}-{n}": links(f"c{round_}-{n}", Returned(0)) for n in range(400)}
        waiting = {table: store.append(table, found) for table, found in made.items()}
        next(iter(waiting.values())).result()
        database.stop("immediate")
        wait(waiting.values())
        refused = store.append("late", links("late")).exception()
        assert isinstance(refused, DatabaseError)
        database.start()
        for table, future in waiting.items():
            found = store.links(table)
            assert found in ([], made[table]), "a request is stored as a whole or not at all"
            assert future.exception() is not None or found == made[table]
        store.append(f"after{round_}", links(f"after{round_}")).result()
    store.close()


# ---- several servers ---------------------------------------------------------------------------------


class Server:
    """A server of tables in a process of its own."""

    def __init__(self, database: Cluster) -> None:
        command = [sys.executable, "-m", "solenia_rules", "serve", "--port", "0", "--db", database.address]
        self.child = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.child.stderr is not None
        found = re.search(r":(\d+)/", self.child.stderr.readline())
        assert found
        self.port = int(found[1])

    def post(self, path: str, body: object, token: str = "") -> dict[str, object]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        with urlopen(Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), headers)) as answer:
            made: dict[str, object] = json.loads(answer.read())
        return made

    def open_table(self) -> tuple[str, str]:
        """A table of one person against a bot: its id and the token of the person."""
        seats = [{"plays": "person"}, {"plays": "random"}]
        made = self.post("/api/tables", {"ruleset": "connect_four", "seats": seats})
        invitations = made["invitations"]
        assert isinstance(invitations, list)
        joined = self.post(f"/api/tables/{made['table']}/join", {"name": "Ada"}, str(invitations[0]))
        return str(made["table"]), str(joined["token"])

    def connect(self, table: str) -> connect:
        return connect(f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket", max_size=None)

    def kill(self) -> None:
        self.child.send_signal(signal.SIGKILL)
        self.child.wait()
        assert self.child.stderr is not None
        self.child.stderr.close()


async def greet(socket: ClientConnection, token: str) -> dict[str, object]:
    await socket.send(json.dumps({"type": "hello", "token": token}))
    return await hear(socket)


async def hear(socket: ClientConnection) -> dict[str, object]:
    made: dict[str, object] = json.loads(await asyncio.wait_for(socket.recv(), 60))
    return made


def options(state: dict[str, object]) -> list[str]:
    """The answers that the client may give at a state; empty if it is not asked."""
    view = state["view"]
    assert isinstance(view, dict)
    decision = view["decision"] or {}
    return [str(option["id"]) for option in decision.get("options", [])]


async def answer(socket: ClientConnection, state: dict[str, object], option: str) -> dict[str, object]:
    """What the server says to an answer: `done` or `refused`."""
    request = f"{state['version']}{option}{random.random()}"
    given = {"type": "answer", "request": request, "version": state["version"], "option": option}
    await socket.send(json.dumps(given))
    while True:
        message = await hear(socket)
        if message.get("request") == request:
            return message


async def asked(socket: ClientConnection, state: dict[str, object]) -> dict[str, object]:
    """The next state in which the client is asked, or in which the game is over."""
    while state["type"] != "state" or not (options(state) or state["end"]):
        state = await hear(socket)
    return state


async def play(server: Server, table: str, token: str, answers: int) -> int:
    """Give some answers; the version afterwards."""
    async with server.connect(table) as socket:
        state = await asked(socket, await greet(socket, token))
        for _ in range(answers):
            if state["end"]:
                break
            assert (await answer(socket, state, options(state)[0]))["type"] == "done"
            state = await asked(socket, await hear(socket))
        return int(str(state["version"]))


def test_servers_share_the_work_and_take_over_after_a_kill(database: Cluster) -> None:
    first, second = Server(database), Server(database)
    try:
        tables = [first.open_table() for _ in range(6)]
        # A proxy sends each table to one server, here by its id.
        home = {table: (first, second)[int(table, 16) % 2] for table, _token in tables}

        async def all_play() -> list[int]:
            return list(await asyncio.gather(*(play(home[table], table, token, 3) for table, token in tables)))

        versions = asyncio.run(all_play())
        first.kill()
        after = [asyncio.run(play(second, table, token, 0)) for table, token in tables]
        moved = [table for table, _token in tables if home[table] is first]
        for (table, _token), before, now in zip(tables, versions, after, strict=True):
            assert now >= before, (table, table in moved)
        store = PostgresStore(database.address)
        assert all(read_facts(table, store.links(table)) for table, _token in tables)
        store.close()
        assert all(asyncio.run(play(second, table, token, 50)) for table, token in tables)
    finally:
        for server in (first, second):
            server.kill()


def test_two_servers_at_one_table_lose_nothing_and_agree(database: Cluster) -> None:
    """Against the advice, two servers have the same table: one answer counts, the other client has to look again."""
    first, second = Server(database), Server(database)
    try:
        table, token = first.open_table()

        async def clash() -> None:
            async with first.connect(table) as here, second.connect(table) as there:
                mine = await asked(here, await greet(here, token))
                theirs = await asked(there, await greet(there, token))
                assert mine["version"] == theirs["version"]
                assert (await answer(here, mine, options(mine)[0]))["type"] == "done"
                mine = await asked(here, await hear(here))
                said = await answer(there, theirs, options(theirs)[1])
                assert (said["type"], said.get("reason")) == ("refused", "stale")
                theirs = await asked(there, await hear(there))
                assert theirs["view"] == mine["view"]
                assert (await answer(there, theirs, options(theirs)[0]))["type"] == "done"

        asyncio.run(clash())
        store = PostgresStore(database.address)
        read_facts(table, store.links(table))
        store.close()
    finally:
        for server in (first, second):
            server.kill()
