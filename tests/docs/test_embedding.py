"""The examples of docs/embedding.md: the files that it copies exist, its commands have these options, its cells run."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

from solenia_rules.cli.engine import engine
from solenia_rules.cli.serve import serve

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "embedding.md").read_text("utf-8")
PYTHON: list[str] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_files_that_are_copied_exist() -> None:
    named = set(re.findall(r"\(\.\./((?:clients|examples)/[^)]+)\)", PAGE))
    assert {"clients/js/solenia.js", "clients/js/page.html", "clients/shell/play.sh"} <= named
    assert all((ROOT / name).is_file() for name in named)


def test_the_commands_have_the_options_of_the_page() -> None:
    known = {option for command in (serve, engine) for param in command.params for option in param.opts}
    for line in re.findall(r"^\s*solenia (?:serve|engine).*$", PAGE, re.MULTILINE):
        assert set(re.findall(r"--[a-z-]+", line)) <= known, line


def test_the_cell_of_the_notebook_runs() -> None:
    pytest.importorskip("anywidget")
    (cell,) = (text for text in PYTHON if "notebook" in text)
    *statements, last = cell.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(statements), names)
    board = eval(last, names)
    assert board.game.decision.seat == 0


def test_the_environment_of_the_page_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo")
    (text,) = (text for text in PYTHON if "pettingzoo" in text)
    exec(text, {})
    assert sorted(line.partition(" earned ")[0] for line in capsys.readouterr().out.splitlines()) == [
        "seat_0",
        "seat_1",
    ]


def test_the_program_that_learns_beats_random_actions(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pettingzoo")
    monkeypatch.setattr(sys, "argv", ["learn_in_pettingzoo.py", "--games", "4000"])
    runpy.run_path(str(ROOT / "examples" / "learn_in_pettingzoo.py"), run_name="__main__")
    found = re.search(r"random actions: ([+-][\d.]+) chips a game \(([\d.]+) either way\)", capsys.readouterr().out)
    assert found is not None
    assert float(found[1]) > float(found[2])
