"""Options tried on copies of the position."""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Options,
    Position,
    Workplace,
    bits,
    copy_position,
    grow,
    lowest,
    option_bit,
    position_in,
    run,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.phases import phase_frame


def used(s: Position) -> int:
    """Words of a position that hold anything."""
    return k.FRAMES if s.over else s.frame + of.frame_words[s.word[s.frame]]


def viable(x: Workplace, s: Position, dest: int, follow: int, mask: Options, seat: int) -> Options:
    """Options after which the rest can be done, as far as the seat that is asked can know."""
    found: Options = 0
    phase = phase_frame(s)
    size = used(s)
    x.fuel = k.TRIAL_FUEL
    if x.room == 0:
        grow(x)
    for option in bits(mask):
        t = position_in(x, 0)
        copy_position(t, s, size)
        t.trial = phase
        t.trial_seat = seat
        t.word[dest] = option
        if possible(x, follow):
            found |= option_bit(option)
        if x.fault:
            break
    return found


def possible(x: Workplace, block: int) -> int:
    """Whether one way through ends well; the lowest options first, as deep as it goes. Positions that wait lie in
    the arena below the one that is tried; they keep the options still to try."""
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
