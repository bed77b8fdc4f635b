"""Hints that name what to write instead, for mistakes outside of the texts of the language."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from tests.small_rulesets import small_ruleset

MARKERS = """
[kinds]
firm = { plural = "firms", words = ["steel", "rail"], source = "ours" }

[pieces]
marker = { per = "firm", source = "ours" }

[boards]
ladder = { columns = 3, rows = 1, source = "ours" }
"""


def test_a_piece_of_a_word_is_suggested_as_sketches_write_it() -> None:
    text = small_ruleset("firms", (2, 2), "as seats { choose go { } or stay { } }", more=MARKERS)
    with pytest.raises(sr.PositionError) as refused:
        sr.new_game(sr.load_text(text, "firms"), 2, 1, {"ladder": {"a1": "marker of steel"}})
    assert [flaw.hint for flaw in refused.value.flaws] == ["did you mean `marker.steel`?"]
    assert sr.new_game(sr.load_text(text, "firms"), 2, 1, {"ladder": {"a1": "marker.steel"}})


@pytest.mark.parametrize("table", ["{ range = [2, 2],\n}", "{\n range = [2, 2] }", "{ range = [2, 2]\n}"])
def test_a_table_in_braces_on_two_lines_is_told_as_such(table: str) -> None:
    text = small_ruleset("firms", (2, 2), "win seats").replace("{ range = [2, 2] }", table)
    with pytest.raises(sr.RulesetError) as refused:
        sr.load_text(text, "firms")
    (found,) = refused.value.diagnostics
    assert (found.code, found.span.line) == ("E005", 5)
    assert found.message.endswith("the line ends inside of `{ }`")
    assert (found.hint or "").startswith("a table in braces stands on one line")


def test_a_hidden_payment_of_another_seat_is_written_with_lose() -> None:
    more = 'cash = { per = ["seat"], seen = "owner", source = "ours" }'
    play = "as seats { choose go { } or stay { }; as next(me) { pay 1 cash } }"
    with pytest.raises(sr.RulesetError) as refused:
        sr.load_text(small_ruleset("firms", (2, 2), play, more=more), "firms")
    (found,) = (d for d in refused.value.diagnostics if d.severity == "error")
    assert found.code == "E402"
    assert "`lose`" in (found.hint or "")
    sr.load_text(small_ruleset("firms", (2, 2), play.replace("pay", "lose"), more=more), "firms")
