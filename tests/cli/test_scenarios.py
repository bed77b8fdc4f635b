"""`solenia test`, and what `check`, `fmt` and `list` make of scenario files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.test_commands import ROOT, inside
from tests.tools.scenarios.page import blocks, write

GOOD = blocks("scenarios")[0]
BAD = GOOD.replace("load = { 1 = { salt = 3 } }, coin", "load = { 1 = { salt = 4 } }, coin")


def test_scenarios_beside_a_ruleset_in_a_folder_and_by_themselves(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    for target in ("harbour.toml", "harbour.scenarios.toml", "."):
        done = inside("test", target, where=tmp_path)
        assert (done.code, done.out, done.err) == (0, "3 passed\n", "")


def test_scenarios_in_several_files(tmp_path: Path) -> None:
    write(tmp_path, GOOD, "harbour.loading.scenarios.toml")
    write(tmp_path, GOOD, "harbour.scenarios.toml")
    write(tmp_path, 'ruleset = "harbour"\n' + GOOD, "other.scenarios.toml")
    assert inside("test", "harbour.toml", where=tmp_path).out == "6 passed\n"
    assert inside("test", ".", where=tmp_path).out == "9 passed\n"


def test_scenarios_in_the_folder_of_a_ruleset(tmp_path: Path) -> None:
    (tmp_path / "harbour").mkdir()
    write(tmp_path, GOOD)
    shutil.move(tmp_path / "harbour.toml", tmp_path / "harbour" / "ruleset.toml")
    shutil.move(tmp_path / "harbour.scenarios.toml", tmp_path / "harbour" / "loading.scenarios.toml")
    assert inside("test", "harbour", where=tmp_path).out == "3 passed\n"
    assert inside("test", "harbour/ruleset.toml", where=tmp_path).out == "3 passed\n"
    assert inside("check", "./harbour", where=tmp_path).code == 0


def test_scenarios_of_layers(tmp_path: Path) -> None:
    write(
        tmp_path,
        'ruleset = "harbour+rich"\n' + GOOD.replace("coin = { 1 = 0 }", "coin = { 1 = 9 }"),
        "rich.scenarios.toml",
    )
    (tmp_path / "rich.toml").write_text(
        'ruleset = "rich"\nlanguage = 1\nsource = "ours"\ntitle = { en = "Rich", fr = "Riche", pl = "Bogaty" }\n'
        '[counters.coin]\nstarts = 9\nsource = "ours"\n',
        "utf-8",
    )
    assert inside("test", "rich.scenarios.toml", where=tmp_path).out == "3 passed\n"


def test_a_failure_is_exit_code_1(tmp_path: Path) -> None:
    write(tmp_path, BAD)
    done = inside("test", "harbour.toml", where=tmp_path)
    assert done.code == 1
    assert "expected  4" in done.out
    assert "found     3" in done.out
    assert done.out.endswith("2 passed, 1 failed\n")
    made = json.loads(inside("test", ".", "--format", "json", where=tmp_path).out)
    assert (made["passed"], made["failed"]) == (2, 1)


def test_a_file_with_mistakes_is_exit_code_1(tmp_path: Path) -> None:
    write(tmp_path, GOOD.replace("when =", "whn ="))
    for command in ("test", "check"):
        done = inside(command, ".", where=tmp_path)
        assert done.code == 1
        assert "error[E010]: unknown key `whn`" in done.out


def test_a_wrong_scenario_beside_right_ones_is_told_by_test_and_check(tmp_path: Path) -> None:
    write(tmp_path, f'{GOOD}\n[[scenario]]\nname = "wrong"\nwhn = []\nthen = {{ asked = 1 }}\n')
    for command in ("test", "check"):
        done = inside(command, ".", where=tmp_path)
        assert done.code == 1
        assert "error[E010]: unknown key `whn`" in done.out
    assert "passed" in inside("test", ".", where=tmp_path).out


def test_only_some(tmp_path: Path) -> None:
    write(tmp_path, BAD)
    assert inside("test", ".", "-k", "BESIDE", where=tmp_path).out == "1 passed\n"
    assert inside("test", ".", "-k", "no such", where=tmp_path).code == 2


@pytest.mark.parametrize("target", ["nowhere", "nowhere.toml", "nowhere.scenarios.toml", "docs/adr"])
def test_nothing_to_play_is_wrong_usage(target: str) -> None:
    done = inside("test", target)
    assert done.code == 2
    assert done.out == ""


@pytest.mark.thorough  # `make test` gives the command itself
def test_all_bundled_scenarios_pass() -> None:
    done = inside("test")
    assert done.code == 0, done.out
    assert done.out == inside("test", "rulesets").out


def test_check_finds_what_a_sketch_cannot_be_and_plays_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, BAD)
    assert inside("check", ".", where=tmp_path).code == 0
    assert inside("check", ".", where=tmp_path).code == 0, "remembered"
    path.write_text(BAD.replace('"salt_3", "wool_2"]', '"salt_3", "wol_2"]'), "utf-8")
    done = inside("check", ".", where=tmp_path)
    assert done.code == 1
    assert "error[E701]: there is no piece `wol_2`" in done.out
    assert done.out.count("error[") == 1
    assert inside("check", "harbour.scenarios.toml", where=tmp_path).code == 1
    beside = inside("check", "harbour.toml", where=tmp_path)
    assert (beside.code, beside.out) == (1, done.out), "a ruleset is checked with the scenarios beside it"
    twice = inside("check", "harbour.toml", ".", "harbour.scenarios.toml", where=tmp_path)
    assert twice.out.count("error[") == 1


def test_scenario_files_are_no_rulesets(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    before = path.read_bytes()
    assert inside("fmt", "harbour.scenarios.toml", where=tmp_path).code == 0
    assert inside("fmt", "--check", ".", where=tmp_path).code == 0
    assert path.read_bytes() == before
    listed = inside("list").out
    assert "scenarios" not in listed
    assert (ROOT / "rulesets" / "summer.scenarios.toml").is_file()
