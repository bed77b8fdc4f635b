"""What was acknowledged is there after `kill -9` and after power cuts."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from concurrent.futures import wait
from pathlib import Path

import pytest

from solenia_rules.serve.errors import DatabaseError
from solenia_rules.serve.facts import FIRST, Answered, Created, Link, read_facts, write_fact
from solenia_rules.serve.sqlite import SqliteStore

pytest.importorskip("apsw", reason="the simulated disk needs apsw (in the extra `dev`)")
import apsw

from tests.sampling import sampled
from tests.serve.disk import Disk

CREATED = Created("1", "text", "digest", "7", ("person",), ("hash",), "hash", 0, False)


class Writer:
    """Appends facts to several tables and notes which ones were acknowledged."""

    def __init__(self, store: SqliteStore, known: dict[str, list[Link]] | None = None) -> None:
        self.store = store
        self.kept: dict[str, list[Link]] = {} if known is None else known

    def write(self, table: str) -> bool:
        """Append the next fact of a table; whether it was acknowledged."""
        links = self.kept.setdefault(table, [])
        before = links[-1].chain if links else FIRST
        fact = Answered(0, f"answer {len(links)} " + "x" * 200, "", "person") if links else CREATED
        link = write_fact(table, len(links), before, fact)
        future = self.store.append(table, [link])
        wait([future])
        if future.exception() is None:
            links.append(link)
        return future.exception() is None


def survived(store: SqliteStore, kept: dict[str, list[Link]]) -> None:
    """Every acknowledged fact is there. The one that was on its way may be there too."""
    for table, links in kept.items():
        found = store.links(table)
        assert found[: len(links)] == links
        assert len(found) <= len(links) + 1
        if found:
            read_facts(table, found)


@pytest.mark.parametrize("seed", [*range(60), *(pytest.param(n, marks=pytest.mark.thorough) for n in range(60, 2060))])
def test_a_power_cut_loses_nothing_that_was_acknowledged(seed: int) -> None:
    cut_power(seed)


@pytest.mark.parametrize("fault", [apsw.IOError, apsw.FullError, apsw.ReadOnlyError])
@pytest.mark.parametrize("once", [True, False])
@pytest.mark.parametrize("call", sampled(range(40), 12))
def test_a_fault_of_the_disk_is_told_and_loses_nothing(call: int, once: bool, fault: type[apsw.Error]) -> None:
    """A write or a sync fails, once or from then on: each fact is acknowledged or refused, and what was acknowledged is
    there."""
    disk = Disk()
    SqliteStore("games.db", disk.connect).close()
    store = SqliteStore("games.db", disk.connect)
    disk.left, disk.fault, disk.once = call, fault, once
    writer = Writer(store)
    told = [writer.write(f"table{number % 2}") for number in range(12)]
    assert once or not told[-1]
    disk.left = -1
    again = SqliteStore("games.db", disk.after_cut(random.Random(call)).connect)
    survived_exclusively(again, writer.kept)
    again.close()


def cut_power(seed: int) -> None:
    """Cut the power three times while facts are written."""
    chance = random.Random(seed)
    disk = Disk()
    SqliteStore("games.db", disk.connect).close()
    kept: dict[str, list[Link]] = {}
    for _ in range(3):
        disk.left = chance.randrange(1, 60)
        try:
            store = SqliteStore("games.db", disk.connect)
        except DatabaseError:
            store = None
        if store is not None:
            writer = Writer(store, kept)
            while writer.write(f"table{chance.randrange(4)}"):
                pass
        disk = disk.after_cut(chance)
        again = SqliteStore("games.db", disk.connect)
        survived_exclusively(again, kept)
        again.close()


def survived_exclusively(store: SqliteStore, kept: dict[str, list[Link]]) -> None:
    """As `survived`, through the only connection that the simulated disk allows. Facts that were on their way when the
    power was cut and did reach the disk count from now on."""
    for table, links in kept.items():
        rows = store._connection.execute(
            "SELECT number, body, chain FROM facts WHERE game = ? ORDER BY number", (table,)
        ).fetchall()
        found = [Link(int(number), str(body), str(chain)) for number, body, chain in rows]
        assert found[: len(links)] == links
        assert len(found) <= len(links) + 1
        if found:
            read_facts(table, found)
        links[:] = found


def test_a_disk_that_ignores_syncs_is_noticed() -> None:
    """The simulation can fail: without syncs, acknowledged facts are lost."""
    lost = 0
    for seed in range(20):
        disk = Disk()
        SqliteStore("games.db", disk.connect).close()
        store = SqliteStore("games.db", disk.connect)
        store._connection.execute("PRAGMA synchronous = OFF")
        writer = Writer(store)
        for _ in range(10):
            writer.write("table")
        again = disk.after_cut(random.Random(seed))
        try:
            survived_exclusively(SqliteStore("games.db", again.connect), writer.kept)
        except (AssertionError, DatabaseError):
            lost += 1
    assert lost > 10


PROGRAM = """
import sys
from tests.serve.test_faults import Writer
from solenia_rules.serve.sqlite import SqliteStore
writer = Writer(SqliteStore(sys.argv[1]))
number = 0
while True:
    table = f"{sys.argv[2]}-{number % 3}"
    number += 1
    if writer.write(table):
        print(table, len(writer.kept[table]), flush=True)
"""


@pytest.mark.parametrize("kills", [5, pytest.param(500, marks=pytest.mark.thorough)])
def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path, kills: int) -> None:
    file = tmp_path / "games.db"
    chance = random.Random(kills)
    told: dict[str, int] = {}
    for number in range(kills):
        child = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(file), str(number)], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        for _ in range(chance.randrange(1, 40)):
            table, count = child.stdout.readline().split()
            told[table] = int(count)
        child.send_signal(signal.SIGKILL)
        for line in child.stdout:
            if line.endswith("\n"):
                table, count = line.split()
                told[table] = int(count)
        child.wait()
        child.stdout.close()
    store = SqliteStore(file)
    for table, least in told.items():
        found = store.links(table)
        assert len(found) >= least
        read_facts(table, found)
    store.close()
