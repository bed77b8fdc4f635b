"""The keyed random generator: it maps a seed, a stream and a count to a number. Every intermediate value fits in 62
bits."""

from __future__ import annotations

WORD = (1 << 31) - 1
A = 0x5BD1E995
B = 0x2C1B3C6D
C = 0x297A2D39
STEP = 48271
"""Multiplier of the walk through one shuffle, modulo the prime 2**31 - 1."""


def _mix(x: int) -> int:
    x ^= x >> 15
    x = x * B & WORD
    x ^= x >> 12
    x = x * C & WORD
    return x ^ x >> 15


def stream_key(low: int, high: int, stream: int) -> int:
    """The key of a seed and a stream, computed once for many counts."""
    return _mix(_mix(low ^ stream * A & WORD) ^ high)


def draw(key: int, count: int) -> int:
    """31 random bits of a stream, the same for the same key and count on any machine."""
    x = (key ^ count * B & WORD) * C & WORD
    x = (x ^ x >> 15) * A & WORD
    return x ^ x >> 13


def below(key: int, count: int, limit: int) -> int:
    """A number from 0 to limit - 1; for limits up to 1000 uniform within one part in a million."""
    return draw(key, count) * limit >> 31


def shuffle(key: int, count: int, items: list[int]) -> None:
    """Put a list in random order: one draw, then a walk modulo a prime."""
    x = draw(key, count) % (WORD - 1) + 1
    for i in range(len(items) - 1, 0, -1):
        x = x * STEP % WORD
        j = x * (i + 1) // WORD
        item = items[i]
        items[i] = items[j]
        items[j] = item


def split_seed(seed: int) -> tuple[int, int]:
    """The two words of a seed, well mixed."""
    low, high = seed & WORD, seed >> 31 & WORD
    return _mix(low ^ A & WORD), _mix(high + _mix(low) & WORD)


ANSWERS = WORD - 1
"""Stream of random answers; streams of zones and dice are numbered from 0."""
FORKS = ANSWERS - 2
"""Stream that decides where coverage gives another answer."""
PRIME = (1 << 30) - 35
ANSWER_STEP = 771645345
"""Multiplier of the walk through random answers, modulo a prime. Both are below 2**30, because Python is fast with such
numbers."""


def answer_key(low: int, high: int) -> int:
    """The key at which the walk through the random answers of a game begins."""
    return stream_key(low, high, ANSWERS) % (PRIME - 1) + 1


def answer(key: int, count: int, limit: int) -> int:
    """The random answer after `count` others, from 0 to limit - 1. To get the answers in sequence: the key times the
    step, modulo the prime, is the next key; the next key times the limit, divided by 2**30, is the answer."""
    return key * pow(ANSWER_STEP, count + 1, PRIME) % PRIME * limit >> 30
