"""The garbage collector is as it was before, even after an error."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from solenia_rules.text.collector import collector_off


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_is_off_inside_and_as_before_afterwards(was_on: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if was_on else gc.disable)()
        with collector_off():
            assert not gc.isenabled()
            with collector_off():
                pass
            assert not gc.isenabled()
        assert gc.isenabled() is was_on
        with pytest.raises(ValueError, match="wrong"), collector_off():
            raise ValueError("wrong")
        assert gc.isenabled() is was_on
    finally:
        (gc.enable if before else gc.disable)()


def test_objects_that_a_program_froze_stay_frozen() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with collector_off():
            pass
        assert gc.get_freeze_count() == frozen
    finally:
        gc.unfreeze()


def test_garbage_that_was_made_meanwhile_is_found_later() -> None:
    class Knot:
        """Refers to itself, so that only a search frees it."""

        def __init__(self) -> None:
            self.own = self

    with collector_off():
        found = ref(Knot())
    assert found() is not None
    gc.collect()
    assert found() is None


class Ring:
    """An object that only the collector frees."""

    def __init__(self) -> None:
        self.me = self


def test_a_program_that_loads_again_and_again_keeps_no_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solenia_rules.text.collector.MOST_OLD", 5_000)
    with collector_off():
        gone = ref(Ring())
    for _ in range(2):
        with collector_off():
            _rings = [Ring() for _ in range(5_000)]
    assert gone() is None
