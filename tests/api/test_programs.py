"""Actions and observations: the table of actions fits every decision, and the numbers tell what the view tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice

import pytest

import solenia_rules as sr
from solenia_rules import fast
from solenia_rules.api.game import Game
from tests.playing import Seated, loaded, positions, some_positions
from tests.sampling import BEGINNINGS_OR_WHOLE_GAMES

PARTS = ("over", "phase", "counters", "totals", "state", "boards", "zones", "dice", "winners", "queries")
"""What an observation tells of a view."""


def _seen(game: Game, seat: int) -> str:
    view = game.view(seat, log=False)
    return json.dumps({part: view.get(part) for part in PARTS}, sort_keys=True)


# ---- actions ---------------------------------------------------------------------------------------------


def test_every_option_has_exactly_one_action(seated: Seated) -> None:
    actions = seated.rules.actions(seated.seats)
    for game in islice(positions(seated.new(5)), 80):
        legal = actions.legal(game)
        assert [index for index, byte in enumerate(actions.mask(game)) if byte] == sorted(legal)
        options = game.decision.options if game.decision is not None else ()
        assert len(set(legal)) == len(options)
        for number, (action, option) in enumerate(zip(legal, options, strict=True)):
            assert actions.option(game, action) == option
            assert (
                actions.index(game, option) == actions.index(game, option.id) == actions.index(game, number) == action
            )
            assert actions[action].id.partition("#")[0] == option.id.partition("#")[0]
            assert actions[action].text("pl") == option.text("pl")


def test_the_table_has_each_action_once(seated: Seated) -> None:
    actions = seated.rules.actions(seated.seats)
    assert [action.index for action in actions] == list(range(len(actions)))
    assert len({(action.decision, action.id) for action in actions}) == len(actions)
    again = sr.load(seated.name).actions(seated.seats)
    assert list(again) == list(actions)


def test_actions_lead_from_machine_code_to_a_game_and_back() -> None:
    seated = Seated("summer", 2)
    if not fast.available():
        pytest.skip("machine code is not available")
    code, actions, game = seated.rules.accelerated(2), seated.rules.actions(2), seated.new(3)
    position, path = code.position(list(game.state)), []
    for turn in range(40):
        answers = actions.answers(position.spec, position.asked, code.options(position))
        action = sorted(answers)[turn * 7 % len(answers)]
        position = code.answer(position, answers[action])
        path.append(action)
    after = actions.play(game, path)
    assert code.state(position) == list(after.state)
    observed = seated.rules.observation(2)
    assert observed.of_state(code.state(position), 1) == observed.of(after, 1)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [(-1, sr.UnreadableAnswer), (10**9, sr.UnreadableAnswer), (True, sr.UnreadableAnswer), ("x", sr.UnreadableAnswer)],
)
def test_what_is_no_action_is_refused(wrong: int, error: type[sr.Error]) -> None:
    game = Seated("candle", 2).new(1)
    with pytest.raises(error, match="actions, from 0"):
        game.rules.actions(2).option(game, wrong)


def test_an_action_that_is_not_legal_is_refused_with_the_reason() -> None:
    game = Seated("connect_four", 2).new(1)
    actions = game.rules.actions(2)
    illegal = next(index for index, byte in enumerate(actions.mask(game)) if not byte)
    with pytest.raises(sr.IllegalAnswer) as found:
        actions.option(game, illegal)
    assert str(found.value) == game.why_not(actions[illegal].id)


def test_an_action_of_another_decision_is_refused() -> None:
    game = Seated("breakthrough", 2).new(1)
    actions = game.rules.actions(2)
    other = next(action.index for action in actions if action.decision != actions[actions.legal(game)[0]].decision)
    with pytest.raises(sr.StaleAnswer, match="belongs to another decision"):
        actions.option(game, other)


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: loaded("summer").actions(2).legal(game),
        lambda game: loaded("candle").actions(3).mask(game),
        lambda game: loaded("summer").observation(2).of(game, 0),
        lambda game: loaded("candle").observation(2).of(game, 2),
        lambda game: loaded("candle").observation(2).told([1]),
        lambda game: loaded("candle").actions(99),
    ],
)
def test_games_of_other_rules_and_other_seats_are_refused(ask: Callable[[Game], object]) -> None:
    with pytest.raises(sr.SetupError):
        ask(Seated("candle", 2).new(1))


WRONG: list[object] = [None, "two", 7.5, True, []]
"""Neither a seat nor a number of seats nor a game."""


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_values_of_another_kind_are_refused(wrong: object) -> None:
    rules = loaded("candle")
    ask: Callable[..., object]
    for ask, given in (
        (rules.actions, (wrong,)),
        (rules.observation, (wrong,)),
        (rules.actions(2).legal, (wrong,)),
        (rules.observation(2).of, (wrong, 0)),
        (rules.observation(2).of, (sr.new_game(rules, 2), wrong)),
    ):
        with pytest.raises(sr.SetupError):
            ask(*given)


# ---- observations ----------------------------------------------------------------------------------------


def test_every_number_has_a_name_of_its_own_and_stays_within_its_range(seated: Seated) -> None:
    observed = seated.rules.observation(seated.seats)
    assert len({number.name for number in observed}) == len(observed)
    for game in some_positions(seated, 4, 12):
        for seat in range(seated.seats):
            found = observed.of(game, seat)
            assert len(found) == len(observed)
            for number, value in zip(observed, found, strict=True):
                assert number.low <= value <= number.high, (number, value)
                assert number.sort != "index" or value < len(number.words)


def test_an_observation_tells_all_that_a_view_tells_of_the_position(seated: Seated) -> None:
    """Positions that a view tells apart have different observations, and the same view has the same observation."""
    observed = seated.rules.observation(seated.seats)
    games = list(islice(positions(seated.new(8)), 60))
    for seat in range(seated.seats):
        views: dict[tuple[int, ...], str] = {}
        for game in games:
            numbers = tuple(observed.of(game, seat))
            assert views.setdefault(numbers, _seen(game, seat)) == _seen(game, seat)


@BEGINNINGS_OR_WHOLE_GAMES
def test_an_observation_is_the_same_for_positions_that_look_the_same(seated: Seated, most: int) -> None:
    observed = seated.rules.observation(seated.seats)
    for game in some_positions(seated, 6, 3, most):
        for seat in range(seated.seats):
            for seed in range(2):
                assert observed.of(game.resample(seat, seed), seat) == observed.of(game, seat)


def test_seats_are_counted_from_the_one_that_observes() -> None:
    game = Seated("candle", 3).new(2)
    observed = game.rules.observation(3)
    for seat in range(3):
        told = observed.told(observed.of(game, seat))
        assert told["seat"] == seat
        assert game.decision is not None
        steps = (game.decision.seat - seat) % 3
        assert [told[f"asked.{name}"] for name in ("me", "me+1", "me+2")] == [int(steps == n) for n in range(3)]


HIDDEN = """
ruleset  = "purses"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Purses", fr = "Bourses", pl = "Sakiewki" }

[kinds]
herb = { plural = "herbs", words = ["mint", "sage"], source = "ours" }

[counters]
pouch = { per = ["seat", "herb"], seen = "owner", size_seen = "all", source = "ours" }
vault = { seen = "nobody", source = "ours" }

[state]
plan  = { kind = "herb?", per = "seat", seen = "owner", source = "ours" }

[play.turns]
source = "ours"
effect = '''
repeat 2 { as seats { phase turn {
  choose h in herbs
  gain 1 h
  set plan of me to h
  add 1 to vault
} } }
'''

[result.none]
source = "ours"
effect = 'win seats'
"""


def test_what_a_seat_may_never_see_has_no_number() -> None:
    rules = sr.load_text(HIDDEN, "purses")
    observed = rules.observation(2)
    named = [number.name for number in observed if not number.name.startswith(("winner", "asked", "phase", "decision"))]
    assert named == [
        "seat", "over", "pouch.mint.me", "pouch.sage.me", "pouch.total.me", "pouch.total.me+1", "plan.me",
    ]  # fmt: skip
    one, other = (sr.new_game(rules, 2, 1).choose(answer) for answer in ("h=mint", "h=sage"))
    assert observed.of(one, 1) == observed.of(other, 1)
    assert observed.of(one, 0) != observed.of(other, 0)
    assert observed.told(observed.of(other, 0))["plan.me"] == "sage"
