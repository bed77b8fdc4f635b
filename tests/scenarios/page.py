"""The manual of scenarios: its game, its scenario files, and games and files of tests about it."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(sort: str) -> list[str]:
    """Texts of all examples of one sort."""
    return [match[2] for match in _FENCE.finditer(PAGE.read_text("utf-8")) if match[1] == sort]


def write_game(folder: Path) -> None:
    (folder / "harbour.toml").write_text(blocks("toml")[0], "utf-8")


def write(folder: Path, text: str, name: str = "harbour.scenarios.toml") -> Path:
    """The game of the page and a file of scenarios beside it."""
    write_game(folder)
    path = folder / name
    path.write_text(text, "utf-8")
    return path
