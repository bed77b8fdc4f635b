"""What the shelves of classic and modern games promise: short rules, words and looks in every language, scenarios, and
a row in the table of what these scenarios notice."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.words.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
MOST_LINES = {"classics": 150, "modern": 300}
"""Lines of the rules. Larger games have a folder with the words in a file of their own."""
NOTICED = 90
"""Percent of the changes of data that the scenarios notice at least."""
ROW = re.compile(r"^\| (\w+) \| (\d+) \| (\d+) \| [\d.]+ % \|$", re.MULTILINE)


def rules_files(shelf: str) -> list[Path]:
    folder = ROOT / "rulesets" / shelf
    files = [path for path in folder.glob("*.toml") if not path.name.endswith(".scenarios.toml")]
    return sorted([*files, *folder.glob("*/ruleset.toml")])


GAMES = [(shelf, path) for shelf in MOST_LINES for path in rules_files(shelf)]


def name_of(path: Path) -> str:
    return path.parent.name if path.name == "ruleset.toml" else path.stem


@pytest.mark.parametrize(("shelf", "path"), GAMES, ids=[name_of(path) for _shelf, path in GAMES])
def test_a_game_of_a_shelf_is_short_and_has_words_looks_and_scenarios(shelf: str, path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES[shelf]
    parts = [path] if path.name != "ruleset.toml" else path.parent.glob("*.toml")
    sections = [tomllib.loads(part.read_text("utf-8")) for part in parts if not part.name.endswith(".scenarios.toml")]
    for lang in LANGUAGES:
        assert any(part.get("words", {}).get(lang) for part in sections)
    assert any(part.get("look") for part in sections)
    assert list(path.parent.glob(f"{name_of(path)}*.scenarios.toml"))
    assert name_of(path) in sr.list_rulesets()


def test_the_table_of_noticed_changes_has_every_game_of_the_shelves() -> None:
    page = (ROOT / "docs" / "mutation.md").read_text("utf-8")
    rows = {name: (int(changes), int(noticed)) for name, changes, noticed in ROW.findall(page)}
    assert {name_of(path) for _shelf, path in GAMES} <= set(rows)
    for name, (changes, noticed) in rows.items():
        assert 100 * noticed >= NOTICED * changes, name


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name_of(path) for _shelf, path in GAMES])
def test_played_games_of_a_shelf_show_no_problem(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", name, "--play", "40"]) == 0
    printed = capsys.readouterr()
    assert "no mistakes" in printed.err + printed.out
    assert "warning[" not in printed.err + printed.out
