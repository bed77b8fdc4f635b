"""Searches the positions that a seat can reach by its own answers in one phase.

A decision of the seat is an outlook on the desk: its spec, its number of options and the number of answers before it,
the options as a set, and then for each option its number, the best value found through it, and the place of the
outlook after it (-1: none).
"""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Mind,
    Position,
    Workplace,
    bits,
    buffer,
    copy_position,
    desk,
    lowest,
    popcount,
    put_options,
    run,
    stand,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.desk import any_option, take
from solenia_rules.fast.kernel.playing import answered
from solenia_rules.fast.kernel.trying import used
from solenia_rules.fast.kernel.valuing import value


def press_on(x: Workplace, s: Position, choice: int) -> None:
    """Give an answer in an imagined position."""
    run(x, s, answered(s, choice))
    if s.fault:
        x.fault = s.fault


def look_from(x: Workplace, mind: Mind, here: int, budget: int) -> int:
    """Search from the position on a stand; returns the place of its outlook. The budget is the number of ends that are
    evaluated."""
    s = stand(x, here)
    mind.root = here
    mind.judged = 0
    mind.lucky = of.spec_hidden[s.spec]
    return look(x, mind, here, k.FIRST_LEVEL, budget)


def look(x: Workplace, mind: Mind, here: int, level: int, budget: int) -> int:
    """`level`: the stand for the positions after an answer. The last answer needs no copy: it is given in the position
    itself, except in the one from which the search started."""
    s = stand(x, here)
    t = stand(x, level)
    size = used(s)
    count = popcount(s.options)
    worths = buffer(k.SEATS)
    made = take(x, k.OUTLOOK_HEAD + 3 * count)
    d = desk(x)
    d[made] = s.spec
    d[made + 1] = count
    d[made + 2] = s.decisions
    put_options(d, made + 3, s.options)
    left = budget
    free = level + 1
    place = made + k.OUTLOOK_HEAD
    for option in bits(s.options):
        share = max(1, max(0, left) // count)
        count -= 1
        if count == 0 and here != mind.root:
            t = s
            free = level
            level = here
        else:
            copy_position(t, s, size)
        press_on(x, t, option)
        best = 0
        after = -1
        if share > 1 and mine(x, mind, t):
            before = mind.judged
            after = look(x, mind, level, free, share)
            best = best_of(x, after)
            left -= mind.judged - before
        else:
            while mine(x, mind, t):
                press_on(x, t, lowest(t.options))
            unveil(x, mind, t)
            if not mind.lucky:
                note_luck(x, mind, t)
            best = value(t, worths, mind.seat)
            mind.judged += 1
            left -= 1
        if x.fault:
            return made
        d = desk(x)
        d[place] = option
        d[place + 1] = best
        d[place + 2] = after
        place += 3
    return made


def best_of(x: Workplace, outlook: int) -> int:
    d = desk(x)
    first = outlook + k.OUTLOOK_HEAD
    best = d[first + 1]
    for i in range(d[outlook + 1]):
        best = max(best, d[first + 3 * i + 1])
    return best


def mine(x: Workplace, mind: Mind, s: Position) -> int:
    """Whether the seat's own move still goes on."""
    if s.over or x.fault:
        return 0
    origin = stand(x, mind.root)
    return s.asked == mind.seat and s.phases == origin.phases and s.decisions - origin.decisions < k.DEEPEST


def unveil(x: Workplace, mind: Mind, s: Position) -> None:
    """Secret answers have no effect until all seats have answered, so the other seats get random answers."""
    origin = stand(x, mind.root)
    for _i in range(k.DEEPEST):
        if s.over or x.fault:
            return
        if not of.spec_hidden[s.spec] or s.phases != origin.phases:
            return
        mind.lucky = 1
        press_on(x, s, any_option(mind, s.options))


def note_luck(x: Workplace, mind: Mind, s: Position) -> None:
    origin = stand(x, mind.root)
    for i in range(k.STREAMS):
        if s.stream[i] != origin.stream[i]:
            mind.lucky = 1
