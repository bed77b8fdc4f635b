"""What is told of the bonuses, expulsion powers and winter rules, side by side with what they mean."""

from __future__ import annotations

from tests.sentences.golden import FILE, filled


def test_what_is_told_is_what_was_compared_with_its_meaning() -> None:
    text = FILE.read_text("utf-8")
    assert text.count("\nmeans ") >= 30
    assert filled(text) == text, "read it, then: python -m tests.sentences.golden"
