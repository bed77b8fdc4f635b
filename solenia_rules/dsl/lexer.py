"""Text to tokens: one regular expression made of the grammar's terminals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from solenia_rules.dsl.tables import Tables
from solenia_rules.dsl.vocabulary import RESERVED

UNKNOWN = "?"
"""Kind of what no terminal matches: a sign, or a whole word with a wrong letter in it."""
TAKEN = "!"
"""Kind of a reserved word that is no terminal by itself."""
END = "$END"
SEPARATOR = "_SEP"

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
        # A word ends where no letter, digit or underscore follows: without this a name of 70 letters were two.
        groups = [
            f"(?P<{kind}>(?a:{pattern})" + (r"(?!\w))" if kind in ("NAME", "NUMBER") else ")")
            for kind, pattern in tables.patterns.items()
        ]
        self._next = re.compile("|".join([*groups, r"(?P<UNKNOWN>\w+|[\s\S])"])).finditer

    def tokens(self, text: str) -> Iterator[Token]:
        """All tokens without blanks and comments, and the end. Which line breaks separate, the parser decides."""
        words = self._words
        for match in self._next(text):
            kind = match.lastgroup
            if kind == "SPACE" or kind == "COMMENT":
                continue
            value = match.group()
            if kind == "NAME":
                kind = words.get(value, kind)
            elif kind == "UNKNOWN" or kind is None:
                kind = UNKNOWN
            yield Token(kind, value, match.start())
        yield Token(END, "", len(text))


def comments(text: str) -> list[Token]:
    """All comments of a text, each to the end of its line. No other sign of the language holds a `#`."""
    return [Token("COMMENT", match.group().rstrip(), match.start()) for match in _COMMENT.finditer(text)]
