"""`solenia draw` writes pictures of rulesets and saves, and says what is wrong or missing."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    game = sr.new_game(sr.load("candle"), 3, 4)
    path.write_text(game.choose(0).dump(), "utf-8")
    return path


def test_a_save_is_drawn_as_the_seat_sees_it(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", str(save), "--seat", "2", "--lang", "fr", "--theme", "dark", "--width", "500"]) == 0
    game = sr.restore(save.read_text("utf-8"))
    assert capsys.readouterr().out == game.svg(1, "fr", "dark", width=500)


def test_a_ruleset_is_drawn_at_its_beginning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "hex.svg"
    assert main(["draw", "hex", "--lang", "en", "--seed", "3", "-o", str(target)]) == 0
    assert target.read_text("utf-8") == sr.new_game(sr.load("hex"), seed=3).svg()
    assert str(target) in capsys.readouterr().err


def test_a_png_needs_the_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["draw", "hex", "--lang", "en", "-o", str(tmp_path / "hex.png")]) == 2
    assert "pip install -e '.[draw]'" in capsys.readouterr().err  # the tests run in a checkout
    assert not list(tmp_path.iterdir())


def test_a_png_is_written(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert main(["draw", "hex", "-o", str(tmp_path / "hex.png")]) == 0
    assert (tmp_path / "hex.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (["no_such_game"], 2, "E001"),
        (["hex", "-o", "hex.gif"], 2, ".svg or .png"),
        (["hex", "--seat", "3"], 2, "2 seats"),
        (["hex", "--seats", "5"], 2, "played by 2 seats"),
        (["hex", "--width", "9"], 2, "320"),
        (["SAVE", "--seed", "1"], 2, "--seed"),
        (["SAVE", "--seat", "9"], 2, "3 seats"),
        (["SAVE", "-o", "no/such/folder/x.svg"], 2, "x.svg"),
        (["BROKEN"], 1, "save"),
    ],
)
def test_wrong_usage_is_told_and_nothing_is_written(
    args: list[str], code: int, told: str, save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = save.with_name("broken.json")
    broken.write_text(save.read_text("utf-8")[:-50], "utf-8")
    names = {"SAVE": str(save), "BROKEN": str(broken)}
    assert main(["draw", *(names.get(arg, arg) for arg in args), "--lang", "en"]) == code
    said = capsys.readouterr()
    assert told in said.err + said.out
    assert {path.name for path in save.parent.iterdir()} == {"game.json", "broken.json"}


def test_what_is_printed_is_xml(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "leduc"]) == 0
    ElementTree.fromstring(capsys.readouterr().out)
