"""Computes values of texts that may call each other in a cycle.

An analysis provides the function for one key, which asks for the values of other keys. `Fixpoint` caches the values. If
keys depend on themselves (a held effect that runs effects of its own field), it finds the least consistent values. The
function must be monotone: larger values of other keys never make its own value smaller.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Fixpoint(Generic[K, V]):
    """`work` computes the value of a key; `least` is the initial value in a cycle."""

    def __init__(self, work: Callable[[K], V], least: V) -> None:
        self._work = work
        self._least = least
        self._known: dict[K, V] = {}
        self._open: dict[K, V] = {}
        """Keys whose computation has begun, with the value assumed for them."""
        self._assumed: set[K] = set()
        """Open keys whose assumed value was used."""
        self._waiting: dict[K, V] = {}
        """Values that become final when the open keys that they depend on are known."""

    @property
    def busy(self) -> bool:
        """Whether a value is being computed, so that values of other keys may be too small."""
        return bool(self._open)

    def __call__(self, key: K) -> V:
        if key in self._known:
            return self._known[key]
        if key in self._open:
            self._assumed.add(key)
            return self._open[key]
        assumed, waiting, self._open[key] = self._assumed, self._waiting, self._least
        while True:
            self._assumed, self._waiting = set(), {}
            found = self._work(key)
            if key not in self._assumed or found == self._open[key]:
                break
            self._open[key] = found
        del self._open[key]
        self._assumed.discard(key)
        self._waiting[key] = found
        if not self._assumed:
            self._known |= self._waiting
            self._waiting = {}
        self._assumed |= assumed
        self._waiting = waiting | self._waiting
        return found
