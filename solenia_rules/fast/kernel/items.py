"""Operations on sequences in memory: copy, shorten, append, sort."""

from __future__ import annotations

from solenia_rules.fast.dialect import Items, Position, buffer
from solenia_rules.fast.dialect import numbers as k


def copy_items(to: Items, source: Items) -> None:
    count = source.length
    to.length = count
    for i in range(count):
        to[i] = source[i]


def pop_item(to: Items, source: Items) -> None:
    count = max(0, source.length - 1)
    for i in range(count):
        to[i] = source[i + 1]
    to.length = count


def push_item(s: Position, to: Items, most: int, item: int) -> None:
    if item < 0:
        return
    if to.length >= most:
        s.fault = k.TOO_LONG
        return
    to[to.length] = item
    to.length += 1


def reverse_items(to: Items, source: Items) -> None:
    items = buffer(k.MOST_ITEMS)
    count = source.length
    for i in range(count):
        items[i] = source[i]
    for i in range(count):
        to[i] = items[count - 1 - i]
    to.length = count


def same_items(a: Items, b: Items) -> int:
    if a.length != b.length:
        return 0
    for i in range(a.length):
        if a[i] != b[i]:
            return 0
    return 1


def sort_push(
    s: Position, to: Items, start: int, step: int, number: int, most: int, item: int, keys: list[int]
) -> None:
    """Insert an item by its keys, after the items with equal keys; the keys begin at word `start` + 1."""
    i = to.length
    if i >= most:
        s.fault = k.TOO_LONG
        return
    to.word[start] = number
    while i > 0:
        before = start + 1 + (i - 1) * step
        j = 0
        while j < number - 1 and to.word[before + j] == keys[j]:
            j += 1
        if to.word[before + j] <= keys[j]:
            break
        to[i] = to[i - 1]
        for j in range(number):
            to.word[before + step + j] = to.word[before + j]
        i -= 1
    to[i] = item
    for j in range(number):
        to.word[start + 1 + i * step + j] = keys[j]
    to.length += 1
