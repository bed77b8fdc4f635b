"""Measures a server of tables: `python -m bench.serving` (extra `serve`).

A server runs in a process of its own on this machine, with a database on its disk. Clients play summer with two people
at each table. Three figures are measured, all in one run:

- the time from sending an answer to its acknowledgement (which comes after the record is on the disk), with one table
  and with many tables whose people answer at a human pace;
- the answers a second that one table sustains when both people answer at once;
- the time from opening the page of a table to its picture, in a real browser, if there is one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.request import Request, urlopen

from attrs import define, field
from websockets.asyncio.client import connect

PROGRAM = """
import sys
from solenia_rules.cli import serve
from solenia_rules.serve import app
from solenia_rules.serve.limits import Limits
# All clients have one address here, so the limits for each address are those for all.
app.Limits = lambda: Limits(connections_by_address=4000, creations_per_minute=1e6, creations_burst=1e6)
serve.serve.main(["--port", "0", "--db", sys.argv[1]])
"""


def post(address: str, path: str, body: dict[str, object], token: str = "") -> dict[str, object]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(address + path, json.dumps(body).encode(), headers)) as answer:
        made: dict[str, object] = json.loads(answer.read())
    return made


def open_table(address: str) -> tuple[str, list[str]]:
    people = [{"plays": "person"}, {"plays": "person"}]
    made = post(address, "/api/tables", {"ruleset": "summer", "seats": people})
    invitations = made["invitations"]
    assert isinstance(invitations, list)
    joined = [post(address, f"/api/tables/{made['table']}/join", {"name": "x"}, str(one)) for one in invitations]
    return str(made["table"]), [str(one["token"]) for one in joined]


@define
class Times:
    """Seconds from an answer to its acknowledgement."""

    since: float
    """Answers before this moment are not measured: everybody has just sat down."""
    all: list[float] = field(factory=list)

    def share(self, part: float) -> float:
        return sorted(self.all)[min(len(self.all) - 1, int(len(self.all) * part))]


async def play(address: str, table: str, token: str, seat: int, pace: float, until: float, times: Times) -> None:
    """One person: answers at random when asked, after a pause of about `pace` seconds."""
    chance = random.Random(table + token)
    url = address.replace("http", "ws") + f"/api/tables/{table}/socket"
    async with connect(url, max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": token}))
        version, sent = -1, dict[str, float]()
        while perf_counter() < until:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), max(0.1, until - perf_counter())))
            except TimeoutError:
                return
            if message["type"] == "done" and sent[message["request"]] > times.since:
                times.all.append(perf_counter() - sent[message["request"]])
            if message["type"] != "state" or message["version"] == version:
                continue
            version, decision = message["version"], message["view"]["decision"]
            if decision is None:
                return
            if decision["seat"] == seat:
                if pace:
                    await asyncio.sleep(chance.uniform(0.5, 1.5) * pace)
                option = chance.choice(decision["options"])["id"]
                sent[str(version)] = perf_counter()
                answer = {"type": "answer", "request": str(version), "version": version, "option": option}
                await socket.send(json.dumps(answer))


async def crowd(address: str, tables: int, pace: float, seconds: float) -> Times:
    """So many tables for so many seconds."""
    opened = [await asyncio.to_thread(open_table, address) for _ in range(tables)]
    times = Times(perf_counter() + seconds / 3)
    until = perf_counter() + seconds
    await asyncio.gather(
        *(
            play(address, table, token, seat, pace, until, times)
            for table, tokens in opened
            for seat, token in enumerate(tokens)
        )
    )
    return times


def first_paint(address: str) -> list[float]:
    """Seconds from opening the page of a table to its picture; empty without a browser."""
    try:
        from playwright.sync_api import sync_playwright

        from tests.serve.browser import CHROMIUM
    except ImportError:
        return []
    if CHROMIUM is None:
        return []
    table, tokens = open_table(address)
    kept = json.dumps({table: {"title": "", "tokens": {"0": tokens[0]}, "at": 1}})
    found = []
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for _ in range(5):
            page = browser.new_context().new_page()
            page.add_init_script(f"localStorage.setItem('tables', {json.dumps(kept)})")
            begun = perf_counter()
            page.goto(f"{address}/table/{table}")
            page.wait_for_selector(".picture svg")
            found.append(perf_counter() - begun)
        browser.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--pace", type=float, default=12, help="seconds that people think about an answer")
    parser.add_argument("--seconds", type=float, default=30)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", PROGRAM, str(Path(folder) / "games.db")]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert server.stderr is not None
        found = re.search(r"http://\S+?(?=/\s|/$)", server.stderr.readline())
        assert found
        address = found[0].replace("localhost", "127.0.0.1")
        try:
            measure(address, given.tables, given.pace, given.seconds)
        finally:
            server.terminate()
            server.wait()


def measure(address: str, tables: int, pace: float, seconds: float) -> None:
    asyncio.run(crowd(address, 1, 0, 3))  # the first table loads the rules
    one = asyncio.run(crowd(address, 1, 0.1, seconds / 3))
    fast = asyncio.run(crowd(address, 1, 0, 3))
    many = asyncio.run(crowd(address, tables, pace, seconds))
    painted = first_paint(address)
    ratio = many.share(0.99) / one.share(0.99)
    print("| what | figure | promised |\n|---|---|---|")
    print(f"| one table: p50 and p99 of an answer | {one.share(0.5) * 1e3:.1f} and {one.share(0.99) * 1e3:.1f} ms | |")
    print(f"| {tables} tables, {len(many.all) / (seconds * 2 / 3):.0f} answers a second: p50 and p99 "
          f"| {many.share(0.5) * 1e3:.1f} and {many.share(0.99) * 1e3:.1f} ms | |")  # fmt: skip
    print(f"| p99 of many tables against one | {ratio:.1f} x | at most 5 |")
    print(f"| one table: answers a second | {len(fast.all) / 2:.0f} | at least 20 |")
    if painted:
        print(f"| page of a table to its picture | {median(painted):.2f} s | at most 1.5 |")


if __name__ == "__main__":
    main()
