"""Imagined positions in which bots play in plain Python, and the machine code in which they think instead once
compiling it is worthwhile. The answers are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, frozen

from solenia_rules.api.errors import SetupError
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.fast import available
from solenia_rules.fast.errors import Unsupported
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.tools.lab.lots import Lots

if TYPE_CHECKING:
    from solenia_rules.fast.telling import Telling

COOL, WARM = 1_000, 20_000
"""After COOL answers in worlds of plain Python, machine code is looked for in the cache; after WARM answers it is
compiled. Giving so many answers takes about as long as the search or the compiling."""

CodeMaker: TypeAlias = "Callable[[bool], Telling | None]"
"""Machine code, if possible. The argument says whether to compile what is not in the cache."""


@frozen
class Standing:
    """The status of a position: the winners if it is over, and the value for each seat, in the unit of the estimate."""

    over: bool
    winners: tuple[int, ...]
    worths: tuple[int, ...]


class Worlds:
    """Creates worlds for one program."""

    def __init__(self, executor: Executor, maker: CodeMaker | None, eager: bool = False) -> None:
        """`eager`: it is known that bots will think much, so machine code is compiled at once."""
        program = executor.program
        self.executor = executor
        self.program = program
        self.seats = program.inventory.seats
        self.estimate = program.estimate
        self.scored = program.score is not None
        self.luck = reading.chance_slots(program)
        self._code: Telling | None = None
        self._maker = maker
        self._looked = False
        """Whether the code was looked for in the cache."""
        self._eager = eager
        self.answers = 0
        """The number of answers given in worlds so far."""

    @property
    def code(self) -> Telling | None:
        """The machine code in which bots think; None if there is none, or if bots thought too little so far."""
        if self._maker is not None and (self._eager or self.answers > (WARM if self._looked else min(COOL, WARM))):
            self._looked = True
            compiling = self._eager or self.answers > WARM
            self._code = self._maker(compiling)
            if self._code is not None or compiling:
                self._maker = None
        return self._code

    def world(self, state: list[int]) -> World:
        """The world of a state, which must not be changed afterwards."""
        return World(self, state)

    def worth(self, s: list[int], seat: int) -> int:
        """The value for a seat, in the unit of the estimate; at the end of the game, of the score."""
        if self.estimate is not None and not (reading.is_over(s) and self.scored):
            return self.executor.call(s, self.estimate, seat)
        return reading.scores(self.program, s)[seat] if self.scored else 0


@define(eq=False)
class World:
    """A position as a value."""

    _worlds: Worlds
    _state: list[int]

    @property
    def over(self) -> bool:
        return reading.is_over(self._state)

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        return reading.asked_seat(self._state)

    @property
    def spec(self) -> int:
        """The index of the pending decision's spec."""
        return reading.asked_spec(self._state)

    @property
    def decisions(self) -> int:
        """The number of answers given so far."""
        return reading.decisions(self._state)

    @property
    def phases(self) -> int:
        """The number of phases begun so far."""
        return reading.phases(self._state)

    @property
    def mask(self) -> int:
        """The mask of the options."""
        return reading.option_mask(self._state)

    @property
    def luck(self) -> Sequence[int]:
        """The number of shuffles of each zone and of rolls of each die."""
        return self._state[self._worlds.luck]

    def answered(self, option: int) -> World:
        """The position after an answer, which must be an option."""
        made = self._state[:]
        self._worlds.answers += 1
        self._worlds.executor.answer(made, option)
        return World(self._worlds, made)

    def wander(self, lots: Lots, least: int, most: int) -> Standing:
        """The status after random answers: `least` answers, then more until the phase ends, at most `most` in total."""
        answer, s = self._worlds.executor.answer, self._state[:]
        phases = reading.phases(s)
        for number in range(most):
            if number <= least:
                phases = reading.phases(s)
            if reading.is_over(s) or reading.phases(s) != phases:
                break
            options = reading.options(s)
            self._worlds.answers += 1
            answer(s, options[lots.below(len(options))])
        return World(self._worlds, s).standing()

    def standing(self) -> Standing:
        s, worlds = self._state, self._worlds
        over = reading.is_over(s)
        worths = tuple(worlds.worth(s, seat) for seat in range(worlds.seats))
        return Standing(over, reading.winners(s), worths)


def code_maker(rules: Ruleset, seats: int) -> CodeMaker | None:
    """A function that compiles rules to machine code; None if the extra `fast` is not installed. Rules that machine
    code does not support run in plain Python; `solenia bench` lists them with the reason."""

    def make(compiling: bool) -> Telling | None:
        try:
            found = rules.telling(seats, lambda: compiling)
        except SetupError as error:
            if isinstance(error.__cause__, Unsupported):
                return None
            raise
        return found if found is not None and found.unfit is None else None

    return make if available() else None
