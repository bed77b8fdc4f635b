"""A small editor: a real process of `solenia lsp`, spoken to over its standard input and output."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

PATIENCE = 30.0
"""Seconds; a server that is slower than that on any machine is stuck."""
A_WHILE = 0.05

HEAD = """\
ruleset  = "mine"
language = 1
extends  = "summer"
source   = "ours"

[title]
en = "Mine"
fr = "À moi 😀"
pl = "Moje"

"""
"""The beginning of a variant of `summer`."""


class Session:
    """One editor and its server. Documents are kept here as the editor has them."""

    def __init__(self, where: Path, locale: str = "en", options: Json = None) -> None:
        self.where = where
        self.locale = locale
        self.options = options
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.published: dict[str, list[dict[str, Json]]] = {}
        self.errors: list[dict[str, Json]] = []
        self.logged: list[str] = []
        self._answers: dict[int, queue.Queue[dict[str, Json]]] = {}
        self._number = 0
        self._news = threading.Condition()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "solenia_rules", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=where,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._drain, daemon=True).start()

    def __enter__(self) -> Session:
        capabilities: Json = {"general": {"positionEncodings": ["utf-16"]}}
        root = self.where.as_uri()
        about: Json = {
            "processId": None,
            "rootUri": root,
            "locale": self.locale,
            "initializationOptions": self.options,
            "capabilities": capabilities,
        }
        self.capabilities = self.ask("initialize", about)
        self.tell("initialized", {})
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None and self.process.poll() is None:
            self.ask("shutdown", None)
            self.tell("exit", None)
        try:
            self.process.wait(PATIENCE if kind is None else 1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            if kind is None:
                raise

    # ---- messages ---------------------------------------------------------------------

    def send(self, message: dict[str, Json]) -> None:
        self.send_raw(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def send_raw(self, body: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method: str, params: Json) -> None:
        self.send({"method": method, "params": params})

    def ask_raw(self, method: str, params: Json) -> dict[str, Json]:
        """The whole answer, be it an error."""
        self._number += 1
        number = self._number
        self._answers[number] = queue.Queue()
        self.send({"id": number, "method": method, "params": params})
        return self._answers[number].get(timeout=PATIENCE)

    def ask(self, method: str, params: Json) -> Json:
        answer = self.ask_raw(method, params)
        assert "error" not in answer, answer
        return answer.get("result")

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            if not header.lower().startswith(b"content-length:"):
                continue
            size = int(header.partition(b":")[2])
            while stream.readline().strip():
                pass
            self._take(json.loads(stream.read(size)))

    def _take(self, message: dict[str, Json]) -> None:
        if "id" in message and "method" not in message:
            number = message["id"]
            assert isinstance(number, int)
            self._answers[number].put(message)
            return
        params = message.get("params")
        with self._news:
            if message.get("method") == "textDocument/publishDiagnostics" and isinstance(params, dict):
                uri, found = params["uri"], params["diagnostics"]
                assert isinstance(uri, str)
                assert isinstance(found, list)
                self.published[uri] = [item for item in found if isinstance(item, dict)]
            elif message.get("method") == "window/logMessage":
                self.errors.append(message)
            self._news.notify_all()

    def _drain(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.logged.append(line.decode("utf-8", "replace"))

    # ---- documents --------------------------------------------------------------------

    def uri(self, name: str) -> str:
        return (self.where / name).as_uri()

    def open(self, name: str, text: str | None = None) -> str:
        uri = self.uri(name)
        content = text if text is not None else (self.where / name).read_bytes().decode("utf-8")
        self.texts[uri], self.versions[uri] = content, 1
        document: Json = {"uri": uri, "languageId": "toml", "version": 1, "text": content}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def close(self, uri: str) -> None:
        del self.texts[uri]
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def edit(self, uri: str, start: int, end: int, new: str) -> None:
        """Replace a stretch, given in characters of the text as the editor has it."""
        text = self.texts[uri]
        change: Json = {"range": {"start": position(text, start), "end": position(text, end)}, "text": new}
        self.texts[uri] = text[:start] + new + text[end:]
        self.versions[uri] += 1
        document: Json = {"uri": uri, "version": self.versions[uri]}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def replace(self, uri: str, old: str, new: str) -> None:
        start = self.texts[uri].index(old)
        self.edit(uri, start, start + len(old), new)

    def at(self, uri: str, before: str, after: str = "") -> dict[str, Json]:
        """The place between two texts that stand next to each other in the document."""
        offset = self.texts[uri].index(before + after) + len(before)
        return {"textDocument": {"uri": uri}, "position": position(self.texts[uri], offset)}

    def wait(self, uri: str, enough: Callable[[list[dict[str, Json]]], bool]) -> list[dict[str, Json]]:
        """What is told of a document, as soon as it is what is waited for."""
        with self._news:
            done = self._news.wait_for(lambda: uri in self.published and enough(self.published[uri]), PATIENCE)
            assert done, self.published.get(uri)
            return self.published[uri]

    def learn(self, uri: str) -> None:
        """Wait until enough is known of a document to answer questions about it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.ask("textDocument/completion", self.at(uri, ""))
            if isinstance(found, dict) and not found["isIncomplete"]:
                return
            with self._news:
                self._news.wait(A_WHILE)  # questions without a pause would slow down the server that has to learn
        raise AssertionError(f"nothing is known of the document: {self.logged} {self.errors}")

    def codes(self, uri: str, *codes: str) -> list[dict[str, Json]]:
        """Wait until exactly these codes are told of a document."""
        return self.wait(uri, lambda found: sorted(str(item["code"]) for item in found) == sorted(codes))


def position(text: str, offset: int) -> dict[str, Json]:
    """As the protocol counts: lines, and UTF-16 code units."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    line = before.rpartition("\n")[2]
    return {"line": before.count("\n"), "character": len(line.encode("utf-16-le")) // 2}


def apply(text: str, edits: Json) -> str:
    """The text after edits that an answer holds."""
    assert isinstance(edits, list)
    placed = []
    for edit in edits:
        assert isinstance(edit, dict)
        place = edit["range"]
        assert isinstance(place, dict)
        placed.append((offset(text, place["start"]), offset(text, place["end"]), str(edit["newText"])))
    for start, end, new in sorted(placed, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def offset(text: str, place: Json) -> int:
    """Character of a position of the protocol."""
    assert isinstance(place, dict)
    line, units = place["line"], place["character"]
    assert isinstance(line, int)
    assert isinstance(units, int)
    lines = text.splitlines(keepends=True)
    start = sum(map(len, lines[:line]))
    rest = lines[line] if line < len(lines) else ""
    return start + len(rest.encode("utf-16-le")[: 2 * units].decode("utf-16-le"))


def labels(found: Json) -> list[str]:
    """What a completion offers, in order."""
    assert isinstance(found, dict)
    items = found["items"]
    assert isinstance(items, list)
    pairs = [(str(item["sortText"]), str(item["label"])) for item in items if isinstance(item, dict)]
    return [label for _, label in sorted(pairs)]
