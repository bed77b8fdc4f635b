"""Splits a text into tokens with one regular expression, which is made from the grammar's terminals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from solenia_rules.dsl.automaton import Tables
from solenia_rules.dsl.vocabulary import RESERVED

UNKNOWN = "?"
"""The kind of a token that no terminal matches: a sign, or a whole word that contains a wrong letter."""
TAKEN = "!"
"""Kind of a reserved word that is no terminal by itself."""
END = "$END"
SEPARATOR = "_SEP"

# One expression for _SEP, SPACE and COMMENT of the grammar: trying _SEP again at each line of a long
# comment would take quadratic time.
_APART = frozenset({SEPARATOR, "SPACE", "COMMENT"})
_STRETCH = r"(?P<APART>(?:[ \t\r\n;]++|\#[^\n]*+)++)"
_CARRIED_ON = re.compile(r"(?:else|or|and|where)\b", re.ASCII)
_SEPARATES = re.compile(r"[;\r\n]")
_COMMENT = re.compile(r"#[^\n]*")


class Token(NamedTuple):
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Lexer:
    def __init__(self, tables: Tables) -> None:
        self._words = {**dict.fromkeys(RESERVED, TAKEN), **tables.words}
        # A word ends where no letter, digit or underscore follows; otherwise a name of 70 letters would be two names.
        groups = [
            f"(?P<{kind}>(?a:{pattern})" + (r"(?!\w))" if kind in ("NAME", "NUMBER") else ")")
            for kind, pattern in tables.patterns.items()
            if kind not in _APART
        ]
        self._next = re.compile("|".join([_STRETCH, *groups, r"(?P<UNKNOWN>\w+|[\s\S])"])).finditer

    def tokens(self, text: str) -> Iterator[Token]:
        """All tokens without blanks and comments, and the end token. The parser decides which line breaks separate
        statements."""
        words = self._words
        for match in self._next(text):
            kind, value = match.lastgroup, match.group()
            if kind == "NAME":
                yield Token(words.get(value, kind), value, match.start())
            elif kind == "APART":
                if value != " " and (separator := _separator(text, value, match.start())):
                    yield separator
            elif kind is None or kind == "UNKNOWN":
                yield Token(UNKNOWN, value, match.start())
            else:
                yield Token(kind, value, match.start())
        yield Token(END, "", len(text))


def _separator(text: str, stretch: str, start: int) -> Token | None:
    """The separator in a stretch of blanks and comments, if there is one. A line that begins with `else` continues the
    line before it."""
    code = without_comments(stretch)
    first = _SEPARATES.search(code)
    if first is None:
        return None
    if _CARRIED_ON.match(text, start + len(stretch)):
        semicolon = code.find(";")
        return Token(UNKNOWN, ";", start + semicolon) if semicolon >= 0 else None
    return Token(SEPARATOR, stretch[first.start() :], start + first.start())


def comments(text: str) -> list[Token]:
    """All comments of a text, each to the end of its line. No other sign of the language holds a `#`."""
    return [Token("COMMENT", match.group().rstrip(), match.start()) for match in _COMMENT.finditer(text)]


def without_comments(text: str) -> str:
    """The text with blanks in place of its comments."""
    return _COMMENT.sub(lambda match: " " * len(match.group()), text) if "#" in text else text
