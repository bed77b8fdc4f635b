"""Games of every bundled ruleset, for properties that hold whatever is played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from attrs import frozen

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.api.ruleset import Ruleset


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


def playable() -> list[str]:
    """Bundled rulesets but the abstract ones; one that cannot be loaded for another reason is an error."""
    found = []
    for name in sr.list_rulesets():
        try:
            loaded(name)
        except sr.RulesetError as error:
            if [d.code for d in error.diagnostics] != ["E035"]:
                raise
        else:
            found.append(name)
    return found


def every_seating() -> list[Seated]:
    return [Seated(name, seats) for name in playable() for seats in loaded(name).seats]


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


def some_positions(seated: Seated, seed: int, count: int) -> list[Game]:
    """Positions of one game, its beginning, its end and others in between."""
    found = list(positions(seated.new(seed)))
    chosen = random.Random(seed).sample(range(len(found)), min(count, len(found)))
    return [found[i] for i in sorted({0, len(found) - 1, *chosen})]
