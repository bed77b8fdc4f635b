"""One game behind an environment: in machine code if that is possible, otherwise in plain Python.

An environment needs who is asked, which actions are legal, what a seat may know, and what the game was worth. Both
kinds of tables give the same numbers; machine code is a hundred times faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import numpy as np

import solenia_rules as sr
from solenia_rules.api.batch import returns_of
from solenia_rules.api.requests import MOST_SEED, check_seed
from solenia_rules.api.ruleset import seats_asked_for
from solenia_rules.fast import available

if TYPE_CHECKING:
    from collections.abc import Mapping

Rewards: TypeAlias = Literal["win", "score"]
"""What a game is worth: 1 for a win, as in `Batch.returns`; or the scores at its end."""


class Table(Protocol):
    """A game that is played."""

    def reset(self, seed: int) -> None: ...
    @property
    def seat(self) -> int:
        """The seat that is asked; -1: the game is over."""
        ...

    def legal(self) -> np.ndarray: ...
    def observe(self, seat: int) -> np.ndarray: ...
    def act(self, action: int) -> None: ...
    def winners(self) -> int:
        """The mask of the winners of a game that is over."""
        ...

    def scores(self) -> list[float]: ...
    def game(self) -> sr.Game: ...


class PlainTable:
    """A game in plain Python."""

    def __init__(self, rules: sr.Ruleset, seats: int) -> None:
        self.rules, self.seats = rules, seats
        self._actions, self._observation = rules.actions(seats), rules.observation(seats)
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._game = sr.new_game(self.rules, self.seats, seed)

    @property
    def seat(self) -> int:
        asked = self._game.decision
        return -1 if asked is None else asked.seat

    def legal(self) -> np.ndarray:
        return np.frombuffer(self._actions.mask(self._game), np.int8).copy()

    def observe(self, seat: int) -> np.ndarray:
        return np.array(self._observation.of(self._game, seat), np.int32)

    def act(self, action: int) -> None:
        self._game = self._actions.play(self._game, [action])

    def winners(self) -> int:
        return sum(1 << seat for seat in self._game.winners)

    def scores(self) -> list[float]:
        return [float(score) for score in self._game.scores.values()] or [0.0] * self.seats

    def game(self) -> sr.Game:
        return self._game


class MachineTable:
    """A game in machine code: a batch of one."""

    def __init__(self, rules: sr.Ruleset, seats: int) -> None:
        self.rules, self.seats = rules, seats
        self._batch = sr.batch(rules, seats, 1, again=False)
        self._given = np.zeros(1, np.int64)

    def reset(self, seed: int) -> None:
        self._batch.reset([seed])

    @property
    def seat(self) -> int:
        return int(self._batch.seat[0])

    def legal(self) -> np.ndarray:
        return self._batch.legal[0].astype(np.int8)

    def observe(self, seat: int) -> np.ndarray:
        if seat == self._batch.seat[0]:
            return self._batch.observation[0].copy()
        return self._batch.observe(seat)[0]

    def act(self, action: int) -> None:
        self._given[0] = action
        self._batch.step(self._given)

    def winners(self) -> int:
        return int(self._batch.winners[0])

    def scores(self) -> list[float]:
        found: list[float] = self._batch.scores[0].astype(float).tolist()
        return found

    def game(self) -> sr.Game:
        return self._batch.game(0)


def open_table(rules: sr.Ruleset, seats: int, accelerated: bool | None) -> Table:
    """`accelerated`: True asks for machine code, False for plain Python, None takes what there is."""
    if accelerated is None:
        accelerated = bool(available())
        if accelerated:
            try:
                return MachineTable(rules, seats)
            except sr.SetupError:
                accelerated = False
    return MachineTable(rules, seats) if accelerated else PlainTable(rules, seats)


class Worth:
    """What games are worth for each seat."""

    def __init__(self, rules: sr.Ruleset, seats: int, rewards: Rewards) -> None:
        if rewards not in ("win", "score"):
            raise sr.SetupError("`rewards` is 'win' or 'score'")
        if rewards == "score" and rules.executor(seats).program.score is None:
            raise sr.SetupError(f"{rules.id} keeps no score: `rewards` can only be 'win'")
        self._by_score = rewards == "score"
        self._of_winners = returns_of(rules, seats)

    def of(self, table: Table) -> list[float]:
        return table.scores() if self._by_score else self._of_winners[table.winners()]


def loaded(rules: sr.Ruleset | str, params: Mapping[str, int] | None, seats: int | None) -> tuple[sr.Ruleset, int]:
    """The ruleset, which may be given by its name, and the number of seats."""
    if isinstance(rules, sr.Ruleset) and params:
        raise sr.SetupError("parameters belong to a name: give the name of the ruleset, or load it with them")
    found = rules if isinstance(rules, sr.Ruleset) else sr.load(rules, params)
    return found, seats_asked_for(found, seats)


def next_seed(seed: int | None, last: int | None) -> int:
    """The seed of the next game: the one that is asked for, otherwise the one after the last."""
    if seed is None:
        return 0 if last is None else last + 1 & MOST_SEED
    check_seed(seed)
    return seed


def bounds(rules: sr.Ruleset, seats: int) -> tuple[np.ndarray, np.ndarray]:
    """The lowest and the highest value of each number of an observation, as far as 32 bits reach. A number that has
    only one value (the seat, in a game for one) gets room for one more, because environments refuse empty ranges."""
    whole = np.iinfo(np.int32)
    numbers = rules.observation(seats)
    low = np.array([min(max(number.low, whole.min), whole.max - 1) for number in numbers], np.int32)
    high = np.array([min(number.high, whole.max) for number in numbers], np.int32)
    return low, np.maximum(high, low + 1)
