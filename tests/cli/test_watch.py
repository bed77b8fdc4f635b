"""`solenia check --watch`: what is wrong is told again after every change."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from solenia_rules.cli.main import main

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0


def _heed_interrupts() -> None:
    """Whoever runs the tests in the background may have switched them off."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Watching:
    """A process that watches, and the lines that it writes."""

    def __init__(self, where: Path, *arguments: str) -> None:
        self.lines: queue.Queue[str] = queue.Queue()
        plain = {key: value for key, value in os.environ.items() if key not in ("LANG", "LC_ALL", "LC_MESSAGES")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "solenia_rules", "check", "--watch", *arguments],
            cwd=where,
            env=plain | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=_heed_interrupts,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def report(self) -> str:
        """Everything up to the line that says that it watches."""
        found = []
        while not (line := self.lines.get(timeout=PATIENCE)).startswith("watching"):
            found.append(line)
        return "".join(found)

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


def test_every_change_of_a_file_of_the_ruleset_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "below", "--from", "summer"]) == 0
    assert main(["new", "mine", "--from", "candle"]) == 0
    mine = Path("mine.toml")
    own = '\n[params]\nstorage = { default = 7, source = "ours" }\n'
    mine.write_text(mine.read_text("utf-8").replace('"candle"', '"below"') + own, "utf-8")
    watching = Watching(tmp_path, "mine.toml")
    assert watching.report() == "1 checked, no mistakes\n"
    before = mine.read_text("utf-8")
    mine.write_text(before + "\n[scoring.more]\nsource = \"ours\"\neffect = 'as seats { gain 1 satr }'\n", "utf-8")
    assert "did you mean `star`?" in watching.report()
    mine.write_text(before, "utf-8")
    assert watching.report() == "1 checked, no mistakes\n"
    below = Path("below.toml")
    replaced = below.with_suffix(".part")
    replaced.write_text(below.read_text("utf-8").replace('extends  = "summer"', 'extends  = "sumer"'), "utf-8")
    replaced.replace(below)
    assert "below.toml" in watching.report()
    assert watching.interrupt() == 130


def test_nothing_to_watch_is_wrong_usage(tmp_path: Path) -> None:
    watching = Watching(tmp_path, "no_such_game.toml")
    assert "there is no such file" in watching.report()
    assert watching.process.wait(PATIENCE) == 2
