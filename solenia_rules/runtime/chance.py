"""The keyed generator: a number for a seed, a stream and a count; every intermediate fits 62 bits."""

from __future__ import annotations

_MASK = (1 << 31) - 1
_A = 0x5BD1E995 & _MASK
_B = 0x2C1B3C6D & _MASK
_C = 0x297A2D39 & _MASK


def _mix(x: int) -> int:
    x ^= x >> 15
    x = x * _B & _MASK
    x ^= x >> 12
    x = x * _C & _MASK
    return x ^ x >> 15


def draw(low: int, high: int, stream: int, count: int) -> int:
    """31 random bits, the same for the same four numbers on any machine."""
    x = _mix(low ^ stream * _A & _MASK)
    x = _mix(x ^ high ^ count * _B & _MASK)
    return _mix(x + count & _MASK)


def below(low: int, high: int, stream: int, count: int, limit: int) -> int:
    """A number from 0 to limit - 1; for limits up to 1000 uniform within one part in a million."""
    return draw(low, high, stream, count) * limit >> 31


def split_seed(seed: int) -> tuple[int, int]:
    """The two words of a seed, well mixed."""
    low, high = seed & _MASK, seed >> 31 & _MASK
    return _mix(low ^ _A), _mix(high + _mix(low) & _MASK)


ANSWERS = _MASK - 1
"""Stream of random answers; streams of zones and dice are numbered from 0."""
