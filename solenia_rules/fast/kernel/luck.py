"""The keyed random generator, shuffling and rolling."""

from __future__ import annotations

from solenia_rules.fast.dialect import Position, piece_bit
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of


def mix(x: int) -> int:
    x ^= x >> 15
    x = x * k.CHANCE_B & k.CHANCE_WORD
    x ^= x >> 12
    x = x * k.CHANCE_C & k.CHANCE_WORD
    return x ^ x >> 15


def stream_key(low: int, high: int, stream: int) -> int:
    return mix(mix(low ^ stream * k.CHANCE_A & k.CHANCE_WORD) ^ high)


def number_of(key: int, count: int) -> int:
    """31 random bits of a stream."""
    x = (key ^ count * k.CHANCE_B & k.CHANCE_WORD) * k.CHANCE_C & k.CHANCE_WORD
    x = (x ^ x >> 15) * k.CHANCE_A & k.CHANCE_WORD
    return x ^ x >> 13


def seed_low(seed: int) -> int:
    return mix(seed & k.CHANCE_WORD ^ k.CHANCE_A & k.CHANCE_WORD)


def seed_high(seed: int) -> int:
    return mix((seed >> 31 & k.CHANCE_WORD) + mix(seed & k.CHANCE_WORD) & k.CHANCE_WORD)


def answer_key(low: int, high: int, count: int) -> int:
    """The key of the walk through random answers after `count` answers."""
    key = stream_key(low, high, k.ANSWERS) % (k.PRIME - 1) + 1
    step = k.ANSWER_STEP
    while count > 0:
        if count & 1:
            key = key * step % k.PRIME
        step = step * step % k.PRIME
        count = count >> 1
    return key


def shuffle(s: Position, zone: int) -> None:
    if of.ordered[zone + 1]:
        key = stream_key(s.seed_low, s.seed_high, zone)
        x = number_of(key, s.stream[zone]) % (k.CHANCE_WORD - 1) + 1
        i = s.order_count[zone] - 1
        while i > 0:
            x = x * k.CHANCE_STEP % k.CHANCE_WORD
            j = x * (i + 1) // k.CHANCE_WORD
            item = s.order[zone, i]
            s.order[zone, i] = s.order[zone, j]
            s.order[zone, j] = item
            i -= 1
    s.stream[zone] += 1
    for seat in range(k.SEATS):
        s.known[seat] &= ~s.zone_mask[zone]


def lot(s: Position, limit: int) -> None:
    key = stream_key(s.seed_low, s.seed_high, k.LOTS)
    s.lot = number_of(key, s.stream[k.LOTS]) * limit >> 31
    s.stream[k.LOTS] += 1


def roll(s: Position, die: int) -> None:
    if die < 0:
        return
    stream = k.ZONES + die
    key = stream_key(s.seed_low, s.seed_high, stream)
    s.die[die] = 1 + (number_of(key, s.stream[stream]) * of.sides[die] >> 31)
    s.stream[stream] += 1
    if k.SHOWS:
        for seat in range(k.SEATS):
            s.known[seat] &= ~piece_bit(die)
