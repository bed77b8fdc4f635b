"""The card games of `rulesets/classics/` play as OpenSpiel plays them: every decision of 500 random games.

Our side shuffles. The other side is dealt the cards that lie in the zones of our position.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from solenia_rules.fast.accelerated import Position
from tests.peers.comparing import Answers, Ours, match
from tests.peers.spiel import Spiel, State, library

GAMES = 500
"""Random games of a ruleset."""
BATCHES = 5
"""Tests that share the games of a long ruleset, so that processes can share them, too."""
START = 200
"""Chips of a seat at the beginning."""
PAUSE = Path(__file__).parent / "pauses" / "after_deal.toml"
"""A layer that asks after each deal, so that all cards are seen before the first of them is played."""
WAYS = (1, 3, 2, 0)
"""Hearts: by how many seats cards are passed to the left, hand by hand."""
RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
SUITS = {"s": "spades", "c": "clubs", "d": "diamonds", "h": "hearts"}
BRANCHES = {"Draw upcard": "upcard", "Draw stock": "stock", "Pass": "pass", "Knock": "knock"}
"""Gin rummy: names of actions of OpenSpiel, and of our branches."""


@cache
def leduc() -> Ours:
    return Ours.of("leduc", frozenset(), {"hands": 1})


def branch(_state: State, _action: int, name: str) -> Answers:
    """A choice among named branches has no name of its own."""
    return {"": name.lower()}


def deal(ours: Ours, position: Position, state: State, dealt: int) -> int:
    """Give the other side a card: the first two go to the hands, the third one to the table."""
    (card,) = ours.pieces(position, "hand", dealt) if dealt < 2 else ours.pieces(position, "table")
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
            position = step(ours, position, peer, chance, f"leduc, seed {seed}")
        assert position.over, f"leduc, seed {seed}"
        assert [score - START for score in ours.scores(position)] == list(peer.returns()), f"leduc, seed {seed}"


# ---- hearts ----------------------------------------------------------------------------------------


@cache
def hearts() -> Ours:
    return Ours.of(f"hearts+{PAUSE}", frozenset({"", "card"}), {"goal": 40}, 4)


def card_named(name: str) -> str:
    """`Qs` is the queen of spades."""
    return f"{RANKS['A23456789TJQK'.index(name[0])]}_of_{SUITS[name[1].lower()]}"


def in_hearts(_state: State, _action: int, name: str) -> Answers:
    return {"card": card_named(name)}


@pytest.mark.thorough
@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_decision_of_hearts_is_that_of_open_spiel(batch: int) -> None:
    """A game of ours is several hands; the other side plays each of them as a game of its own."""
    ours, game = hearts(), library().load_game("hearts")
    for seed in range(batch, GAMES, BATCHES):
        chance, position, hand = random.Random(seed), ours.code.start(seed), 0
        while not position.over:
            where, before = f"hearts, seed {seed}, hand {hand}", ours.scores(position)
            peer = Spiel(game.new_initial_state(), in_hearts)
            peer.state.apply_action(WAYS[hand % 4])
            for dealt in zip(*(ours.pieces(position, "hand", seat) for seat in range(4)), strict=True):
                for card in dealt:
                    peer.state.apply_action(card)
            position = next(ours.moves(position)).after
            while not peer.over():
                position = step(ours, position, peer, chance, where)
            gained = [new - old for old, new in zip(before, ours.scores(position), strict=True)]
            assert gained == [26 - share for share in peer.returns()], where
            hand += 1


def step(
    ours: Ours, position: Position, peer: Spiel, chance: random.Random, where: str, eager: bool = False
) -> Position:
    """Compare one decision, and play a move on both sides. A move that is the only one is not asked for on our side: it
    is played on the other side alone. An eager player of gin rummy discards high cards and knocks."""
    moves = peer.moves()
    if len(moves) == 1:
        peer.play(*moves)
        return position
    matched = match(list(ours.moves(position)), moves, where)
    drawn = chance.choice(sorted(matched))
    if eager and "card" in next(iter(matched.values())).answers:
        drawn = max(matched, key=lambda move: int(move.partition(" ")[0]) % 13)
    knocks = [move for move in matched if move.endswith("Knock")]
    if eager and knocks:
        (drawn,) = knocks
    peer.play(drawn)
    return matched[drawn].after


# ---- gin rummy -------------------------------------------------------------------------------------


@cache
def gin_rummy() -> Ours:
    return Ours.of("gin_rummy", frozenset({"last_card", "meld", "extra"}), {"hands": 2})


def meld_named(cards: list[str]) -> str:
    """The record of a meld, of which the cards are given as `9h`: a set of three or four, or a run."""
    ranks, suits = [RANKS["A23456789TJQK".index(card[0])] for card in cards], {SUITS[card[1]] for card in cards}
    if len(suits) == 1:
        low, *_, high = sorted(ranks, key=RANKS.index)
        return f"{low}_to_{high}_of_{suits.pop()}"
    missing = set(SUITS.values()) - suits
    return f"{ranks[0]}s_without_{missing.pop()}" if missing else f"four_{ranks[0]}s"


def in_gin_rummy(state: State, _action: int, name: str) -> Answers:
    """What an action means depends on the phase; `Player: 0 Action: 9h` is a card, `9h9c9s` a meld."""
    said = name.partition("Action: ")[2]
    phase = next(line for line in str(state).splitlines() if line.startswith("Phase: ")).removeprefix("Phase: ")
    if phase in ("FirstUpcard", "Draw", "Wall") or said == "Knock":
        return {"": BRANCHES[said]}
    if said == "Pass":
        adding = phase == "Layoff" and any(other < 52 for other in state.legal_actions())
        return {"extra" if adding else "meld": "done"}
    if len(said) > 2:
        return {"meld": meld_named([said[at : at + 2] for at in range(0, len(said), 2)])}
    if phase == "Discard":
        return {"": "put", "card": card_named(said)}
    return {"last_card" if phase == "Knock" else "extra": card_named(said)}


@pytest.mark.thorough
@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_decision_of_gin_rummy_is_that_of_open_spiel(batch: int) -> None:
    """Random players hardly ever knock, so every second game is played by eager ones."""
    ours, game = gin_rummy(), library().load_game("gin_rummy")
    for seed in range(batch, GAMES, BATCHES):
        chance, position, hand = random.Random(seed), ours.code.start(seed), 0
        while not position.over:
            where, before = f"gin rummy, seed {seed}, hand {hand}", ours.scores(position)
            peer, seats = Spiel(game.new_initial_state(), in_gin_rummy), (hand % 2, 1 - hand % 2)
            for seat in seats:
                for card in ours.pieces(position, "hand", seat):
                    peer.state.apply_action(card)
            peer.state.apply_action(ours.pieces(position, "pile")[0])
            while not peer.over():
                mover = seats[peer.state.current_player()]
                position = step(ours, position, peer, chance, where, eager=seed % 2 == 0)
                if not peer.over() and peer.state.is_chance_node():
                    (drawn,) = set(ours.pieces(position, "hand", mover)) & set(peer.state.legal_actions())
                    peer.state.apply_action(drawn)
            gained = [ours.scores(position)[seat] - before[seat] for seat in seats]
            assert gained[0] - gained[1] == peer.returns()[0], where
            hand += 1
