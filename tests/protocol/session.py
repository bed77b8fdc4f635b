"""A session in this process, for tests: requests in, results and errors out."""

from __future__ import annotations

import json
from collections.abc import Callable

from attrs import define, field

from solenia_rules.protocol.desk import LOCAL, Desk
from solenia_rules.protocol.results import Limits
from solenia_rules.protocol.session import Session


@define
class Client:
    """A client that keeps all lines it was sent."""

    limits: Limits = LOCAL
    lines: list[str] = field(factory=list)
    on_line: Callable[[str], None] = field(default=lambda _line: None)
    """Called after a line was sent."""
    session: Session = field(init=False)
    number: int = 0

    def __attrs_post_init__(self) -> None:
        self.session = Session(Desk(self.limits), self._hear)

    def _hear(self, line: str) -> None:
        self.lines.append(line)
        self.on_line(line)

    def send(self, line: bytes | str) -> list[object]:
        """Everything that is sent in answer to a line."""
        before = len(self.lines)
        self.session.receive(line)
        return [json.loads(one) for one in self.lines[before:]]

    def request(self, method: str, **params: object) -> dict[str, object]:
        """The response to a request."""
        self.number += 1
        sent = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        response = self.send(json.dumps(sent))[-1]
        assert isinstance(response, dict)
        assert response["id"] == self.number
        return response

    def call(self, method: str, **params: object) -> dict[str, object]:
        """The result of a request that is carried out."""
        found = self.request(method, **params)
        assert "result" in found, found
        result = found["result"]
        assert isinstance(result, dict)
        return result

    def fail(self, method: str, **params: object) -> dict[str, object]:
        """The error of a request that is not carried out."""
        found = self.request(method, **params)
        error = found.get("error")
        assert isinstance(error, dict), found
        return error

    def begin(self, name: str, **more: object) -> str:
        """A new game of a bundled ruleset."""
        loaded = self.call("rulesets.load", name=name)
        return str(self.call("game.new", ruleset=loaded["ruleset"], **more)["game"])
