"""Every command of the page about tools prints what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main

PAGE = Path(__file__).parents[2] / "docs" / "tools.md"
_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^\$ solenia (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


ANSWERS = ("good=ore", "good=clay", "dig", "good=ore", "good=clay")


def prepare(folder: Path) -> sr.Game:
    """The files that the page shows, and the save that it speaks of."""
    for match in _BLOCK.finditer(PAGE.read_text("utf-8")):
        if match[1] == "toml" and match[2]:
            (folder / match[2]).write_text(match[3], encoding="utf-8")
    game = sr.new_game(sr.load(str(folder / "stall.toml")))
    for answer in ANSWERS:
        game = game.choose(answer)
    (folder / "game.json").write_text(game.dump(), encoding="utf-8")
    return game


def commands() -> list[tuple[str, str]]:
    found = []
    for match in _BLOCK.finditer(PAGE.read_text("utf-8")):
        if match[1] == "text":
            found += [(command[1], command[2]) for command in _COMMAND.finditer(match[3])]
    return found


def as_pattern(output: str) -> str:
    """`...` stands for anything."""
    return ".*?".join(re.escape(part) for part in output.split("...\n"))


@pytest.mark.parametrize(("command", "output"), commands(), ids=lambda text: text[:40])
def test_a_command_prints_what_the_page_says(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(shlex.split(command)) in (0, 1)
    said = capsys.readouterr().out
    assert re.fullmatch(as_pattern(output), said, re.DOTALL), said


def test_the_page_has_commands() -> None:
    assert {command.split()[0] for command, _output in commands()} == {"why", "replay", "test", "diff"}
