"""Plays games and positions, one answer after the other."""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Options,
    Position,
    Workplace,
    copy_position,
    estimate,
    lowest,
    popcount,
    position_after,
    release,
    run,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.kernel.luck import answer_key, seed_high, seed_low
from solenia_rules.fast.kernel.phases import win
from solenia_rules.fast.kernel.trying import used


def answered(s: Position, choice: int) -> int:
    """Write an answer; returns the block to continue with."""
    s.word[s.dest] = choice
    s.steps = k.MOST_STEPS
    s.decisions += 1
    if s.decisions >= k.MOST_DECISIONS:
        return win(s, 0)
    return s.word[s.frame + 1]


def play(x: Workplace, s: Position, block: int, key: int, most: int) -> int:
    """Play random answers, at most `most`; returns the reason for stopping. `key`: the current key of the walk through
    answers."""
    while True:
        block = run(x, s, block)
        if s.fault:
            x.fault = s.fault
        if block != k.ASKED or most == 0 or x.fault:
            return block
        most -= 1
        key = key * k.ANSWER_STEP % k.PRIME
        block = answered(s, option_at(s.options, key * popcount(s.options) >> 30))


def option_at(options: Options, place: int) -> int:
    """The option with the given number, counted from the lowest."""
    while place > 0:
        options = options & (options - 1)
        place -= 1
    return lowest(options)


def tell(s: Position, results: list[int], row: int, values: int) -> None:
    results[row] = s.decisions
    results[row + 1] = s.over
    results[row + 2] = s.winners
    for seat in range(k.SEATS):
        if k.SCORE >= 0:
            results[row + 3 + seat] = s.word[k.SCORE + seat]
        if values:
            results[row + 3 + k.SEATS + seat] = estimate(s, seat)


def begin(x: Workplace, fresh: Position, s: Position, seed: int) -> int:
    """Begin a game and run to its first decision; returns the number of words in use."""
    copy_position(s, fresh, used(fresh))
    s.seed_low = seed_low(seed)
    s.seed_high = seed_high(seed)
    s.steps = k.MOST_STEPS
    run(x, s, k.MAIN)
    if s.fault:
        x.fault = s.fault
    return used(s)


def step(x: Workplace, start: Position, s: Position, choice: int) -> int:
    """Copy a position, give an answer and run to the next decision; returns the number of words in use."""
    copy_position(s, start, used(start))
    run(x, s, answered(s, choice))
    if s.fault:
        x.fault = s.fault
    return used(s)


def games(
    x: Workplace, fresh: Position, s: Position, seeds: list[int], count: int, results: list[int], finals: Position,
    wanted: int,
) -> int:  # fmt: skip
    """Play whole games with random answers; returns the number of games played."""
    for number in range(count):
        seed = seeds[number]
        t = s
        if wanted & k.WITH_STATES:
            t = position_after(finals, number)
        copy_position(t, fresh, used(fresh))
        t.seed_low = seed_low(seed)
        t.seed_high = seed_high(seed)
        t.steps = k.MOST_STEPS
        play(x, t, k.MAIN, answer_key(t.seed_low, t.seed_high, 0), -1)
        if x.fault:
            return number
        tell(t, results, number * k.RESULTS, wanted & k.WITH_ESTIMATES)
    return count


def playouts(
    x: Workplace, start: Position, s: Position, seeds: list[int], count: int, most: int, results: list[int],
    finals: Position, wanted: int,
) -> int:  # fmt: skip
    """Play random answers from one position, once for each seed; returns the number of runs."""
    size = used(start)
    for number in range(count):
        low, high = seed_low(seeds[number]), seed_high(seeds[number])
        t = s
        if wanted & k.WITH_STATES:
            t = position_after(finals, number)
        copy_position(t, start, size)
        if wanted & k.WITH_LUCK:
            t.seed_low = low
            t.seed_high = high
        if not t.over:
            play(x, t, k.ASKED, answer_key(low, high, t.decisions), most)
        if x.fault:
            return number
        tell(t, results, number * k.RESULTS, wanted & k.WITH_ESTIMATES)
    return count


def close(x: Workplace) -> None:
    """Free the memory that looking ahead allocated."""
    release(x)
