"""Object code is kept from one run to the next, found again by what it was made of."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.fast import machine_code
from solenia_rules.fast.accelerated import make
from solenia_rules.fast.module import Module
from solenia_rules.rules.store import ENDING, Store


@pytest.fixture
def compiled_texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was compiled."""
    texts: list[str] = []

    def noting(text: str, long_runs: bool) -> bytes:
        texts.append(text)
        return machine_code.compile_text(text, long_runs)

    monkeypatch.setattr("solenia_rules.fast.accelerated.compile_text", noting)
    return texts


def test_code_is_made_once(tmp_path: Path, compiled_texts: list[str]) -> None:
    store = Store(str(tmp_path / "kept"), "stamp")
    executor = sr.load("crab_pots").executor(2)
    first, second = make(executor, store), make(executor, store)
    assert len(compiled_texts) == 1
    assert first.games(range(5)).rows == second.games(range(5)).rows


def test_another_number_needs_no_other_code(tmp_path: Path, compiled_texts: list[str]) -> None:
    store = Store(str(tmp_path / "kept"), "stamp")
    usual, other = sr.load("crab_pots").executor(2), sr.load("crab_pots", {"rounds": 5, "set_value": 4}).executor(2)
    one, two = make(usual, store), make(other, store)
    assert len(compiled_texts) == 1
    assert one.games([3], states=True).state(0) == usual.playout(3)
    assert two.games([3], states=True).state(0) == other.playout(3)
    assert one.games(range(9)).rows != two.games(range(9)).rows


def test_changed_entries_count_for_nothing(tmp_path: Path, compiled_texts: list[str]) -> None:
    store = Store(str(tmp_path / "kept"), "stamp")
    executor = sr.load("crab_pots").executor(2)
    make(executor, store)
    (entry,) = (tmp_path / "kept").glob(f"*{ENDING}")
    whole = entry.read_bytes()
    for broken in (b"", whole[:-1], whole[:900] + bytes([whole[900] ^ 1]) + whole[901:]):
        entry.write_bytes(broken)
        make(executor, store)
    assert len(compiled_texts) == 4


def test_a_program_from_an_earlier_run_makes_the_same_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled_texts: list[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rows = [sr.load("herbalists").accelerated(2).games(range(5)).rows for _run in range(2)]
    assert len(compiled_texts) == 1
    assert rows[0] == rows[1]


def test_the_text_of_kept_code_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def played() -> list[array[int]]:
        usual, other = sr.load("herbalists"), sr.load("herbalists", {"rounds": 5})
        return [rules.accelerated(2).games(range(5)).rows for rules in (usual, other)]

    made = played()
    monkeypatch.setattr(Module, "text", property(lambda _self: pytest.fail("the text was made again")))
    assert played() == made
    assert made[0] != made[1]
