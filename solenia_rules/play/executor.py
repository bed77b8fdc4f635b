"""Runs a program block by block, until a seat must answer or the game is over."""

from __future__ import annotations

from functools import cached_property

from solenia_rules.checked.numbers import BEGINS, ENDS, SEATS, over
from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.core.outcomes import ASKED, ENDED, FAILED, HORIZON, TRYING, Form
from solenia_rules.play import chance
from solenia_rules.play.generated import MOST_DECISIONS, MOST_PHASES, Stuck, load_blocks, load_playing
from solenia_rules.play.longest import Exhausted
from solenia_rules.play.physics import BITS, Physics
from solenia_rules.play.rows import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping, Sequence
    from typing import NoReturn

    from solenia_rules.play.generated import BlockCode


class _Over(Exception):
    """Raised inside a whole-game run when the game has ended."""


class Executor:
    """The executor without a log."""

    def __init__(self, program: Program) -> None:
        self.program = program
        rows = Rows(program.layout, program.faces)
        self.physics = Physics(program.layout, program.sides, rows, program.does("show"))
        self.phase_functions = frozenset(program.outline.phase_functions)
        self.resets = program.resets
        self.fuel = 0
        """The positions that looking ahead may still try for this decision; beyond the limit an option counts as
        possible. Every executor visits the same positions, however it runs the blocks between them."""
        self.failed_at: int | None = None
        self._placed: list[int] | None = None
        self._play: Callable[[list[int]], None] | None = None

    @cached_property
    def blocks(self) -> Sequence[BlockCode]:
        """The blocks of the silent form, compiled on first use."""
        return self.load(self.hooks(), Form.SILENT)

    def load(self, hooks: Mapping[str, object], form: Form) -> Sequence[BlockCode]:
        """Compile the blocks of the program in the given form."""
        namespace = load_blocks(self.program, self.physics, hooks, form, self.told())
        if form is Form.SILENT:
            self._namespace = namespace
        blocks = namespace["BLOCKS"]
        assert isinstance(blocks, tuple)
        return blocks

    def told(self) -> Container[int]:
        """Phases for which generated code must call `enter`; other phases are only counted."""
        return self.program.resets

    def call(self, s: list[int], function: int, *args: int) -> int:
        """The value of a pure function with one result; 0 if a search in it takes too long, because outside of play
        there is no game to end."""
        try:
            (found,) = self.results(s, function, *args)
        except Exhausted:
            return 0
        return found

    def results(self, s: list[int], function: int, *args: int) -> tuple[int, ...]:
        """The values of a pure function."""
        assert self.blocks
        code = self._namespace[f"f{function}"]
        assert callable(code)
        found = code(s, *args)
        if isinstance(found, int):
            return (found,)
        return found if isinstance(found, tuple) else ()

    def hooks(self) -> dict[str, object]:
        return {
            "viable": self.viable, "foresee": self.foresee, "stuck": self.stuck, "win": self.win, "enter": self.enter,
            "leave": self.leave,
        }  # fmt: skip

    # ---- a game ------------------------------------------------------------------------------

    def start(self, seed: int) -> list[int]:
        """The state at the first decision."""
        s = self.ready(seed)
        self.run(s, self.program.outline.entries[self.program.outline.main])
        return s

    def ready(self, seed: int) -> list[int]:
        """The state before the first block."""
        s, main = self.placed(seed), self.program.outline.main
        s[at.FRAME] = len(s)
        s.extend((main, 0, -1, *([0] * len(self.program.outline.frames[main]))))
        return s

    def placed(self, seed: int) -> list[int]:
        """A state with every piece where it starts."""
        program = self.program
        if self._placed is None:
            self._placed = program.initial[:]
            for piece in program.layout.pieces:
                start = self.start_of(piece.index)
                if start:
                    self.physics.move(self._placed, 1 << piece.index, start)
        s = self._placed[:]
        s[at.SEED_LOW], s[at.SEED_HIGH] = chance.split_seed(seed)
        return s

    def start_of(self, index: int) -> int:
        """The place where a piece starts according to its declaration; 0: nowhere."""
        layout = self.program.layout
        names = layout.names
        piece = layout.pieces[index]
        kind = names.pieces[piece.kind]
        record = names.records.get(piece.record or "")
        start = record.starts if record is not None and record.starts is not None else kind.starts
        if kind.also is not None and piece.owner < 0 and kind.per == "seat":
            start = kind.also
        if start is None or start == "none":
            return 0
        zone = names.zones[start]
        key = 0
        if zone.per == "seat":
            key = piece.owner
        elif zone.per is not None:
            key = piece.word if kind.per == zone.per else self._field_word(index, zone.per)
        return layout.place_of_zone(layout.zone_base(start) + key) if key >= 0 else 0

    def _field_word(self, index: int, kind: str) -> int:
        return self.program.start_words[index].get(kind, -1)

    def run(self, s: list[int], block: int) -> int:
        """Run from a block; returns the reason for stopping."""
        blocks = self.blocks
        try:
            while block >= 0:
                block = blocks[block](s, s[2] + 3)
        except Exhausted:
            return self.win(s, 0)
        return block

    def answer(self, s: list[int], choice: int) -> int:
        """Answer the pending decision and run on."""
        return self.run(s, self.put_answer(s, choice))

    def put_answer(self, s: list[int], choice: int) -> int:
        """Write the answer into the state; returns the block to continue with."""
        s[s[at.DEST]] = choice
        s[at.DECISIONS] += 1
        if s[at.DECISIONS] >= MOST_DECISIONS:
            return self.win(s, 0)
        return s[s[at.FRAME] + 1]

    # ---- looking ahead -------------------------------------------------------------------------

    def viable(self, s: list[int], dest: int, follow: int, mask: int, seat: int) -> int:
        """The options after which the rest of the phase can be completed, as far as the asked seat can know."""
        phase = self.phase_frame(s)
        found = 0
        self.fuel = self.program.positions_tried
        for option in BITS[mask]:
            t = s[:]
            t[at.TRIAL], t[at.TRIAL_SEAT], t[dest] = phase, seat, option
            if self._possible(t, follow):
                found |= 1 << option
        return found

    def foresee(self, s: list[int], dest: int, follow: int, seat: int) -> int:
        """Whether what `possible` asks about can be done, as far as the seat can know. During a trial it takes from the
        fuel of that trial."""
        if not s[at.TRIAL]:
            self.fuel = self.program.positions_tried
        t = s[:]
        t[at.TRIAL], t[at.TRIAL_SEAT], t[dest] = self.phase_frame(s), seat, TRYING
        return int(self._possible(t, follow))

    def where_it_fails(self, s: list[int], option: int) -> int | None:
        """The last place at which the rest of the phase turned out to be impossible after an option; None if it is
        possible."""
        t = s[:]
        t[at.TRIAL], t[at.TRIAL_SEAT], t[s[at.DEST]] = self.phase_frame(s), s[at.ASKED], option
        self.fuel, self.failed_at = self.program.positions_tried, None
        return None if self._possible(t, s[s[at.FRAME] + 1]) else self.failed_at

    def phase_frame(self, s: list[int]) -> int:
        frame = s[at.FRAME]
        while s[frame] not in self.phase_functions and s[frame + 2] >= 0:
            frame = s[frame + 2]
        return frame

    def _possible(self, s: list[int], block: int) -> bool:
        """Whether at least one sequence of answers completes the rest. Depth-first search, lowest options first."""
        blocks = self.blocks
        waiting: list[tuple[list[int], int]] = []
        """Positions in which the seat is asked, each with the options not tried yet."""
        while True:
            self.fuel -= 1
            if self.fuel < 0:
                return True
            while block >= 0:
                block = blocks[block](s, s[2] + 3)
            if block == ASKED and s[at.ASKED] == s[at.TRIAL_SEAT]:
                waiting.append((s, s[at.MASK]))
            elif block != FAILED:
                return True
            if not waiting:
                return False
            s, mask = waiting.pop()
            option = mask & -mask
            if mask != option:
                waiting.append((s, mask ^ option))
                s = s[:]
            s[s[at.DEST]] = option.bit_length() - 1
            block = s[s[at.FRAME] + 1]

    # ---- what blocks call -------------------------------------------------------------------------

    def stuck(self, s: list[int], place: int) -> int:
        """The rest of the phase cannot be done, and is skipped. In a trial the trial fails, unless the phase began in
        the trial."""
        frame = self.phase_frame(s)
        if s[at.TRIAL] and frame <= s[at.TRIAL]:
            self.failed_at = place
            return FAILED
        if self.program.layout.started and s[frame] in self.program.phase_of:
            seat = s[frame + at.FRAME_HEAD + self.program.outline.frames[s[frame]][0]]
            self.leave(s, self.program.phase_of[s[frame]], seat)
        below = s[frame + 2]
        del s[frame:]
        s[at.FRAME] = below
        return s[below + 1]

    def win(self, s: list[int], seats: int) -> int:
        if s[at.TRIAL]:
            return HORIZON
        s[at.OVER], s[at.WINNERS] = 1, seats
        del s[self.program.layout.size :]
        s[at.FRAME] = s[at.SPEC] = s[at.ASKED] = s[at.MASK] = s[at.DEST] = 0
        return ENDED

    def enter(self, s: list[int], phase: int, seat: int) -> bool:
        """Begin a phase: reset its state. Returns whether the cap on phases ended the game."""
        s[at.PHASES] += 1
        if s[at.PHASES] >= MOST_PHASES:
            self.win(s, 0)
            return True
        for base, values in self.resets.get(phase, ()):
            s[base : base + len(values)] = values
        if self.program.layout.started:
            self._end_rules(s, phase, BEGINS, seat)
        return False

    def leave(self, s: list[int], phase: int, seat: int) -> None:
        """End the rules that were started until the end of this phase."""
        self._end_rules(s, phase, ENDS, seat)

    def _end_rules(self, s: list[int], phase: int, when: int, seat: int) -> None:
        layout = self.program.layout
        for base in layout.started.values():
            for slot in range(base, base + len(layout.pieces) + len(layout.cells)):
                if s[slot] and s[slot] // SEATS in over(phase, when, seat):
                    s[slot] = 0

    # ---- whole games --------------------------------------------------------------------------------

    def playout(self, seed: int) -> list[int]:
        """Play a whole game with uniformly random answers, drawn inside the generated code."""
        if self._play is None:
            hooks = {
                "viable": self.viable,
                "foresee": self.foresee,
                "leave": self.leave,
                "stuck": _stuck,
                "win": self._end,
                "enter": self._enter,
            }
            self._play = load_playing(self.program, self.physics, hooks, self.told())
        s = self.placed(seed)
        s[at.FRAME] = -1
        s[at.ASKED] = chance.answer_key(s[at.SEED_LOW], s[at.SEED_HIGH])
        try:
            self._play(s)
        except _Over:
            pass
        except Exhausted:
            self.win(s, 0)
        return s

    def played_out(self, start: list[int], seed: int) -> list[int]:
        """The end of a game that goes on from a state with random answers. Later draws, rolls and shuffles depend on
        the seed, too."""
        s = start[:]
        s[at.SEED_LOW], s[at.SEED_HIGH] = chance.split_seed(seed)
        key = chance.answer_key(s[at.SEED_LOW], s[at.SEED_HIGH])
        while not s[at.OVER]:
            options = BITS[s[at.MASK]]
            self.answer(s, options[chance.answer(key, s[at.DECISIONS], len(options))])
        return s

    def _end(self, s: list[int], seats: int) -> NoReturn:
        self.win(s, seats)
        raise _Over

    def _enter(self, s: list[int], phase: int, seat: int) -> None:
        if self.enter(s, phase, seat):
            raise _Over


def _stuck(_s: list[int], _place: int) -> NoReturn:
    raise Stuck
