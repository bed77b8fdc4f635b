"""Converts between offsets and the positions of editors: lines, and code units of an encoding within a line."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Literal, TypeAlias

from lsprotocol import types as lsp

from solenia_rules.text.places import Span

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]
_LINE_END = re.compile(r"\r\n|\r|\n")


class Lines:
    """The lines of a text. Positions outside of it are moved inside."""

    def __init__(self, text: str, encoding: Encoding = "utf-16") -> None:
        self.text = text
        self.encoding = encoding
        ends = list(_LINE_END.finditer(text))
        self.starts = [0, *(match.end() for match in ends)]
        self.ends = [*(match.start() for match in ends), len(text)]

    def offset(self, position: lsp.Position) -> int:
        """The character at a position; past the end of a line, its end; past the last line, the end of the text."""
        if position.line >= len(self.starts):
            return len(self.text)
        line = max(0, position.line)
        start, end = self.starts[line], self.ends[line]
        content = self.text[start:end]
        if content.isascii() or self.encoding == "utf-32":
            return min(start + max(0, position.character), end)
        left = position.character
        for index, character in enumerate(content):
            if left <= 0:
                return start + index
            left -= _units(character, self.encoding)
        return end

    def position(self, offset: int) -> lsp.Position:
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        before = self.text[self.starts[line] : offset]
        if before.isascii() or self.encoding == "utf-32":
            return lsp.Position(line, len(before))
        return lsp.Position(line, sum(_units(character, self.encoding) for character in before))

    def range(self, start: int, end: int) -> lsp.Range:
        return lsp.Range(self.position(start), self.position(end))

    def of(self, span: Span) -> lsp.Range:
        return self.range(span.start, span.end)


def _units(character: str, encoding: Encoding) -> int:
    if encoding == "utf-16":
        return 2 if character > "\uffff" else 1
    if encoding == "utf-8":
        point = ord(character)
        return 1 if point < 0x80 else 2 if point < 0x800 else 3 if point < 0x10000 else 4
    return 1


def edited(text: str, changes: list[lsp.TextDocumentContentChangeEvent], encoding: Encoding) -> str:
    """The text after changes; each change refers to the text before it."""
    for change in changes:
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            lines = Lines(text, encoding)
            start, end = sorted((lines.offset(change.range.start), lines.offset(change.range.end)))
            text = text[:start] + change.text + text[end:]
        else:
            text = change.text
    return text
