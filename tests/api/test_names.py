"""Names of seats: texts and pictures use them, and nothing else of a game knows them."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules.api.contents import Contents
from solenia_rules.api.words import Words

NAMES = ("Ada", "Grace")


def played(ruleset: str, answers: int, names: tuple[str, ...] = ()) -> sr.Game:
    game = sr.new_game(sr.load(ruleset), 2, 5)
    game = game.named(names) if names else game
    for _ in range(answers):
        game = game.choose(sr.random_answer(game))
    return game


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_the_log_the_options_and_the_picture_use_them(lang: str) -> None:
    plain, early, late = played("summer", 30), played("summer", 30, NAMES), played("summer", 30).named(NAMES)
    word = {"en": "seat", "fr": "joueur", "pl": "gracz"}[lang]
    lines = plain.log_for(0, lang)
    assert any(f"{word} 1" in line for line in lines)
    expected = [line.replace(f"{word} 1", "Ada").replace(f"{word} 2", "Grace") for line in lines]
    assert early.log_for(0, lang) == late.log_for(0, lang) == expected
    drawn = late.svg(0, lang)
    assert "Ada" in drawn
    assert "Grace" in drawn
    assert f"{word.capitalize()} 1" not in drawn
    assert f"{word.capitalize()} 1" in plain.svg(0, lang)


def test_reasons_and_what_stands_on_a_cell_use_them() -> None:
    plain, named = played("draughts", 0), played("draughts", 0, NAMES)
    assert "seat 1" in plain.why_not("start=board.b1")
    assert named.why_not("start=board.b1") == plain.why_not("start=board.b1").replace("seat 1", "Ada")
    program = named.rules.executor(2).program
    contents = Contents(program, Words(named.rules.world, seat_names=NAMES))
    cells = range(len(program.inventory.cells))
    held = {contents.of([*named.state], cell, seat, "en") for cell in cells for seat in (0, 1)}
    assert {"Ada", "Grace"} <= held


def test_they_change_nothing_else() -> None:
    plain, named = played("summer", 25), played("summer", 25, NAMES)
    assert named.dump() == plain.dump()
    assert named.state == plain.state
    assert named.answers == plain.answers
    assert named.names == NAMES
    assert sr.restore(named.dump()).names == ()
    assert named.named(("", "")).svg(0) == plain.svg(0)
    assert named.choose(0).names == NAMES
    imagined = plain.resample(0, 3)
    assert imagined.named(NAMES).names == imagined.resample(1, 2).named(NAMES).names == NAMES
    other = played("summer", 25).resample(0, 3)
    assert imagined.named(NAMES).view(0, keys=True) == other.named(NAMES).view(0, keys=True)


def test_one_name_may_be_missing() -> None:
    lines = played("summer", 30).named(("Ada", "")).log_for(None)
    assert any("Ada" in line for line in lines)
    assert any("seat 2" in line for line in lines)


@pytest.mark.parametrize(
    "names",
    [("Ada",), "Ad", ("Ada", 3), ("Ada", "x" * 41), ("Ada", " Grace"), ("Ada", "a\nb"), ("Ada", "\u202ex"), None],
    ids=repr,
)
def test_wrong_names_are_refused(names: object) -> None:
    with pytest.raises(sr.SetupError, match="name"):
        played("candle", 0).named(names)  # type: ignore[arg-type]


def test_long_names_stay_inside_the_picture() -> None:
    long = "W" * 40
    drawn = played("summer", 3).named((long, long[::-1])).svg(0, width=480)
    assert "WWWW…" in drawn
