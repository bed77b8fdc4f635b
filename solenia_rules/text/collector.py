"""Switches Python's garbage collector off while many objects are created that stay."""

from __future__ import annotations

import gc
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


MOST_OLD = 600_000
"""New objects, of about a dozen rulesets, after which garbage is searched for, at the earliest."""
_SINCE_SEARCH = [0, 0]
"""Objects that became old without a search since the last one, and objects that were alive after the last search."""


@contextmanager
def collector_off() -> Iterator[None]:
    """Python's garbage collector is off while modules are imported and a ruleset is loaded: nearly all new objects stay
    alive, so a search finds nothing. If the collector was off before, it stays off.

    At the end all objects become old ones without a search: `freeze` and `unfreeze` only join lists. Otherwise the next
    new object would start a search through everything. If a program froze objects itself, they stay frozen.

    Python does not count objects that become old in this way, so it would never search for old garbage in a program
    that loads one ruleset after the other. Such a program starts a search here, after `MOST_OLD` new objects. A search
    goes through all objects, so a program that keeps many of them searches after half as many new ones: the time of all
    searches together grows with the number of objects, not with its square.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if not gc.get_freeze_count():
                _SINCE_SEARCH[0] += gc.get_count()[0]
                gc.freeze()
                gc.unfreeze()
            if _SINCE_SEARCH[0] > max(MOST_OLD, _SINCE_SEARCH[1] // 2):
                gc.collect()
                _SINCE_SEARCH[:] = 0, len(gc.get_objects())
            gc.enable()
