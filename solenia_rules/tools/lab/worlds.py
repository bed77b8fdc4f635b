"""Imagined positions that bots play in: in plain Python, or in machine code once compiling it is worthwhile. The
answers are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from attrs import define, frozen

from solenia_rules.api.errors import SetupError
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.fast import available
from solenia_rules.fast.errors import Unsupported
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.tools.lab.lots import Lots

if TYPE_CHECKING:
    from solenia_rules.fast.accelerated import Accelerated, Outcome, Position

WARM = 150
"""The number of worlds played in plain Python before machine code is compiled: they take about as long as compiling."""

CodeMaker: TypeAlias = "Callable[[], Accelerated | None]"
"""Compiles machine code, if possible."""


@frozen
class Standing:
    """The status of a position: the winners if it is over, and the value for each seat, in the unit of the estimate."""

    over: bool
    winners: tuple[int, ...]
    worths: tuple[int, ...]


class World(Protocol):
    """A position as a value."""

    @property
    def over(self) -> bool: ...
    @property
    def asked(self) -> int:
        """The seat that is asked."""
        ...

    @property
    def spec(self) -> int:
        """The index of the pending decision's spec."""
        ...

    @property
    def decisions(self) -> int:
        """The number of answers given so far."""
        ...

    @property
    def phases(self) -> int:
        """The number of phases begun so far."""
        ...

    @property
    def mask(self) -> int:
        """The mask of the options."""
        ...

    @property
    def luck(self) -> Sequence[int]:
        """The number of shuffles of each zone and of rolls of each die."""
        ...

    def answered(self, option: int) -> World:
        """The position after an answer, which must be an option."""
        ...

    def wander(self, lots: Lots, least: int, most: int) -> Standing:
        """The status after random answers: `least` answers, then more until the phase ends, at most `most` in total."""
        ...

    def standing(self) -> Standing: ...


class Worlds:
    """Creates worlds for one program."""

    def __init__(self, executor: Executor, maker: CodeMaker | None) -> None:
        program = executor.program
        self.executor = executor
        self.program = program
        self.seats = program.inventory.seats
        self.estimate = program.estimate
        self.scored = program.score is not None
        self.luck = reading.chance_slots(program)
        self.code: Accelerated | None = None
        self._maker = maker
        self._made = 0

    def world(self, state: list[int]) -> World:
        """The world of a state, in machine code if available. The state must not be changed afterwards."""
        self._made += 1
        if self._maker is not None and self._made > WARM:
            self.code, self._maker = self._maker(), None
        return self.in_python(state) if self.code is None else FastWorld(self, self.code, self.code.position(state))

    def in_python(self, state: list[int]) -> World:
        """The same world in plain Python."""
        return PythonWorld(self, state)

    def worth(self, s: list[int], seat: int) -> int:
        """The value for a seat, in the unit of the estimate; at the end of the game, of the score."""
        if self.estimate is not None and not (reading.is_over(s) and self.scored):
            return self.executor.call(s, self.estimate, seat)
        return reading.scores(self.program, s)[seat] if self.scored else 0


@define(eq=False)
class PythonWorld:
    _worlds: Worlds
    _state: list[int]

    @property
    def over(self) -> bool:
        return reading.is_over(self._state)

    @property
    def asked(self) -> int:
        return reading.asked_seat(self._state)

    @property
    def spec(self) -> int:
        return reading.asked_spec(self._state)

    @property
    def decisions(self) -> int:
        return reading.decisions(self._state)

    @property
    def phases(self) -> int:
        return reading.phases(self._state)

    @property
    def mask(self) -> int:
        return reading.option_mask(self._state)

    @property
    def luck(self) -> Sequence[int]:
        return self._state[self._worlds.luck]

    def answered(self, option: int) -> World:
        made = self._state[:]
        self._worlds.executor.answer(made, option)
        return PythonWorld(self._worlds, made)

    def wander(self, lots: Lots, least: int, most: int) -> Standing:
        answer, s = self._worlds.executor.answer, self._state[:]
        phases = reading.phases(s)
        for number in range(most):
            if number <= least:
                phases = reading.phases(s)
            if reading.is_over(s) or reading.phases(s) != phases:
                break
            options = reading.options(s)
            answer(s, options[lots.below(len(options))])
        return PythonWorld(self._worlds, s).standing()

    def standing(self) -> Standing:
        s, worlds = self._state, self._worlds
        over = reading.is_over(s)
        worths = tuple(worlds.worth(s, seat) for seat in range(worlds.seats))
        return Standing(over, reading.winners(s), worths)


@define(eq=False)
class FastWorld:
    _worlds: Worlds
    _code: Accelerated
    _position: Position

    @property
    def over(self) -> bool:
        return self._position.over

    @property
    def asked(self) -> int:
        return self._position.asked

    @property
    def spec(self) -> int:
        return self._position.spec

    @property
    def decisions(self) -> int:
        return self._position.decisions

    @property
    def phases(self) -> int:
        return self._position.phases

    @property
    def mask(self) -> int:
        return self._code.options(self._position)

    @property
    def luck(self) -> Sequence[int]:
        return self._position.words[self._worlds.luck]

    def answered(self, option: int) -> World:
        return FastWorld(self._worlds, self._code, self._code.step(self._position, option))

    def wander(self, lots: Lots, least: int, most: int) -> Standing:
        found = self._code.wander(self._position, lots.key, lots.count, least, most)
        lots.count += found.decisions - self._position.decisions
        return self._standing(found)

    def standing(self) -> Standing:
        return self._standing(self._code.outcome(self._position, estimates=True))

    def _standing(self, found: Outcome) -> Standing:
        over = found.over
        worths = found.scores if over and self._worlds.scored else found.estimates
        return Standing(over, found.winners if over else (), worths)


def code_maker(rules: Ruleset, seats: int) -> CodeMaker | None:
    """A function that compiles rules to machine code; None if the extra `fast` is not installed. Unsupported rules run
    in plain Python; `solenia bench` lists them with the reason."""

    def make() -> Accelerated | None:
        try:
            return rules.accelerated(seats)
        except SetupError as error:
            if isinstance(error.__cause__, Unsupported):
                return None
            raise

    return make if available() else None
