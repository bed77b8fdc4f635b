"""The board games of `rulesets/classics/` play as OpenSpiel plays them: every decision of 500 random games."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import frozen

from tests.peers.comparing import Answers, Ours, compare
from tests.peers.spiel import Spelling, Spiel, State, library

GAMES = 500
"""Random games of each ruleset."""
BATCHES = 5
"""Tests that share the games of a ruleset, so that processes can share them, too."""


@frozen
class Pair:
    """A ruleset and the game of OpenSpiel with the same rules."""

    ours: str
    theirs: str
    spelling: Spelling
    begins: frozenset[str] = frozenset()


def column_of(state: State, action: int, _name: str) -> Answers:
    """OpenSpiel names the column; its lowest empty cell is where the disc falls to."""
    column = [line[action] for line in str(state).splitlines()[:6]]
    return {"spot": f"{'abcdefg'[action]}{1 + 6 - column.count('.')}"}


PAIRS = (Pair("connect_four", "connect_four", column_of),)


@cache
def ours(name: str, begins: frozenset[str]) -> Ours:
    return Ours.of(name, begins)


@pytest.mark.thorough
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.ours)
def test_every_decision_is_that_of_open_spiel(pair: Pair, batch: int) -> None:
    game = library().load_game(pair.theirs)
    for seed in range(batch, GAMES, BATCHES):
        assert compare(ours(pair.ours, pair.begins), Spiel(game.new_initial_state(), pair.spelling), seed) > 0
