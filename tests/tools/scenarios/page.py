"""The manual of scenarios: its game, its scenario files, and games and files of tests about it."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "scenarios.md"
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


RESETTING = [
    ('kind = "cargo?", source', 'kind = "cargo?", starts = "salt", resets = "turn", source'),
    ('kind = "yes_no", starts = false }', 'kind = "yes_no", starts = false, resets = "turn" }'),
    ('per = ["seat"], score = true', 'per = ["seat"], score = true, resets = "round"'),
    ("repeat rounds { as", "repeat rounds { phase round { as"),
    ("{ take_turn } } }", "{ take_turn } } } }"),
]


def let_reset(folder: Path) -> None:
    """The game of the page with phases that put something back."""
    path = folder / "harbour.toml"
    text = path.read_text("utf-8")
    for old, new in RESETTING:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
