"""Chess plays as python-chess plays it: every decision of 500 random games, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import pytest
from attrs import frozen

from tests.peers.comparing import Answers, Ours, compare, required

if TYPE_CHECKING:
    import chess

GAMES = 500
BATCHES = 20
"""Tests that share the games, so that processes can share them, too."""
RANKS = {"n": "knight", "b": "bishop", "r": "rook", "q": "queen"}


@frozen
class PythonChess:
    """A game of python-chess. It ends with mate, stalemate, after fifty quiet moves of both sides, with the third
    repetition of a position, and when nobody has enough men for a mate."""

    board: chess.Board

    def over(self) -> bool:
        board = self.board
        drawn = board.halfmove_clock >= 100 or board.is_repetition(3) or board.is_insufficient_material()
        return drawn or not any(board.legal_moves)

    def moves(self) -> Mapping[str, Answers]:
        return {move.uci(): spelled(move.uci()) for move in self.board.legal_moves}

    def play(self, move: str) -> None:
        self.board.push_uci(move)

    def returns(self) -> tuple[float, ...]:
        if not self.board.is_checkmate():
            return (0, 0)
        return (-1, 1) if self.board.turn else (1, -1)


def spelled(move: str) -> Answers:
    answers = {"start": move[:2], "target": move[2:4]}
    return {**answers, "rank": RANKS[move[4]]} if len(move) > 4 else answers


@cache
def ours() -> Ours:
    return Ours.of("chess", frozenset(), {})


@pytest.mark.thorough
@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_decision_is_that_of_python_chess(batch: int) -> None:
    required("chess")
    import chess

    for seed in range(batch, GAMES, BATCHES):
        assert compare(ours(), PythonChess(chess.Board()), seed) > 0
