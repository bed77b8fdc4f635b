"""The telling form of a program's machine code: it plays games of bots, records their answers, and tells everything
that happens in them. The events are those of the plain telling executor, in the same order."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence

from solenia_rules.fast.accelerated import Accelerated, CodeWorkplace, load, start_of
from solenia_rules.fast.bot_constants import mind_words, unsupported
from solenia_rules.fast.constants import SEED_BITS
from solenia_rules.fast.errors import Fault
from solenia_rules.fast.event_words import EVENT_HEAD, EVENT_KINDS, event_args
from solenia_rules.fast.ledger import Ledger
from solenia_rules.fast.machine_code import Loaded
from solenia_rules.fast.module import Module
from solenia_rules.fast.writer import bits_of
from solenia_rules.play.events import RawEvent
from solenia_rules.play.executor import Executor
from solenia_rules.rules.store import Store

RANDOM = (0, 0)
"""The sort and the strength of a bot that answers at random."""
_FULL = (1 << 64) - 1
_SHOWN = EVENT_KINDS.index("shown")


class Telling(Accelerated):
    """The machine code of an executor's program in its telling form. Play changes nothing in it, so threads may share
    it."""

    def __init__(self, executor: Executor, module: Module, loaded: Loaded) -> None:
        super().__init__(executor, module, loaded)
        self.piece_words = bits_of(module.constants.piece_type) // 64
        self.event_words = EVENT_HEAD + event_args(bits_of(module.constants.piece_type))
        self._record = self.function("record", "aaanan")
        self._retell = self.function("retell", "aaann")
        self._count_games = self.function("count_games", "aaaanana")
        self.option_bits = module.constants.option_bits
        self.begin_minds = self.function("begin_minds", "aaan")
        self.add_events = self.function("add_events", "aan")
        self.remember_answer = self.function("remember_answer", "aaan")
        self.think = self.function("think", "aaa")
        self.glance = self.function("glance", "aaan")
        self.draw_world = self.function("draw_world", "aaana")
        self.unfit = unsupported(executor, self.memory)
        """Why bots cannot think in this code; None: they can."""

    def minds(self, bots: Sequence[tuple[int, int]]) -> array[int]:
        """The memory of the bots of one game; `bots`: the sort and the strength of the bot of each seat."""
        rest = [0] * (mind_words(self.seats) - 2 * self.seats)
        return array("q", [*(sort for sort, _strength in bots), *(strength for _sort, strength in bots), *rest])

    def answers(self, seed: int, bots: Sequence[tuple[int, int]]) -> list[int]:
        """The answers of a game between bots."""
        place, minds = self.take(), self.minds(bots)
        count = self._record(
            place.start, start_of(self.fresh), place.working, seed & SEED_BITS, start_of(minds), int(any(minds))
        )
        found = place.numbers("answers", count)
        self.give_back(place)
        return found

    def told(self, seed: int, bots: Sequence[tuple[int, int]] = ()) -> tuple[list[int], list[RawEvent]]:
        """The answers and the events of a game between bots; without `bots`, all answers are random."""
        place, minds = self.take(), self.minds(bots or [RANDOM] * self.seats)
        given = place.start, start_of(self.fresh), place.working, seed & SEED_BITS
        count = self._record(*given, start_of(minds), int(any(minds)))
        rows = self._retell(*given, count)
        answers = place.numbers("answers", count)
        events = list(self._events(place, rows))
        self.give_back(place)
        return answers, events

    def count(self, seeds: Sequence[int], bots: Sequence[tuple[int, int]], ledger: Ledger) -> tuple[int, str]:
        """Play whole games between bots and count what happens in them. Returns how many games were played, and why the
        next one could not be played; if there is no reason and some games are left, the ledger was full."""
        given = array("q", [seed & SEED_BITS for seed in seeds[: ledger.most]])
        place, minds = self.take(), self.minds(bots)
        ledger.clear_block()
        played = self._count_games(
            place.start, start_of(self.fresh), place.working, start_of(given), len(given), start_of(minds),
            int(any(minds)), start_of(ledger.words),
        )  # fmt: skip
        try:
            self.give_back(place)
        except Fault as fault:
            return played, str(fault)
        return played, ""

    def _events(self, place: CodeWorkplace, rows: int) -> Iterator[RawEvent]:
        """The events of the log."""
        width = self.event_words
        log = place.numbers("log", rows * width)
        for start in range(0, rows * width, width):
            kind, where, behalf, seers, count = log[start : start + EVENT_HEAD]
            args = log[start + EVENT_HEAD : start + width]
            if kind == _SHOWN:
                pieces = sum((word & _FULL) << 64 * i for i, word in enumerate(args[1 : 1 + self.piece_words]))
                args, count = [pieces, args[0]], 2
            yield RawEvent(EVENT_KINDS[kind], tuple(args[:count]), where, seers, behalf)


def make_telling(executor: Executor, store: Store | None = None) -> Telling:
    """The telling form of a program's machine code."""
    found = find_telling(executor, lambda: True, store)
    assert found is not None
    return found


def find_telling(executor: Executor, compiling: Callable[[], bool], store: Store | None = None) -> Telling | None:
    """The telling form from the cache. If the cache has none, it is compiled if `compiling` says so; otherwise None."""
    module = Module(executor, telling=True)
    loaded = load(module, store, compiling)
    return None if loaded is None else Telling(executor, module, loaded)
