"""Hints that name a word become repairs of the right stretch."""

from __future__ import annotations

import pytest

from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Source, Span
from solenia_rules.text.repairs import repair


def mended(text: str, marked: str, hint: str | None) -> str | None:
    """The text after the repair of a problem that marks a part of it."""
    start = text.index(marked)
    found = repair(Diagnostic("E201", "wrong", Span(Source("x.toml", text), start, start + len(marked)), hint))
    return None if found is None else text[: found.span.start] + found.text + text[found.span.end :]


@pytest.mark.parametrize(
    ("text", "marked", "meant", "after"),
    [
        ("gain 2 orre", "orre", "ore", "gain 2 ore"),
        ('starts = "deckk"', '"deckk"', "deck", 'starts = "deck"'),
        ('remove = ["tokens.irn"]', '"tokens.irn"', "iron", 'remove = ["tokens.iron"]'),
        ('per = "😀seet"', '"😀seet"', "seat", 'per = "😀seat"'),
        ('kind = "nummber?"', '"nummber?"', "number", 'kind = "number?"'),
    ],
)
def test_the_word_that_is_meant_takes_the_place_of_the_one_that_stands_there(
    text: str, marked: str, meant: str, after: str
) -> None:
    assert mended(text, marked, f"did you mean `{meant}`?") == after


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("gain 2 orre", None),
        ("gain 2 orre", "write `ore` in brackets"),
        ("iro irn", "did you mean `iron`?"),
        ("", "did you mean `ore`?"),
        ("ore", "did you mean `ore`?"),
    ],
)
def test_what_is_not_clear_is_not_repaired(text: str, hint: str | None) -> None:
    assert mended(text, text, hint) is None
