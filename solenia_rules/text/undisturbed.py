"""Making much that stays, without Python looking for garbage in it meanwhile."""

from __future__ import annotations

import gc
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def undisturbed() -> Iterator[None]:
    """What is made here is nearly all kept, so that looking through it again and again finds nothing. Whoever has
    switched the search off finds it so afterwards."""
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            gc.enable()
