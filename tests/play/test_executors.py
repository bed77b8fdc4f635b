"""Generated code and the interpreter play the same game: equal states and events after every answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

import solenia_rules as sr
from solenia_rules.play import pure_functions, reading
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine, emitting_machine
from solenia_rules.play.physics import Physics
from solenia_rules.play.pure_functions import OutOfFuel
from tests.playing import every_seating, fewest_seatings, seatings_marked

GAMES = [(seated.name, seated.seats) for seated in every_seating()]
FEWEST = [(seated.name, seated.seats) for seated in fewest_seatings()]


@cache
def rules_of(name: str) -> sr.Ruleset:
    """Loaded for these tests alone: executors keep what they tried last, and here that is compared."""
    return sr.load(name)


@cache
def generated(name: str, seats: int) -> Executor:
    return rules_of(name).executor(seats)


@cache
def plain(name: str, seats: int) -> Machine:
    return Machine(generated(name, seats).program)


def differing(a: list[int], b: list[int]) -> list[int]:
    """Slots in which two states differ."""
    return [i for i in range(max(len(a), len(b))) if a[i : i + 1] != b[i : i + 1]]


def play_both(one: Executor, other: Executor, seed: int, most: int | None = None) -> int:
    """A game with random answers in both, or the first `most` decisions of one; how many answers."""
    picker = random.Random(seed)
    a, b = one.start(seed), other.start(seed)
    while True:
        assert a == b, (reading.decisions(a), differing(a, b))
        assert (one.fuel, one.failed_at) == (other.fuel, other.failed_at), reading.decisions(a)
        if reading.is_over(a) or reading.decisions(a) == most:
            return reading.decisions(a)
        answer = picker.choice(reading.options(a))
        assert one.answer(a, answer) == other.answer(b, answer)


def tell_both(name: str, seats: int, seed: int) -> None:
    """A game with random answers told by both."""
    one, other = rules_of(name).services(seats).executor, emitting_machine(generated(name, seats).program)
    picker = random.Random(seed)
    (a, told), (b, other_told) = one.start(seed), other.start(seed)
    while True:
        assert told == other_told, reading.decisions(a)
        assert a == b, (reading.decisions(a), differing(a, b))
        if reading.is_over(a):
            return
        answer = picker.choice(reading.options(a))
        (a, told), (b, other_told) = one.answer(a, answer), other.answer(b, answer)


@pytest.mark.parametrize(("name", "seats"), seatings_marked(fewest_seatings()))
def test_states_are_equal_after_every_answer(name: str, seats: int) -> None:
    assert play_both(generated(name, seats), plain(name, seats), seed=seats) > 0


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10, 40))
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_states_are_equal_in_many_games(name: str, seats: int, seed: int) -> None:
    assert play_both(generated(name, seats), plain(name, seats), seed) > 0


@pytest.mark.parametrize(("name", "seats"), seatings_marked(fewest_seatings()))
def test_events_are_equal_after_every_answer(name: str, seats: int) -> None:
    tell_both(name, seats, seed=7)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10, 20))
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_events_are_equal_in_many_games(name: str, seats: int, seed: int) -> None:
    tell_both(name, seats, seed)


@pytest.mark.parametrize(("name", "seats"), seatings_marked(fewest_seatings()))
def test_estimates_are_equal(name: str, seats: int) -> None:
    one, other = generated(name, seats), plain(name, seats)
    if one.program.estimate is None:
        pytest.skip("no estimate")
    s = one.playout(3)
    for seat in range(seats):
        assert one.call(s, one.program.estimate, seat) == other.call(s, one.program.estimate, seat)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_playouts_are_equal(name: str, seats: int) -> None:
    for seed in range(3):
        assert generated(name, seats).playout(seed) == plain(name, seats).playout(seed)


@pytest.mark.parametrize(("name", "seats"), seatings_marked(fewest_seatings()))
def test_places_of_events_do_not_depend_on_other_games(name: str, seats: int) -> None:
    emitting = rules_of(name).services(seats).executor
    picker = random.Random(1)
    s, _told = emitting.start(1)
    for _ in range(20):
        answer = picker.choice(reading.options(s))
        alone = emitting.answer(s, answer)
        emitting.start(2)
        assert emitting.answer(s, answer) == alone
        s = alone[0]
        if reading.is_over(s):
            break


def differ(name: str, seats: int) -> bool:
    """Whether a machine made now and generated code part ways in a game."""
    try:
        play_both(generated(name, seats), Machine(generated(name, seats).program), seed=1)
    except (AssertionError, LookupError, ArithmeticError, ValueError, OutOfFuel):
        return True
    return False


WRONG = [("lt", "le"), ("min", "max"), ("bandnot", "has"), ("lowest", "highest")]


@pytest.mark.parametrize(("operator", "wrong"), WRONG)
def test_a_wrong_operator_is_found(operator: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("unary_operations", "binary_operations"):
        monkeypatch.setattr(pure_functions, name, swapped(getattr(pure_functions, name), operator, wrong))
    monkeypatch.setattr(pure_functions, "MOST_STEPS", 20_000)
    assert any(differ(name, seats) for name, seats in FEWEST)


def swapped(
    operations: Callable[[Physics], dict[str, Callable[..., int]]], operator: str, wrong: str
) -> Callable[[Physics], dict[str, Callable[..., int]]]:
    def made(physics: Physics) -> dict[str, Callable[..., int]]:
        right = operations(physics)
        return right | {operator: right[wrong]} if operator in right else right

    return made
