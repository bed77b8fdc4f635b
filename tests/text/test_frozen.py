"""Values that embedders get cannot be changed, and values are compared by their fields unless their class says no."""

from __future__ import annotations

import attrs
import pytest

import solenia_rules as sr
from solenia_rules.text.frozen import frozen

PUBLIC = [found for name in sr.__all__ if isinstance(found := getattr(sr, name), type) and attrs.has(found)]


def test_there_are_such_classes() -> None:
    assert {sr.Decision, sr.Option, sr.Event, sr.Game} <= set(PUBLIC)


@pytest.mark.parametrize("kind", PUBLIC)
def test_values_that_embedders_get_cannot_be_changed(kind: type) -> None:
    value: object = object.__new__(kind)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(value, "anything", 1)  # noqa: B010


def test_values_are_compared_and_hashed_by_their_fields_unless_their_class_says_no() -> None:
    @frozen
    class Compared:
        field: int

    @frozen(eq=False)
    class Unique:
        field: int

    assert Compared(1) == Compared(1) != Compared(2)
    assert len({Compared(1), Compared(1), Compared(2)}) == 2
    one = Unique(1)
    assert one == one
    with pytest.raises(TypeError, match="not compared"):
        assert one == Unique(1)
    assert len({Unique(1), Unique(1)}) == 2
