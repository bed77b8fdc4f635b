"""Many games side by side: an answer in each of them, and for each of them who is asked next, what is legal, and what
the asked seat may know.

`b` is a board of numbers and addresses of arrays, which Python lays out (`fast/batching.py`).
"""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Position,
    Workplace,
    bits,
    byte_in,
    clear_bytes,
    has,
    int32_in,
    numbers_at,
    position_after,
    put_byte,
    put_int32,
    run,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.kernel.observing import observe
from solenia_rules.fast.kernel.playing import answered, begin


def first_illegal(games: Position, first: int, end: int, actions: list[int], b: list[int]) -> int:
    """The first game whose action is not legal; `end` if there is none. Actions of games that are over, or not
    wanted, are ignored."""
    masks = numbers_at(b[k.MASKS])
    for game in range(first, end):
        s = position_after(games, game)
        if not s.over and wanted_now(game, b):
            action = actions[game]
            if action < 0 or action >= b[k.ACTIONS]:
                return game
            if not byte_in(masks, game * b[k.ACTIONS] + action):
                return game
    return end


def wanted_now(game: int, b: list[int]) -> int:
    """Whether a step is for this game: without an array of bytes it is for all of them."""
    if b[k.WANTED] == 0:
        return 1
    return byte_in(numbers_at(b[k.WANTED]), game)


def step_games(
    x: Workplace, fresh: Position, games: Position, first: int, end: int, actions: list[int], checks: int, b: list[int]
) -> int:
    """Give an answer in each game and run to its next decision; returns `end`, or the game that stopped the step: its
    action is illegal and nothing was changed, or there was a fault in it."""
    if checks:
        illegal = first_illegal(games, first, end, actions, b)
        if illegal < end:
            return illegal
    for game in range(first, end):
        s = position_after(games, game)
        put_byte(numbers_at(b[k.DONE]), game, 0)
        if not wanted_now(game, b):
            continue
        if not s.over:
            choice = chosen(s, actions[game], b)
            if s.decisions < b[k.HISTORY_ROOM]:
                put_int32(numbers_at(b[k.HISTORY]), game * b[k.HISTORY_ROOM] + s.decisions, actions[game])
            run(x, s, answered(s, choice))
            if s.fault:
                x.fault = s.fault
                return game
            if s.over:
                finish(s, game, b)
        if s.over and b[k.AGAIN]:
            seeds = numbers_at(b[k.SEEDS])
            seeds[game] = seeds[game] + b[k.STRIDE] & k.SEED_BITS
            begin(x, fresh, s, seeds[game])
            if x.fault:
                return game
        show_game(s, game, b)
    return end


def begin_games(
    x: Workplace, fresh: Position, games: Position, first: int, end: int, wanted: list[int], b: list[int]
) -> int:
    """Begin games with the seeds of the board, those for which `wanted` has a byte that is not 0; returns `end`, or the
    game with a fault."""
    for game in range(first, end):
        if byte_in(wanted, game):
            s = position_after(games, game)
            seeds = numbers_at(b[k.SEEDS])
            begin(x, fresh, s, seeds[game])
            if x.fault:
                return game
            put_byte(numbers_at(b[k.DONE]), game, 0)
            lengths = numbers_at(b[k.LENGTHS])
            lengths[game] = 0
            show_game(s, game, b)
    return end


def chosen(s: Position, action: int, b: list[int]) -> int:
    """The option that a legal action means: of the options with its id, the one with its number."""
    first = int32_in(numbers_at(b[k.FIRST_OF]), action)
    left = action - first
    table = numbers_at(b[k.ACTION_OF])
    start = (s.spec * k.SEATS + s.asked) * k.OPTION_BITS
    for option in bits(s.options):
        if int32_in(table, start + option) == first:
            if left == 0:
                return option
            left -= 1
    return -1


def finish(s: Position, game: int, b: list[int]) -> None:
    """What is told of a game that has just ended."""
    put_byte(numbers_at(b[k.DONE]), game, 1)
    lengths = numbers_at(b[k.LENGTHS])
    lengths[game] = s.decisions
    put_int32(numbers_at(b[k.WINNERS]), game, s.winners)
    returns = numbers_at(b[k.RETURNS])
    values = numbers_at(b[k.RETURN_OF])
    scores = numbers_at(b[k.FINAL_SCORES])
    for seat in range(k.SEATS):
        put_int32(returns, game * k.SEATS + seat, int32_in(values, s.winners * k.SEATS + seat))
        if k.SCORED:
            scores[game * k.SEATS + seat] = s.word[k.SCORE + seat]


def show_game(s: Position, game: int, b: list[int]) -> None:
    """Write who is asked, which actions are legal, and what the asked seat may know; of a game that is over, what the
    first seat may know."""
    row = numbers_at(b[k.MASKS] + game * b[k.ACTIONS])
    clear_bytes(row, b[k.ACTIONS])
    seat = 0 if s.over else s.asked
    put_int32(numbers_at(b[k.ASKED_SEATS]), game, -1 if s.over else s.asked)
    table = numbers_at(b[k.ACTION_OF] + (s.spec * k.SEATS + seat) * k.OPTION_BITS * 4)
    for option in bits(s.options):
        action = int32_in(table, option)
        while byte_in(row, action):
            action += 1
        put_byte(row, action, 1)
    if b[k.OBSERVES]:
        observe(s, seat, numbers_at(b[k.OBSERVED] + game * k.OBSERVATION * 4))


def observe_games(games: Position, count: int, seats: list[int], out: int) -> None:
    """Write what a seat may know of each game to the address `out`; `seats` has one number for each game."""
    for game in range(count):
        observe(position_after(games, game), seats[game], numbers_at(out + game * k.OBSERVATION * 4))


def translate_answers(games: Position, count: int, answers: list[int], b: list[int]) -> int:
    """Replace the answers of games by the actions that mean them; returns the first game that does not offer its
    answer, or `count`. Games that are over, or not wanted, keep theirs."""
    table = numbers_at(b[k.ACTION_OF])
    for game in range(count):
        s = position_after(games, game)
        if s.over or not wanted_now(game, b):
            continue
        answer = answers[game]
        if answer < 0 or answer >= k.OPTION_BITS or not has(s.options, answer):
            return game
        start = (s.spec * k.SEATS + s.asked) * k.OPTION_BITS
        action = int32_in(table, start + answer)
        first = action
        for option in bits(s.options):
            if option < answer and int32_in(table, start + option) == first:
                action += 1
        answers[game] = action
    return count
