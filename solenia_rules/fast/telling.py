"""The telling form of a program's machine code: it plays games of bots, records their answers, and tells everything
that happens in them. The events are those of the plain telling executor, in the same order."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from solenia_rules.fast.accelerated import SEED_BITS, Accelerated, CodeWorkplace, load, start_of
from solenia_rules.fast.constants import EVENT_HEAD, EVENT_KINDS, MIND_WORDS, event_args
from solenia_rules.fast.machine_code import Loaded
from solenia_rules.fast.memory import WORD
from solenia_rules.fast.module import Module
from solenia_rules.fast.writer import bits_of
from solenia_rules.play.events import RawEvent
from solenia_rules.play.executor import Executor
from solenia_rules.rules.store import Store

_FULL = (1 << 64) - 1
_SHOWN = EVENT_KINDS.index("shown")


class Telling(Accelerated):
    """The machine code of an executor's program in its telling form. Play changes nothing in it, so threads may share
    it."""

    def __init__(self, executor: Executor, module: Module, loaded: Loaded) -> None:
        super().__init__(executor, module, loaded)
        self._piece_words = bits_of(module.constants.piece_type) // 64
        self._event_words = EVENT_HEAD + event_args(bits_of(module.constants.piece_type))
        self._record = self.function("record", "aaanan")
        self._retell = self.function("retell", "aaann")

    def minds(self) -> array[int]:
        """The memory of the bots of one game. All seats play at random."""
        return array("q", bytes(WORD * (2 * self.seats + len(MIND_WORDS))))

    def told(self, seed: int) -> tuple[list[int], list[RawEvent]]:
        """The answers and the events of a game with random answers."""
        place = self.take()
        given = place.start, start_of(self.fresh), place.working, seed & SEED_BITS
        count = self._record(*given, start_of(self.minds()), 0)
        rows = self._retell(*given, count)
        answers = place.numbers("answers", count)
        events = list(self._events(place, rows))
        self.give_back(place)
        return answers, events

    def _events(self, place: CodeWorkplace, rows: int) -> Iterator[RawEvent]:
        """The events of the log."""
        width = self._event_words
        log = place.numbers("log", rows * width)
        for start in range(0, rows * width, width):
            kind, where, behalf, seers, count = log[start : start + EVENT_HEAD]
            args = log[start + EVENT_HEAD : start + width]
            if kind == _SHOWN:
                pieces = sum((word & _FULL) << 64 * i for i, word in enumerate(args[1 : 1 + self._piece_words]))
                args, count = [pieces, args[0]], 2
            yield RawEvent(EVENT_KINDS[kind], tuple(args[:count]), where, seers, behalf)


def make_telling(executor: Executor, store: Store | None = None) -> Telling:
    module = Module(executor, telling=True)
    return Telling(executor, module, load(module, store))
