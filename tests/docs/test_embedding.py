"""The examples of docs/embedding.md: the files that it copies exist, its commands have these options, its cells run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solenia_rules.cli.engine import engine
from solenia_rules.cli.serve import serve

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "embedding.md").read_text("utf-8")


def test_the_files_that_are_copied_exist() -> None:
    named = set(re.findall(r"\(\.\./(clients/[^)]+)\)", PAGE))
    assert {"clients/js/solenia.js", "clients/js/page.html", "clients/shell/play.sh"} <= named
    assert all((ROOT / name).is_file() for name in named)


def test_the_commands_have_the_options_of_the_page() -> None:
    known = {option for command in (serve, engine) for param in command.params for option in param.opts}
    for line in re.findall(r"^\s*solenia (?:serve|engine).*$", PAGE, re.MULTILINE):
        assert set(re.findall(r"--[a-z-]+", line)) <= known, line


def test_the_cell_of_the_notebook_runs() -> None:
    pytest.importorskip("anywidget")
    (cell,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    *statements, last = cell.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(statements), names)
    board = eval(last, names)
    assert board.game.decision.seat == 0
