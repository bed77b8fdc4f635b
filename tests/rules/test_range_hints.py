"""The hint of E013 says which numbers are allowed."""

from __future__ import annotations

import pytest

import solenia_rules as sr

GAME = """ruleset = "sample"
language = 1
title = {{ en = "a", fr = "a", pl = "a" }}
source = "ours"
seats = {{ range = [2, 4]{seats} }}

[counters]
gold = {{ range = {range}, starts = {starts}, source = "ours" }}
"""


@pytest.mark.parametrize(
    ("range_", "starts", "seats", "hint"),
    [
        ("[0, 5]", "6", "", "write a number from 0 to 5"),
        ("[5, 1]", "1", "", "write `[1, 5]`"),
        ("[0, 5]", "0", ", fields = { camp = [1, 2] }", "write one value for each seat, 4 in all"),
    ],
)
def test_the_hint_says_the_range(range_: str, starts: str, seats: str, hint: str) -> None:
    with pytest.raises(sr.RulesetError) as caught:
        sr.load_text(GAME.format(range=range_, starts=starts, seats=seats), "sample")
    (found,) = [d for d in caught.value.diagnostics if d.code == "E013"]
    assert found.hint == hint
