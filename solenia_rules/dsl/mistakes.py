"""A syntax error: the tokens up to it, what could have come next, and the finding that is reported."""

from __future__ import annotations

import re
from functools import cached_property

from solenia_rules.dsl.lexer import END, SEPARATOR, Token
from solenia_rules.dsl.vocabulary import RESERVED
from solenia_rules.text.frozen import define, frozen

BOUNDARIES = frozenset({SEPARATOR, "_LBRACE", "_RBRACE"})
"""A statement begins after one of these kinds of tokens, and at the beginning of the text."""


@frozen(eq=False)
class Finding:
    """A diagnostic before it has its place in a file."""

    code: str
    message: str
    start: int
    end: int
    hint: str | None = None


@define(eq=False)
class Mistake:
    """The tokens up to the one that cannot stand there, and the terminals that could."""

    text: str
    kind_of_text: str
    seen: list[Token]
    accepted: frozenset[str]

    @property
    def token(self) -> Token:
        return self.seen[-1]

    def before(self, steps: int = 1) -> Token:
        """The token that stands this many tokens before; an empty end token if there are fewer tokens."""
        place = len(self.seen) - 1 - steps
        return self.seen[place] if place >= 0 else Token(END, "", 0)

    @property
    def next_word(self) -> str:
        """The word or sign after the token, without parsing further."""
        rest = self.text[self.token.end :].split(maxsplit=1)
        return rest[0] if rest else ""

    @cached_property
    def opened(self) -> list[Token]:
        """Brackets and braces not closed before the token, outermost first."""
        found: list[Token] = []
        for token in self.seen[:-1]:
            if token.kind in ("_LPAR", "_LBRACE"):
                found.append(token)
            elif token.kind in ("_RPAR", "_RBRACE") and found:
                found.pop()
        return found

    @cached_property
    def unclosed(self) -> Token:
        """The brace that lacks its closing brace, among those that are open at the end or seem to be closed by the
        closing brace of another. It is found by indentation: a closing brace at the beginning of a line has the
        indentation of the line of its opening brace."""
        waiting: list[Token] = []
        for token in self.seen[:-1]:
            if token.kind == "_LBRACE":
                waiting.append(token)
            elif token.kind == "_RBRACE" and waiting:
                opened = waiting.pop()
                own = self.text[: token.start].rpartition("\n")[2]
                if not own.strip() and len(own) < self._indent(opened):
                    return opened
        return waiting[-1]

    def _indent(self, token: Token) -> int:
        """The indentation of the line of a token."""
        line = self.text[: token.start].rpartition("\n")[2]
        return len(line) - len(line.lstrip())

    @property
    def opened_last(self) -> str:
        """The kind of the innermost open bracket or brace."""
        return self.opened[-1].kind if self.opened else ""

    @cached_property
    def statement(self) -> list[Token]:
        """The tokens of the statement or rule in which the mistake stands, without the token itself."""
        start = len(self.seen) - 1
        while start and self.seen[start - 1].kind not in BOUNDARIES:
            start -= 1
        return self.seen[start:-1]

    @property
    def in_brackets(self) -> str:
        """What stands in the brackets that the token opens, if there are no others inside."""
        found = re.match(r"\(([^()]*)\)", self.text[self.token.start :])
        return "" if found is None else found[1].strip()

    @property
    def ends_statement(self) -> bool:
        """Whether the statement ends with the token."""
        rest = self.text[self.token.end :].lstrip(" \t")
        return not rest or rest[0] in "\n\r;}+#"

    def found(self, hint: str | None, message: str | None = None, code: str = "E102") -> Finding:
        """A finding at the token."""
        shown = message or f"`{self.token.text}` cannot stand here"
        return Finding(code, shown, self.token.start, self.token.end, hint)


_SHOWN = {"NAME": "a name", "NUMBER": "a number", SEPARATOR: "a new line", END: "the end", "UP_TO": "`up to`"}
_SIGNS = {
    "_EQUALS": "=",
    "_COMMA": ",",
    "_LPAR": "(",
    "_RPAR": ")",
    "_LBRACE": "{",
    "_RBRACE": "}",
}
_MANY = 6


def spelled(m: Mistake) -> list[str]:
    """The reserved words that could have come next."""
    return [word for kind in m.accepted - {"_POSSIBLE"} if (word := kind.strip("_").lower()) in RESERVED]


def expected_hint(m: Mistake) -> str | None:
    words = sorted(f"`{word}`" for word in spelled(m))
    signs = sorted(f"`{_SIGNS[kind]}`" for kind in m.accepted if kind in _SIGNS)
    shown = sorted(_SHOWN[kind] for kind in m.accepted if kind in _SHOWN) + words + signs
    if not shown or len(m.accepted - {"_POSSIBLE"}) > _MANY:
        return "expected a value" if {"NAME", "NUMBER", "_LPAR"} <= m.accepted and END not in m.accepted else None
    return "expected " + (f"{', '.join(shown[:-1])} or {shown[-1]}" if len(shown) > 1 else shown[0])
