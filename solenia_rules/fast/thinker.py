"""A bot of one game that thinks in machine code. It keeps the log of the game, from which it knows what its seat has
seen, and the plan of its move."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable

from solenia_rules.fast.accelerated import Position, start_of
from solenia_rules.fast.bot_constants import judged_slots
from solenia_rules.fast.constants import SEED_BITS
from solenia_rules.fast.event_words import EVENT_HEAD, EVENT_KINDS, MOST_EVENT_ARGS
from solenia_rules.fast.intrinsics import MIND_WORDS, WORKPLACE_WORDS
from solenia_rules.fast.memory import WORD
from solenia_rules.fast.telling import RANDOM, Telling
from solenia_rules.play.events import SET_EVENTS, RawEvent
from solenia_rules.play.resample import Secrets
from solenia_rules.play.thinking import BOTS

_FULL = (1 << 64) - 1
_NUMBERS = {kind: number for number, kind in enumerate(EVENT_KINDS)}
_COUNT = EVENT_HEAD - 1


class Thinker:
    """Answers for one seat."""

    def __init__(self, code: Telling, seed: int, seat: int, bot: str, playouts: int = 0) -> None:
        self.code = code
        self.seat = seat
        self.place = code.workplace()
        self.told = 0
        """The number of events that are in the log."""
        self._before: list[int] | None = None
        """The last position."""
        self._judged = frozenset(judged_slots(code.executor.program))
        self._width = code.event_words
        self._minds = code.minds([(BOTS.index(bot), playouts)] * code.seats)
        self._mind = 2 * code.seats
        code.begin_minds(self.place.start, self.place.working, start_of(self._minds), seed & SEED_BITS)

    def tell(self, line: Iterable[tuple[list[int], tuple[RawEvent, ...]]]) -> None:
        """Go on with the next positions of the game, each with the events since the previous one."""
        for state, news in line:
            begun, before = self.told, self._before
            self._add(news)
            self._before = state
            if before is not None and any(e.kind in SET_EVENTS and e.args[0] in self._judged for e in news):
                given, after = self.code.position(before).words, self.code.position(state).words
                self.code.remember_answer(self.place.start, start_of(given), start_of(after), begun)

    def _add(self, events: Iterable[RawEvent]) -> None:
        """Append events to the log."""
        rows = array("q")
        for event in events:
            row = array("q", bytes(WORD * self._width))
            row[0], row[1], row[2], row[3] = _NUMBERS[event.kind], event.place, event.behalf, event.seers
            values = (*event.args,)
            if event.kind == "shown":
                pieces, seats = values
                words = [pieces >> 64 * i & _FULL for i in range(self._width - EVENT_HEAD - 1)]
                values = (seats, *(_signed(word) for word in words))
            elif any(value.bit_length() > 63 for value in values):
                values = ()
            row[_COUNT] = len(event.args)
            given = values[: self._width - EVENT_HEAD if event.kind == "shown" else MOST_EVENT_ARGS]
            row[EVENT_HEAD : EVENT_HEAD + len(given)] = array("q", given)
            rows += row
        count = len(rows) // self._width
        self.code.add_events(self.place.start, start_of(rows), count)
        self.told += count

    def answer(self, state: list[int], secrets: Secrets | None) -> int:
        """The answer in a position; raises `Fault` if it exceeds a limit of machine code."""
        position = self._ready(state, secrets)
        found = self.code.think(self.place.start, start_of(position.words), start_of(self._minds))
        self.place.check()
        return found

    def world(self, state: list[int], secrets: Secrets | None, seed: int) -> Position:
        """A position that looks like the real one to the seat, with everything hidden drawn again."""
        position = self._ready(state, secrets)
        given = self.place.start, start_of(position.words), start_of(self._minds), seed, self.place.working
        made = self.place.copied(self.code.draw_world(*given))
        self.place.check()
        return made

    @property
    def equals(self) -> list[int]:
        """The options with the same value as the last answer of greedy, including that answer."""
        where = self._minds[self._mind + MIND_WORDS["equals"]]
        desk = self.place.words[WORKPLACE_WORDS["desk"]]
        count = ctypes.c_int64.from_address(desk + WORD * where).value
        return list((ctypes.c_int64 * count).from_address(desk + WORD * (where + 1)))

    def _ready(self, state: list[int], secrets: Secrets | None) -> Position:
        """The position in memory, with the secret answers before it."""
        minds, first = self._minds, self._mind + MIND_WORDS["secret"]
        minds[self._mind + MIND_WORDS["secrets"]] = 0 if secrets is None else len(secrets.answers)
        if secrets is not None:
            before = self.code.position(secrets.before).words
            ctypes.memmove(self.place.words[WORKPLACE_WORDS["stands"]], start_of(before), WORD * len(before))
            for place, (seat, answer) in enumerate(secrets.answers):
                minds[first + 2 * place], minds[first + 2 * place + 1] = seat, answer
        return self.code.position(state)


class Glancer:
    """Answers for all seats of a game with a short lookahead from the real position: a player that knows everything."""

    def __init__(self, code: Telling, seed: int) -> None:
        self.code = code
        self._place = code.workplace()
        self._minds = code.minds([RANDOM] * code.seats)
        code.begin_minds(self._place.start, self._place.working, start_of(self._minds), seed & SEED_BITS)

    def answer(self, state: list[int], budget: int) -> int:
        """One of the best options after evaluating this many ends of the move; raises `Fault` if the position exceeds a
        limit of machine code."""
        position = self.code.position(state)
        found = self.code.glance(self._place.start, start_of(position.words), start_of(self._minds), budget)
        self._place.check()
        return found


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word
