"""Limits this process before it reads what strangers send: CPU time, memory, files and priority.

The system ends a process that goes past its CPU time; whoever started it tells its client. Rulesets are compiled to a
cache in a folder that is removed at the end, so that strangers leave nothing behind.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory

CPU_SECONDS = 120
"""For a whole session."""
MEMORY = 1536 << 20
LARGEST_FILE = 64 << 20
"""The largest file in the cache, in bytes."""
NICE = 10


@contextmanager
def limit_this_process() -> Iterator[None]:
    """The limits; they stay, and the cache is removed at the end."""
    try:
        import resource
    except ImportError:
        raise SystemExit("`solenia engine --guest` needs the limits of a Unix system") from None
    for what, most in (
        (resource.RLIMIT_CPU, CPU_SECONDS), (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_CORE, 0),
    ):  # fmt: skip
        _soft, hard = resource.getrlimit(what)
        lowest = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (lowest, lowest))
    with suppress(OSError):
        os.nice(NICE)
    with TemporaryDirectory(prefix="solenia-guest-") as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        yield
