"""The garbage collector is as it was before, even after an error."""

from __future__ import annotations

import gc

import pytest

from solenia_rules.api.ruleset import collector_off


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
