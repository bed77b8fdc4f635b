"""Positions between two decisions: the game right after an event.

An answer runs on to the next decision with several options, which may be far in the turn of another seat. To look at
the position in between, the answer is given again, and the state is copied at the event. Before the first answer, the
game is begun again in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping

from solenia_rules.api.comparison import Comparison, Difference
from solenia_rules.api.errors import PositionError
from solenia_rules.api.game import Game
from solenia_rules.api.positions import SKETCHED, lay, sketch_data
from solenia_rules.api.reason import Reason
from solenia_rules.api.services import Services
from solenia_rules.api.sketches import read_sketch
from solenia_rules.core.outcomes import ASKED
from solenia_rules.play import reading
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.events import SET_EVENTS, RawEvent, Recorder
from solenia_rules.play.machine import AlwaysAsking, Machine, emitting_machine
from solenia_rules.text.frozen import frozen

LATE_EVENTS = ("entered", "left", "won", "stuck")
"""Kinds of events that are told before they change the state; a block of the program ends with each."""
UNASKED = ("unasked", "near", "unknown", "over")
"""The reasons that only say that nobody is asked for the answer."""


def differences_at(game: Game, line: str, expected: Mapping[str, object]) -> tuple[Difference, ...] | None:
    """The differences between a sketch and the position right after the first event with a line since the last answer,
    or, without an answer, since the game began; None if no such event happened. Raises `PositionError` for a sketch
    that is wrong."""
    services = game.rules.unrefined_services(game.seats)
    start = _start(game, services)
    found = None if start is None else _stopped(start, services, line)
    if found is None:
        return None
    state, raws = found
    program, spelling = services.executor.program, services.spelling
    read = read_sketch(program, spelling, sketch_data(expected), expected=True)
    if read.flaws:
        raise PositionError(read.flaws)
    differences = Comparison(program, spelling, services.viewer, services.shown_queries.value, state).differences(
        read.sketch
    )
    return tuple(difference.blame(raws, services.teller) for difference in differences)


def reason_between(game: Game, what: str) -> Reason | None:
    """Why an answer was not offered by a question since the last answer that had a single answer, so that the engine
    gave it; None if no such question knows the answer."""
    services = game.rules.unrefined_services(game.seats)
    start = _start(game, services)
    if start is None:
        return None
    program = services.executor.program
    executor, state, block = EmittingExecutor(AlwaysAsking(program)), start.state, start.block
    while True:
        block = executor.run_to(state, block, ())
        options = reading.options(state)
        if block != ASKED or len(options) != 1:
            return None
        reason = services.reasons.why_not(state, services.asker.decision(state, None), what)
        if reason.key not in UNASKED:
            return reason
        block = executor.put_answer(state, options[0])


@frozen
class _Start:
    """Where the events begin among which one is searched: the state, the next block, the events before the last answer,
    and those logged since."""

    state: list[int]
    block: int
    before: tuple[RawEvent, ...]
    news: tuple[RawEvent, ...]


def _start(game: Game, services: Services) -> _Start | None:
    """Where to begin, in the program that keeps the order of the texts: right after the last answer, or, in a game
    without answers, right before the game begins. None for an imagined game without answers, because nobody began
    it."""
    executor = emitting_machine(services.executor.program)
    if game._before is not None and game._answer is not None:
        twin = game._before._twin()
        state = twin._state[:]
        block = executor.put_answer(state, services.asker.offer(state).by_id[game._answer].value)
        return _Start(state, block, tuple(raw for one in twin._line() for raw in one._news), executor.told())
    if game.imagined:
        return None
    if game.position is None:
        outline = services.executor.program.outline
        return _Start(executor.silent.ready(game.seed), outline.entries[outline.main], (), ())
    state, block = lay(executor, services.asker, services.spelling, game.seed, game.position)
    return _Start(state, block, (), executor.told())


class _Watcher(Recorder):
    """A log that copies the state right after the first event with a line."""

    def __init__(self, services: Services, line: str) -> None:
        super().__init__()
        self.services, self.line = services, line
        self.found = False
        self.after: list[int] | None = None
        """The state after the event; None if the event is told before it changes anything, at the end of a block."""

    def tell(self, kind: int, *args: int) -> None:
        super().tell(kind, *args)
        self._look()

    def add(self, kind: str, args: tuple[int, ...], seers: int = -1) -> None:
        super().add(kind, args, seers)
        self._look()

    def answered(self, spec: int, seat: int, answer: int, single: int) -> None:
        super().answered(spec, seat, answer, single)
        self._look()

    def _look(self) -> None:
        raw = self.events[-1]
        if self.found:
            self.events.pop()
        elif self.services.teller.event(raw).line == self.line:
            self.found = True
            if self.state is not None and raw.kind not in LATE_EVENTS:
                self.after = self.state[:]
                if raw.kind in SET_EVENTS:
                    slot, value, _old = raw.args
                    self.after[slot] = value


def _stopped(start: _Start, services: Services, line: str) -> tuple[list[int], list[RawEvent]] | None:
    """The state right after the first event with a line, and all events up to it. What happened before a sketch was
    laid is not searched."""
    told = next((number for number, raw in enumerate(start.news, 1) if raw.kind == SKETCHED), 0)
    for number, raw in enumerate(start.news[told:], told + 1):
        if services.teller.event(raw).line == line:
            return start.state, [*start.before, *start.news[:number]]
    log = _Watcher(services, line)
    executor, state, block = EmittingExecutor(Machine(services.executor.program), log), start.state, start.block
    while block >= 0 and not log.found:
        block = executor.step(state, block)
    if not log.found:
        return None
    return log.after or state, [*start.before, *start.news, *log.events]
