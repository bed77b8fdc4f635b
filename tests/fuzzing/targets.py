"""What is fuzzed: the ways by which bytes of strangers come in. A target takes bytes; whatever it raises is a fault."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import solenia_rules as sr
from solenia_rules.check.checking import check_world
from solenia_rules.dsl.formatter import format_text
from solenia_rules.dsl.parser import Start, SyntaxProblem, parse
from solenia_rules.protocol.desk import GUEST, Desk
from solenia_rules.protocol.errors import INTERNAL
from solenia_rules.protocol.session import Session
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.resolver import resolve_text
from solenia_rules.rules.store import ENDING, KEY_BYTES, KEY_FILE, Store, write_own
from solenia_rules.tools.scenarios.decoder import decode_file
from solenia_rules.tools.scenarios.files import ScenarioFile
from tests.fuzzing.editor import editor

STARTS: tuple[Start, ...] = ("effect", "value", "rules")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def ruleset(data: bytes) -> None:
    """The loader and the checker: a ruleset, or its refusal."""
    try:
        check_world(resolve_text(_text(data), "fuzzed").world)
    except RulesetError as error:
        str(error)


def effect(data: bytes) -> None:
    """The parser and the formatter: the first byte says what the text is."""
    start, text = STARTS[data[0] % 3 if data else 0], data[1:].decode("utf-8", "replace")
    try:
        tree = parse(text, start)
    except SyntaxProblem:
        return
    formatted = format_text(text, start)
    assert parse(formatted, start) == tree
    assert format_text(formatted, start) == formatted


def scenario(data: bytes) -> None:
    """The reader of scenarios."""
    decode_file(ScenarioFile("fuzzed.scenarios.toml", Path("fuzzed.scenarios.toml")), open_bundle(), data)


def save(data: bytes) -> None:
    """Saved games."""
    try:
        sr.restore(_text(data))
    except sr.SaveError as error:
        str(error)


@cache
def _store() -> tuple[Store, Path, bytes]:
    """A cache with one entry: where the entry is, and its bytes."""
    folder = tempfile.mkdtemp(prefix="fuzzed-")
    write_own(str(Path(folder) / KEY_FILE), b"k" * KEY_BYTES)
    store = Store(folder, "stamp")
    store.remember(("kept", 1, b"bytes"), "something")
    (path,) = Path(folder).glob(f"*{ENDING}")
    return store, path, path.read_bytes()


def cache_entry(data: bytes) -> None:
    """Entries of the cache: whatever is not what was written is unknown."""
    store, path, right = _store()
    number = os.open(path, os.O_WRONLY | os.O_TRUNC)
    os.write(number, data)
    os.close(number)
    assert (store.recall("something") is None) == (data != right)


def request(data: bytes) -> None:
    """Lines of the protocol, from a guest: every line gets an answer that is no fault of the engine."""
    lines: list[bytes | str] = []
    session = Session(Desk(GUEST), lines.append)
    for line in data.split(b"\n"):
        session.receive(line)
    for reply in map(json.loads, lines):
        for one in reply if isinstance(reply, list) else [reply]:
            assert one.get("error", {}).get("code") != INTERNAL, one


TARGETS: dict[str, Callable[[bytes], None]] = {
    "ruleset": ruleset,
    "effect": effect,
    "scenario": scenario,
    "save": save,
    "cache_entry": cache_entry,
    "request": request,
    "editor": editor,
}
