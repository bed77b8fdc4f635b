"""Open answers: all seats and spectators are told what was answered, and nothing else of the decision."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.fast.telling import make_telling
from tests.fast.comparing import KEPT
from tests.fast.test_told_events import first_difference
from tests.interference import leaks
from tests.play.agreeing import executors_agree

RULES = sr.load(str(Path(__file__).parents[1] / "games" / "rumours.toml"))


def after(*answers: str) -> sr.Game:
    game = sr.new_game(RULES, 3, 5)
    for answer in answers:
        game = game.choose(answer)
    return game


def announced(game: sr.Game, seat: int | None, lang: str = "en") -> list[str]:
    """The lines of the answers in the log of a seat."""
    return [event["text"] for event in game.events_since(0, seat, lang) if event["kind"] == "answered"]


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_the_seat_that_is_asked_next_has_been_told_the_answers(seat: int | None) -> None:
    game = after("rob", "s=2", "n=1")
    assert game.decision is not None
    assert game.decision.seat == 1
    assert game.decision.openly
    assert announced(game, seat) == ["seat 1 announces: rob", "seat 1 announces: seat 3", "seat 1 announces: 1"]
    assert announced(game, seat, "fr")[0] == "joueur 1 annonce : rob"
    assert announced(game, seat, "pl")[0] == "gracz 1 ogłasza: rob"


def test_every_kind_of_open_answer_is_told() -> None:
    game = after("hide", "c=square.b1")
    assert game.decision is not None
    card = game.decision.options[0]
    game = game.choose(card)
    told = announced(game, 1)
    assert told == ["seat 1 announces: hide", "seat 1 announces: b1", f"seat 1 announces: {card.text()}"]
    assert announced(after("wait", "no"), 2) == ["seat 1 announces: wait", "seat 1 announces: no"]
    assert announced(after("claim", "r=thief"), 2)[1] == "seat 1 announces: thief"


@pytest.mark.parametrize(
    "effect",
    [
        "choose openly r in roles; set spoken to r",
        "choose openly r in roles { set spoken to r }",
        "choose openly n in range(0, 5); pay n of coins; pay 1 coin",
        "try { choose openly n in range(0, 5); pay n of coins }",
        "choose openly 2 r in roles { set spoken to r }",
        "choose openly up to 1 t in stall { move t to deck }",
        "choose openly up to 2 t in stall { move t to deck }",
        "choose openly { pay 2 coins } or { pay 9 coins } or { gain 1 coin }",
        "may openly { pay 2 coins }",
        "if possible { choose openly s in seats; as s { pay 1 coin } }",
    ],
)
def test_every_form_of_an_open_choice_is_told(effect: str) -> None:
    text = (Path(__file__).parents[1] / "games" / "rumours.toml").read_text("utf-8")
    text += '\n[state.spoken]\nkind = "role?"\nsource = "ours"\n'
    rules = sr.load_text(text.replace("{ take_turn }", f"{{ {effect} }}"), "rumours")
    game = sr.new_game(rules, 2, 5)
    assert game.decision is not None
    assert game.decision.openly
    label = game.decision.options[0].text()
    assert announced(game.choose(0), 1)[0] == f"seat 1 announces: {label}"


def test_whether_there_was_another_answer_is_not_told() -> None:
    game = after("rob", "s=2", "n=0")
    [own], [other] = (
        [event["details"] for event in game.events_since(0, seat) if event["kind"] == "answered"][:1] for seat in (0, 1)
    )
    assert own == {"seat": 0, "option": "rob", "single": False}
    assert other == {"seat": 0, "option": "rob"}


def test_games_that_look_the_same_tell_the_same_open_answers() -> None:
    assert list(leaks([sr.new_game(RULES, 3, 2)], 2, looks=3, steps=4)) == []


def test_executors_tell_the_same_open_answers() -> None:
    executors_agree(RULES, 3, range(10))
    made = make_telling(RULES.executor(3), KEPT)
    answers, events = made.told(4)
    assert first_difference(made, RULES, range(4)) is None
    told = [event for event in events if event.kind == "answered" and not event.args[3]]
    assert len(told) == len(answers) > 0
    assert {event.seers for event in told} == {-1}
