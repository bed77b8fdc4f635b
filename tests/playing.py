"""Games of every bundled ruleset, for properties that hold whatever is played."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache

import pytest
from _pytest.mark import ParameterSet
from attrs import frozen

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.api.game import Game
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.services import Services
from solenia_rules.core.compiled import Program
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.play.views import Viewer
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.resolver import Resolved, resolve
from solenia_rules.text.views import View


@frozen
class Seated:
    """A ruleset and how many play it."""

    name: str
    seats: int

    @property
    def rules(self) -> Ruleset:
        return loaded(self.name)

    def new(self, seed: int) -> Game:
        return sr.new_game(self.rules, seats=self.seats, seed=seed)

    def __str__(self) -> str:
        return f"{self.name}-{self.seats}"


@cache
def loaded(name: str) -> Ruleset:
    return sr.load(name)


@cache
def resolved(name: str) -> Resolved:
    """A bundled ruleset as it is read, without being checked; not to be changed."""
    return resolve(name, allow_abstract=True)


def seats_of(name: str) -> range | None:
    """How many play a bundled ruleset; nothing for one that is only there to be extended."""
    found = resolved(name)
    seats = found.world.seats
    return None if found.document.get("abstract") else range(seats.low, seats.high + 1)


@cache
def playable() -> tuple[str, ...]:
    """Bundled rulesets but the abstract ones."""
    return tuple(name for name in sr.list_rulesets() if seats_of(name))


@cache
def shelf_of(name: str) -> str:
    """The folder of the bundle that groups a ruleset with others; empty for a main game."""
    (found,) = open_bundle().rulesets[name]
    return found.shelf


def stands_apart(name: str) -> bool:
    """Whether a ruleset stands in a folder of the bundle that groups several: a variant, an example, a
    classic or a modern game."""
    return bool(shelf_of(name))


def for_long_runs(name: str) -> bool:
    """Whether properties of all rulesets are left to long runs: variants share the rules of their bases, and classics
    and modern games have scenarios and branch counts that run every day."""
    return shelf_of(name) in ("variants", "classics", "modern")


@cache
def all_seatings() -> tuple[Seated, ...]:
    return tuple(Seated(name, seats) for name in playable() for seats in seats_of(name) or ())


@cache
def every_seating() -> tuple[Seated, ...]:
    """Every number of seats of the main games; of games on a shelf the fewest."""
    return tuple(seated for seated in all_seatings() if not stands_apart(seated.name) or seated in fewest_seatings())


@cache
def fewest_seatings() -> tuple[Seated, ...]:
    return tuple(Seated(name, seats[0]) for name in playable() if (seats := seats_of(name)))


def state_of(game: Game) -> list[int]:
    """The position as the engine keeps it: equal states go on alike."""
    return Course.of(game).state


def services_of(game: Game) -> Services:
    return game.rules.services(game.seats)


def positions(game: Game, most: int = 100_000) -> Iterator[Game]:
    """The positions of the game that random answers play, the last one too."""
    yield game
    for _ in range(most):
        if game.decision is None:
            return
        game = game.choose(sr.random_answer(game))
        yield game


def last(game: Game) -> Game:
    """The end of the game that random answers play."""
    while game.decision is not None:
        game = game.choose(sr.random_answer(game))
    return game


def ends(program: Program, seeds: Iterable[int]) -> list[tuple[int, int, tuple[int, ...], View]]:
    """Random games of a program: decisions, phases, winners and the last position by name.

    Programs of the same rules that keep things in different places of the state can be compared by these.
    """
    executor, viewer = Executor(program), Viewer(program)
    games = [executor.playout(seed) for seed in seeds]
    return [
        (reading.decisions(s), reading.phases(s), reading.winners(s), viewer.view(s, None, full=True)) for s in games
    ]


def some_positions(seated: Seated, seed: int, count: int, most: int = 100_000) -> list[Game]:
    """Positions of one game, its beginning, its end and others in between; the end is after so many answers at most."""
    found = list(positions(seated.new(seed), most))
    chosen = random.Random(seed).sample(range(len(found)), min(count, len(found)))
    return [found[i] for i in sorted({0, len(found) - 1, *chosen})]


def seatings_marked(seatings: Iterable[Seated]) -> list[ParameterSet]:
    """Name and seats of each, as parameters of a test; those of some shelves for long runs."""
    return [
        pytest.param(one.name, one.seats, id=str(one), marks=[pytest.mark.thorough] if for_long_runs(one.name) else [])
        for one in seatings
    ]
