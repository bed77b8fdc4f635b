"""Finds where in a TOML text the cursor is, even if the text is incomplete.

The strict scanner stops at the first thing that is not TOML. This one continues at the next line that looks like a
header or a pair, so that one unfinished line does not hide the rest.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from attrs import frozen

from solenia_rules.rules.toml_spans import KeyPath

Place: TypeAlias = Literal["header", "key", "word", "string"]

_BLANK = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_SPACE = re.compile(r"[ \t]*+")
_PART = re.compile(r""""[^"\n]*+"?|'[^'\n]*+'?|[A-Za-z0-9_-]*+""")
"""A part of a key. The last alternative matches nothing at all, so it comes after the quoted ones."""
_TOKEN = re.compile(r"""[^\s,\]}#]*+""")
_STRINGS = {
    '"""': re.compile(r'"""(?:\r?\n)?+((?:[^"\\]++|\\[\s\S]|"(?!""))*+)'),
    "'''": re.compile(r"'''(?:\r?\n)?+((?:[^']++|'(?!''))*+)"),
    '"': re.compile(r'"((?:[^"\\\n]++|\\[^\n])*+)'),
    "'": re.compile(r"'([^'\n]*+)"),
}
_HEADER = r"""\[\[?[A-Za-z0-9_. \t"'{}-]+\]\]?[ \t]*(?:#[^\n]*)?$"""
_PAIR = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*+"|'[^'\n]*+')[ \t]*="""
_NEXT = re.compile(rf"[ \t]*+(?:{_HEADER}|{_PAIR})", re.MULTILINE)
"""A line that begins a new header or pair, even after an unfinished one."""
DEEPEST = 16


@frozen
class Spot:
    """What is at the cursor: a part of a header or key, a bare value, or the inside of a string."""

    place: Place
    table: KeyPath
    """For a key or header: the path that the parts before it name. For a value: its whole path."""
    start: int
    end: int
    literal: bool = False
    """For a string: whether it may hold a text of the language."""


class _Found(Exception):
    def __init__(self, spot: Spot) -> None:
        super().__init__(spot)
        self.spot = spot


def locate(text: str, offset: int) -> Spot | None:
    """The spot at an offset; None in comments and between values."""
    try:
        _Walker(text, offset).document()
    except _Found as found:
        return found.spot
    return None


class _Walker:
    def __init__(self, text: str, offset: int) -> None:
        self.text = text
        self.offset = offset
        self.lists: dict[KeyPath, int] = {}

    def document(self) -> None:
        at, text = 0, self.text
        table: KeyPath = ()
        while at <= len(text):
            at = self.blank(at, table)
            if at >= len(text) or at > self.offset:
                return
            line = at
            at, table = self.header(at) if text[at] == "[" else (self.pair(at, table, 0), table)
            at = self.line_end(max(at, line + 1))

    def line_end(self, at: int) -> int:
        """Skip the rest of the line and its comment."""
        end = self.text.find("\n", at - 1) if self.text[at - 1 : at] == "\n" else self.text.find("\n", at)
        return len(self.text) + 1 if end < 0 else end + 1

    def blank(self, at: int, table: KeyPath) -> int:
        """Skip blanks and comments. If the cursor is among blanks, a key may begin there."""
        match = _BLANK.match(self.text, at)
        end = match.end() if match else at
        if at <= self.offset < end or (end == len(self.text) == self.offset):
            line = self.text.rfind("\n", 0, self.offset) + 1
            if not self.text[line : self.offset].strip():
                raise _Found(Spot("key", table, self.offset, self.offset))
            raise _Found(Spot("key", table, -1, -1))
        return end

    def header(self, at: int) -> tuple[int, KeyPath]:
        double = self.text.startswith("[[", at)
        at, parts = self.parts(at + 1 + double, (), "header")
        path: KeyPath = ()
        for index, name in enumerate(parts, 1):
            path = (*path, name)
            if double and index == len(parts):
                self.lists[path] = self.lists.get(path, 0) + 1
            if path in self.lists:
                path = (*path, self.lists[path] - 1)
        return at, path

    def parts(self, at: int, table: KeyPath, place: Place) -> tuple[int, list[str]]:
        """The parts of a dotted key, and where it ends."""
        found: list[str] = []
        while True:
            at = self.space(at)
            match = _PART.match(self.text, at)
            end = match.end() if match else at
            if at <= self.offset <= end:
                raise _Found(Spot(place, (*table, *found), at, end))
            found.append(self.text[at:end].strip("\"'"))
            at = self.space(end)
            if not self.text.startswith(".", at):
                return at, found
            at += 1

    def pair(self, at: int, table: KeyPath, depth: int) -> int:
        at, parts = self.parts(at, table, "key")
        if not self.text.startswith("=", at):
            return at
        return self.value(self.space(at + 1), (*table, *parts), depth)

    def value(self, at: int, path: KeyPath, depth: int) -> int:
        text = self.text
        first = text[at : at + 1]
        if first in ("'", '"') and first:
            return self.string(at, path)
        if first == "[" and depth < DEEPEST:
            return self.array(at + 1, path, depth + 1)
        if first == "{" and depth < DEEPEST:
            return self.inline(at + 1, path, depth + 1)
        match = _TOKEN.match(text, at)
        end = match.end() if match else at
        if at <= self.offset <= end:
            raise _Found(Spot("word", path, at, end))
        return end

    def string(self, at: int, path: KeyPath) -> int:
        quote = next(quote for quote in _STRINGS if self.text.startswith(quote, at))
        match = _STRINGS[quote].match(self.text, at)
        assert match is not None
        start, end = match.span(1)
        if start <= self.offset <= end:
            raise _Found(Spot("string", path, start, end, quote[0] == "'"))
        return end + len(quote) if self.text.startswith(quote, end) else end

    def array(self, at: int, path: KeyPath, depth: int) -> int:
        text, index = self.text, 0
        while True:
            match = _BLANK.match(text, at)
            at = match.end() if match else at
            line = text.rfind("\n", 0, at) + 1
            if at >= len(text) or at > self.offset or text[at] == "]":
                return at + 1
            if not text[line:at].strip() and _NEXT.match(text, line):
                return line - 1
            before = at
            at = self.space(self.value(at, (*path, index), depth))
            index += 1
            at += text.startswith(",", at)
            if at == before:
                return at

    def inline(self, at: int, path: KeyPath, depth: int) -> int:
        text = self.text
        while True:
            first, at = at, self.space(at)
            if first <= self.offset <= at and text[at : at + 1] in ("", "\n", "\r", "}"):
                raise _Found(Spot("key", path, self.offset, self.offset))
            if text[at : at + 1] in ("", "\n", "\r"):
                return at
            if text[at] == "}":
                return at + 1
            before = at
            at = self.space(self.pair(at, path, depth))
            at += text.startswith(",", at)
            if at == before:
                return at + 1

    def space(self, at: int) -> int:
        match = _SPACE.match(self.text, at)
        return match.end() if match else at
