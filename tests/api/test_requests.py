"""Whatever is handed to a public function, it does its work or raises one of the documented errors."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.api.ruleset import Ruleset
from tests.playing import Seated, loaded, some_positions, state_of

ENDLESS = """
ruleset = "endless"
language = 1
source = "ours"
seats = {{ range = [1, 1] }}
title = {{ en = "a", fr = "a", pl = "a" }}

[counters]
pot = {{ source = "ours" }}

[play.on]
source = "ours"
effect = '{effect}'
"""
Asked = Callable[..., object]
"""A public function of one argument, whatever that is."""


@cache
def midgame() -> Game:
    return some_positions(Seated("summer", 2), 6, 20)[10]


def rules() -> Ruleset:
    return loaded("summer")


def text_of_option(lang: object) -> object:
    decision = midgame().decision
    assert decision is not None
    of_option: Asked = decision.options[0].text
    of_decision: Asked = decision.text
    return of_option(lang), of_decision(lang)


def asked(function: Asked, *before: object, name: str = "") -> Asked:
    """The function with its other arguments in place."""
    return lambda value: function(*before, **{name: value}) if name else function(*before, value)


CALLS: dict[str, tuple[Asked, type[sr.Error]]] = {
    "load": (asked(sr.load), sr.RulesetError),
    "load, params": (asked(sr.load, "summer", name="params"), sr.RulesetError),
    "load, a parameter": (lambda value: sr.load("summer", params={"storage": value}), sr.RulesetError),
    "load, a parameter's name": (lambda value: _named_param(value), sr.RulesetError),
    "load_text": (asked(sr.load_text), sr.RulesetError),
    "load_text, name": (asked(sr.load_text, "", name="name"), sr.RulesetError),
    "new_game": (asked(sr.new_game), sr.SetupError),
    "new_game, seats": (lambda value: sr.new_game(rules(), seats=value), sr.SetupError),
    "new_game, seed": (lambda value: sr.new_game(rules(), seed=value), sr.SetupError),
    "new_game, position": (lambda value: sr.new_game(rules(), position=value), sr.PositionError),
    "differences": (lambda value: midgame().differences(value), sr.PositionError),
    "find": (lambda value: _found(value), sr.UnreadableAnswer),
    "why_not, lang": (lambda value: midgame().why_not("card=x", value), sr.SetupError),
    "playout": (asked(sr.playout), sr.SetupError),
    "playout, seats": (lambda value: sr.playout(rules(), seats=value), sr.SetupError),
    "playout, seed": (lambda value: sr.playout(rules(), seed=value), sr.SetupError),
    "executor": (lambda value: rules().executor(value), sr.SetupError),
    "random_answer": (asked(sr.random_answer), sr.SetupError),
    "resample": (lambda value: sr.resample(value, 0, 1), sr.SetupError),
    "resample, seat": (lambda value: sr.resample(midgame(), value, 1), sr.SetupError),
    "resample, seed": (lambda value: sr.resample(midgame(), 0, value), sr.SetupError),
    "restore": (asked(sr.restore), sr.SaveError),
    "replay": (asked(sr.replay), sr.SaveError),
    "choose": (lambda value: midgame().choose(value), sr.AnswerError),
    "why_not": (lambda value: midgame().why_not(value), sr.UnreadableAnswer),
    "view": (lambda value: midgame().view(value), sr.SetupError),
    "view, lang": (lambda value: midgame().view(0, value), sr.SetupError),
    "log_for": (lambda value: midgame().log_for(value), sr.SetupError),
    "log_for, lang": (lambda value: midgame().log_for(None, value), sr.SetupError),
    "log_since": (lambda value: midgame().log_since(value, None), sr.SetupError),
    "log_since, seat": (lambda value: midgame().log_since(0, value), sr.SetupError),
    "log_since, lang": (lambda value: midgame().log_since(0, None, value), sr.SetupError),
    "text of an option and a decision": (text_of_option, sr.SetupError),
    "text of an event": (lambda value: midgame().log[-1].text(value), sr.SetupError),
    "text of an event for a seat": (lambda value: midgame().log[-1].text_for(value), sr.SetupError),
    "text of an event, lang": (lambda value: midgame().log[-1].text_for(0, value), sr.SetupError),
    "who knows an event": (lambda value: midgame().log[-1].known_to(value), sr.SetupError),
}


def _found(value: object) -> object:
    decision = midgame().decision
    assert decision is not None
    find: Asked = decision.find
    return find(value)


def _named_param(name: object) -> object:
    try:
        params: dict[object, int] = {name: 6}
    except TypeError:
        return None
    load: Asked = sr.load
    return load("summer", params=params)


def anything() -> st.SearchStrategy[object]:
    plain = st.one_of(
        st.none(), st.booleans(), st.integers(), st.integers(-(2**90), 2**90), st.floats(), st.text(max_size=30),
        st.text(st.characters(categories=["Cs", "Cc", "Cf"]), max_size=3), st.binary(max_size=30), st.just(object()),
        st.sampled_from([int, "en", "EN", "2", "../summer", "summer+summer", "x" * 100_000, range(3), 1 + 2j]),
    )  # fmt: skip
    nested = st.one_of(st.lists(plain, max_size=3), st.dictionaries(st.text(max_size=5), plain, max_size=3))
    ours = st.builds(lambda make: make(), st.sampled_from([rules, midgame, lambda: midgame().decision]))
    return st.one_of(plain, nested, st.tuples(plain), ours)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(name=st.sampled_from(sorted(CALLS)), value=anything())
def test_only_the_documented_error_leaves_a_public_function(name: str, value: object) -> None:
    assert_documented(name, value)


@pytest.mark.thorough
@settings(max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(name=st.sampled_from(sorted(CALLS)), value=anything())
def test_only_the_documented_error_leaves_a_public_function_whatever_is_given(name: str, value: object) -> None:
    assert_documented(name, value)


def assert_documented(name: str, value: object) -> None:
    """A call ends well or with its own error, and leaves the game as it was."""
    call, error = CALLS[name]
    game = midgame()
    before = state_of(game)[:]
    problem = refusal(call, value)
    if problem is not None:
        assert isinstance(problem, error), f"{name} raised {type(problem).__name__}"
        assert 0 < len(str(problem)) < 5_000
    assert state_of(game) == before


def refusal(call: Asked, value: object) -> sr.Error | None:
    try:
        call(value)
    except sr.Error as problem:
        return problem
    return None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("new_game, seats", "2"), ("new_game, seats", 9), ("new_game, seats", True), ("new_game, seed", -1),
        ("new_game, seed", 2**80), ("new_game, seed", 1.0), ("new_game", "summer"), ("playout", None),
        ("playout, seats", 0), ("playout, seed", 2**62), ("load", None), ("load, params", [1]),
        ("load, a parameter", True), ("load, a parameter", "6"), ("load, a parameter", 10**9),
        ("load, a parameter's name", 3), ("load_text", b""), ("load_text, name", None), ("executor", 2.0),
        ("random_answer", None), ("resample", 7), ("resample, seat", 2), ("resample, seed", -1), ("restore", b".."),
        ("replay", None), ("choose", None), ("choose", b"1"), ("why_not", None), ("why_not", ""), ("view", 9),
        ("view", True), ("view", "0"), ("view, lang", "de"), ("view, lang", ["en"]), ("log_for", -1),
        ("log_for, lang", None), ("text of an option and a decision", "xx"), ("text of an event", "xx"),
        ("text of an event for a seat", 2), ("new_game, position", 7), ("new_game, position", {"nothing": 1}),
        ("differences", []), ("why_not, lang", "de"), ("text of an event, lang", 0), ("who knows an event", -1),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(name: str, value: object) -> None:
    call, error = CALLS[name]
    with pytest.raises(error):
        call(value)


@pytest.mark.parametrize(
    ("effect", "cap", "said"),
    [
        ("repeat 1000 { phase turn { repeat 20 { set pot to 1 } } }", None, "the game is over; won by nobody"),
        (
            "repeat 1000 { repeat 20 { phase turn { set pot to 1 } } }",
            "phases",
            "the game is over after 10000 phases, the most there may be; won by nobody",
        ),
    ],
)
def test_the_log_says_what_ended_a_game(effect: str, cap: str | None, said: str) -> None:
    game = sr.new_game(sr.load_text(ENDLESS.format(effect=effect), "endless"))
    assert game.decision is None
    end = game.log[-1]
    assert (end.kind, end.details, str(end)) == ("won", {"seats": [], "cap": cap}, said)


def test_the_log_says_that_the_last_decision_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solenia_rules.play.executor.MOST_DECISIONS", 7)
    effect = "repeat 1000 { may { set pot to 1 } }"
    game = sr.new_game(sr.load_text(ENDLESS.format(effect=effect), "endless"))
    while game.decision is not None:
        game = game.choose(0)
    assert (game.decisions, game.winners) == (7, ())
    assert [event.details for event in game.log if event.kind == "won"] == [{"seats": [], "cap": "decisions"}]
    assert game.log[-1].text("fr").startswith("la partie est finie après")
