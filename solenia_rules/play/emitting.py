"""The executor with a log: it runs the same program as the silent executor and records events."""

from __future__ import annotations

from solenia_rules.core import layout as at
from solenia_rules.core.outcomes import Form
from solenia_rules.play.events import RawEvent, Recorder, recording
from solenia_rules.play.executor import Executor
from solenia_rules.play.longest import Exhausted
from solenia_rules.play.sight import Sight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from solenia_rules.play.generated import BlockCode

NO_CAP, DECISION_CAP, PHASE_CAP, SEARCH_CAP = range(4)
"""The reason why a game ended: its rules, or one of the caps that bound every game."""


class EmittingExecutor:
    """Wraps a silent executor; looking ahead stays silent."""

    def __init__(self, silent: Executor, log: Recorder | None = None, form: Form = Form.TELLING) -> None:
        self.silent = silent
        self.program = silent.program
        self.sight = Sight(silent.program)
        self.log = Recorder() if log is None else log
        hooks = {
            **silent.hooks(), "viable": self.viable, "stuck": self._stuck, "enter": self._enter, "leave": self._leave,
            "win": self._win,
        }  # fmt: skip
        outline = self.program.outline
        self.log.behalf, self.log.block_calls = outline.behalf, outline.block_calls
        self.log.open_specs = frozenset(spec.id for spec in outline.specs if spec.openly)
        self.telling = recording(silent.physics, self.sight, self.log)
        hooks |= self.telling
        self.blocks: Sequence[BlockCode] = silent.load(hooks, form)
        self.places = self.program.outline.block_places

    def viable(self, s: list[int], dest: int, follow: int, mask: int, seat: int) -> int:
        """The options after which the rest of the phase can be completed; called where they must be tried."""
        return self.silent.viable(s, dest, follow, mask, seat)

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

    def go_on(self, s: list[int], block: int) -> tuple[RawEvent, ...]:
        """Run from a block to the next decision or the end of the game; returns the events."""
        blocks, places, log = self.blocks, self.places, self.log
        log.state = s
        log.calls.clear()
        try:
            while block >= 0:
                if places[block] >= 0:
                    log.place = places[block]
                block = blocks[block](s, s[2] + 3)
        except Exhausted:
            self._give_up(s)
        log.state = None
        return self.told()

    def _give_up(self, s: list[int]) -> int:
        """A search took too many steps: the game ends as a draw."""
        self.log.add("won", (0, SEARCH_CAP))
        return self.silent.win(s, 0)

    def told(self) -> tuple[RawEvent, ...]:
        """The events recorded since the last call."""
        events = tuple(self.log.events)
        self.log.events = []
        return events

    def step(self, s: list[int], block: int) -> int:
        """Run one block; returns the next block, or the reason for stopping."""
        if self.places[block] >= 0:
            self.log.place = self.places[block]
        self.log.state = s
        self.log.calls.clear()
        try:
            after = self.blocks[block](s, s[at.FRAME] + 3)
        except Exhausted:
            after = self._give_up(s)
        self.log.state = None
        return after

    def run_to(self, s: list[int], block: int, stops: Container[int]) -> int:
        """Run until one of the blocks in `stops` is next (that block is not run), or until execution stops."""
        while block >= 0 and block not in stops:
            block = self.step(s, block)
        return block

    def _asked_at(self, s: list[int]) -> int:
        """The place in the text of the pending decision. Code without a text of its own has the place of its caller."""
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
        return s, self.go_on(s, self.program.outline.entries[self.program.outline.main])

    def answer(self, s: list[int], choice: int) -> tuple[list[int], tuple[RawEvent, ...]]:
        """Give an answer; returns a new state and the events. The old state is not changed."""
        made = s[:]
        self.log.events = []
        block = self.put_answer(made, choice)
        if block < 0:
            self.log.add("won", (0, DECISION_CAP))
            return made, tuple(self.log.events)
        return made, self.go_on(made, block)

    def put_answer(self, s: list[int], choice: int) -> int:
        """Write the answer into the state and log it; returns the block to continue with."""
        self.log.place = self._asked_at(s)
        self.log.answered(s[at.SPEC], s[at.ASKED], choice, 0)
        return self.silent.put_answer(s, choice)
