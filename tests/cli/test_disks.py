"""Files of saved games, and disks that are full."""

from __future__ import annotations

import errno
import io
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from solenia_rules.cli.main import main
from solenia_rules.cli.saves import write_whole
from tests.cli.lost_saves import OS, lost_save
from tests.power_cuts import Folder

PATH = Path("folder/game.json")
ERRORS = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT, errno.EPERM)
CALLS = 9
"""More calls than writing a short file makes."""


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A folder on a simulated disk in which there is a save."""
    made = Folder(random.Random(1))
    monkeypatch.setattr(OS, made)
    write_whole(PATH, "x")
    made.calls = 0
    return made


@pytest.mark.parametrize("seed", range(200))
def test_a_power_cut_leaves_the_last_save(seed: int) -> None:
    assert lost_save(seed) is None


def test_a_disk_that_ignores_syncs_is_noticed() -> None:
    """The simulation can fail: without syncs, saves are lost or only a part of them is there."""
    assert sum(lost_save(seed, ignores_syncs=True) is not None for seed in range(50)) > 30


def test_a_save_without_a_sync_of_its_folder_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solenia_rules.cli.saves.sync_folder", lambda _folder: None)
    assert any(lost_save(seed) is not None for seed in range(50))


def told() -> int | None:
    """The error with which writing another save ends."""
    try:
        write_whole(PATH, "y")
    except OSError as problem:
        return problem.errno
    return None


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("call", range(CALLS))
def test_an_error_at_any_call_is_told_and_leaves_no_part(folder: Folder, call: int, error: int) -> None:
    folder.failing = {call: error}
    if told() is None:
        assert folder.read(PATH.name) == b"y"
    else:
        assert folder.read(PATH.name) in (b"x", b"y")
    assert set(folder.names) == {PATH.name}


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("call", range(CALLS))
def test_a_disk_that_fails_from_a_call_on_keeps_a_whole_save(folder: Folder, call: int, error: int) -> None:
    folder.failing = dict.fromkeys(range(call, 2 * CALLS), error)
    if told() is None:
        assert folder.read(PATH.name) == b"y"
    else:
        assert folder.read(PATH.name) in (b"x", b"y")


@pytest.mark.parametrize("call", range(7))
def test_an_error_of_the_disk_is_never_kept_from_the_player(folder: Folder, call: int) -> None:
    folder.failing = {call: errno.EIO}
    assert told() == errno.EIO


def test_every_call_was_tried(folder: Folder) -> None:
    write_whole(PATH, "y")
    assert folder.calls < CALLS


@pytest.mark.parametrize("sort", ["missing folder", "file as a folder", "a folder has the name"])
def test_play_tells_why_a_save_cannot_be_written(
    sort: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "other.json.part").mkdir()
    names = {
        "missing folder": "no/game.json",
        "file as a folder": "file/game.json",
        "a folder has the name": "other.json",
    }
    path = tmp_path / names[sort]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"save {path}\nquit\n"))
    main(["play", "herbalists", "--seats", "human,random"])
    told = capsys.readouterr()
    assert "cannot write" in told.err + told.out
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "other.json.part"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_no_save(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert main(["play", "--load", str(tmp_path / "pipe")]) == 2
    assert "not a plain file" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_output_to_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "solenia_rules", "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "cannot write `stdout`: No space left on device\n"
