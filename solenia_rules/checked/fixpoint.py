"""Computes values of texts that may call each other in a cycle.

An analysis provides the function for one key, which asks for the values of other keys. `Fixpoint` caches the values. If
keys depend on themselves (a held effect that runs effects of its own field), it finds the least consistent values. The
function must be monotone: larger values of other keys never make its own value smaller.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

_NONE = 1 << 30
"""No open key."""
K = TypeVar("K")
V = TypeVar("V")


class Fixpoint(Generic[K, V]):
    """`work` computes the value of a key; `least` is the initial value in a cycle.

    The keys of a cycle are computed in rounds, each key once in a round, until a round changes nothing. The first key
    of the cycle that was asked for makes the rounds.
    """

    def __init__(self, work: Callable[[K], V], least: V) -> None:
        self._work = work
        self._least = least
        self._known: dict[K, V] = {}
        self._open: dict[K, int] = {}
        """Keys whose computation has begun, with their number in this order."""
        self._values: dict[K, V] = {}
        """The values so far of keys in cycles."""
        self._done: dict[K, int] = {}
        """Keys that this round has computed, with the first open key that they depend on."""
        self._first = _NONE
        """The first open key whose value was used."""
        self._changed = False

    @property
    def busy(self) -> bool:
        """Whether a value is being computed, so that values of other keys may be too small."""
        return bool(self._open)

    def __call__(self, key: K) -> V:
        if key in self._known:
            return self._known[key]
        first = self._open.get(key, self._done.get(key))
        if first is not None:
            self._first = min(self._first, first)
            return self._values.get(key, self._least)
        number, before = len(self._open), self._first
        self._open[key] = number
        done = dict(self._done)
        while True:
            self._first, changed, self._changed = _NONE, self._changed, False
            found = self._work(key)
            if found != self._values.get(key, self._least):
                self._values[key] = found
                self._changed = True
            again, self._changed = self._first == number and self._changed, changed or self._changed
            if not again:
                break
            self._done = dict(done)
        del self._open[key]
        if self._first >= number:
            for other in (key, *(other for other in self._done if other not in done)):
                self._known[other] = self._values.get(other, self._least)
            self._done, self._first = done, _NONE
        else:
            self._done[key] = self._first
            self._done |= {other: self._first for other, first in self._done.items() if first > self._first}
        self._first = min(before, self._first)
        return found
