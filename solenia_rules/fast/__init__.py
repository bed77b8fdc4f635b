"""Compiles rulesets to machine code, for playing many games: the optional extra `fast`.

It translates the program of the plain executor to LLVM IR and compiles it. The machine code plays the same games with
equal states. `accelerate` compiles a program; `available` says whether this machine can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from solenia_rules.fast.errors import Unsupported
from solenia_rules.text.frozen import frozen

if TYPE_CHECKING:
    from solenia_rules.fast.accelerated import Accelerated
    from solenia_rules.fast.batching import Batching
    from solenia_rules.fast.covering import Covering
    from solenia_rules.fast.telling import Telling
    from solenia_rules.play.executor import Executor
    from solenia_rules.play.observed_parts import Part

INSTALL = "pip install 'solenia-rules[fast]'"


@frozen
class Availability:
    """Whether machine code can be compiled on this machine, and if not, why. The object itself is true or false."""

    here: bool
    reason: str

    def __bool__(self) -> bool:
        return self.here


def available() -> Availability:
    if find_spec("llvmlite") is None:
        return Availability(False, f"the extra `fast` is not installed: {INSTALL}")
    return Availability(True, "")


def accelerate(executor: Executor) -> Accelerated:
    """The machine code of an executor's program, compiled or loaded from the user's cache. Raises `Unsupported`."""
    with _compiler():
        from solenia_rules.fast.accelerated import make

        return make(executor)


def accelerate_batches(executor: Executor, observed: Sequence[Part]) -> Batching:
    """The machine code that plays batches; `observed`: the parts of an observation. Raises `Unsupported`."""
    with _compiler():
        from solenia_rules.fast.batching import make_batching

        return make_batching(executor, observed)


def tell(executor: Executor, compiling: Callable[[], bool]) -> Telling | None:
    """The machine code that also tells events. If it is not in the user's cache, `compiling` says whether to compile
    it; None if not. Raises `Unsupported`."""
    with _compiler():
        from solenia_rules.fast.telling import find_telling

        return find_telling(executor, compiling)


def cover(executor: Executor, compiling: Callable[[], bool]) -> Covering | None:
    """The machine code that also counts the statements that run. If it is not in the user's cache, `compiling` says
    whether to compile it; None if not. Raises `Unsupported`."""
    with _compiler():
        from solenia_rules.fast.covering import find_covering

        return find_covering(executor, compiling)


@contextmanager
def _compiler() -> Iterator[None]:
    """An internal error of this package also raises `Unsupported`, because plain Python can play the same games."""
    found = available()
    if not found:
        raise Unsupported(found.reason)
    try:
        yield
    except Unsupported:
        raise
    except Exception as error:
        raise Unsupported(f"the compiler failed ({type(error).__name__}: {error}); please report this") from error
