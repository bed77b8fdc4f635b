"""Tables and clients for the tests of the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias
from uuid import uuid4

from attrs import define, field
from starlette.testclient import TestClient, WebSocketTestSession

from solenia_rules.serve.app import Server
from solenia_rules.serve.limits import Limits
from solenia_rules.serve.sqlite import SqliteStore

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
NAMES = ["Ada", "Grace", "Emmy", "Hedy", "Maria", "Rosa"]
PEOPLE = [{"plays": "person"}, {"plays": "person"}]


@contextmanager
def server(path: Path, limits: Limits | None = None) -> Iterator[TestClient]:
    """A running server on a database in a folder; bots answer at once."""
    made = Server(SqliteStore(path / "games.db"), limits, pace=0)
    with TestClient(made.app()) as client:
        yield client


@define
class Opened:
    """A table that was created: its id, the tokens of its seats and of spectators."""

    id: str
    tokens: list[str]
    spectators: str


def open_table(
    client: TestClient, ruleset: str = "candle", seats: list[dict[str, str]] | None = None, absent_after: int = 0
) -> Opened:
    plan = {"ruleset": ruleset, "seats": PEOPLE if seats is None else seats, "absent_after": absent_after}
    answer = client.post("/api/tables", json=plan)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    tokens = [
        join(client, made["table"], one, name) if one else ""
        for one, name in zip(made["invitations"], NAMES, strict=False)
    ]
    return Opened(made["table"], tokens, made["spectators"])


def join(client: TestClient, table: str, invitation: str, name: str = "Ada") -> str:
    answer = client.post(f"/api/tables/{table}/join", json={"name": name}, headers=bearer(invitation))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["token"])


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@define
class Player:
    """A client at a table."""

    socket: WebSocketTestSession
    state: dict[str, Json] = field(factory=dict)
    lines: list[str] = field(factory=list)
    """The log as the client has put it together."""

    def hear(self) -> dict[str, Json]:
        """The next message."""
        message: dict[str, Json] = json.loads(self.socket.receive_text())
        if message["type"] == "state":
            self.state = message
            del self.lines[int(str(message["log_from"])) :]
            self.lines += [str(line["text"]) for line in message["log"]]  # type: ignore[index, union-attr, call-overload]
        return message

    def hear_state(self, version: int) -> dict[str, Json]:
        """Hear until the state has a version."""
        while self.state.get("version") != version:
            self.hear()
        return self.state

    def ask(self, kind: str, **values: object) -> dict[str, Json]:
        """Send a request and hear until it is answered."""
        request = str(values.pop("request", uuid4()))
        self.socket.send_text(json.dumps({"type": kind, "request": request, **values}))
        while True:
            message = self.hear()
            if message.get("request") == request:
                return message

    @property
    def version(self) -> int:
        return int(str(self.state["version"]))

    @property
    def decision(self) -> dict[str, Json] | None:
        found = self.state["view"]["decision"]  # type: ignore[index, call-overload]
        return found if isinstance(found, dict) else None

    @property
    def options(self) -> list[str]:
        decision = self.decision
        assert decision is not None
        options = decision["options"]
        assert isinstance(options, list)
        return [str(option["id"]) for option in options]  # type: ignore[index, call-overload]


@contextmanager
def sit(client: TestClient, table: str, token: str, lang: str = "en") -> Iterator[Player]:
    with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.send_text(json.dumps({"type": "hello", "token": token, "lang": lang}))
        player = Player(socket)
        player.hear()
        yield player
