"""Sets of bundles: `bundles(4 colours)` is the set of all bundles of at most four colours.

Such a set is fixed before play: its members are numbered, and a member is its number. The kind of a member names the
set (`Kind("bundle", key)`), so that every pass can look up the amounts of a member. The first member is the empty
bundle; smaller bundles come before larger ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from solenia_rules.checked.names import Names

MOST = 1000
"""The most members of a set of bundles: as many as a decision may have options."""

Lane: TypeAlias = tuple[str, int]
"""A counter and the index of one of its words; 0 for a counter without words."""
Amounts: TypeAlias = tuple[int, ...]
"""The amount of each lane of a set."""


def _read(key: str) -> tuple[dict[str, int], dict[Lane, int]]:
    """Counter -> how many of any of its words; lane -> how many of it."""
    free: dict[str, int] = {}
    exact: dict[Lane, int] = {}
    for part in key.split("+"):
        what, _, number = part.partition("*")
        counter, dot, word = what.partition(".")
        if dot:
            exact[counter, int(word)] = int(number)
        else:
            free[counter] = int(number)
    return free, exact


def lanes(key: str, names: Names) -> tuple[Lane, ...]:
    """The lanes that the members of a set may have amounts of."""
    free, exact = _read(key)
    found: list[Lane] = []
    for counter in names.counters.values():
        words = next((len(names.word_kinds[p].words) for p in counter.per if p != "seat"), 1)
        found += [(counter.id, w) for w in range(words) if counter.id in free or (counter.id, w) in exact]
    return tuple(found)


def members(key: str, names: Names) -> tuple[Amounts, ...]:
    """The members of a set, in order; of a set that is too large, one more than the most."""
    free, exact = _read(key)
    found = lanes(key, names)
    bounds = tuple((counter, exact.get((counter, word), 0), free.get(counter, 0)) for counter, word in found)
    return _members(bounds)


@lru_cache(maxsize=64)
def _members(bounds: tuple[tuple[str, int, int], ...]) -> tuple[Amounts, ...]:
    """Each lane has its counter, how many of it may be there, and how many more of any lane of the counter."""
    largest = sum(own for _counter, own, _more in bounds) + sum({counter: more for counter, _, more in bounds}.values())
    made: list[Amounts] = []
    for total in range(largest + 1):
        for amounts in _with_total(bounds, total, {}):
            made.append(amounts)
            if len(made) > MOST:
                return tuple(made)
    return tuple(made)


def _with_total(bounds: tuple[tuple[str, int, int], ...], total: int, spent: dict[str, int]) -> Iterator[Amounts]:
    """All amounts with this total; more of the first lane comes first. `spent`: what was taken of any lane so far."""
    if not bounds:
        if total == 0:
            yield ()
        return
    (counter, own, more), *rest = bounds
    left = more - spent.get(counter, 0)
    for number in range(min(total, own + left), -1, -1):
        after = {**spent, counter: spent.get(counter, 0) + max(0, number - own)}
        for others in _with_total(tuple(rest), total - number, after):
            yield (number, *others)


def named(key: str, value: int, names: Names) -> tuple[tuple[int, str], ...]:
    """A member as amounts, each with the id of its word or counter; amounts of 0 are left out."""
    found = []
    for (counter, word), number in zip(lanes(key, names), members(key, names)[value], strict=True):
        kind = next((p for p in names.counters[counter].per if p != "seat"), None)
        if number:
            found.append((number, counter if kind is None else names.word_kinds[kind].words[word]))
    return tuple(found)


def ident(key: str, value: int, names: Names) -> str:
    """The id of a member: `2ore+1clay`, or `nothing`."""
    return "+".join(f"{number}{what}" for number, what in named(key, value, names)) or "nothing"


def idents(key: str, names: Names) -> tuple[str, ...]:
    """The ids of all members, in order."""
    return tuple(ident(key, value, names) for value in range(len(members(key, names))))
