"""All executors play the same: generated Python, the interpreter of blocks and machine code."""

from __future__ import annotations

import solenia_rules as sr
from solenia_rules.play import reading
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.machine import Machine


def executors_agree(rules: sr.Ruleset, seats: int, seeds: range = range(30)) -> None:
    """Fails if random games end differently in machine code, or if a game with its events differs between generated
    Python and the interpreter."""
    fast = sr.playouts(rules, seats, seeds, states=True, accelerated=True)
    assert fast.accelerated
    assert list(fast) == list(sr.playouts(rules, seats, seeds, states=True, accelerated=False))
    one = rules.services(seats).executor
    other = EmittingExecutor(Machine(one.program))
    (here, told), (there, other_told) = one.start(4), other.start(4)
    while not reading.is_over(here):
        assert (here, told) == (there, other_told)
        answer = reading.options(here)[-1]
        (here, told), (there, other_told) = one.answer(here, answer), other.answer(there, answer)
    assert (here, told) == (there, other_told)
