"""Packs the present position into one number, as a history keeps it. Equal numbers mean equal positions."""

from __future__ import annotations

from solenia_rules.core.layout import Layout, Recorded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def packers(layout: Layout) -> tuple[Callable[[list[int], int], int], ...]:
    """For each history, the function from a state and the seat that acts to the packed position."""
    return tuple(_packer(recorded, layout.locations) for recorded in layout.histories.values())


def _packer(recorded: Recorded, locations: int) -> Callable[[list[int], int], int]:
    runs = [(start, end, low, bits, _digits(low, bits)) for start, end, low, bits in _runs(recorded)]
    places, seat_bits = recorded.places, recorded.seat_bits
    bunches = [
        (
            [(piece, locations + piece) for piece in bunch.pieces],
            [(packed.slot, packed.low, packed.bits) for packed in bunch.fields],
            bunch.bits,
        )
        for bunch in recorded.bunches
    ]

    def position(s: list[int], seat: int) -> int:
        made = 0
        for start, end, low, bits, digits in runs:
            if digits:
                number = int("".join([digits[value] for value in s[start:end]]), 1 << bits)
                made = made << bits * (end - start) | number
            else:
                for value in s[start:end]:
                    made = made << bits | value - low
        for pieces, fields, width in bunches:
            codes = []
            for piece, location in pieces:
                code = places[s[location]]
                if code:
                    for slot, low, bits in fields:
                        code = code << bits | s[slot + piece] - low
                codes.append(code)
            codes.sort()
            for code in codes:
                made = made << width | code
        return made << seat_bits | seat if seat_bits else made

    return position


_DIGITS = "0123456789abcdefghijklmnopqrstuv"


def _digits(low: int, bits: int) -> str:
    """The digits of the values of a small range, for reading many values as one number; the last digit is that of -1.
    Empty: the range is too large for digits."""
    if low not in (0, -1) or not 1 <= bits <= 5:
        return ""
    listed = _DIGITS[: 1 << bits]
    return listed[-low:] + listed[:-low]


def _runs(recorded: Recorded) -> list[tuple[int, int, int, int]]:
    """Neighbouring slots with the same range: first slot, the slot after the last, lowest value, bits."""
    runs: list[tuple[int, int, int, int]] = []
    for packed in recorded.slots:
        if runs and runs[-1][1:] == (packed.slot, packed.low, packed.bits):
            runs[-1] = (runs[-1][0], packed.slot + 1, packed.low, packed.bits)
        else:
            runs.append((packed.slot, packed.slot + 1, packed.low, packed.bits))
    return runs
