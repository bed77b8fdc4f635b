"""`solenia schema`, and the schemas that `new` writes beside what it makes."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from solenia_rules.cli.main import main


def test_it_writes_to_the_terminal_or_to_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["schema", "candle"]) == 0
    printed = capsys.readouterr().out
    assert main(["schema", "candle", "-o", "candle.json"]) == 0
    assert Path("candle.json").read_text("utf-8") == printed
    assert "properties" in json.loads(printed)
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "a ruleset"


@pytest.mark.parametrize("arguments", [["schema", "no_such_game"], ["schema", "-o", "no/such/folder/x.json"]])
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err


@pytest.mark.parametrize("base", ["summer", "day_and_night"])
def test_both_files_of_new_name_a_schema_that_takes_them(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine", "--from", base]) == 0
    for name in ("mine.toml", "mine.scenarios.toml"):
        text = Path(name).read_text("utf-8")
        first = text.partition("\n")[0]
        assert first.startswith("#:schema ./")
        schema = json.loads(Path(first.removeprefix("#:schema ")).read_text("utf-8"))
        Draft7Validator(schema).validate(tomllib.loads(text))


def test_the_line_changes_no_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import solenia_rules as sr

    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine", "--from", "candle"]) == 0
    with_line = sr.load("mine.toml").digest
    text = Path("mine.toml").read_text("utf-8").partition("\n")[2]
    Path("mine.toml").write_text(text, "utf-8")
    assert sr.load("mine.toml").digest == with_line
