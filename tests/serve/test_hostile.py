"""Hostile frames, requests and uploads: each gets a refusal, and the table and the server go on."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from solenia_rules.serve.errors import Refused
from solenia_rules.serve.limits import Limits
from solenia_rules.serve.messages import read_hello, read_message
from tests.serve.tables import PEOPLE, bearer, open_table, server, sit

GENEROUS = Limits(
    messages_per_second=1e9, messages_burst=1e9, creations_burst=1e9, uploads_burst=1e9, connections_by_address=10**6
)
FRAMES = [
    "", " ", "{", "}", "null", "[]", "0", '"answer"', "{}", '{"type":null}', '{"type":"answer"}', '{"type":["answer"]}',
    '{"type":"answer","request":"a","version":0,"option":"x","more":1}',
    '{"type":"answer","request":"a","version":0,"version":0,"option":"x"}',
    '{"type":"answer","request":"a","version":true,"option":"x"}',
    '{"type":"answer","request":"a","version":0.0,"option":"x"}',
    '{"type":"answer","request":"a","version":1e999,"option":"x"}',
    '{"type":"answer","request":"a","version":NaN,"option":"x"}',
    '{"type":"answer","request":"a","version":' + "9" * 5000 + ',"option":"x"}',
    '{"type":"answer","request":"","version":0,"option":"x"}',
    '{"type":"answer","request":"' + "r" * 900 + '","version":0,"option":"x"}',
    '{"type":"answer","request":"a","version":0,"option":"\\ud800"}',
    '{"type":"answer","request":"a","version":0,"option":"' + "x" * 9000 + '"}',
    '{"type":"undo","request":"a","version":-1}', '{"type":"agree","request":"a","version":0,"yes":1}',
    '{"type":"replay","request":"a","step":-1}', '{"type":"replay","request":"a","step":99999999999999999999}',
    '{"type":"replace","request":"a","seat":-1}', '{"type":"replace","request":"a","seat":99}',
    '{"type":"settings","request":"a","lang":"xx","theme":"light"}', '{"type":"explain","request":"a","id":"\\u0000"}',
    '{"type":"why","request":"a","version":0,"option":"' + "y" * 5000 + '"}',
    '{"type":"hello","token":"x"}', "[" * 3000, '{"a":' * 2000, "\x00\x01", "\ufeff{}", "{}" * 50,
]  # fmt: skip


def mutated(chance: random.Random) -> str:
    """A frame with a few characters changed, repeated, removed or exchanged with those of another frame."""
    text = chance.choice(FRAMES)[:400]
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        match chance.randrange(4):
            case 0:
                text = text[:at] + chance.choice('{}[]",:0919eE-\\u\ud7ff\x00 tfn') + text[at:]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + chance.choice(FRAMES)[:100] + text[at:]
            case _:
                text = text[:at] * 2
    return text


@pytest.mark.parametrize("count", [3000, pytest.param(60_000, marks=pytest.mark.thorough)])
def test_frames_are_read_or_refused(count: int) -> None:
    chance = random.Random(count)
    for _ in range(count):
        for read in (read_message, read_hello):
            try:
                read(mutated(chance), GENEROUS)
            except Refused:
                pass


@pytest.mark.parametrize("count", [300, pytest.param(20_000, marks=pytest.mark.thorough)])
def test_a_table_survives_hostile_frames(tmp_path: Path, count: int) -> None:
    chance = random.Random(count)
    with server(tmp_path, GENEROUS) as client:
        table = open_table(client)
        with sit(client, table.id, table.tokens[0]) as player:
            for number in range(count):
                frame = FRAMES[number] if number < len(FRAMES) else mutated(chance)
                player.socket.send_text(frame.encode("utf-8", "replace").decode()[:16000])
                if number % 50 == 49:
                    assert player.ask("ping")["type"] == "pong"
            assert player.ask("ping")["type"] == "pong"
            assert player.version <= 1


def hear_refusals(socket: WebSocketTestSession) -> None:
    """Hear until the server ends the connection; it says nothing but refusals."""
    while True:
        assert json.loads(socket.receive_text())["type"] == "refused"


@pytest.mark.parametrize(
    "greeting",
    ["", "{}", '{"type":"hello"}', '{"type":"hello","token":"x"}', '{"type":"hello","token":1}', "x" * 20_000],
)
def test_a_wrong_greeting_ends_the_connection(tmp_path: Path, greeting: str) -> None:
    with server(tmp_path) as client:
        table = open_table(client)
        with client.websocket_connect(f"/api/tables/{table.id}/socket") as socket:
            socket.send_text(greeting)
            with pytest.raises(WebSocketDisconnect):
                hear_refusals(socket)


@pytest.mark.parametrize(("frame", "reason", "code"), [("x" * 40_000, "too_long", 1009), (b"abc", "malformed", 1003)])
def test_a_frame_that_is_too_long_or_no_text_is_refused_with_a_reason(
    tmp_path: Path, frame: str | bytes, reason: str, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "solenia.serve")
    with server(tmp_path) as client:
        table = open_table(client)
        with sit(client, table.id, table.tokens[0]) as player:
            if isinstance(frame, str):
                player.socket.send_text(frame)
            else:
                player.socket.send_bytes(frame)
            while (said := player.hear())["type"] != "refused":
                pass
            assert said["reason"] == reason
            with pytest.raises(WebSocketDisconnect) as closed:
                player.hear()
            assert closed.value.code == code
    assert [vars(line)["reason"] for line in caplog.records if line.message == "refused"] == [reason]


def test_a_page_of_another_origin_cannot_connect(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client)
        for origin in ("https://elsewhere.example", "null", "http://testserver.elsewhere.example"):
            with (
                pytest.raises(WebSocketDisconnect),
                client.websocket_connect(f"/api/tables/{table.id}/socket", headers={"Origin": origin}),
            ):
                pass
        with client.websocket_connect(f"/api/tables/{table.id}/socket", headers={"Origin": "http://testserver"}):
            pass


def refused(client: TestClient, method: str, path: str, status: int, **request: object) -> None:
    answer = client.request(method, path, **request)  # type: ignore[arg-type]
    assert answer.status_code == status, answer.text
    assert answer.json()["text"]


def test_requests_that_are_wrong_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with server(tmp_path, GENEROUS) as client:
        table = open_table(client)
        good = {"ruleset": "candle", "seats": PEOPLE}
        for wrong, status in (
            ({"ruleset": "nonsense"}, 404), ({"ruleset": "../pyproject"}, 404), ({"ruleset": "/etc/passwd"}, 404),
            ({"ruleset": "summer+"}, 404), ({"ruleset": "summer+summer"}, 400), ({"seats": []}, 400),
            ({"seats": PEOPLE * 9}, 400), ({"seats": [{"plays": "human"}] * 2}, 400),
            ({"seats": [{"plays": "mcts:1000000"}] * 2}, 400), ({"seats": [{"plays": "bot.py:Bot"}] * 2}, 400),
            ({"params": {"nonsense": 1}}, 400), ({"params": {"x": "y"}}, 400), ({"absent_after": -1}, 400),
            ({"absent_after": 10**9}, 400), ({"unknown": 1}, 400), ({"text": "ruleset ="}, 400),
        ):  # fmt: skip
            refused(client, "POST", "/api/tables", status, json=good | wrong)
        refused(client, "POST", "/api/tables", 400, content=b"\xff\xfe")
        refused(client, "POST", "/api/tables", 413, content=b"x" * 400_000)
        refused(client, "GET", "/api/tables/none/save", 404, headers=bearer(table.tokens[0]))
        refused(client, "GET", f"/api/tables/{table.id}/save", 403)
        refused(client, "GET", f"/api/tables/{table.id}/save", 403, headers=bearer("x" * 5000))
        refused(client, "POST", f"/api/tables/{table.id}/join", 403, json={"name": "x"}, headers=bearer(""))
        assert client.get("/api/games/..%2f..%2fsecrets").status_code == 404
        refused(client, "GET", "/api/games/nonsense/picture.svg", 404)


def test_an_upload_is_checked_with_places_and_played(tmp_path: Path) -> None:
    wrong = 'ruleset = "mine"\nlanguage = 1\nextends = "candle"\n[params]\nnonsense = 3\n'
    good = 'ruleset = "mine"\nlanguage = 1\nextends = "candle"\nsource = "ours"\n'
    good += 'title = { en = "<script>alert(1)</script>", fr = "Ma", pl = "Moja" }\n'
    with server(tmp_path, GENEROUS) as client:
        found = client.post("/api/check", json={"text": wrong}).json()
        assert not found["good"]
        assert any(one["line"] == 5 for one in found["diagnostics"])
        found = client.post("/api/check", json={"text": good}).json()
        assert found["good"], found
        made = client.post("/api/tables", json={"text": good, "seats": PEOPLE})
        assert made.status_code == 201, made.text
        refused(client, "POST", "/api/check", 413, json={"text": "x" * 270_000})


def test_one_flooding_client_is_slowed_down_and_others_are_not(tmp_path: Path) -> None:
    with server(tmp_path, Limits(messages_per_second=50, messages_burst=20)) as client:
        table = open_table(client)
        with sit(client, table.id, table.tokens[0]) as flooding, sit(client, table.id, table.tokens[1]) as other:
            for _ in range(40):
                flooding.socket.send_text('{"type":"ping","request":"x"}')
            assert other.ask("ping")["type"] == "pong"
            replies = [flooding.hear() for _ in range(40)]
            assert sum(reply.get("reason") == "too_many" for reply in replies) > 5


def test_every_answer_has_strict_headers(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        for path in ("/", "/table/0123456789abcdef", "/static/main.js", "/api/games", "/nonsense"):
            headers = client.get(path).headers
            assert "script-src 'self'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cache-control"] == "no-cache"
        assert client.get("/static/../app.py").status_code == 404
        assert client.get("/healthz").text == "ok\n"
        assert "solenia_connections" in client.get("/metrics").text or client.get("/metrics").text
