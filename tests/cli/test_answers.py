"""What is typed is read as one answer, as a word to the program, or as unclear; never as something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.cli.answers import Chosen, Offer, Said, Unclear, read_answer

OFFERS = [
    Offer("card=big_cart", "Big cart"),
    Offer("card=tiny", "Tiny cart"),
    Offer("cell=pit.c2", "c2"),
    Offer("save", "Save the day"),
    Offer("2", "two"),
]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", Chosen(0)),
        ("  3 ", Chosen(2)),
        ("2", Chosen(1)),
        ("0", Unclear((), "0")),
        ("6", Unclear((), "6")),
        ("9" * 5000, Unclear((), "9" * 5000)),
        ("card=tiny", Chosen(1)),
        ("big cart", Chosen(0)),
        ("ti", Chosen(1)),
        ("pit.c2", Chosen(2)),
        ("c2", Chosen(2)),
        ("cart", Unclear((0, 1), "cart")),
        ("card", Unclear((0, 1), "card")),
        ("nothing like it", Unclear((), "nothing like it")),
        ("", Unclear((), "")),
        ("undo", Said("undo", "")),
        ("U", Said("undo", "")),
        ("q", Said("quit", "")),
        ("?", Said("help", "")),
        ("save a file", Said("save", "a file")),
        ("save", Chosen(3)),
        ("why  c2", Said("why", "c2")),
    ],
)
def test_typed_text_is_read(typed: str, meant: Chosen | Said | Unclear) -> None:
    assert read_answer(typed, OFFERS) == meant


@given(typed=st.text(max_size=30))
def test_any_text_is_read_without_trouble(typed: str) -> None:
    match read_answer(typed, OFFERS):
        case Chosen(index):
            assert 0 <= index < len(OFFERS)
        case Unclear(fits, _):
            assert len(fits) != 1


@pytest.mark.parametrize("index", range(len(OFFERS)))
def test_every_answer_can_be_chosen_by_number(index: int) -> None:
    assert read_answer(str(index + 1), OFFERS) == Chosen(index)
