"""Positions between two decisions: the game right after an event.

An answer runs on to the next decision with several options, which may be far in the turn of another seat. To look at
the position in between, the answer is given again, one block of the program after the other.
"""

from __future__ import annotations

from collections.abc import Mapping

from solenia_rules.api.comparison import Comparison, Difference
from solenia_rules.api.errors import PositionError
from solenia_rules.api.game import Game
from solenia_rules.api.positions import sketch_data
from solenia_rules.api.sketches import read_sketch
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.events import RawEvent
from solenia_rules.play.machine import Machine


def differences_at(game: Game, line: str, expected: Mapping[str, object]) -> tuple[Difference, ...] | None:
    """The differences between a sketch and the position right after the first event with a line since the last answer;
    None if no such event happened. Raises `PositionError` for a sketch that is wrong."""
    found = _stopped(game, line)
    if found is None:
        return None
    twin, state, events = found
    services = twin._services
    program, spelling = services.executor.program, services.spelling
    read = read_sketch(program, spelling, sketch_data(expected), expected=True)
    if read.flaws:
        raise PositionError(read.flaws)
    differences = Comparison(program, spelling, services.viewer, state).differences(read.sketch)
    raws = [raw for before in twin._line() for raw in before._news] + events
    return tuple(difference.blame(raws, services.teller) for difference in differences)


def _stopped(game: Game, line: str) -> tuple[Game, list[int], list[RawEvent]] | None:
    """The game before the last answer in the program that keeps the order of the texts, the state right after an event,
    and the events up to it."""
    if game._before is None or game._answer is None:
        return None
    twin = game._before._twin()
    services = twin._services
    executor = EmittingExecutor(Machine(services.executor.program))
    state = twin._state[:]
    block = executor.put_answer(state, services.asker.offer(state).by_id[game._answer].value)
    told = 0
    while block >= 0:
        block = executor.step(state, block)
        events = executor.log.events
        if any(services.teller.event(raw).line == line for raw in events[told:]):
            return twin, state, list(events)
        told = len(events)
    return None
