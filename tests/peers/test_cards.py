"""The card games of `rulesets/classics/` play as OpenSpiel plays them: every decision of 500 random games.

Our side shuffles. The other side is dealt the cards that lie in the zones of our position.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

import pytest

from solenia_rules.fast.accelerated import Position
from solenia_rules.play import reading
from tests.peers.comparing import Answers, Ours, match
from tests.peers.spiel import Spiel, State, library

GAMES = 500
"""Random games of a ruleset."""
START = 200
"""Chips of a seat at the beginning."""


@cache
def leduc() -> Ours:
    return Ours.of("leduc", frozenset(), {"hands": 1})


def branch(_state: State, _action: int, name: str) -> Answers:
    """A choice among named branches has no name of its own."""
    return {"": name.lower()}


def cards(ours: Ours, position: Position) -> Mapping[tuple[str, int], list[int]]:
    """The pieces in each zone, by the name and the seat (or -1) of the zone. Piece 0 is the first card of the deck."""
    program, state = ours.code.executor.program, ours.code.state(position)
    zones = program.layout.zones
    return {(zone.zone, zone.key): reading.pieces_in(program, state, at) for at, zone in enumerate(zones, 1)}


def deal(ours: Ours, position: Position, state: State, dealt: int) -> int:
    """Give the other side a card: the first two go to the hands, the third one to the table."""
    zones = cards(ours, position)
    (card,) = zones["hand", dealt] if dealt < 2 else zones["table", -1]
    state.apply_action(card)
    return dealt + 1


@pytest.mark.thorough
def test_every_decision_of_leduc_poker_is_that_of_open_spiel() -> None:
    ours, game = leduc(), library().load_game("leduc_poker")
    for seed in range(GAMES):
        chance, position, peer, dealt = (
            random.Random(seed),
            ours.code.start(seed),
            Spiel(game.new_initial_state(), branch),
            0,
        )
        while not peer.over():
            if peer.state.is_chance_node():
                dealt = deal(ours, position, peer.state, dealt)
                continue
            matched = match(list(ours.moves(position)), peer.moves(), f"leduc, seed {seed}")
            drawn = chance.choice(sorted(matched))
            position = matched[drawn].after
            peer.play(drawn)
        assert position.over, f"leduc, seed {seed}"
        scores = reading.scores(ours.code.executor.program, ours.code.state(position))
        assert [score - START for score in scores] == list(peer.returns()), f"leduc, seed {seed}"
