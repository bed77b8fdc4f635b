"""Checks of the garbage collector that need a process with few objects; `test_collector.py` runs each in a new one."""

from __future__ import annotations

import gc
from itertools import pairwise
from weakref import ref

from solenia_rules.text import collector
from solenia_rules.text.collector import collector_off


class Ring:
    """An object that only the collector frees."""

    def __init__(self) -> None:
        self.me = self


def objects_that_a_program_froze_stay_frozen() -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    assert frozen
    with collector_off():
        pass
    assert gc.get_freeze_count() == frozen


def garbage_that_was_made_meanwhile_is_found_later() -> None:
    with collector_off():
        found = ref(Ring())
    assert found() is not None
    gc.collect()
    assert found() is None


def a_program_that_loads_again_and_again_keeps_no_garbage() -> None:
    collector.MOST_OLD = 5_000
    with collector_off():
        gone = ref(Ring())
    for _ in range(5):
        with collector_off():
            _rings = [Ring() for _ in range(5_000)]
    assert gone() is None


def a_program_that_keeps_much_searches_seldom() -> None:
    """The next search comes after half as many new objects as were alive after the last one."""
    collector.MOST_OLD = 100
    searches: list[int] = []
    kept: list[list[int]] = []

    def note(phase: str, found: dict[str, int]) -> None:
        if phase == "start" and found["generation"] == 2:
            searches.append(len(kept))

    gc.callbacks.append(note)
    while len(kept) < 200_000:
        with collector_off():
            kept += [[] for _ in range(200)]
    assert 3 < len(searches) < 20, searches
    assert all(later - sooner > sooner // 3 for sooner, later in pairwise(searches)), searches


CHECKS = (
    objects_that_a_program_froze_stay_frozen,
    garbage_that_was_made_meanwhile_is_found_later,
    a_program_that_loads_again_and_again_keeps_no_garbage,
    a_program_that_keeps_much_searches_seldom,
)
