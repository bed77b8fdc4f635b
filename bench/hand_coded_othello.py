"""Othello written by hand in plain Python: the yardstick for games on a grid with lines.

One function plays a whole game with uniformly random legal answers. The board is a list with a border, as such programs
are usually written: each empty cell is tested in eight directions, and the discs found there are turned over.
"""

from __future__ import annotations

from collections.abc import Callable

WIDTH = 10
STEPS = (-11, -10, -9, -1, 1, 9, 10, 11)
CELLS = tuple(WIDTH * row + column for row in range(1, 9) for column in range(1, 9))
EMPTY, BORDER = 0, 3


def playout(chance: Callable[[], float]) -> tuple[list[int], int]:
    """The numbers of discs at the end, and the number of decisions."""
    board = [BORDER] * (WIDTH * WIDTH)
    for cell in CELLS:
        board[cell] = EMPTY
    board[45] = board[54] = 1
    board[44] = board[55] = 2
    decisions = passes = 0
    me = 1
    while passes < 2:
        other = 3 - me
        moves = []
        for cell in CELLS:
            if board[cell] == EMPTY:
                turned = []
                for step in STEPS:
                    there = cell + step
                    if board[there] == other:
                        line = []
                        while board[there] == other:
                            line.append(there)
                            there += step
                        if board[there] == me:
                            turned += line
                if turned:
                    moves.append((cell, turned))
        if moves:
            passes = 0
            decisions += len(moves) > 1
            cell, turned = moves[int(chance() * len(moves))] if len(moves) > 1 else moves[0]
            board[cell] = me
            for there in turned:
                board[there] = me
        else:
            passes += 1
        me = other
    return [board.count(1), board.count(2)], decisions
