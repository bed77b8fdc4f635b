"""`python -m bench.classics`: random games of the classics in machine code beside the same games of other engines.

Both sides play uniformly random games in one run, one after the other, on the same machine. Board games are compared by
moves, which are turns: where our rules ask twice for a move (which man, and where to), both answers are one move, and a
chain of jumps is one. Games with cards or dice are compared by whole games, or by hands if a game is several hands.
The other engines are those of the extra `peers`; what is not installed is named and left out.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from statistics import median

from attrs import field, frozen

import solenia_rules as sr
from solenia_rules.play import reading
from solenia_rules.tools.measuring.figures import columns

SECONDS = 1.0
"""CPU of one measurement."""
GAMES = 20
"""Games of ours that are played at a time."""


@frozen
class Classic:
    """A ruleset and the game of another engine with the same rules."""

    ours: str
    library: str
    game: str
    by_games: bool = False
    """Whether whole games are counted, not moves."""
    params: Mapping[str, int] = field(factory=dict)


CLASSICS = (
    Classic("connect_four", "pyspiel", "connect_four"),
    Classic("breakthrough", "pyspiel", "breakthrough"),
    Classic("othello", "pyspiel", "othello"),
    Classic("hex", "pyspiel", "hex"),
    Classic("draughts", "pyspiel", "checkers"),
    Classic("oware", "pyspiel", "oware"),
    Classic("go", "pyspiel", "go(board_size=9,komi=7.5)"),
    Classic("chess", "chess", "chess"),
    Classic("chess", "pyspiel", "chess"),
    Classic("backgammon", "pyspiel", "backgammon(scoring_type=full_scoring)", True),
    Classic("hearts", "pyspiel", "hearts", True, {"goal": 1}),
    Classic("gin_rummy", "pyspiel", "gin_rummy", True, {"hands": 1}),
    Classic("leduc", "pyspiel", "leduc_poker", True, {"hands": 1}),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.classics", description=__doc__)
    parser.add_argument("games", nargs="*", help="rulesets; all of them if none is named")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured (median counts)")
    options = parser.parse_args()
    rows, missing = [], set()
    for classic in CLASSICS:
        if options.games and classic.ours not in options.games:
            continue
        try:
            library = import_module(classic.library)
        except ImportError:
            missing.add(classic.library)
            continue
        theirs = _chess(library) if classic.library == "chess" else _spiel(library, classic)
        found = [(_speed(_ours(classic)), _speed(theirs)) for _ in range(options.rounds)]
        here, there = median(x for x, _ in found), median(y for _, y in found)
        unit, ratio = "games" if classic.by_games else "moves", median(x / y for x, y in found)
        rows.append((classic.ours, unit, f"{here:,.0f}", classic.library, f"{there:,.0f}", f"{ratio:.2f}"))
        print(f"{classic.ours} ...", file=sys.stderr, flush=True)
    print(columns(("game", "counted", "ours a second", "peer", "peer's a second", "ratio"), rows))
    for library in sorted(missing):
        print(f"not measured: `{library}` is not installed (pip install -e '.[peers]')")
    return 0


def _ours(classic: Classic) -> Callable[[], tuple[float, int]]:
    rules = sr.load(classic.ours, classic.params)
    code = rules.accelerated(rules.seats[0])
    seeds = iter(range(1, 10**9))

    def play() -> tuple[float, int]:
        given = [next(seeds) for _ in range(GAMES)]
        start = time.process_time()
        code.games(given)
        used = time.process_time() - start
        if classic.by_games:
            return used, GAMES
        ends = code.games(given, states=True)
        return used, sum(reading.phases(ends.state(index)) for index in range(GAMES))

    return play


def _spiel(library: object, classic: Classic) -> Callable[[], tuple[float, int]]:
    game = library.load_game(classic.game)
    chance = random.Random(1)

    def play() -> tuple[float, int]:
        start, moves, mover = time.process_time(), 0, -1
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, odds)[0])
                continue
            moves += state.current_player() != mover
            mover = state.current_player()
            state.apply_action(chance.choice(state.legal_actions()))
        return time.process_time() - start, 1 if classic.by_games else moves

    return play


def _chess(library: object) -> Callable[[], tuple[float, int]]:
    chance = random.Random(1)

    def play() -> tuple[float, int]:
        start = time.process_time()
        board = library.Board()
        while moves := list(board.legal_moves):
            if board.halfmove_clock >= 100 or board.is_repetition(3) or board.is_insufficient_material():
                break
            board.push(chance.choice(moves))
        return time.process_time() - start, board.ply()

    return play


def _speed(play: Callable[[], tuple[float, int]]) -> float:
    """Moves a second of CPU, after games that are not counted."""
    play()
    used, moves = 0.0, 0
    while used < SECONDS:
        took, made = play()
        used, moves = used + took, moves + made
    return moves / used


if __name__ == "__main__":
    sys.exit(main())
