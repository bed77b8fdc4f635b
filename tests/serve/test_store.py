"""The store keeps what it has acknowledged, refuses what it cannot read, and leaves files of others as they are."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path

import pytest
from attrs import evolve

from solenia_rules.serve.errors import DamagedTable, DatabaseError
from solenia_rules.serve.facts import FIRST, Answered, Created, Fact, Link, Returned, read_facts, write_fact
from solenia_rules.serve.sqlite import SqliteStore

CREATED = Created("1", "text", "digest", "7", ("person",), ("hash",), "hash", 0, False)


def links(table: str, *facts: Fact) -> list[Link]:
    made: list[Link] = []
    before = FIRST
    for number, fact in enumerate((CREATED, *facts)):
        made.append(write_fact(table, number, before, fact))
        before = made[-1].chain
    return made


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "games.db"
    for path in tmp_path.rglob("*"):
        path.chmod(stat.S_IRWXU)


def test_what_is_acknowledged_is_there_after_reopening(file: Path) -> None:
    store = SqliteStore(file)
    made = {f"table{n}": links(f"table{n}", Answered(0, "a", "r", "person"), Returned(0)) for n in range(300)}
    wait([store.append(table, found) for table, found in made.items()])
    store.close()
    again = SqliteStore(file)
    assert again.tables() == sorted(made)
    assert all(again.links(table) == found for table, found in made.items())
    again.close()


def test_a_request_that_fails_does_not_fail_others(file: Path) -> None:
    store = SqliteStore(file)
    store.append("a", links("a")).result()
    waiting = [store.append("a", links("a")), *(store.append(f"b{n}", links(f"b{n}")) for n in range(20))]
    wait(waiting)
    assert isinstance(waiting[0].exception(), DatabaseError)
    assert all(one.exception() is None for one in waiting[1:])
    assert len(store.links("a")) == 1
    store.close()


def test_after_closing_nothing_is_acknowledged(file: Path) -> None:
    store = SqliteStore(file)
    store.close()
    assert isinstance(store.append("a", links("a")).exception(), DatabaseError)


class TestRefused:
    def refused(self, file: Path, *, says: str) -> None:
        before = file.read_bytes() if file.is_file() else b""
        with pytest.raises(DatabaseError, match=says):
            SqliteStore(file)
        assert (file.read_bytes() if file.is_file() else b"") == before

    def test_a_file_that_is_no_database(self, file: Path) -> None:
        file.write_text("a shopping list, long enough to be read as a header of a database\n" * 40)
        self.refused(file, says="not a database")

    def test_a_database_of_another_program(self, file: Path) -> None:
        with sqlite3.connect(file) as other:
            other.execute("CREATE TABLE facts (x)")
        other.close()
        self.refused(file, says="another program")

    def test_another_format(self, file: Path) -> None:
        SqliteStore(file).close()
        with sqlite3.connect(file) as later:
            later.execute("PRAGMA user_version = 99")
        later.close()
        self.refused(file, says="format 99")

    def test_a_damaged_file(self, file: Path) -> None:
        store = SqliteStore(file)
        for n in range(50):
            store.append(f"t{n}", links(f"t{n}", Answered(0, "x" * 500, "r", "person"))).result()
        store.close()
        whole = bytearray(file.read_bytes())
        whole[4096 : 3 * 4096] = os.urandom(2 * 4096)
        file.write_bytes(whole)
        self.refused(file, says="damaged|malformed")

    def test_a_folder_that_does_not_exist(self, file: Path) -> None:
        self.refused(file.parent / "none" / "games.db", says="unable to open")

    def test_a_connection_that_only_reads(self, file: Path) -> None:
        SqliteStore(file).close()
        with pytest.raises(DatabaseError, match="readonly"):
            SqliteStore(file, lambda path: sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None))

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_a_read_only_file(self, file: Path) -> None:
        SqliteStore(file).close()
        file.chmod(stat.S_IRUSR)
        self.refused(file, says="readonly|read-only")


class TestChain:
    def facts(self) -> list[Link]:
        return links("t", *(Answered(0, f"answer{n}", str(n), "person") for n in range(5)))

    def test_is_read(self) -> None:
        assert [type(fact) for fact in read_facts("t", self.facts())] == [Created] + [Answered] * 5

    @pytest.mark.parametrize("number", range(6))
    def test_notices_a_change_a_gap_and_a_swap(self, number: int) -> None:
        found = self.facts()
        changed = [*found]
        changed[number] = evolve(found[number], body=found[number].body.replace(":", ": ", 1))
        swapped = [*found[:number], *found[number + 1 :], found[number]]
        for wrong in (changed, found[:number] + found[number + 1 :], swapped):
            if wrong not in (found, found[:5]):
                with pytest.raises(DamagedTable):
                    read_facts("t", wrong)

    def test_belongs_to_one_table(self) -> None:
        with pytest.raises(DamagedTable):
            read_facts("other", self.facts())

    @pytest.mark.parametrize("body", ["", "[]", '{"kind":"answered"}', '{"kind":"x"}', "1", '"a"', "[" * 9000])
    def test_refuses_what_is_no_fact(self, body: str) -> None:
        from solenia_rules.serve.facts import chain_after

        first = self.facts()[0]
        second = Link(1, body, chain_after(first.chain, "t", 1, body))
        with pytest.raises(DamagedTable):
            read_facts("t", [first, second])


def test_a_full_disk_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    """The size of the database is limited, as on a full disk."""
    store = SqliteStore(tmp_path / "games.db")
    store.append("a", links("a")).result()
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    big = links("b", *(Answered(0, "x" * 3000, "r", "person") for _ in range(5)))
    problem = store.append("b", big).exception()
    assert isinstance(problem, DatabaseError)
    assert "full" in str(problem)
    store._connection.execute("PRAGMA max_page_count = 1000000")
    store.append("b", big).result()
    store.close()
    copy = tmp_path / "copy.db"
    shutil.copy(tmp_path / "games.db", copy)
    again = SqliteStore(copy)
    assert (len(again.links("a")), len(again.links("b"))) == (1, 6)
    again.close()
