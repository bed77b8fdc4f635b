"""How much LLVM optimizes machine code in tests.

Most of the time of a small test of machine code is LLVM's. Every day the code is therefore made with the lowest level,
from the same LLVM IR; `test_levels.py` plays some games with the levels that users get, and long runs use these levels
for everything. Code of different levels never meets in a cache: the level is a part of the key.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from solenia_rules.fast import machine_code

SHIPPED = {"EFFORT": machine_code.EFFORT, "MORE_EFFORT": machine_code.MORE_EFFORT}
"""The levels that users get."""
LOWEST = 0


def use_lowest_levels() -> None:
    for name in SHIPPED:
        setattr(machine_code, name, LOWEST)


@contextmanager
def shipped_levels() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, level in SHIPPED.items():
            patch.setattr(machine_code, name, level)
        yield
