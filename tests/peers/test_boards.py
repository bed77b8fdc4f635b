"""The board games of `rulesets/classics/` play as OpenSpiel plays them: every decision of 500 random games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest
from attrs import field, frozen

from tests.peers.comparing import Answers, Ours, compare
from tests.peers.spiel import Spelling, Spiel, State, WithSuperko, library

GAMES = 500
"""Random games of each ruleset."""
BATCHES = 5
"""Tests that share the games of a ruleset, so that processes can share them, too."""


@frozen(eq=False)
class Pair:
    """A ruleset and the game of OpenSpiel with the same rules."""

    ours: str
    theirs: str
    spelling: Spelling
    begins: frozenset[str] = frozenset()
    params: Mapping[str, int] = field(factory=dict)
    side: type[Spiel] = Spiel


def column_of(state: State, action: int, _name: str) -> Answers:
    """OpenSpiel names the column; its lowest empty cell is where the disc falls to."""
    column = [line[action] for line in str(state).splitlines()[:6]]
    return {"spot": f"{'abcdefg'[action]}{1 + 6 - column.count('.')}"}


def mirrored(_state: State, _action: int, name: str) -> Answers:
    """OpenSpiel's first player begins on the upper side, ours on the lower one."""
    start, target = (f"{cell[0]}{9 - int(cell[1])}" for cell in (name[:2], name[2:4]))
    return {"start": start, "target": target}


def on_the_same_cell(_state: State, _action: int, name: str) -> Answers:
    return {"spot": name}


def on_the_slant(_state: State, action: int, _name: str) -> Answers:
    """Our rows begin on the grid where the slanting side of the rhombus is."""
    row, column = divmod(action, 11)
    return {"spot": f"{'abcdefghijklmnop'[column + row // 2]}{row + 1}"}


def step_or_jump(_state: State, _action: int, name: str) -> Answers:
    """OpenSpiel takes each jump as an action; ours asks where the same man jumps on."""
    return {"start": name[:2], "target": name[2:4], "onward": name[2:4]}


def numbered_house(state: State, action: int, _name: str) -> Answers:
    """The houses go along the lower row and back along the upper one."""
    return {"start": f"{'abcdef'[action]}1" if state.current_player() == 0 else f"{'fedcba'[action]}2"}


def point_or_pass(_state: State, action: int, _name: str) -> Answers:
    if action == 81:
        return {"point": "done"}
    row, column = divmod(action, 9)
    return {"point": f"{'abcdefghi'[column]}{row + 1}"}


PAIRS = (
    Pair("connect_four", "connect_four", column_of),
    Pair("breakthrough", "breakthrough", mirrored),
    Pair("othello", "othello", on_the_same_cell),
    Pair("hex", "hex", on_the_slant),
    Pair("oware", "oware", numbered_house),
    Pair("go", "go(board_size=9,komi=7.5)", point_or_pass, side=WithSuperko),
    Pair("draughts", "checkers", step_or_jump, frozenset({"onward"}), {"quiet_moves": 40}),
)


@cache
def ours(pair: Pair) -> Ours:
    return Ours.of(pair.ours, pair.begins, pair.params)


@pytest.mark.thorough
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.ours)
def test_every_decision_is_that_of_open_spiel(pair: Pair, batch: int) -> None:
    game = library().load_game(pair.theirs)
    for seed in range(batch, GAMES, BATCHES):
        assert compare(ours(pair), pair.side(game.new_initial_state(), pair.spelling), seed) > 0
