"""The designer's first ten minutes of the README, done as they are written."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECTION = re.search(r"^## Changing a game.*?(?=^## )", (ROOT / "README.md").read_text("utf-8"), re.M | re.S)
BLOCK = re.compile(r"^```(sh|toml|text)\n(.*?)^```$", re.M | re.S)


def blocks() -> list[tuple[str, str]]:
    assert SECTION is not None
    return [(kind, body) for kind, body in BLOCK.findall(SECTION.group())]


def run(command: str, where: Path) -> tuple[int, str]:
    """What a command prints, both streams in one, and its exit code."""
    program, *arguments = shlex.split(command)
    assert program == "solenia"
    plain = {key: value for key, value in os.environ.items() if key not in ("LANG", "LC_ALL", "LC_MESSAGES")}
    done = subprocess.run(
        [sys.executable, "-m", "solenia_rules", *arguments],
        cwd=where,
        env=plain | {"PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8")


def settled(printed: str) -> str:
    """Without the lines of bundled files, which move whenever one of them is edited."""
    return re.sub(r"(rulesets/[a-z_/]+\.toml):\d+:\d+", r"\1", printed).strip()


def write(block: str, where: Path) -> None:
    """A block names its file in its first line; it goes to the end, or takes the place of its first table."""
    name, _, body = block.removeprefix("# ").partition("\n")
    path = where / name
    header = body.splitlines()[0]
    text = path.read_text("utf-8")
    if header != "[[scenario]]" and f"\n{header}\n" in text:
        text = text[: text.index(f"\n{header}\n") + 1]
    path.write_text(f"{text}{'' if text.endswith(chr(10) * 2) else chr(10)}{body}", "utf-8")


def test_the_first_ten_minutes_go_as_they_are_told(tmp_path: Path) -> None:
    told = 0
    for kind, body in blocks():
        if kind == "toml":
            write(body, tmp_path)
        elif kind == "text":
            command, _, expected = body.removeprefix("$ ").partition("\n")
            code, printed = run(command, tmp_path)
            assert settled(printed) == settled(expected), command
            assert code == (1 if "error" in expected or "FAILED" in expected else 0)
            told += 1
        else:
            for command in body.splitlines():
                code, printed = run(command.partition("#")[0], tmp_path)
                assert code == 0, f"{command}\n{printed}"
    assert told >= 4


def many_games() -> list[tuple[str, str]]:
    """The commands of the part about many games, each with what it prints; empty: that is not told."""
    section = re.search(r"^## Many games.*?(?=^## )", (ROOT / "README.md").read_text("utf-8"), re.M | re.S)
    assert section is not None
    found = []
    for kind, body in BLOCK.findall(section.group()):
        if kind == "sh":
            found += [(line.partition("#")[0].strip(), "") for line in body.splitlines()]
        elif kind == "text":
            command, _, printed = body.removeprefix("$ ").partition("\n")
            found.append((command, printed))
    return found


def test_commands_about_many_games_do_not_overwrite_each_other() -> None:
    written = [name for command, _ in many_games() for name in re.findall(r"(?:-o|--report) (\S+)", command)]
    assert len(written) >= 3
    assert len(set(written)) == len(written)


@pytest.mark.thorough
def test_many_games_go_as_they_are_told(tmp_path: Path) -> None:
    for kind, body in blocks():
        if kind == "toml":
            write(body, tmp_path)
        elif body.startswith("$ solenia new "):
            run(body.removeprefix("$ ").partition("\n")[0], tmp_path)
    for command, told in many_games():
        if not command.startswith("solenia play "):
            code, printed = run(command, tmp_path)
            assert code == 0, printed
            assert told in printed


@pytest.mark.parametrize("step", ["new", "check", "test", "play", "sources", "fmt"])
def test_it_shows_every_step(step: str) -> None:
    assert any(f"solenia {step} " in body for _, body in blocks())
