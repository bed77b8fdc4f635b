"""A program as machine code: whole games, positions to step through, and play from a position, many at a time."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterable, Sequence
from weakref import finalize

from attrs import define, field, frozen

from solenia_rules.core import layout as at
from solenia_rules.fast.constants import RESULT_HEAD, WITH_ESTIMATES, WITH_LUCK, WITH_STATES
from solenia_rules.fast.errors import Fault
from solenia_rules.fast.machine_code import Loaded
from solenia_rules.fast.memory import WORD, Memory
from solenia_rules.fast.module import Module
from solenia_rules.play.executor import Executor
from solenia_rules.play.physics import BITS

_SEED = (1 << 62) - 1
"""What a generator makes use of."""
_NUMBER, _ADDRESS = ctypes.c_int64, ctypes.c_void_p
FAULTS = {
    1: "rules call each other too deeply",
    2: "a sequence became too long",
    3: "there is no end in sight between two decisions or phases",
}


@frozen
class Outcome:
    """How one game stands: the answers given, whether it is over, who won, and what it counts for each seat."""

    decisions: int
    over: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    estimates: tuple[int, ...]
    """Empty where they were not asked for."""


@define(eq=False)
class Outcomes(Sequence[Outcome]):
    """Outcomes of many games, in the order of their seeds; `rows` holds them all as plain numbers."""

    seats: int
    rows: array[int] = field(repr=False)
    """For each game: decisions, whether it is over, winners as a mask, scores by seat, estimates by seat."""
    valued: bool
    _finals: array[int] = field(repr=False)
    _memory: Memory = field(repr=False)

    @property
    def width(self) -> int:
        return RESULT_HEAD + 2 * self.seats

    def __len__(self) -> int:
        return len(self.rows) // self.width

    def __getitem__(self, index: int) -> Outcome:  # type: ignore[override]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        start = index % len(self) * self.width
        row = self.rows[start : start + self.width]
        scores, estimates = row[RESULT_HEAD : RESULT_HEAD + self.seats], row[RESULT_HEAD + self.seats :]
        return Outcome(row[0], bool(row[1]), BITS[row[2]], tuple(scores), tuple(estimates) if self.valued else ())

    def state(self, index: int) -> list[int]:
        """The last state of a game, as the plain executor has it, where states were asked for."""
        total = self._memory.total
        return self._memory.decode(self._finals[index * total : (index + 1) * total])


@define(eq=False)
class Position:
    """A position in memory. It is a value: `Accelerated.answer` gives another one."""

    words: array[int] = field(repr=False)

    def copy(self) -> Position:
        return Position(self.words[:])

    @property
    def over(self) -> bool:
        return self.words[at.OVER] != 0

    @property
    def decisions(self) -> int:
        """Answers given so far."""
        return self.words[at.DECISIONS]

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        return self.words[at.ASKED]

    @property
    def spec(self) -> int:
        """Which decision of the ruleset it is asked for."""
        return self.words[at.SPEC]

    @property
    def phases(self) -> int:
        """Phases begun so far."""
        return self.words[at.PHASES]


class Accelerated:
    """Machine code of the program of an executor. It holds nothing that play changes: threads may share it."""

    def __init__(self, executor: Executor, module: Module, loaded: Loaded) -> None:
        self.executor = executor
        self.memory = module.memory
        self.seats = executor.program.layout.seats
        self._loaded = loaded
        self._fresh = self.memory.encode(executor.ready(0))
        self._row = RESULT_HEAD + 2 * self.seats
        self._idle: list[_Workplace] = []
        """Workplaces that nobody uses now."""
        self._begin = self._function("begin", "aaan")
        self._step = self._function("step", "aan")
        self._games = self._function("games", "aaaanaan")
        self._playouts = self._function("playouts", "aaaannaan")
        self._wander = self._function("wander", "aaannnna")
        self._tell = self._function("tell", "aann")
        self._close = self._function("close", "a")

    def _function(self, name: str, params: str) -> Callable[..., int]:
        """A function of the kernel by the sorts of its parameters: addresses and numbers."""
        types = [_ADDRESS if sort == "a" else _NUMBER for sort in params]
        return ctypes.CFUNCTYPE(_NUMBER, *types)(self._loaded.address(f"k.{name}"))

    # ---- whole games --------------------------------------------------------------------------------

    def games(self, seeds: Iterable[int], states: bool = False, estimates: bool = False) -> Outcomes:
        """Whole games with uniformly random answers, one for each seed: the games that `Executor.playout` plays."""
        given = _seeds(seeds)
        made = self._outcomes(len(given), states, estimates)
        place = self._take()
        self._games(
            place.start, _start(self._fresh), place.working, _start(given), len(given), _start(made.rows),
            _start(made._finals), WITH_ESTIMATES * estimates | WITH_STATES * states,
        )  # fmt: skip
        self._give_back(place)
        return made

    def playouts(
        self, position: Position, seeds: Iterable[int], most: int = -1, *, luck: bool = False, states: bool = False,
        estimates: bool = False,
    ) -> Outcomes:  # fmt: skip
        """Random answers from a position on, once for each seed, at most `most` of them each. With `luck` what is
        drawn, rolled and shuffled from here on comes from the seed too."""
        given = _seeds(seeds)
        made = self._outcomes(len(given), states, estimates)
        place = self._take()
        self._playouts(
            place.start, _start(position.words), place.working, _start(given), len(given), most, _start(made.rows),
            _start(made._finals), WITH_ESTIMATES * estimates | WITH_STATES * states | WITH_LUCK * luck,
        )  # fmt: skip
        self._give_back(place)
        return made

    def _outcomes(self, count: int, states: bool, estimates: bool) -> Outcomes:
        rows = array("q", bytes(WORD * self._row * count))
        finals = array("q", bytes(WORD * self.memory.total * count if states else 0))
        return Outcomes(self.seats, rows, estimates, finals, self.memory)

    # ---- one position ---------------------------------------------------------------------------------

    def start(self, seed: int) -> Position:
        """A game at its first decision."""
        place = self._take()
        made = place.copied(self._begin(place.start, _start(self._fresh), place.working, seed & _SEED))
        self._give_back(place)
        return made

    def position(self, state: list[int]) -> Position:
        """The position of a state of the plain executor; raises `Fault` where there is no room for it."""
        try:
            return Position(self.memory.encode(state))
        except ValueError as problem:
            raise Fault(str(problem)) from problem

    def state(self, position: Position) -> list[int]:
        """The position as the plain executor has it."""
        return self.memory.decode(position.words)

    def options(self, position: Position) -> int:
        """The mask of the answers that can be given."""
        return self.memory.options(position.words)

    def answer(self, position: Position, choice: int) -> Position:
        """The position after an answer, at the next decision or at the end."""
        if position.over or choice < 0 or not self.options(position) >> choice & 1:
            raise ValueError(f"{choice} is no answer here")
        return self.step(position, choice)

    def step(self, position: Position, choice: int) -> Position:
        """The same for an answer that is known to be one."""
        place = self._take()
        made = place.copied(self._step(place.start, _start(position.words), place.working, choice))
        self._give_back(place)
        return made

    def wander(self, position: Position, key: int, count: int, least: int, most: int) -> Outcome:
        """How it stands after random answers from a position on: `least` of them, then as many as the phase takes that
        has come then, at most `most` in all. They are the numbers of a stream (`chance.below`) past `count`."""
        made = self._outcomes(1, False, True)
        place = self._take()
        self._wander(place.start, _start(position.words), place.working, key, count, least, most, _start(made.rows))
        self._give_back(place)
        return made[0]

    def outcome(self, position: Position, estimates: bool = False) -> Outcome:
        """How a position stands."""
        made = self._outcomes(1, False, estimates)
        self._tell(_start(position.words), _start(made.rows), 0, int(estimates))
        return made[0]

    # ---- workplaces -------------------------------------------------------------------------------------

    def _take(self) -> _Workplace:
        """Memory that one call may write to."""
        try:
            place = self._idle.pop()
        except IndexError:
            place = _Workplace(array("q", bytes(WORD * (_PLACE + self.memory.total))))
            finalize(place, _release, self._close, self._loaded, place.words)
        place.words[_FAULT] = 0
        return place

    def _give_back(self, place: _Workplace) -> None:
        """It can be used again; raises `Fault` if something went wrong there."""
        self._idle.append(place)
        if place.words[_FAULT]:
            raise Fault(FAULTS[place.words[_FAULT]])


_PLACE = 4
"""Words of a workplace before the position."""
_FAULT = 3


@define(eq=False)
class _Workplace:
    """What the kernel calls one, and a position to play in."""

    words: array[int]
    start: int = field(init=False)
    working: int = field(init=False)
    """Where the position lies."""

    def __attrs_post_init__(self) -> None:
        self.start = _start(self.words)
        self.working = self.start + WORD * _PLACE

    def copied(self, size: int) -> Position:
        return Position(self.words[_PLACE : _PLACE + size])


def _release(close: Callable[[int], int], _loaded: Loaded, words: array[int]) -> None:
    """Give the memory of looking ahead back, with code that is still there."""
    close(_start(words))


def _seeds(seeds: Iterable[int]) -> array[int]:
    return array("q", [seed & _SEED for seed in seeds])


def _start(words: array[int]) -> int:
    return words.buffer_info()[0]
