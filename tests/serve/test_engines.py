"""The engine for programs at `/engine` of the server: a process for each connection, limits, and a page of its own."""

from __future__ import annotations

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from solenia_rules.protocol.desk import GUEST
from solenia_rules.serve.app import Server
from solenia_rules.serve.limits import Limits
from solenia_rules.serve.sqlite import SqliteStore
from tests.serve.browser import CHROMIUM, running

PAGE = Path(__file__).parent.parent.parent / "clients" / "js"


def offering(folder: Path, engines: int, limits: Limits | None = None) -> TestClient:
    return TestClient(Server(SqliteStore(folder / "games.db"), limits, engines=engines).app())


def ask(socket: WebSocketTestSession, method: str, **params: object) -> dict[str, object]:
    socket.send_text(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, indent=1))
    found = socket.receive_json()
    assert isinstance(found, dict)
    return found


def test_a_program_plays_over_a_websocket(tmp_path: Path) -> None:
    with offering(tmp_path, 2) as client, client.websocket_connect("/engine") as socket:
        limits = ask(socket, "engine.hello")["result"]["limits"]  # type: ignore[index]
        assert limits["files"] is False
        loaded = ask(socket, "rulesets.load", name="connect_four")["result"]
        status = ask(socket, "game.new", ruleset=loaded["ruleset"])["result"]  # type: ignore[index]
        assert ask(socket, "bot.answer", game=status["game"], bot="random")["result"]["status"]["decisions"] == 1  # type: ignore[index]
        assert ask(socket, "rulesets.load", name="/etc/passwd")["error"]["code"] == 7  # type: ignore[index]
        socket.send_text("[" * 1000)
        assert socket.receive_json()["error"]["code"] == -32700
        assert ask(socket, "game.options", game=status["game"])["result"]["seat"] == 1  # type: ignore[index]
        assert "solenia_engines 1" in client.get("/metrics").text
    with offering(tmp_path, 1) as client:
        for _ in range(2):  # an engine that ended makes room
            with client.websocket_connect("/engine") as socket:
                assert "result" in ask(socket, "engine.hello")


def closed_with(socket: WebSocketTestSession) -> int:
    with pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text()
    return closed.value.code


def test_engines_are_off_unless_asked_for_and_limited_in_number_and_size(tmp_path: Path) -> None:
    with offering(tmp_path, 0) as client, pytest.raises(WebSocketDisconnect):
        client.websocket_connect("/engine").__enter__()
    with offering(tmp_path, 1) as client, client.websocket_connect("/engine"):
        with client.websocket_connect("/engine") as second:
            assert closed_with(second) == 1013
    with offering(tmp_path, 9, Limits(engines_by_address=1)) as client, client.websocket_connect("/engine") as first:
        with client.websocket_connect("/engine") as second:
            assert closed_with(second) == 1013
        first.send_text("x" * (GUEST.line + 1))
        assert closed_with(first) == 1009
    with offering(tmp_path, 1, Limits(engine_idle_seconds=0.1)) as client, client.websocket_connect("/engine") as idle:
        assert closed_with(idle) == 1008
    with offering(tmp_path, 1) as client, pytest.raises(WebSocketDisconnect):
        client.websocket_connect("/engine", headers={"origin": "http://elsewhere.example"}).__enter__()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="NO BROWSER TESTS: there is no Chromium; run `make browser`")
def test_a_page_of_its_own_plays_a_game_in_a_real_browser(tmp_path: Path) -> None:
    """The page comes from another server than the engine."""
    api = pytest.importorskip("playwright.sync_api", reason="NO BROWSER TESTS: run `make browser`")
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    pages = ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, directory=str(PAGE)))
    Thread(target=pages.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{pages.server_port}"
    try:
        with running(tmp_path, more=("--engines", "2", "--origin", origin)) as (address, _child), \
                api.sync_playwright() as started:  # fmt: skip
            browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page()
            page.set_default_timeout(60_000)
            problems: list[str] = []
            page.on("pageerror", lambda problem: problems.append(str(problem)))
            engine = address.replace("http://", "ws://") + "/engine"
            page.goto(f"{origin}/page.html?game=connect_four&seed=7&engine={engine}")
            api.expect(page.locator("#title")).to_have_text("Connect Four", timeout=60_000)
            page.locator("#picture [data-option]").nth(3).click()
            for _ in range(42):
                api.expect(page.locator("#prompt")).not_to_be_empty(timeout=60_000)
                if page.locator("#prompt").inner_text().endswith("."):
                    break
                before = page.locator("#picture").inner_html()
                page.locator("#options button").first.click()
                page.wait_for_function("before => document.querySelector('#picture').innerHTML !== before", arg=before)
            assert page.locator("#prompt").inner_text() in ("You win.", "You lose.", "A draw.")
            page.goto(f"{origin}/page.html?game=backgammon&seed=1&engine={engine}")  # seat 2 begins this game
            page.locator("#options button").first.wait_for()
            before = page.locator("#picture").inner_html()
            page.locator("#options button").first.click()
            page.wait_for_function("before => document.querySelector('#picture').innerHTML !== before", arg=before)
            page.goto(f"{origin}/page.html?engine={origin.replace('http', 'ws')}/engine")
            api.expect(page.locator("#title")).to_contain_text("no engine answers at ws://", timeout=60_000)
            assert problems == []
            browser.close()
    finally:
        pages.shutdown()
        pages.server_close()
