"""`solenia why` and `solenia replay`: answers read by what they name, reasons and steps with their places."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.cli.phrases import read_phrase
from solenia_rules.cli.replay import Told, target
from tests.engine.playing import loaded


@pytest.fixture(scope="module")
def game() -> sr.Game:
    found = sr.new_game(loaded("summer"), seed=3)
    for _ in range(10):
        found = found.choose(sr.random_answer(found))
    return found


@pytest.fixture
def save(game: sr.Game, tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    path.write_text(game.dump(), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("line", "taken", "refused"),
    [
        ("play 2 on c4", ("card=two_water", "cell=sky.c4"), None),
        ("2, a1", ("card=two_water",), "cell=sky.a1"),
        ("card=two_water then cell=sky.a1", ("card=two_water",), "cell=sky.a1"),
        ("two_wood on c4", (), "card=two_wood"),
        ("play 2: star on water on c4", ("card=two_water", "cell=sky.c4"), None),
        ("2 on nowhere", ("card=two_water",), "nowhere"),
        ("c4", (), "c4"),
    ],
)
def test_answers_are_read_by_what_they_name(game: sr.Game, line: str, taken: tuple[str, ...], refused: str) -> None:
    reading = read_phrase(game, line, "en")
    assert (reading.taken, reading.refused) == (taken, refused)


def test_words_of_another_language_are_read(game: sr.Game) -> None:
    assert game.decision is not None
    said = game.decision.options[0].text("pl")
    assert read_phrase(game, f"zagraj {said} na a1", "pl").refused in ("zagraj", "cell=sky.a1")
    assert read_phrase(game, f"{said} na a1", "pl").refused == "cell=sky.a1"


def test_nobody_is_told_what_will_be_drawn(game: sr.Game) -> None:
    """After the card is played another one is drawn: what could be answered then is not looked at."""
    reading = read_phrase(game, "2 c4 one_wood", "en")
    assert reading.game.news == game.choose("card=two_water").news


def test_why_tells_the_rule_its_place_what_was_found_and_what_would_do(
    save: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["why", save, "play 2 on a1", "--lang", "en"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "after card=two_water:",
        "cell=sky.a1: then this could not be done: `pay voyage(cell) of goods` (rulesets/solenia.toml:135:3); found: "
        "goods: price of the voyage (space) = 3 goods, you have 1 wood + 1 water; enough would be: 1 more good",
        "asked there: choose: space",
    ]
    assert main(["why", save, "2 on a1", "--format", "json", "--lang", "fr"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["rule"], found["changes"]) == ("pay voyage(cell) of goods", ["1 ressource de plus"])
    assert main(["why", save, "a1", "--seat", "1", "--lang", "pl"]) == 0
    assert capsys.readouterr().out == "gracz 1 nie jest teraz pytany: pytany jest gracz 2\n"


@pytest.mark.parametrize(
    ("args", "code"),
    [(["a1", "--seat", "7"], 2), ([" , "], 2), (["a1", "--lang", "de"], 2), ([], 2), (["a1"], 0)],
)
def test_why_has_exit_codes(save: str, args: list[str], code: int) -> None:
    assert main(["why", save, *args]) == code


def test_why_and_replay_refuse_what_is_no_save(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}", encoding="utf-8")
    assert [main([word, str(broken), *rest]) for word, rest in (("why", ["a1"]), ("replay", []))] == [1, 1]
    assert main(["replay", str(tmp_path / "none.json")]) == 2


def test_replay_tells_which_rule_changed_what(save: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", save, "--trace", "--lang", "en", "--grep", "seat 2 gains 1 water"]) == 0
    assert capsys.readouterr().out == (
        "   66    8  seat 2 gains 1 water  (store water (seat 2): 0 → 1)  | gain 1 water + 1 wood | "
        "rulesets/solenia.toml:244:45\n"
    )
    assert main(["replay", save, "--from", "60", "--to", "61", "--format", "json", "--trace", "--lang", "en"]) == 0
    assert [step["step"] for step in json.loads(capsys.readouterr().out)] == [60, 61]


def test_replay_for_a_seat_tells_what_it_may_know(save: str, game: sr.Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", save, "--seat", "1", "--lang", "en"]) == 0
    told = [line[12:] for line in capsys.readouterr().out.splitlines()]
    assert told == game.log_for(0)


def test_a_trace_has_the_values_before_and_after(game: sr.Game) -> None:
    """Followed from the beginning, they lead to the position."""
    last: dict[int, int] = {}
    for step in game.trace():
        if step.change is not None:
            last[step.change.slot] = step.change.after
            assert step.changed("fr")
            assert step.rule
    assert {slot: game._state[slot] for slot in last} == last
    assert [step.event.text() for step in game.trace()] == [event.text() for event in game.log]


def test_one_can_step_search_and_jump(game: sr.Game) -> None:
    lines = [Told(step, None, "en", True) for step in game.trace()]
    assert target(lines, 0, "") == 12
    assert target(lines, 30, "b") == 18
    assert target(lines, 0, "66") == 65
    assert lines[target(lines, 0, "a 8") or 0].step.answers == 8
    assert target(lines, 0, "/gains 1 water") == 65
    assert target(lines, 80, "?gains 1 water") == 65
    assert target(lines, 66, "/gains 9 water") is target(lines, 0, "hm") is None
    assert target(lines, 0, "999999") == len(lines) - 1
