"""Checks what embedders pass in: seats, seeds, languages. Wrong values are refused before they reach a game."""

from __future__ import annotations

from collections.abc import Sequence

from solenia_rules.api.errors import SetupError
from solenia_rules.text.printable import unshowable
from solenia_rules.words.languages import LANGUAGES

MOST_SEED = (1 << 62) - 1
MOST_NAME = 40
"""The most characters of the name of a seat."""


def check_seed(seed: object) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise SetupError("a seed is a whole number from 0 to 2**62 - 1")


def check_count(seats: object) -> None:
    """How many seats, as far as it does not depend on the ruleset."""
    if isinstance(seats, bool) or not isinstance(seats, int):
        raise SetupError("the number of seats is a whole number")


def check_seat(seat: object, seats: int) -> None:
    """One of the seats, counted from 0; None is a spectator."""
    if seat is None:
        return
    if isinstance(seat, bool) or not isinstance(seat, int):
        raise SetupError("a seat is a whole number from 0, or None for a spectator")
    if not 0 <= seat < seats:
        raise SetupError(f"there is no seat {seat if abs(seat) < 1000 else 'like that'}; they are 0 to {seats - 1}")


def check_names(names: object, seats: int) -> tuple[str, ...]:
    """A name for each seat; empty for the words for the seat."""
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) != seats:
        raise SetupError(f"the names of the seats are a list with {seats} texts")
    for seat, name in enumerate(names):
        if not isinstance(name, str) or len(name) > MOST_NAME or name != name.strip():
            raise SetupError(
                f"the name of seat {seat} is a text of at most {MOST_NAME} characters without spaces around it"
            )
        if (found := unshowable(name)) is not None:
            raise SetupError(f"the name of seat {seat} holds the character U+{ord(found):04X}, which cannot be shown")
    return tuple(names) if any(names) else ()


def check_number(number: object) -> None:
    """How many lines of a log somebody has."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise SetupError("the number of lines is a whole number from 0")


def check_lang(lang: object) -> None:
    if not isinstance(lang, str) or lang not in LANGUAGES:
        raise SetupError(f"a language is one of {', '.join(LANGUAGES)}")


def check_picture(theme: object, width: object) -> None:
    if theme not in ("light", "dark"):
        raise SetupError("a theme is light or dark")
    if isinstance(width, bool) or not isinstance(width, int) or not 320 <= width <= 4000:
        raise SetupError("a picture is from 320 to 4000 wide")
