"""Sequences of indices packed into one integer: digits of 14 bits that hold index + 1, the first item in the lowest
digit."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence

from solenia_rules.checked.numbers import DIGIT, DIGIT_MASK

_KEY = 31
_OFFSET = 1 << 30


def pack(items: Iterable[int]) -> int:
    return pack_digits([item + 1 for item in items])


def pack_digits(digits: Sequence[int]) -> int:
    """Pack digits, which are items plus 1."""
    return sum(map(operator.lshift, digits, range(0, DIGIT * len(digits), DIGIT)))


def unpack(sequence: int) -> list[int]:
    found: list[int] = []
    while sequence:
        found.append((sequence & DIGIT_MASK) - 1)
        sequence >>= DIGIT
    return found


def front(sequence: int, count: int) -> list[int]:
    """The first `count` items, or all if there are fewer."""
    found: list[int] = []
    while sequence and len(found) < count:
        found.append((sequence & DIGIT_MASK) - 1)
        sequence >>= DIGIT
    return found


def first(sequence: int) -> int:
    return (sequence & DIGIT_MASK) - 1


def rest(sequence: int) -> int:
    """The sequence without its first item."""
    return sequence >> DIGIT


def last(sequence: int) -> int:
    return (sequence >> (_length(sequence) - 1) * DIGIT) - 1 if sequence else -1


def _length(sequence: int) -> int:
    return -(-sequence.bit_length() // DIGIT)


def push(sequence: int, item: int) -> int:
    return sequence | (item + 1) << -(-sequence.bit_length() // DIGIT) * DIGIT


def reverse(sequence: int) -> int:
    return pack(reversed(unpack(sequence)))


def from_mask(members: int) -> int:
    made = shift = 0
    while members:
        bit = members & -members
        members ^= bit
        made |= bit.bit_length() << shift
        shift += DIGIT
    return made


def without(sequence: int, item: int) -> int:
    wanted = item + 1
    rest, shift = sequence, 0
    while rest:
        if rest & DIGIT_MASK == wanted:
            low = sequence & (1 << shift) - 1
            return low | (rest >> DIGIT) << shift
        rest >>= DIGIT
        shift += DIGIT
    return sequence


def insert(sequence: int, item: int, position: int) -> int:
    """The sequence with the item inserted at a position counted from 1; larger positions mean last."""
    items = unpack(sequence)
    items.insert(max(0, min(len(items), position - 1)), item)
    return pack(items)


def sort_push_one(digits: int, item: int, key: int) -> int:
    """`sort_push` with one key."""
    if digits >> DIGIT + _KEY or not -_OFFSET < key < _OFFSET:
        return sort_push(digits, item, key)
    key += _OFFSET
    entry = key << DIGIT | item + 1
    return digits | entry << DIGIT + _KEY if digits and digits >> DIGIT <= key else entry | digits << DIGIT + _KEY


def sort_push(digits: int, item: int, *keys: int) -> int:
    """Insert an item by its keys, after the items with equal keys."""
    key = 0
    for value in keys:
        if not -_OFFSET < value < _OFFSET:
            value = _OFFSET - 1 if value > 0 else -_OFFSET + 1
        key = key << _KEY | value + _OFFSET
    entry = key << DIGIT | item + 1
    if not digits:
        return entry
    width = DIGIT + _KEY * len(keys)
    if not digits >> width:
        return digits | entry << width if digits >> DIGIT <= key else entry | digits << width
    rest, shift, bits = digits >> DIGIT, 0, (1 << width - DIGIT) - 1
    while rest and rest & bits <= key:
        rest >>= width
        shift += width
    return digits & (1 << shift) - 1 | entry << shift | (digits >> shift) << shift + width


def keyed(digits: int) -> Iterator[tuple[int, int]]:
    """The items of digits with one key, each with its key."""
    while digits:
        yield (digits & DIGIT_MASK) - 1, (digits >> DIGIT & (1 << _KEY) - 1) - _OFFSET
        digits >>= DIGIT + _KEY


def sort_seq(digits: int, keys: int) -> int:
    width = DIGIT + _KEY * keys
    made = shift = 0
    while digits:
        made |= (digits & DIGIT_MASK) << shift
        shift += DIGIT
        digits >>= width
    return made
