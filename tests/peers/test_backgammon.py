"""Backgammon plays as OpenSpiel plays it: every turn of 500 random games, and what the winner gets.

Our side asks for one man after the other. An action of OpenSpiel moves two men, and of several actions that come to the
same it lists one. So the positions in which a turn can end are compared. Our side rolls, the other side gets the dice.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Protocol, TypeAlias, runtime_checkable

import pytest

from solenia_rules.fast.accelerated import Position
from solenia_rules.play.physics import BITS
from tests.peers.comparing import Ours
from tests.peers.spiel import State, library

GAMES = 500
BATCHES = 10
"""Tests that share the games, so that processes can share them, too."""
PAUSE = Path(__file__).parent / "pauses" / "after_turn.toml"
BAR = 100
"""OpenSpiel's number for the bar."""
CHANCE = -1

Men: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""For each player: the men on the points 1 to 24 as the first player counts them, then those on the bar."""


@runtime_checkable
class Backgammon(State, Protocol):
    """What is used of a state of OpenSpiel's backgammon."""

    def board(self, player: int, point: int) -> int: ...


@cache
def ours() -> Ours:
    return Ours.of(f"backgammon+{PAUSE}", frozenset(), {})


def our_men(position: Position) -> Men:
    code = ours().code
    slots, state = code.executor.program.slots, code.state(position)
    found: tuple[list[int], list[int]] = ([0] * 25, [0] * 25)
    for cell in range(24):
        men, side = slots.cell_field("men", cell), slots.cell_field("side", cell)
        assert men is not None
        assert side is not None
        if state[men]:
            found[state[side]][12 - cell if cell < 12 else cell + 1] = state[men]
    for seat in (0, 1):
        found[seat][0] = state[slots.counter("bar", -1, seat)]
    return tuple(found[0]), tuple(found[1])


def their_men(state: Backgammon) -> Men:
    first, second = (
        [state.board(player, BAR), *(state.board(player, 24 - n) for n in range(1, 25))] for player in (0, 1)
    )
    return tuple(first), tuple(second)


def our_ends(position: Position) -> Mapping[Men, Position]:
    """The positions in which the turn can end."""
    found: dict[Men, Position] = {}
    seen: set[bytes] = set()
    left = [position]
    while left:
        here = left.pop()
        key = here.words.tobytes()
        if key in seen:
            continue
        seen.add(key)
        if here.over or paused(here):
            found[our_men(here)] = here
        else:
            left += [ours().code.answer(here, value) for value in BITS[ours().code.options(here)]]
    return found


def paused(position: Position) -> bool:
    return ours().say(position, BITS[ours().code.options(position)][0])[1] == "go_on"


def their_ends(state: Backgammon) -> Mapping[Men, Backgammon]:
    found: dict[Men, Backgammon] = {}
    left: list[State] = [state]
    while left:
        here = left.pop()
        assert isinstance(here, Backgammon)
        if here.is_terminal() or here.is_chance_node():
            found[their_men(here)] = here
        else:
            left += [here.child(action) for action in here.legal_actions()]
    return found


def give_dice(position: Position, state: State) -> None:
    code = ours().code
    slots, words = code.executor.program.slots, code.state(position)
    dice = sorted(words[slots.die(piece)] for piece in (0, 1))
    starts = f"{'XO'[position.asked]} starts" if not state.history() else ""
    named = {action: state.action_to_string(CHANCE, action) for action in state.legal_actions()}
    action = min(
        action
        for action, name in named.items()
        if starts in name and sorted(map(int, name.partition("roll: ")[2].rstrip(")"))) == dice
    )
    state.apply_action(action)


@pytest.mark.thorough
@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_turn_is_that_of_open_spiel(batch: int) -> None:
    game = library().load_game("backgammon(scoring_type=full_scoring)")
    for seed in range(batch, GAMES, BATCHES):
        chance, position, state = random.Random(seed), ours().code.start(seed), game.new_initial_state()
        turns = 0
        while not state.is_terminal():
            where = f"backgammon, seed {seed}, turn {turns}"
            give_dice(position, state)
            assert isinstance(state, Backgammon)
            here, there = our_ends(position), their_ends(state)
            assert here.keys() == there.keys(), where
            men = chance.choice(sorted(here))
            position, state, turns = here[men], there[men], turns + 1
            if not position.over:
                position = ours().code.answer(position, 0)
        assert position.over, where
        first, second = ours().scores(position)
        assert state.returns() == [first - second, second - first], where
