"""Compiled rules as machine code, for those who play many games: the extra `fast`.

The same program that the plain executor runs is written down in LLVM's language, compiled, and plays the same games,
state for state. `accelerate` makes it; `available` says whether that is possible here.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from solenia_rules.fast.errors import Unsupported
from solenia_rules.text.frozen import frozen

if TYPE_CHECKING:
    from solenia_rules.fast.accelerated import Accelerated
    from solenia_rules.play.executor import Executor

INSTALL = "pip install 'solenia-rules[fast]'"


@frozen
class Availability:
    """Whether machine code can be made here; if not, why. It counts as true or false by itself."""

    here: bool
    reason: str

    def __bool__(self) -> bool:
        return self.here


def available() -> Availability:
    if find_spec("llvmlite") is None:
        return Availability(False, f"the extra `fast` is not installed: {INSTALL}")
    return Availability(True, "")


def accelerate(executor: Executor) -> Accelerated:
    """Machine code of the program of an executor, from the user's cache if it was made before; raises `Unsupported`.

    A fault of this package counts as unsupported as well: the same games can be played in plain Python.
    """
    found = available()
    if not found:
        raise Unsupported(found.reason)
    from solenia_rules.fast.making import make

    try:
        return make(executor)
    except Unsupported:
        raise
    except Exception as error:
        raise Unsupported(f"the compiler failed ({type(error).__name__}: {error}); please report this") from error
