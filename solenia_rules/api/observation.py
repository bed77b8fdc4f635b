"""Observations for programs that learn: the layout of the numbers, and the numbers of a game for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from solenia_rules.api.errors import SetupError
from solenia_rules.api.held import Held, check_held
from solenia_rules.api.requests import check_seat
from solenia_rules.play.observing import Number as Number
from solenia_rules.play.observing import Observer


class Observation(Sequence[Number]):
    """What each number of an observation means, for one ruleset and number of seats. Made by `Ruleset.observation`."""

    def __init__(self, observer: Observer, digest: str, seats: int) -> None:
        self._observer = observer
        self._numbers = tuple(observer.numbers)
        self._digest = digest
        self._seats = seats
        self.parts = tuple(observer.parts)
        """The parts as data; machine code is made from them."""

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Number: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Number, ...]: ...
    def __getitem__(self, index: int | slice) -> Number | tuple[Number, ...]:
        return self._numbers[index]

    def __repr__(self) -> str:
        return f"Observation({len(self)})"

    def of(self, game: Held, seat: int) -> list[int]:
        """The numbers of a game, as a seat sees it."""
        check_held(game, self._digest, self._seats)
        return self.of_state(game._state, seat)

    def of_state(self, state: list[int], seat: int) -> list[int]:
        """The same for a state of the engine, which machine code gives (`code.state(position)`)."""
        if seat is None:
            raise SetupError("an observation belongs to a seat; there is none for spectators")
        check_seat(seat, self._seats)
        return self._observer.observe(state, seat)

    def told(self, numbers: Sequence[int]) -> dict[str, int | str | None]:
        """The same numbers by name, with words instead of indices: to read, not to learn from."""
        if len(numbers) != len(self):
            raise SetupError(f"an observation has {len(self)} numbers, not {len(numbers)}")
        return {
            one.name: (one.words[value] if value >= 0 else None) if one.sort == "index" else value
            for one, value in zip(self._numbers, numbers, strict=True)
        }
