"""The search for garbage is as it was, however making something ends."""

from __future__ import annotations

import gc

import pytest

from solenia_rules.text.undisturbed import undisturbed


@pytest.mark.parametrize("searching", [True, False])
def test_the_search_is_off_meanwhile_and_as_before_afterwards(searching: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if searching else gc.disable)()
        with undisturbed():
            assert not gc.isenabled()
            with undisturbed():
                pass
            assert not gc.isenabled()
        assert gc.isenabled() is searching
        with pytest.raises(ValueError, match="wrong"), undisturbed():
            raise ValueError("wrong")
        assert gc.isenabled() is searching
    finally:
        (gc.enable if before else gc.disable)()
