"""JSON from outside: what is refused, in time that grows with the length only."""

from __future__ import annotations

import json

import pytest

from solenia_rules.text.strict_json import BadJson, read_json


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 100_000, "deeper than 32 levels"),
        ('{"a": 1, "a": 2}', "occurs twice"),
        ("[NaN]", "NaN is no number"),
        ("[1e999]", "too large"),
        ("9" * 30, "more than 19 digits"),
        ('["\ud800"]', "half of a character"),
        ('["\\ud800"]', "half of a character"),
        ('"' + '\\"' * 500_000, "no complete JSON"),
        ('"[" ' * 100_000, "no complete JSON"),
    ],
)  # fmt: skip
def test_what_a_program_should_not_take_from_strangers_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadJson, match=reason):
        read_json(text)


def test_brackets_inside_of_texts_do_not_count_as_levels() -> None:
    made = {"a": "[" * 1000 + '"', "b": ["{" * 1000, "\\"]}
    assert read_json(json.dumps(made)) == made
