"""The executor with a log: the same program, told step by step."""

from __future__ import annotations

from collections.abc import Sequence

from solenia_rules.compiler import layout as at
from solenia_rules.runtime.events import RawEvent, Recorder, recording
from solenia_rules.runtime.executor import Executor
from solenia_rules.runtime.generated import BlockCode
from solenia_rules.runtime.sight import Sight

NO_CAP, DECISION_CAP, PHASE_CAP = range(3)
"""What ended a game: its rules, or one of the caps that end every game."""


class EmittingExecutor:
    """Wraps a silent executor; looking ahead stays silent."""

    def __init__(self, silent: Executor) -> None:
        self.silent = silent
        self.program = silent.program
        self.sight = Sight(silent.program.layout)
        self.log = Recorder()
        hooks = {**silent.hooks(), "stuck": self._stuck, "enter": self._enter, "leave": self._leave, "win": self._win}
        hooks |= recording(silent.physics, self.sight, self.log)
        self.blocks: Sequence[BlockCode] = silent.load(hooks, emitting=True)
        self.places = [block.place for block in self.program.flat.blocks]

    def _stuck(self, s: list[int], place: int) -> int:
        self.log.add("stuck", (place, self.silent.program.layout.seats))
        return self.silent.stuck(s, place)

    def _enter(self, s: list[int], phase: int, seat: int) -> bool:
        self.log.add("entered", (phase, seat))
        ended = self.silent.enter(s, phase, seat)
        if ended:
            self.log.add("won", (0, PHASE_CAP))
        return ended

    def _leave(self, s: list[int], phase: int, seat: int) -> None:
        self.log.add("left", (phase, seat))
        self.silent.leave(s, phase, seat)

    def _win(self, s: list[int], seats: int) -> int:
        self.log.add("won", (seats, NO_CAP))
        return self.silent.win(s, seats)

    def _run(self, s: list[int], block: int) -> tuple[RawEvent, ...]:
        blocks, places, log = self.blocks, self.places, self.log
        while block >= 0:
            if places[block] >= 0:
                log.place = places[block]
            block = blocks[block](s, s[2] + 3)
        events = tuple(self.log.events)
        self.log.events = []
        return events

    def _asked_at(self, s: list[int]) -> int:
        """Where in the text the pending decision stands; code without a text of its own stands where it was called."""
        frame = s[at.FRAME]
        while frame >= 0:
            place = self.places[s[frame + 1]]
            if place >= 0:
                return place
            frame = s[frame + 2]
        return -1

    def start(self, seed: int) -> tuple[list[int], tuple[RawEvent, ...]]:
        self.log.place, self.log.events = -1, []
        s = self.silent.ready(seed)
        return s, self._run(s, self.program.flat.entries[self.program.flat.core.main])

    def answer(self, s: list[int], choice: int) -> tuple[list[int], tuple[RawEvent, ...]]:
        """A new state; the old one stays as it was."""
        made = s[:]
        self.log.events = []
        self.log.place = self._asked_at(made)
        self.log.answered(made[at.SPEC], made[at.ASKED], choice, 0)
        block = self.silent.put_answer(made, choice)
        if block < 0:
            self.log.add("won", (0, DECISION_CAP))
            return made, tuple(self.log.events)
        return made, self._run(made, block)
