"""`check` for services and before a commit: every format, and the hooks of this repository."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from solenia_rules.cli.main import COMMANDS, main

ROOT = Path(__file__).parents[2]


@pytest.fixture
def mistaken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine", "--from", "summer"]) == 0
    with Path("mine.toml").open("a", encoding="utf-8") as stream:
        stream.write('\n[cards.one_wood]\nvaleu = 1\nsource = "ours"\n')
    return "mine.toml"


def test_sarif_of_a_mistake_and_of_none(mistaken: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["check", mistaken, "--format", "sarif"]) == 1
    (result,) = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert result["ruleId"] == "E021"
    assert result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"] == {"text": "value"}
    assert main(["check", "summer", "--format", "sarif"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["results"] == []


def test_junit_of_a_mistake_and_of_none(mistaken: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["check", mistaken, "summer", "mine.scenarios.toml", "--format", "junit"]) == 1
    mine, summer, scenarios = ElementTree.fromstring(capsys.readouterr().out).iter("testcase")
    assert (mine.get("name"), summer.get("name"), scenarios.get("name")) == (mistaken, "summer", "mine.scenarios.toml")
    assert mine.find("failure") is not None
    assert summer.find("failure") is None


def test_every_hook_is_a_command_of_ours() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    entries = re.findall(r"^  entry: solenia (\w+)$", hooks, re.MULTILINE)
    assert entries == ["check", "fmt", "test"]
    assert set(entries) <= set(COMMANDS)
    (pattern,) = set(re.findall(r"^  files: (.*)$", hooks, re.MULTILINE))
    assert re.search(pattern, "rulesets/variants/silk.toml")
    assert re.search(pattern, "games/rulesets/mine.scenarios.toml")
    assert not re.search(pattern, "pyproject.toml")
