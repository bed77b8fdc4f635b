"""A program as machine code: it plays whole games, steps through positions, and plays out many games from a position.
The code comes from the user's cache or is compiled and stored there."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from weakref import finalize

from attrs import define, field, frozen

from solenia_rules.core import layout as at
from solenia_rules.fast.constants import RESULT_HEAD, SEED_BITS, WITH_ESTIMATES, WITH_LUCK, WITH_STATES
from solenia_rules.fast.errors import Fault
from solenia_rules.fast.intrinsics import WORKPLACE_WORDS
from solenia_rules.fast.machine_code import Loaded, compile_text, machine_name
from solenia_rules.fast.memory import WORD, Memory
from solenia_rules.fast.module import Module, filled
from solenia_rules.play.executor import Executor
from solenia_rules.play.physics import BITS
from solenia_rules.rules.store import Store, open_store

_NUMBER, _ADDRESS = ctypes.c_int64, ctypes.c_void_p
FAULTS = {
    1: "rules call each other too deeply",
    2: "a sequence became too long",
    3: "there is no end in sight between two decisions or phases",
    4: "a search took too many steps",
    5: "a bot needs too much memory",
}


@frozen
class Outcome:
    """The status of one game: the number of answers, whether it is over, the winners, the scores and the estimates."""

    decisions: int
    over: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    estimates: tuple[int, ...]
    """Empty unless they were requested."""


@define(eq=False)
class Outcomes(Sequence[Outcome]):
    """The outcomes of many games, in the order of their seeds; `rows` holds all of them as plain numbers."""

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
        """The last state of a game, as the plain executor stores it; only if states were requested."""
        total = self._memory.total
        return self._memory.decode(self._finals[index * total : (index + 1) * total])


@define(eq=False)
class Position:
    """A position in memory. It is a value: `Accelerated.answer` returns a new one."""

    words: array[int] = field(repr=False)

    def copy(self) -> Position:
        return Position(self.words[:])

    @property
    def over(self) -> bool:
        return self.words[at.OVER] != 0

    @property
    def decisions(self) -> int:
        """The number of answers given so far."""
        return self.words[at.DECISIONS]

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        return self.words[at.ASKED]

    @property
    def spec(self) -> int:
        """The index of the pending decision's spec."""
        return self.words[at.SPEC]

    @property
    def phases(self) -> int:
        """The number of phases begun so far."""
        return self.words[at.PHASES]


class Accelerated:
    """The machine code of an executor's program. Play changes nothing in it, so threads may share it."""

    def __init__(self, executor: Executor, module: Module, loaded: Loaded) -> None:
        self.executor = executor
        self.memory = module.memory
        self.seats = executor.program.layout.seats
        self._loaded = loaded
        self.fresh = self.memory.encode(executor.ready(0))
        self._row = RESULT_HEAD + 2 * self.seats
        self._idle: list[CodeWorkplace] = []
        """Workplaces that are not in use."""
        self._begin = self.function("begin", "aaan")
        self._step = self.function("step", "aan")
        self._games = self.function("games", "aaaanaan")
        self._playouts = self.function("playouts", "aaaannaan")
        self._tell = self.function("tell", "aann")
        self._close = self.function("close", "a")

    def function(self, name: str, params: str) -> Callable[..., int]:
        """A function of the kernel. `params` gives the sort of each parameter: `a` for an address, `n` for a number."""
        types = [_ADDRESS if sort == "a" else _NUMBER for sort in params]
        return ctypes.CFUNCTYPE(_NUMBER, *types)(self._loaded.address(f"k.{name}"))

    # ---- whole games --------------------------------------------------------------------------------

    def games(self, seeds: Iterable[int], states: bool = False, estimates: bool = False) -> Outcomes:
        """Play whole games with uniformly random answers, one for each seed: the same games as `Executor.playout`."""
        given = _seeds(seeds)
        made = self._outcomes(len(given), states, estimates)
        place = self.take()
        self._games(
            place.start, start_of(self.fresh), place.working, start_of(given), len(given), start_of(made.rows),
            start_of(made._finals), WITH_ESTIMATES * estimates | WITH_STATES * states,
        )  # fmt: skip
        self.give_back(place)
        return made

    def playouts(
        self, position: Position, seeds: Iterable[int], most: int = -1, *, luck: bool = False, states: bool = False,
        estimates: bool = False,
    ) -> Outcomes:  # fmt: skip
        """Play random answers from a position, once for each seed, at most `most` answers each. With `luck`, later
        draws, rolls and shuffles also depend on the seed."""
        given = _seeds(seeds)
        made = self._outcomes(len(given), states, estimates)
        place = self.take()
        self._playouts(
            place.start, start_of(position.words), place.working, start_of(given), len(given), most,
            start_of(made.rows), start_of(made._finals),
            WITH_ESTIMATES * estimates | WITH_STATES * states | WITH_LUCK * luck,
        )  # fmt: skip
        self.give_back(place)
        return made

    def _outcomes(self, count: int, states: bool, estimates: bool) -> Outcomes:
        rows = array("q", bytes(WORD * self._row * count))
        finals = array("q", bytes(WORD * self.memory.total * count if states else 0))
        return Outcomes(self.seats, rows, estimates, finals, self.memory)

    # ---- one position ---------------------------------------------------------------------------------

    def start(self, seed: int) -> Position:
        """A new game at its first decision."""
        place = self.take()
        made = place.copied(self._begin(place.start, start_of(self.fresh), place.working, seed & SEED_BITS))
        self.give_back(place)
        return made

    def position(self, state: list[int]) -> Position:
        """Convert a state of the plain executor; raises `Fault` if it does not fit into memory."""
        try:
            return Position(self.memory.encode(state))
        except ValueError as problem:
            raise Fault(str(problem)) from problem

    def state(self, position: Position) -> list[int]:
        """Convert a position to a state of the plain executor."""
        return self.memory.decode(position.words)

    def options(self, position: Position) -> int:
        """The mask of the options."""
        return self.memory.options(position.words)

    def answer(self, position: Position, choice: int) -> Position:
        """The position after an answer, at the next decision or at the end. Raises `ValueError` if the answer is not an
        option."""
        if position.over or choice < 0 or not self.options(position) >> choice & 1:
            raise ValueError(f"{choice} is no answer here")
        return self.step(position, choice)

    def step(self, position: Position, choice: int) -> Position:
        """The same as `answer`, without checking that the answer is an option."""
        place = self.take()
        made = place.copied(self._step(place.start, start_of(position.words), place.working, choice))
        self.give_back(place)
        return made

    def outcome(self, position: Position, estimates: bool = False) -> Outcome:
        """The outcome of a position."""
        made = self._outcomes(1, False, estimates)
        self._tell(start_of(position.words), start_of(made.rows), 0, int(estimates))
        return made[0]

    # ---- workplaces -------------------------------------------------------------------------------------

    def take(self) -> CodeWorkplace:
        """Get a workplace: memory that one call may write to."""
        try:
            place = self._idle.pop()
        except IndexError:
            place = self.workplace()
        place.words[_FAULT] = 0
        return place

    def workplace(self) -> CodeWorkplace:
        """A new workplace."""
        place = CodeWorkplace(array("q", bytes(WORD * (_PLACE + self.memory.total))))
        finalize(place, _release, self._close, self._loaded, place.words)
        return place

    def give_back(self, place: CodeWorkplace) -> None:
        """Return a workplace for reuse; raises `Fault` if an error occurred in it."""
        self._idle.append(place)
        place.check()


_PLACE = len(WORKPLACE_WORDS)
"""The number of words of a workplace before its position."""
_FAULT = WORKPLACE_WORDS["fault"]


@define(eq=False)
class CodeWorkplace:
    """A workplace as the kernel expects it, followed by a position to play in."""

    words: array[int]
    start: int = field(init=False)
    working: int = field(init=False)
    """The address of the position."""

    def __attrs_post_init__(self) -> None:
        self.start = start_of(self.words)
        self.working = self.start + WORD * _PLACE

    def check(self) -> None:
        """Raise `Fault` if an error occurred; after that the workplace can be used again."""
        fault, self.words[_FAULT] = self.words[_FAULT], 0
        if fault:
            raise Fault(FAULTS[fault])

    def numbers(self, name: str, count: int) -> list[int]:
        """The first numbers of the memory whose address is in the given word."""
        address = self.words[WORKPLACE_WORDS[name]]
        return list((ctypes.c_int64 * count).from_address(address)) if count else []

    def copied(self, size: int) -> Position:
        return Position(self.words[_PLACE : _PLACE + size])


def _release(close: Callable[[int], int], _loaded: Loaded, words: array[int]) -> None:
    """Free the memory of looking ahead. The argument `_loaded` keeps the machine code alive until then."""
    close(start_of(words))


def _seeds(seeds: Iterable[int]) -> array[int]:
    return array("q", [seed & SEED_BITS for seed in seeds])


def start_of(words: array[int]) -> int:
    return words.buffer_info()[0]


def make(executor: Executor, store: Store | None = None) -> Accelerated:
    """The silent form of a program's machine code."""
    module = Module(executor)
    loaded = load(module, store, lambda: True)
    assert loaded is not None
    return Accelerated(executor, module, loaded)


def load(module: Module, store: Store | None, compiling: Callable[[], bool]) -> Loaded | None:
    """Load the machine code of a module, from the cache or compiled if `compiling` says so. The key of the cache is the
    generated LLVM IR, so rulesets that differ only in numbers share an entry. The shelf of a program remembers the key
    and the numbers, so that the text need not be generated again in the next run."""
    kept = open_store() if store is None else store
    machine = machine_name(module.long_runs)
    shelf = module.program.shelf if store is None and module.observed is None else None
    form = "counting" if module.counting else "telling" if module.telling else "silent"
    known = shelf.machine_code(form) if shelf is not None else None
    if known is not None:
        name, numbers = known
        code = kept.recall("machine code", machine, name)
        if isinstance(code, bytes):
            return Loaded(filled(code, numbers))
    name = sha256(module.text.encode()).hexdigest()
    numbers = module.beside.tobytes()
    code = kept.recall("machine code", machine, name)
    if not isinstance(code, bytes):
        if not compiling():
            return None
        code = compile_text(module.text, module.long_runs)
        kept.remember(code, "machine code", machine, name)
    if shelf is not None:
        shelf.put_machine_code(form, name, numbers)
    return Loaded(filled(code, numbers))
