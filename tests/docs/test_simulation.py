"""The page on many games: every command prints what stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from solenia_rules.cli.main import main
from solenia_rules.tools.lab.bot_words import BOT_WORDS, OWN

PAGE = Path(__file__).parents[2] / "docs" / "simulation.md"
FILES = re.compile(r"^```(?:toml|python)\n# (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMANDS = re.compile(r"^```text\n\$ (solenia .*)\n((?s:.*?))^```$", re.MULTILINE)


def written(folder: Path) -> None:
    """The files of the page."""
    for name, text in FILES.findall(PAGE.read_text("utf-8")):
        (folder / name).write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        pytest.param(command, printed, marks=[pytest.mark.thorough] if " tune " in command else [])
        for command, printed in COMMANDS.findall(PAGE.read_text("utf-8"))
    ],
)
def test_a_command_prints_what_stands_there(
    command: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main([*shlex.split(command)[1:], "--jobs", "1"]) == 0
    found = re.sub(r"(?m)^rules [0-9a-f]{12}, engine [^;]*;", "rules DIGEST, engine VERSION;", capsys.readouterr().out)
    assert found == printed


def test_the_page_has_a_command_of_each_sort() -> None:
    found = {command.split()[1] for command, _printed in COMMANDS.findall(PAGE.read_text("utf-8"))}
    assert found == {"sim", "compare", "price", "sweep", "tune"}


def test_the_page_describes_every_bot() -> None:
    rows = re.findall(r"^\| `(.*?)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert {*(bot.form for bot in BOT_WORDS.values()), *OWN.split(" or ")} <= set(rows)


def test_the_bot_of_the_page_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["sim", "herbalists", "--games", "2", "--bots", "keen.py:Keen,random", "--jobs", "1"]) == 0
