"""Which texts can be shown to people."""

from __future__ import annotations

import pytest

from solenia_rules.text.printable import unshowable


@pytest.mark.parametrize(
    "character",
    [
        "\x07",
        "\n",
        "\u00ad",
        "\u061c",
        "\u180e",
        "\u200b",
        "\u200d",
        "\u202e",
        "\u2066",
        "\u3164",
        "\ufeff",
        "\U000e0041",
    ],
    ids=lambda character: f"U+{ord(character):04X}",
)
def test_a_character_that_nobody_sees_is_found(character: str) -> None:
    assert unshowable(f"a{character}b") == character


@pytest.mark.parametrize("text", ["Łąka", "Été", "日本", "☀️", "🂡", "e\u0301", "naïve — “quoted”", "a b", "ไม้"])
def test_what_people_write_can_be_shown(text: str) -> None:
    assert unshowable(text) is None


def test_a_heap_of_marks_is_found() -> None:
    assert unshowable("a" + "\u0301" * 4) is None
    assert unshowable("a" + "\u0301" * 5) == "\u0301"
