"""Looking ahead: tries options on copies of the position."""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Options,
    Position,
    Workplace,
    bits,
    copy_position,
    copy_words,
    grow,
    lowest,
    option_bit,
    position_in,
    release,
    run,
    workplace,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.phases import phase_frame


def used(s: Position) -> int:
    """The number of words of a position in use."""
    return k.FRAMES if s.over else s.frame + of.frame_words[s.word[s.frame]]


def viable(x: Workplace, s: Position, dest: int, follow: int, mask: Options, seat: int) -> Options:
    """The options after which the rest of the phase can be completed, as far as the asked seat can know."""
    found: Options = 0
    phase = phase_frame(s)
    size = used(s)
    x.fuel = k.TRIAL_FUEL
    if x.room == 0:
        grow(x)
    fresh = 1
    for option in bits(mask):
        t = position_in(x, 0)
        if fresh:
            copy_position(t, s, size)
            fresh = 0
        else:
            restore(t, s, size)
        t.trial = phase
        t.trial_seat = seat
        t.teller = 0
        t.word[dest] = option
        if possible(x, follow):
            found |= option_bit(option)
        if x.fault:
            break
    return found


def restore(t: Position, s: Position, size: int) -> None:
    """Make a position that was a copy of another one equal to it again. Recorded positions are much of a position, and
    only those that were recorded since the copy was made are different."""
    done = 0
    for i in range(k.GROWING):
        number = s.word[of.growing_count[i]]
        while number < t.word[of.growing_count[i]]:
            entry = number % of.growing_most[i]
            low = of.growing_base[i] + entry
            t.word[low] = s.word[low]
            rest = of.growing_rest[i] + entry * of.growing_step[i]
            for word in range(of.growing_step[i]):
                t.word[rest + word] = s.word[rest + word]
            number += 1
    for i in range(k.RECORDED):
        copy_words(t, s, done, of.recorded_first[i] - done)
        done = of.recorded_end[i]
    copy_words(t, s, done, size - done)


def foresee(x: Workplace, s: Position, dest: int, follow: int, seat: int) -> int:
    """Whether what `possible` asks about can be done. During a trial the positions of that trial stay where they are,
    so this trial has a workplace of its own, with the same fuel."""
    if s.trial == 0:
        x.fuel = k.TRIAL_FUEL
        return foreseen(x, s, dest, follow, seat)
    y = workplace()
    y.fuel = x.fuel
    found = foreseen(y, s, dest, follow, seat)
    x.fuel = y.fuel
    if y.fault:
        s.fault = y.fault
    release(y)
    return found


def foreseen(x: Workplace, s: Position, dest: int, follow: int, seat: int) -> int:
    """Whether the code after a test can be run on a copy of the position."""
    if x.room == 0:
        grow(x)
    t = position_in(x, 0)
    copy_position(t, s, used(s))
    t.trial = phase_frame(s)
    t.trial_seat = seat
    t.teller = 0
    t.word[dest] = k.TRYING
    return possible(x, follow)


def possible(x: Workplace, block: int) -> int:
    """Whether at least one sequence of answers completes the rest. Depth-first search, lowest options first. Waiting
    positions are stored in the arena below the one being tried, with the options not tried yet."""
    here = 0
    waiting = 0
    while True:
        x.fuel -= 1
        if x.fuel < 0:
            return 1
        s = position_in(x, here)
        block = run(x, s, block)
        if s.fault:
            x.fault = s.fault
            return 1
        if block == k.ASKED and s.asked == s.trial_seat:
            waiting = here + 1
        elif block != k.FAILED:
            return 1
        if waiting == 0:
            return 0
        here = waiting - 1
        s = position_in(x, here)
        options = s.options
        option = lowest(options)
        options = options & (options - 1)
        s.options = options
        if options:
            if waiting >= x.room:
                grow(x)
                s = position_in(x, here)
            copy_position(position_in(x, waiting), s, used(s))
            here = waiting
            s = position_in(x, here)
        else:
            waiting -= 1
        s.word[s.dest] = option
        block = s.word[s.frame + 1]
