"""Every ruleset plays the games that were written down; every ruleset file is found by looking, none is listed."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.words.languages import LANGUAGES
from tests.playing import Seated, every_seating, loaded, playable
from tests.rulesets import golden

RULESETS = Path(__file__).parents[2] / "rulesets"


def test_the_game_is_the_one_written_down(seated: Seated) -> None:
    assert golden.written(seated) == golden.known()[str(seated)]


def test_every_game_and_no_other_is_written_down() -> None:
    """A new ruleset or number of seats is added to the file by `python -m tests.rulesets.golden`."""
    assert {str(seated) for seated in every_seating()} == set(golden.known())


def names_of_files(folder: Path) -> set[str]:
    """A file is a ruleset by its name; the files of a folder with a `ruleset.toml` are one."""
    files = [path for path in folder.rglob("*.toml") if not path.name.endswith(".scenarios.toml")]
    folders = {path.parent for path in files if path.name == "ruleset.toml"}
    return {path.stem for path in files if path.parent not in folders} | {path.name for path in folders}


def test_every_ruleset_file_is_found() -> None:
    """What is not among the games is a base that cannot be played by itself."""
    assert set(playable()) <= names_of_files(RULESETS)
    for name in names_of_files(RULESETS) - set(playable()):
        with pytest.raises(sr.RulesetError) as caught:
            sr.load(name)
        assert [problem.code for problem in caught.value.diagnostics] == ["E035"]


def test_every_ruleset_says_its_title_in_every_language(ruleset_name: str) -> None:
    assert set(loaded(ruleset_name).titles) == set(LANGUAGES)


def test_a_game_that_came_out_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    seated = Seated("summer", 2)
    changed = sr.load("summer", params={"goods_per_star": 1})
    monkeypatch.setattr(Seated, "rules", property(lambda self: changed))
    assert golden.written(seated) != golden.known()[str(seated)]
