"""Makes foreign text safe to print: no control characters, no half characters, no endless lines."""

from __future__ import annotations

import unicodedata

QUOTED = 60
"""Longest stretch of an author's text repeated inside a message."""


def is_plain(character: str) -> bool:
    """Whether a character can be printed without moving the cursor or turning the direction of the text."""
    return character.isprintable() or unicodedata.category(character) == "Zs"


_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that are drawn as nothing."""
MOST_MARKS = 4
"""Combining marks on one letter: more of them cover the lines around it."""


def unshowable(text: str) -> str | None:
    """The first character that nobody sees or that spoils what is around it; None if the text can be shown."""
    if text.isascii() and text.isprintable():
        return None
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category[0] == "C" or category in ("Zl", "Zp") or character in _FILLERS or marks > MOST_MARKS:
            return character
    return None


def printable(text: str) -> str:
    """The same text with everything that is not plain written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if is_plain(c) else _escape(c) for c in text)


def _escape(character: str) -> str:
    point = ord(character)
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def quoted(text: str) -> str:
    """An author's word in back quotes, cut where it is long."""
    cut = text if len(text) <= QUOTED else text[: QUOTED - 1] + "…"
    return f"`{printable(cut)}`"


def width(text: str) -> int:
    """How many columns a terminal gives this text."""
    if text.isascii():
        return len(text)
    return sum(_columns(c) for c in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
