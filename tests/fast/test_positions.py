"""Positions in memory: copied, answered, played on from, valued."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import solenia_rules as sr
from solenia_rules.core import layout as at
from solenia_rules.fast.errors import Fault
from solenia_rules.fast.memory import Memory
from solenia_rules.play.physics import BITS
from tests.fast.comparing import accelerated, compiled
from tests.playing import loaded


def test_an_answer_leaves_the_position_as_it_was() -> None:
    made = accelerated("crab_pots", 2)
    position = made.start(3)
    before = made.state(position)
    after = made.answer(position, BITS[made.options(position)][0])
    assert made.state(position) == before != made.state(after)
    copied = position.copy()
    assert copied.words == position.words
    assert copied.words is not position.words


def test_what_is_no_answer_is_refused() -> None:
    made = accelerated("crab_pots", 2)
    position = made.start(3)
    for wrong in (-1, 60, 10**6):
        with pytest.raises(ValueError, match="is no answer here"):
            made.answer(position, wrong)


def test_playing_on_from_the_start_is_the_whole_game() -> None:
    made = accelerated("herbalists", 2)
    for seed in range(5):
        (whole,) = made.games([seed], states=True)
        found = made.playouts(made.start(seed), [seed], states=True)
        assert found[0] == whole
        assert found.state(0) == made.executor.playout(seed)


def test_playing_on_stops_after_so_many_answers() -> None:
    made = accelerated("herbalists", 2)
    position = made.start(1)
    found = made.playouts(position, range(4), most=7, states=True, estimates=True)
    for index, outcome in enumerate(found):
        assert outcome.decisions == position.decisions + 7
        assert not outcome.over
        state = found.state(index)
        assert state[at.MASK].bit_count() > 1
        estimate = made.executor.program.estimate
        assert estimate is not None
        assert outcome.estimates == tuple(made.executor.call(state, estimate, seat) for seat in range(2))
    assert len({tuple(found.state(index)) for index in range(4)}) > 1


def test_other_luck_draws_other_things() -> None:
    made = accelerated("herbalists", 2)
    position = made.start(1)
    same = made.playouts(position, [5], states=True)
    other = made.playouts(position, [5], luck=True, states=True)
    assert same.state(0)[at.SEED_LOW] == made.state(position)[at.SEED_LOW] != other.state(0)[at.SEED_LOW]


def test_a_position_that_is_over_stays() -> None:
    made = accelerated("crab_pots", 2)
    state = made.executor.playout(2)
    position = made.position(state)
    assert position.over
    assert made.playouts(position, [1, 2], states=True).state(1) == state
    assert made.outcome(position).winners == BITS[state[at.WINNERS]]


def test_estimates_are_those_of_plain_python() -> None:
    made = accelerated("herbalists", 2)
    estimate = made.executor.program.estimate
    assert estimate is not None
    s = made.executor.start(4)
    expected = tuple(made.executor.call(s, estimate, seat) for seat in range(2))
    assert made.outcome(made.position(s), estimates=True).estimates == expected


def test_threads_may_share_machine_code() -> None:
    made = accelerated("crab_pots", 2)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda start: made.games(range(start, start + 50)).rows, [0, 50, 0, 50]))
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert found[0] + found[1] == made.games(range(100)).rows


def test_calls_that_are_too_deep_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    made = compiled(loaded("herbalists").executor(2))
    deepest = made.memory.total - made.memory.frames
    monkeypatch.setattr(Memory, "_deepest", lambda *_args: deepest // 2)
    small = compiled(loaded("herbalists").executor(2))
    with pytest.raises(Fault, match="too deeply"):
        small.games([1])
    with pytest.raises(Fault):
        small.start(1)
    assert made.games([1])[0].over


def test_many_games_say_what_played_them() -> None:
    rules = loaded("crab_pots")
    fast = sr.playouts(rules, 3, range(20), accelerated=True, states=True)
    plain = sr.playouts(rules, 3, range(20), accelerated=False, states=True)
    assert fast.games == plain.games
    assert (fast.accelerated, fast.reason) == (True, "")
    assert (plain.accelerated, plain.reason) == (False, "plain Python was asked for")
    assert fast[7] == sr.playout(rules, 3, 7)
    assert sr.playouts(rules, 3, range(20))[7].state == ()


def test_without_the_extra_games_are_played_plainly_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solenia_rules.fast.find_spec", lambda _name: None)
    rules = sr.load("crab_pots")
    found = sr.playouts(rules, 2, [1])
    assert not found.accelerated
    assert "pip install 'solenia-rules[fast]'" in found.reason
    with pytest.raises(sr.SetupError, match="pip install"):
        sr.playouts(rules, 2, [1], accelerated=True)


def test_a_fault_of_the_compiler_is_a_reason_to_play_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_executor: object) -> None:
        raise OverflowError("int too big")

    monkeypatch.setattr("solenia_rules.fast.accelerated.make", broken)
    rules = sr.load("summer", params={"storage": 7})
    found = sr.playouts(rules, 2, range(2))
    assert not found.accelerated
    assert "the compiler failed (OverflowError: int too big); please report this" in found.reason


def test_wrong_requests_are_refused() -> None:
    rules = loaded("crab_pots")
    for arguments in ((rules, 9, [1]), (rules, 2, [-1]), (rules, 2, ["x"]), (rules, 2, 5), (None, 2, [1])):
        with pytest.raises(sr.SetupError):
            sr.playouts(*arguments)


def test_rules_without_an_end_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solenia_rules.fast.constants.MOST_STEPS", 1)
    small = compiled(loaded("herbalists").executor(2))
    with pytest.raises(Fault, match="no end in sight"):
        small.games([1])


def test_many_games_are_played_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = loaded("crab_pots")
    whole = sr.playouts(rules, 2, range(10), accelerated=True, states=True)
    monkeypatch.setattr("solenia_rules.api.playouts.AT_ONCE", 3)
    assert sr.playouts(rules, 2, range(10), accelerated=True, states=True) == whole
