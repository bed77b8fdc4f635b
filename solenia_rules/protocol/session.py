"""A session: takes the lines of a client and sends the answers.

Every line is one JSON-RPC 2.0 message or a batch of them. Whatever a line holds, the answer is a result or an error,
and the session goes on. Requests are carried out in the order in which they come. Only simulations run beside the
others: `begin` decides where, so that a browser without threads can run them at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import Lock
from typing import TypeAlias

from attrs import define, frozen

import solenia_rules as sr
from solenia_rules.protocol import errors, requests, results
from solenia_rules.protocol.desk import Desk
from solenia_rules.protocol.errors import RpcError, malformed
from solenia_rules.protocol.methods import CANCEL, METHODS, PROGRESS, Method
from solenia_rules.protocol.structuring import plain, structure_params
from solenia_rules.text.strict_json import BadJson, read_json
from solenia_rules.text.suggestions import did_you_mean
from solenia_rules.words.languages import LANGUAGES

Id: TypeAlias = int | float | str | None
Send: TypeAlias = Callable[[str], None]
"""Sends one line, without its end. Any thread may call it."""
Begin: TypeAlias = Callable[[Callable[[], None]], None]
"""Starts a long request."""
LONGEST_ID = 200
MOST_IN_BATCH = 100
MOST_WAITING = 8
"""Simulations of one session that run or wait."""
MOST_TOLD = 100
"""How often a simulation tells its progress, about."""


def at_once(work: Callable[[], None]) -> None:
    work()


@frozen
class Call:
    """A request that has been read."""

    id: Id
    wants_reply: bool
    method: str
    params: object


@define
class Running:
    """A long request that runs or waits."""

    cancelled: bool = False
    told: int = 0
    """The number of finished games that the client was told last."""


class Session:
    """One client."""

    def __init__(self, desk: Desk, send: Send, begin: Begin = at_once) -> None:
        self.desk = desk
        self._send = send
        self._begin = begin
        self._lock = Lock()
        self._running: dict[int | str, Running] = {}

    def receive(self, line: bytes | str) -> None:
        """Carry out what a line asks for. An empty line asks for nothing."""
        try:
            text = line.decode() if isinstance(line, bytes) else line
            if not text.strip():
                return
            given = read_json(text)
        except UnicodeDecodeError:
            self._reply(_failed(None, malformed(errors.PARSE, "the line is no UTF-8")))
            return
        except BadJson as problem:
            self._reply(_failed(None, malformed(errors.PARSE, str(problem))))
            return
        if isinstance(given, list):
            self._receive_batch(given)
            return
        reply = self._answer(given)
        if reply is not None:
            self._reply(reply)

    def refuse_line(self, problem: str) -> None:
        """Answer a line that cannot be read at all."""
        self._reply(_failed(None, malformed(errors.PARSE, problem)))

    def close(self) -> None:
        """Stop what runs."""
        with self._lock:
            for running in self._running.values():
                running.cancelled = True

    def _receive_batch(self, given: list[object]) -> None:
        if not given or len(given) > MOST_IN_BATCH:
            told = f"a batch has 1 to {MOST_IN_BATCH} requests"
            self._reply(_failed(None, malformed(errors.REQUEST, told)))
            return
        replies = [reply for one in given if (reply := self._answer(one, batched=True)) is not None]
        if replies:
            self._reply(replies)

    def _answer(self, given: object, batched: bool = False) -> dict[str, object] | None:
        """The reply to a message; None if there is none, or if it follows later."""
        try:
            call = _read_call(given)
        except RpcError as problem:
            return _failed(_id_of(given), problem)
        try:
            method = METHODS.get(call.method)
            if method is None:
                hint = did_you_mean(call.method[:LONGEST_ID], METHODS)
                told = f"there is no method {call.method[:60]!r}{f'; {hint}' if hint else ''}"
                raise malformed(errors.METHOD, told)
            if method.long:
                if batched:
                    raise malformed(errors.REQUEST, f"{method.name} takes long: send it on its own, not in a batch")
                self._start(method, call)
                return None
            made = self._cancel(call.params) if method.name == CANCEL else self._run(method, call, lambda _d, _t: True)
        except RpcError as problem:
            return _failed(call.id, problem) if call.wants_reply else None
        return {"jsonrpc": "2.0", "id": call.id, "result": plain(made)} if call.wants_reply else None

    def _run(self, method: Method, call: Call, report: Callable[[int, int], bool]) -> object:
        """Carry out a request; whatever goes wrong becomes an `RpcError`."""
        try:
            return method.run(self.desk, call.params, report)
        except RpcError:
            raise
        except sr.Error as problem:
            raise errors.from_error(problem, self._lang_of(call.params)) from None
        except RecursionError:
            raise errors.limit("the ruleset or the request is nested too deeply") from None
        except MemoryError:
            raise errors.limit("the request needs more memory than this session has") from None
        except Exception as fault:
            told = f"a fault of the engine: {type(fault).__name__}: {fault}"
            raise RpcError(errors.INTERNAL, told, results.ErrorData("message")) from fault

    def _lang_of(self, params: object) -> str:
        lang = params.get("lang") if isinstance(params, dict) else None
        return self.desk.spoken(lang if isinstance(lang, str) and lang in LANGUAGES else None)

    # ---- long requests ------------------------------------------------------------------------------

    def _start(self, method: Method, call: Call) -> None:
        key = call.id if isinstance(call.id, (int, str)) else ""
        running = Running()
        with self._lock:
            if len(self._running) >= MOST_WAITING:
                raise errors.limit(f"at most {MOST_WAITING} simulations run or wait in a session")
            if key in self._running:
                raise malformed(errors.REQUEST, "a running request has the same id")
            self._running[key] = running

        def report(done: int, total: int) -> bool:
            news = (done - running.told) * MOST_TOLD >= total or done >= total
            if call.wants_reply and not running.cancelled and news:
                running.told = done
                told = plain(results.Progress(key, done, total))
                self._reply({"jsonrpc": "2.0", "method": PROGRESS, "params": told})
            return not running.cancelled

        def work() -> None:
            try:
                made = plain(self._run(method, call, report))
                reply: dict[str, object] = {"jsonrpc": "2.0", "id": call.id, "result": made}
            except RpcError as problem:
                reply = _failed(call.id, problem)
            with self._lock:
                del self._running[key]
            if call.wants_reply:
                self._reply(reply)

        self._begin(work)

    def _cancel(self, params: object) -> results.Cancelled:
        asked = structure_params(params, requests.Cancel)
        with self._lock:
            running = self._running.get(asked.request)
            if running is not None:
                running.cancelled = True
        return results.Cancelled(running is not None)

    def _reply(self, message: object) -> None:
        # Only ASCII: no character of a text can be taken for the end of a line.
        self._send(json.dumps(message, ensure_ascii=True, separators=(",", ":"), allow_nan=False))


def _read_call(given: object) -> Call:
    """A request; raises `RpcError` with the reason."""
    if not isinstance(given, dict):
        raise malformed(errors.REQUEST, "a message is an object, or a list of objects")
    unknown = sorted(key for key in given if key not in ("jsonrpc", "id", "method", "params"))
    if given.get("jsonrpc") != "2.0":
        raise malformed(errors.REQUEST, 'a request says "jsonrpc": "2.0"')
    if unknown:
        raise malformed(errors.REQUEST, f"a request has no key {unknown[0][:60]!r}")
    method, ident = given.get("method"), given.get("id")
    if not isinstance(method, str):
        raise malformed(errors.REQUEST, "a request names its method, a text")
    if not _is_id(ident):
        raise malformed(errors.REQUEST, f"the id of a request is a number or a text of up to {LONGEST_ID} characters")
    return Call(ident, "id" in given, method, given.get("params", {}))


def _is_id(ident: object) -> bool:
    if isinstance(ident, bool):
        return False
    return ident is None or isinstance(ident, (int, float)) or (isinstance(ident, str) and len(ident) <= LONGEST_ID)


def _id_of(given: object) -> Id:
    ident = given.get("id") if isinstance(given, dict) else None
    return ident if _is_id(ident) else None


def _failed(ident: Id, problem: RpcError) -> dict[str, object]:
    error = {"code": problem.code, "message": problem.message, "data": plain(problem.data)}
    return {"jsonrpc": "2.0", "id": ident, "error": error}
