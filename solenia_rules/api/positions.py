"""Games that begin from a sketched position."""

from __future__ import annotations

import json
from collections.abc import Iterator

from solenia_rules.api.decision import Asker, Decision
from solenia_rules.api.errors import PositionError
from solenia_rules.api.sketches import read_sketch
from solenia_rules.api.spelling import Spelling
from solenia_rules.core.compiled import Program
from solenia_rules.play import chance, reading
from solenia_rules.play.approach import Approach
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.events import RawEvent
from solenia_rules.play.laying import Laying
from solenia_rules.play.sketch import Flaw, Impossible
from solenia_rules.play.views import Json

SKETCHED = "sketched"
"""The kind of the event after which a sketch is laid: what happened before it is not part of the sketched game."""
MOST_TEXT = 64 * 1024
"""The most characters of a sketch as JSON."""


def sketch_data(position: object) -> dict[str, Json]:
    """A copy of a sketch that nobody else can change; raises `PositionError` if it is not plain data."""
    try:
        text = json.dumps(position)
        made = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise PositionError((Flaw("E704", "a sketch is plain data: tables, lists, texts, numbers", ()),)) from None
    if not isinstance(made, dict) or len(text) > MOST_TEXT:
        raise PositionError((Flaw("E704", "a sketch is a table, and not a very large one", ()),))
    return made


def begin(
    executor: EmittingExecutor, asker: Asker, spelling: Spelling, seed: int, written: object
) -> tuple[list[int], tuple[RawEvent, ...]]:
    """The state at the first decision after the sketch is laid, and all that happened; raises `PositionError`."""
    state, block = lay(executor, asker, spelling, seed, written)
    return state, executor.go_on(state, block)


def lay(
    executor: EmittingExecutor, asker: Asker, spelling: Spelling, seed: int, written: object
) -> tuple[list[int], int]:
    """The state with the sketch laid, and the block where play goes on; raises `PositionError`. The last event of the
    log says that a sketch was laid."""
    read = read_sketch(executor.program, spelling, written)
    if read.flaws:
        raise PositionError(read.flaws)
    executor.log.place, executor.log.events = -1, []
    answering = _Answering(asker, executor, seed, read.sketch.beginning.before)
    try:
        state, block = Approach(executor, answering.choose).walk(seed, read.sketch.beginning)
        answering.finish()
        executor.log.place = -1
        Laying(executor, state).lay(read.sketch)
    except Impossible as problem:
        executor.log.events = []
        raise PositionError(problem.flaws) from None
    executor.log.add(SKETCHED, ())
    return state, block


def find_overwritten(
    program: Program, spelling: Spelling, position: dict[str, Json], raws: tuple[RawEvent, ...]
) -> Iterator[Flaw]:
    """Values of a sketch that the phase it begins in resets at once; `raws` are the first events of the game."""
    begun = next(number for number, raw in enumerate(raws) if raw.kind == SKETCHED)
    first = raws[begun + 1] if begun + 1 < len(raws) else None
    if first is None or first.kind != "entered":
        return
    phase = program.phases[first.args[0]]
    told = set()
    for stored in read_sketch(program, spelling, position).sketch.stored:
        value = program.reset_slots(first.args[0]).get(stored.slot)
        if value is None or value == stored.value or stored.path in told:
            continue
        told.add(stored.path)
        others = [name for number, name in enumerate(program.phases) if stored.slot not in program.reset_slots(number)]
        named = ", ".join(f'`phase = "{name}"`' for name in others)
        hint = (f"begin in a phase that does not: {named}; or " if others else "") + "reach it by answers in `when`"
        yield Flaw("E710", f"`{phase}` begins after this is laid, and resets {stored.what}", stored.path, hint)


class _Answering:
    """The answers on the way to the beginning of the sketch: those given, then random ones."""

    def __init__(self, asker: Asker, executor: EmittingExecutor, seed: int, given: tuple[str, ...]) -> None:
        self.asker = asker
        self.executor = executor
        self.key = chance.answer_key(*chance.split_seed(seed))
        self.given = given
        self.used = 0
        self.told = 0
        """The number of events that were searched for answers that the engine gave by itself."""

    def choose(self, s: list[int]) -> int:
        decision = self.asker.decision(s, None)
        assert decision is not None
        self._skip_singles(decision)
        if self.used == len(self.given):
            options = reading.options(s)
            return options[chance.answer(self.key, reading.decisions(s), len(options))]
        text = self.given[self.used]
        option = decision.find(text)
        if option is None:
            listed = ", ".join(f"`{o.id}`" for o in decision.options[:8])
            message = f"`{text}` is no answer to what is asked here: {decision.prompt}"
            raise Impossible((Flaw("E706", message, ("before", self.used), f"on offer: {listed}"),))
        self.used += 1
        self.told = len(self.executor.log.events) + 1
        return option.value

    def _skip_singles(self, decision: Decision | None) -> None:
        """Skip given answers that name what the engine answered by itself."""
        events = self.executor.log.events[self.told :]
        self.told = len(self.executor.log.events)
        for event in events:
            if event.kind != "answered" or self.used == len(self.given):
                continue
            text = self.given[self.used]
            if decision is not None and decision.find(text) is not None:
                return
            spec = self.executor.program.outline.specs[event.args[0]]
            option = self.asker.option(spec, event.args[2], event.args[1])
            self.used += text in option.names

    def finish(self) -> None:
        self._skip_singles(None)
        if self.used < len(self.given):
            text = self.given[self.used]
            message = f"`{text}` answers nothing that is asked before play begins"
            raise Impossible((Flaw("E706", message, ("before", self.used)),))
