"""The server never dies: mad edits, mad questions, mad messages over one real session."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.lsp.session import Json, Session, position

ROOT = Path(__file__).parents[2]
ASKED = (
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/prepareRename",
    "textDocument/formatting",
    "textDocument/codeAction",
    "textDocument/rename",
)
BITS = (
    "'", '"', "'''", "{", "}", "[", "]", "[[", "\n", "\r\n", "\r", "\t", "=", " ", ".", ",", "#", "😀", "𝒳", "é",
    "\u2028", "\x0c", "\x00", "gain 1 ", "choose ", "my ", "of ", "where ", "if ", "zz_hole", "[tiles]",
    "ruleset", "0x", "1e9", "99999999999999", "\ufeff", "((((((((((", "effect = '''", "'after ' by me {",
)  # fmt: skip


def harass(session: Session, uri: str, chance: random.Random, turns: int) -> None:
    """Edits and questions without sense; every question is answered."""
    for _ in range(turns):
        text = session.texts[uri]
        start = whole(text, chance.randrange(len(text) + 1))
        end = max(start, whole(text, min(len(text), start + chance.choice((0, 0, 0, 1, 3, 30, 300)))))
        session.edit(uri, start, end, chance.choice(BITS) if chance.random() < 0.7 else text[end : end + 20])
        if len(session.texts[uri]) > 40_000:
            session.edit(uri, 0, len(session.texts[uri]), text[:5_000])
        method = chance.choice(ASKED)
        place = position(session.texts[uri], chance.randrange(len(session.texts[uri]) + 1))
        params: dict[str, Json] = {"textDocument": {"uri": uri}, "position": place}
        match method:
            case "textDocument/references":
                params["context"] = {"includeDeclaration": True}
            case "textDocument/formatting":
                params["options"] = {"tabSize": 2, "insertSpaces": True}
            case "textDocument/codeAction":
                params |= {"range": {"start": place, "end": place}, "context": {"diagnostics": []}}
            case "textDocument/rename":
                params["newName"] = chance.choice(("fine", "", "Bad", "gain", "😀"))
        answer = session.ask_raw(method, params)
        assert "result" in answer or "a mistake" not in str(answer["error"]), answer
        refused = answer.get("error")
        if isinstance(refused, dict):
            assert refused["code"] == -32602, (answer, method)  # what cannot be asked; never a bug of ours


def whole(text: str, offset: int) -> int:
    """No editor has its cursor inside the end of a line."""
    return offset - 1 if text[offset - 1 : offset + 1] == "\r\n" else offset


def survive(folder: Path, seed: int, turns: int) -> None:
    text = (ROOT / "rulesets/winter.toml").read_text("utf-8").replace('"winter"', '"mine"')
    with Session(folder) as session:
        (folder / "mine.toml").write_text(text, "utf-8")
        uri = session.open("mine.toml")
        session.learn(uri)
        harass(session, uri, random.Random(seed), turns)
        session.edit(uri, 0, len(session.texts[uri]), text)
        session.codes(uri)
        session.learn(uri)
        assert session.process.poll() is None
        assert session.logged == []
        assert session.errors == []
    assert session.process.returncode == 0


def test_senseless_edits_and_questions(tmp_path: Path) -> None:
    survive(tmp_path, 1, 30)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(2, 8))
def test_many_senseless_edits_and_questions(tmp_path: Path, seed: int) -> None:
    survive(tmp_path, seed, 600)


def test_messages_that_are_none(tmp_path: Path) -> None:
    with Session(tmp_path) as session:
        for body in (b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"jsonrpc": "2.0", "method": 3}'):
            session.send_raw(body)
        session.tell(
            "textDocument/didChange", {"textDocument": {"uri": "nonsense", "version": 1}, "contentChanges": []}
        )
        session.tell("textDocument/didClose", {"textDocument": {"uri": "file:///no/such/file.toml"}})
        session.tell("no/such/notification", {})
        unknown = session.ask_raw("no/such/request", {})
        assert "error" in unknown
        (tmp_path / "candle.toml").write_text("", "utf-8")
        uri = session.open("mine.toml", 'ruleset = "mine"\n')
        session.wait(uri, lambda found: any(item["code"] == "E001" for item in found))
        assert session.process.poll() is None
