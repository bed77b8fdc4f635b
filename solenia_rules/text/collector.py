"""Switches Python's garbage collector off while many objects are created that stay."""

from __future__ import annotations

import gc
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def collector_off() -> Iterator[None]:
    """Python's garbage collector is off while modules are imported and a ruleset is loaded: nearly all new objects stay
    alive, so a search finds nothing. If the collector was off before, it stays off.

    At the end all objects become old ones without a search: `freeze` and `unfreeze` only join lists. Otherwise the next
    new object would start a search through everything. If a program froze objects itself, they stay frozen.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()
