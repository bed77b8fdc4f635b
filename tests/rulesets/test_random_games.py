"""Random games of everything that is bundled, for every number of seats, and of variants laid over other bases."""

from __future__ import annotations

import random

import pytest

import solenia_rules as sr
from solenia_rules.play import reading
from solenia_rules.play.generated import MOST_DECISIONS, MOST_PHASES
from tests.playing import (
    Seated,
    all_seatings,
    for_long_runs,
    last,
    loaded,
    playable,
    resolved,
    seats_of,
    stands_apart,
)

FEW, MANY = 3, 300


def lowest(name: str) -> str:
    """The first file of a ruleset: what it is built on in the end."""
    return resolved(name).sources[0].name


def own(name: str) -> bool:
    """Whether a ruleset is built on nothing but its own file or folder."""
    return lowest(name).endswith(f"/{name}.toml") or f"/{name}/" in lowest(name)


VARIANTS = [name for name in playable() if stands_apart(name) and not own(name)]
LAID = [
    f"{base}+{variant}"
    for variant in VARIANTS
    for base in playable()
    if not stands_apart(base) and lowest(base) == lowest(variant)
]


def ends_properly(game: sr.Game) -> None:
    """Somebody wins or nobody does because the rules say so; on the way nobody was stuck."""
    end = last(game)
    *_, final = [event for event in end.log if event.kind == "won"]
    assert final.details["cap"] is None
    assert list(end.winners) == final.details["seats"]
    assert not [event for event in end.log if event.kind == "stuck"]


def play_many(table: Seated, count: int) -> None:
    executor = loaded(table.name).executor(table.seats)
    for seed in range(count):
        state = executor.playout(seed)
        assert reading.is_over(state)
        assert reading.decisions(state) < MOST_DECISIONS
        assert reading.phases(state) < MOST_PHASES


def test_there_are_variants_and_bases_to_lay_them_over() -> None:
    assert len(VARIANTS) >= 6
    assert len(LAID) >= 3 * len(VARIANTS)


def every_day(table: Seated) -> bool:
    """The fewest and the most seats of rulesets that are no variants."""
    seats = seats_of(table.name) or range(0)
    return table.seats in (seats[0], seats[-1]) and not for_long_runs(table.name)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, id=str(table), marks=[] if every_day(table) else [pytest.mark.thorough])
        for table in all_seatings()
    ],
)
def test_random_games_end_properly(table: Seated) -> None:
    ends_properly(table.new(5))
    play_many(table, FEW)


@pytest.mark.thorough
@pytest.mark.parametrize("table", all_seatings(), ids=str)
def test_hundreds_of_random_games_end(table: Seated) -> None:
    play_many(table, MANY)


@pytest.mark.parametrize("spec", random.Random(1).sample(LAID, 2))
def test_a_variant_lies_over_another_base(spec: str) -> None:
    rules = sr.load(spec)
    ends_properly(sr.new_game(rules, seats=rules.seats[0], seed=2))


@pytest.mark.thorough
@pytest.mark.parametrize("spec", LAID)
def test_every_variant_lies_over_every_base(spec: str) -> None:
    rules = sr.load(spec)
    for seats in rules.seats:
        for seed in range(5):
            ends_properly(sr.new_game(rules, seats=seats, seed=seed))
