"""What is typed is read as one answer, as a word to the program, or as unclear; never as something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.cli.answers import Chosen, Offer, Said, Unclear, keys_of, read_answer


def offers(*answers: tuple[str, str]) -> list[Offer]:
    keys = keys_of([label for _, label in answers])
    return [Offer(id_, label, key) for (id_, label), key in zip(answers, keys, strict=True)]


OFFERS = offers(
    ("card=big_cart", "Big cart"),
    ("card=tiny", "Tiny cart"),
    ("cell=pit.c2", "c2"),
    ("save", "Save the day"),
    ("2", "two"),
)


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


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("a1", Chosen(1)), ("A1", Chosen(1)), ("b2", Unclear((2, 3), "b2")), ("a10", Chosen(0)), ("2", Chosen(1))],
)
def test_a_piece_is_named_by_its_cell(typed: str, meant: Chosen | Unclear) -> None:
    cells = ("a10", "a1", "b2", "b2")
    men = [Offer(f"man=man#{n}", f"man ({cell})", str(n), (cell,)) for n, cell in enumerate(cells, 1)]
    assert read_answer(typed, men) == meant


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


BID = offers(("n=0", "0"), ("n=2", "2"), ("done", "done"), ("n=12", "12"), ("a", "a"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("0", Chosen(0)),
        ("2", Chosen(1)),
        ("12", Chosen(3)),
        ("02", Chosen(1)),
        ("1", Unclear((), "1")),
        ("3", Unclear((), "3")),
        ("done", Chosen(2)),
        ("b", Chosen(2)),
        ("a", Chosen(4)),
        ("q", Said("quit", "")),
    ],
)
def test_an_answer_that_is_a_number_is_typed_as_that_number(typed: str, meant: Chosen | Said | Unclear) -> None:
    assert [offer.key for offer in BID] == ["0", "2", "b", "12", "c"]
    assert read_answer(typed, BID) == meant


def test_a_number_that_two_answers_are_called_chooses_none_of_them() -> None:
    twice = offers(("card=old", "3"), ("card=new", "3"), ("card=odd", "1"))
    assert [offer.key for offer in twice] == ["a", "b", "c"]
    assert read_answer("3", twice) == Unclear((0, 1), "3")
    assert read_answer("b", twice) == Chosen(1)


LABELS = st.lists(st.one_of(st.integers(-3, 30).map(str), st.text("abcdhqu 12", min_size=1, max_size=3)), max_size=40)


@given(labels=LABELS)
def test_every_key_means_its_answer_and_no_number_means_another(labels: list[str]) -> None:
    offered = offers(*((f"x={n}", label) for n, label in enumerate(labels)))
    assert len({offer.key for offer in offered}) == len(labels)
    for index, offer in enumerate(offered):
        assert read_answer(offer.key, offered) == Chosen(index)
        if offer.label.isdigit() and str(int(offer.label)) == offer.label:
            meant = read_answer(offer.label, offered)
            assert meant == Chosen(index) or (isinstance(meant, Unclear) and len(meant.fits) > 1)
