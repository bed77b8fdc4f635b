"""The memory in which machine code counts what coverage tells: tables that it reads, and sums over all games.
`fast/kernel/covering.py` fills it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

COVER = (
    "PLACE_KEYS", "KEYS",
    "RUN", "DECISIVE", "OFFERED", "TAKEN", "COMPARED", "TURNED",
    "FIRST_WINDOW", "OTHER_WINDOW", "FIRST_KEYS", "OTHER_KEYS", "PAIRS",
)  # fmt: skip
"""The words of a cover sheet. A word is a number, or the address of an array."""
COVER_WORD = {name: place for place, name in enumerate(COVER)}


class CoverSheet:
    """The counters of one worker. Only one call at a time may use them."""

    def __init__(self, keys: list[int], specs: int, option_bits: int, seats: int) -> None:
        """`keys`: for each place of the program, the number of the statement that stands there; several places may be
        the same statement."""
        self.option_bits, self.seats = option_bits, seats
        count = max(keys, default=-1) + 1
        options = specs * option_bits * seats
        self.arrays = {
            "PLACE_KEYS": array("q", [*keys, 0]), "RUN": _zeros(len(keys)), "DECISIVE": _zeros(count),
            "OFFERED": _zeros(options), "TAKEN": _zeros(options), "COMPARED": _zeros(options),
            "TURNED": _zeros(options), "FIRST_WINDOW": _zeros(len(keys)), "OTHER_WINDOW": _zeros(len(keys)),
            "FIRST_KEYS": _zeros(count), "OTHER_KEYS": _zeros(count),
        }  # fmt: skip
        self.words = _zeros(len(COVER))
        for name, numbers in self.arrays.items():
            self.words[COVER_WORD[name]] = numbers.buffer_info()[0]
        self.words[COVER_WORD["KEYS"]] = count

    @property
    def pairs(self) -> int:
        return self.words[COVER_WORD["PAIRS"]]

    def counted(self, name: str) -> Iterator[tuple[int, int]]:
        """The numbers of a table that are not 0, each with its place."""
        return ((place, number) for place, number in enumerate(self.arrays[name]) if number)

    def answers(self, name: str) -> Iterator[tuple[int, int, int, int]]:
        """The answers in a table that are not 0: decision, seat, option, number."""
        for place, number in self.counted(name):
            rest, seat = divmod(place, self.seats)
            spec, option = divmod(rest, self.option_bits)
            yield spec, seat, option, number


def _zeros(count: int) -> array[int]:
    return array("q", bytes(8 * max(1, count)))
