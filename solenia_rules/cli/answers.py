"""What somebody typed, read as one of the answers on offer or as a word to the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from attrs import frozen

Word: TypeAlias = Literal["undo", "save", "help", "quit", "why", "what", "log", "table"]
WORDS: tuple[Word, ...] = ("undo", "save", "help", "quit", "why", "what", "log", "table")
SHORT: dict[str, Word] = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo"}


@frozen
class Said:
    """A word to the program, and what followed it."""

    word: Word
    rest: str


@frozen
class Chosen:
    index: int


@frozen
class Unclear:
    """Nothing fits, or several do."""

    fits: tuple[int, ...]
    typed: str


@frozen
class Offer:
    """One answer on offer: its id and how it is written for the reader."""

    id: str
    label: str


def read_answer(typed: str, offers: Sequence[Offer]) -> Chosen | Said | Unclear:
    """A number from 1, an id, a label or the beginning of one; else a word to the program."""
    typed = " ".join(typed.split())
    if typed.isascii() and typed.isdigit():
        number = int(typed[:9])
        return Chosen(number - 1) if 1 <= number <= len(offers) else Unclear((), typed)
    exact = _fitting(offers, lambda offer: typed in (offer.id, offer.label))
    if len(exact) == 1:
        return Chosen(exact[0])
    first, _, rest = typed.partition(" ")
    word = SHORT.get(first.lower(), first.lower())
    for known in WORDS:
        if word == known:
            return Said(known, rest)
    folded = typed.casefold()
    if not folded:
        return Unclear((), typed)
    for fits in (
        _fitting(offers, lambda o: folded in (o.id.casefold(), o.label.casefold(), o.id.casefold().rpartition(".")[2])),
        _fitting(offers, lambda o: o.label.casefold().startswith(folded) or o.id.casefold().startswith(folded)),
        _fitting(offers, lambda o: folded in o.label.casefold() or folded in o.id.casefold()),
    ):
        if fits:
            return Chosen(fits[0]) if len(fits) == 1 else Unclear(fits, typed)
    return Unclear((), typed)


def _fitting(offers: Sequence[Offer], test: Callable[[Offer], bool]) -> tuple[int, ...]:
    return tuple(index for index, offer in enumerate(offers) if test(offer))
