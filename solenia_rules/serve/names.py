"""The names of the people at a table. A name goes in as somebody gave it; a name that can be shown to everybody comes
out, or a refusal that says why not. No two people at a table have the same name."""

from __future__ import annotations

from collections.abc import Iterable

from solenia_rules.api.requests import MOST_NAME
from solenia_rules.serve.errors import Refused
from solenia_rules.text.printable import unshowable
from solenia_rules.words.by_language import play_words
from solenia_rules.words.languages import LANGUAGES


def read_name(given: str, seat: int, names: Iterable[str]) -> str:
    """The name of the person at a seat, who takes the seat now; empty if none is given. `names` are those of all
    seats so far."""
    name = " ".join(given.split())
    if len(name) > MOST_NAME:
        raise Refused("name_long", most=MOST_NAME)
    if (found := unshowable(name)) is not None:
        raise Refused("name_unshowable", character=f"U+{ord(found):04X}")
    taken = {word.casefold() for other, one in enumerate(names) if other != seat for word in (one, *_words(other))}
    if name and name.casefold() in taken:
        raise Refused("name_taken", 409, name=name)
    return name


def stored_name(given: str) -> str:
    """A name from the store. Versions that checked less may have stored one that cannot be shown: it is left out."""
    return "" if len(given) > MOST_NAME or given != given.strip() or unshowable(given) is not None else given


def seat_name(name: str, seat: int, lang: str) -> str:
    """The name at a seat, or the words for the seat."""
    return name or play_words(lang).WORDS["seat"].format(n=seat + 1)


def _words(seat: int) -> list[str]:
    """The words for a seat in every language: others read them where a seat has no name."""
    return [seat_name("", seat, lang) for lang in LANGUAGES]
