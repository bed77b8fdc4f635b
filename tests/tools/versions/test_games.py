"""Where games of two rulesets part, and the rule behind it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.versions.games import Parting, Script, parting
from tests.docs.test_tools import ANSWERS, PAGE, prepare


def parted(old: str, new: str, answers: tuple[str, ...] | None = None) -> Parting | None:
    text = PAGE.read_text("utf-8").partition("```toml stall.toml\n")[2].partition("```")[0]
    assert old in text
    rules = sr.load_text(text, "stall"), sr.load_text(text.replace(old, new), "stall")
    return parting(*rules, Script("x", 2, 1, answers))


def test_games_of_the_same_rules_do_not_part() -> None:
    assert parted("Stall", "Booth") is None
    assert parted("if no(row) { gain 1 point }", "if no(row) { gain 9 points }", ANSWERS) is None


@pytest.mark.parametrize(
    ("old", "new", "answers", "what", "rule"),
    [
        ("gain 2 of good", "gain 3 of good", 1, "what happens", "gain 3 of good (stall:36:36)"),
        ("asks = '2 ore'", "asks = '3 ore'", 2, "what is offered at stall:36:1",
         "choose tile in row where can_pay(asks of tile) (stall:37:12)"),
        ("choose good in goods;", "choose good in goods where good is ore;", 0, "what happens",
         "choose good in goods where good is ore (stall:36:14)"),
        ("repeat 3", "repeat 1", 2, "what happens", ""),
    ],
)  # fmt: skip
def test_the_first_difference_names_its_rule(old: str, new: str, answers: int, what: str, rule: str) -> None:
    found = parted(old, new, ANSWERS)
    assert found is not None
    assert (found.answers, found.what) == (answers, what)
    assert not rule or rule in found.rules


def test_the_command_tells_whether_they_play_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepare(tmp_path)
    stall, steep, save = (str(tmp_path / name) for name in ("stall.toml", "steep.toml", "game.json"))
    assert main(["diff", stall, stall, "--games", "2"]) == 0
    capsys.readouterr()
    assert main(["diff", stall, steep, "--save", save, "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["suggested"], found["games"][0]["answers"]) == ("minor", 2)
    assert main(["diff", stall, "no_such_thing"]) == 2
    assert main(["diff", stall, steep, "--games", "1", "--seats", "7"]) == 2
