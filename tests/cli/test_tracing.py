"""`solenia why` and `solenia replay`: answers read by what they name, reasons and steps with their places."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.api.reason import Change
from solenia_rules.cli.main import main
from solenia_rules.cli.phrases import read_phrase
from solenia_rules.cli.replay import Told, target
from tests.docs.test_tools import prepare
from tests.playing import loaded


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stall")


@pytest.fixture(scope="module")
def game(folder: Path) -> sr.Game:
    return prepare(folder)


@pytest.fixture
def save(game: sr.Game, folder: Path) -> str:
    return str(folder / "game.json")


@pytest.mark.parametrize(
    ("line", "taken", "refused"),
    [
        ("build barn", ("build", "tile=barn"), None),
        ("build the kiln", ("build",), "tile=kiln"),
        ("build, tile=kiln", ("build",), "tile=kiln"),
        ("dig for clay", ("dig", "good=clay"), None),
        ("dig salt", ("dig",), "salt"),
        ("Dig Ore", ("dig", "good=ore"), None),
        ("kiln", (), "kiln"),
        ("build barn kiln", ("build", "tile=barn"), "kiln"),
    ],
)
def test_answers_are_read_by_what_they_name(game: sr.Game, line: str, taken: tuple[str, ...], refused: str) -> None:
    reading = read_phrase(game, line, "en")
    assert (reading.taken, reading.refused) == (taken, refused)


def test_answers_that_gave_themselves_are_read_too(game: sr.Game) -> None:
    """Seat 1 could only dig at first: it was not asked whether to."""
    first = sr.new_game(game.rules)
    assert read_phrase(first, "dig ore", "en").taken == ("dig", "good=ore")
    assert read_phrase(first, "ore", "en").taken == ("good=ore",)
    reading = read_phrase(first, "build barn", "en")
    assert (reading.taken, reading.refused) == ((), "build")
    assert reading.game.reason("build").changes() == ("2 more ore", "another tile that costs less")


def test_words_of_another_language_are_read() -> None:
    found = sr.new_game(loaded("summer"), seed=3)
    assert found.decision is not None
    said = found.decision.options[0].text("pl")
    assert read_phrase(found, f"{said} na a1", "pl").taken[-1] == found.decision.options[0].id


def test_nobody_is_told_what_will_be_drawn() -> None:
    """After a card is played another one is drawn: what could be answered then is not looked at."""
    found = sr.new_game(loaded("solo"), seed=3)
    assert found.decision is not None
    card = found.decision.options[0]
    cell = found.choose(card).decision
    assert cell is not None
    reading = read_phrase(found, f"{card.id} {cell.options[0].id} one_wood", "en")
    assert (reading.taken, reading.refused) == ((card.id,), "one_wood")


def test_why_tells_the_rule_its_place_what_was_found_and_what_would_do(
    save: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["why", save, "build tower", "--format", "json", "--lang", "fr"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["rule"], Path(found["place"]).name) == ("can_pay(asks of tile)", "stall.toml:37:37")
    assert (found["taken"], found["changes"]) == (["build"], ["4 clay de plus + 3 ore de moins"])
    assert main(["why", save, "kiln", "--seat", "2", "--lang", "pl"]) == 0
    assert capsys.readouterr().out == "gracz 2 nie jest teraz pytany: pytany jest gracz 1\n"


@pytest.mark.parametrize(
    ("args", "code"),
    [(["a1", "--seat", "7"], 2), ([" , "], 2), (["a1", "--lang", "de"], 2), ([], 2), (["kiln"], 0)],
)
def test_why_has_exit_codes(save: str, args: list[str], code: int) -> None:
    assert main(["why", save, *args]) == code


@pytest.mark.parametrize(
    ("line", "lang", "code", "told"),
    [
        ("kiln", "en", 0, "`kiln` is not asked for here"),
        ("dgi", "en", 2, "no answer here is called `dgi`; did you mean `dig`?"),
        ("klin", "en", 2, "no answer here is called `klin`; did you mean `kiln`?"),
        ("build twoer", "fr", 2, "vouliez-vous dire « tower » ?"),
        ("build sand", "pl", 2, "żadna odpowiedź nie nazywa się tu „sand”"),
        ("build kiln", "en", 0, "this condition is not met"),
    ],
)
def test_a_name_that_the_game_does_not_know_is_wrong_usage(
    save: str, line: str, lang: str, code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["why", save, line, "--lang", lang]) == code
    out, err = capsys.readouterr()
    assert told in (err if code else out)
    assert not (out if code else err)
    assert main(["why", save, line, "--lang", lang, "--format", "json"]) == code
    assert told in json.loads(capsys.readouterr().out)["text"]


def test_why_and_replay_refuse_what_is_no_save(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}", encoding="utf-8")
    assert [main([word, str(broken), *rest]) for word, rest in (("why", ["a1"]), ("replay", []))] == [1, 1]
    assert main(["replay", str(tmp_path / "none.json")]) == 2


def test_replay_tells_which_rule_changed_what(save: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", save, "--from", "13", "--to", "14", "--format", "json", "--trace", "--lang", "en"]) == 0
    answer, gain = json.loads(capsys.readouterr().out)
    assert (answer["step"], answer["rule"]) == (13, "choose good in goods")
    assert (gain["changed"], Path(gain["place"]).name) == ("stock ore (seat 1): 2 → 4", "stall.toml:36:36")


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
    assert {slot: Course.of(game).state[slot] for slot in last} == last
    assert [step.event.text() for step in game.trace()] == [event.text() for event in game.log]


def test_one_can_step_search_and_jump(game: sr.Game) -> None:
    lines = [Told(step, None, "en", True) for step in game.trace()]
    assert target(lines, 0, "") == 12
    assert target(lines, 15, "b") == 3
    assert target(lines, 0, "14") == 13
    assert lines[target(lines, 0, "a 4") or 0].step.answers == 4
    assert target(lines, 5, "/gains 2 ore") == 13
    assert target(lines, 20, "?gains 2 ore") == 13
    assert target(lines, 0, "/gains 9 ore") is target(lines, 0, "hm") is None
    assert target(lines, 0, "999999") == len(lines) - 1


STOCKS = [{"ore": ore, "clay": clay} for ore in range(6) for clay in range(6 - ore)]
"""All that the store holds: five at most."""


def spelt_out(change: Change) -> list[dict[tuple[str, int], int]]:
    """Any goods are each of them."""
    if not change.kind:
        return [dict(change.amounts)]
    return [{("stock", 0): ore, ("stock", 1): change.number - ore} for ore in range(change.number + 1)]


def test_what_is_said_to_be_enough_is_enough_and_nothing_less_is(game: sr.Game) -> None:
    """Every position of the stall is tried: the change that is told is the smallest that leads to one where the tile
    is on offer."""
    tiles = ("barn", "kiln", "tower")

    def at(stock: dict[str, int]) -> sr.Game:
        return sr.new_game(game.rules, 2, 0, {"stock": {"1": stock}})

    offered = {
        (tile, stock["ore"], stock["clay"]): read_phrase(at(stock), f"build {tile}", "en").refused is None
        for tile in tiles
        for stock in STOCKS
    }
    assert sum(offered.values()) not in (0, len(offered))
    for (tile, ore, clay), fine in offered.items():
        if fine:
            continue
        reading = read_phrase(at({"ore": ore, "clay": clay}), f"build {tile}", "en")
        assert reading.refused in ("build", f"tile={tile}")
        wanted = tiles if reading.refused == "build" else (tile,)
        reason = reading.game.reason(str(reading.refused))
        changes = [each for x in reason.remedies if isinstance(x, Change) for each in spelt_out(x)]
        sizes = {sum(map(abs, change.values())) for change in changes}
        least = min(
            abs(stock["ore"] - ore) + abs(stock["clay"] - clay)
            for stock in STOCKS
            if any(offered[other, stock["ore"], stock["clay"]] for other in wanted)
        )
        assert sizes == {least}
        for change in changes:
            there = ore + change.get(("stock", 0), 0), clay + change.get(("stock", 1), 0)
            assert any(offered[(other, *there)] for other in wanted)


def test_a_trace_says_that_the_file_has_changed_since(
    save: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = Path(save).with_name("stall.toml")
    copy, kept = tmp_path / source.name, tmp_path / "game.json"
    copy.write_text(source.read_text("utf-8"), "utf-8")
    kept.write_text(Path(save).read_text("utf-8"), "utf-8")
    command = ["replay", str(kept), "--trace", "--to", "2", "--lang", "en"]
    assert main(command) == 0
    assert capsys.readouterr().err == ""
    copy.write_text(source.read_text("utf-8").replace("range = [", "range = [ ") + "\n[params]\nodd = 1\n", "utf-8")
    assert main(command) == 0
    assert "has changed since this game was saved" in capsys.readouterr().err


def test_why_takes_answers_without_quotes(save: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", save, "build kiln", "--lang", "en"]) == 0
    quoted = capsys.readouterr().out
    assert main(["why", save, "build", "kiln", "--lang", "en"]) == 0
    assert capsys.readouterr().out == quoted
