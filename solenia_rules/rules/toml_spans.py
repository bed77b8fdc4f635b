"""Finds the place of every key and value of a TOML text; `tomllib` gives the values.

The scanner accepts everything that `tomllib` accepts, and a little more: it does not decide whether a text is TOML. It
enforces the limits on nesting, key parts, numbers and number of values, so it can run before the parser. It refuses
escapes in keys, which no id needs.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from solenia_rules.rules import caps

KeyPath: TypeAlias = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_SPACE = re.compile(r"[ \t]*+")
_BARE = re.compile(r"[A-Za-z0-9_-]++")
_BASIC = re.compile(r'"((?:[^"\\\n]++|\\[^\n])*+)"')
_LITERAL = re.compile(r"'([^'\n]*+)'")
_LONG_BASIC = re.compile(r'"""(?:\r?\n)?+((?:[^"\\]++|\\[\s\S]|"(?!""))*+)"""')
_LONG_LITERAL = re.compile(r"'''(?:\r?\n)?+((?:[^']++|'(?!''))*+)'''")
_PLAIN_PAIR = re.compile(r"([A-Za-z0-9_-]++)[ \t]*+=[ \t]*+")
_PLAIN_STRING = re.compile(r"""'([^'\n]*+)'(?!')|"([^"\\\n]*+)"(?!")""")
"""By far the most frequent shapes of pairs and strings, in one step."""
_TOKEN = re.compile(r"""\d{4}-\d\d-\d\d(?:[Tt ]\d\d:[^\s,\]}#]*+)?|[^\s,\]}#\[{"'=]++""", re.ASCII)


class Mark(NamedTuple):
    """Offsets of a key (both 0 for items of a list), of its value, and of what stands inside a string's quotes."""

    key_start: int
    key_end: int
    start: int
    end: int
    inner_start: int
    inner_end: int
    literal: bool


class Capped(Exception):
    """The text is past a cap."""

    def __init__(self, code: str, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end


class NotToml(Exception):
    """The scanner stopped here; the message of the parser is better."""

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.start = start


_Part: TypeAlias = tuple[str, int, int]


def scan(text: str, values: int = caps.VALUES) -> dict[KeyPath, Mark]:
    """The marks of all key paths, in the order of the text; raises `Capped` or `NotToml`."""
    return _Scanner(text, values).document()


class _Scanner:
    def __init__(self, text: str, values: int) -> None:
        self.text = text
        self.values = values
        self.counted = 0
        self.parts = 0
        self.marks: dict[KeyPath, Mark] = {}
        self.lists: dict[KeyPath, int] = {}
        """Length so far of every list of `[[tables]]`."""

    def document(self) -> dict[KeyPath, Mark]:
        text, at, end = self.text, 0, len(self.text)
        path: KeyPath = ()
        while (at := self.blank(at)) < end:
            if text[at] == "[":
                at, path = self.header(at)
            else:
                at = self.pair(at, path)
            at = self.space(at)
            if at < end and text[at] not in "#\r\n":
                raise NotToml(at)
        return self.marks

    def header(self, at: int) -> tuple[int, KeyPath]:
        start = at
        self.count(at)
        double = self.text.startswith("[[", at)
        at, parts = self.key(at + 1 + double)
        closing = "]]" if double else "]"
        if not self.text.startswith(closing, at):
            raise NotToml(at)
        at += len(closing)
        path: KeyPath = ()
        for index, (name, key_start, key_end) in enumerate(parts, 1):
            path = (*path, name)
            if index == len(parts):
                self.mark(path, Mark(key_start, key_end, start, at, start, at, False))
            elif path not in self.marks:
                self.mark(path, Mark(key_start, key_end, key_start, key_end, key_start, key_end, False))
            if double and index == len(parts):
                self.lists[path] = self.lists.get(path, 0) + 1
            if path in self.lists:
                path = (*path, self.lists[path] - 1)
        if double:
            self.mark(path, Mark(start, at, start, at, start, at, False))
        return at, path

    def pair(self, at: int, table: KeyPath) -> int:
        if plain := _PLAIN_PAIR.match(self.text, at):
            return self.value(plain.end(), (*table, plain.group(1)), at, plain.end(1))
        at, parts = self.key(at)
        if not self.text.startswith("=", at):
            raise NotToml(at)
        path = table
        for name, key_start, key_end in parts[:-1]:
            path = (*path, name)
            if path not in self.marks:
                self.mark(path, Mark(key_start, key_end, key_start, key_end, key_start, key_end, False))
        name, key_start, key_end = parts[-1]
        return self.value(self.space(at + 1), (*path, name), key_start, key_end)

    def key(self, at: int) -> tuple[int, list[_Part]]:
        """The parts of a dotted key, and where the blanks after it end."""
        parts: list[_Part] = []
        text = self.text
        start = at
        while True:
            at = self.space(at)
            if match := _BARE.match(text, at):
                name = match.group()
            elif match := _BASIC.match(text, at) or _LITERAL.match(text, at):
                name = match.group(1)
                if "\\" in name and match.re is _BASIC:
                    raise Capped("E014", "a key with an escape is no id", at, match.end())
            else:
                raise NotToml(at)
            parts.append((name, at, match.end()))
            self.parts += 1
            if len(parts) > caps.KEY_PARTS:
                raise Capped("E006", f"a key of more than {caps.KEY_PARTS} parts", start, match.end())
            if self.parts > self.values:
                raise Capped("E006", f"more than {self.values} parts of dotted keys and headers", start, match.end())
            at = self.space(match.end())
            if not text.startswith(".", at):
                return at, parts
            at += 1

    def value(self, at: int, path: KeyPath, key_start: int, key_end: int) -> int:
        text = self.text
        first = text[at : at + 1]
        literal = False
        self.count(at)
        if plain := _PLAIN_STRING.match(text, at):
            end = plain.end()
            inner_start, inner_end, literal = at + 1, end - 1, first == "'"
        elif first and first in "\"'":
            end, inner_start, inner_end = self.string(at, first)
            literal = first == "'"
        elif first == "[":
            self.mark(path, Mark(key_start, key_end, at, at, at, at, False))
            end = inner_end = self.array(at, path)
            inner_start = at
        elif first == "{":
            self.mark(path, Mark(key_start, key_end, at, at, at, at, False))
            end = inner_end = self.inline_table(at, path)
            inner_start = at
        else:
            match = _TOKEN.match(text, at)
            if not match:
                raise NotToml(at)
            end = inner_end = match.end()
            inner_start = at
            if end - at > caps.TOKEN_CHARACTERS:
                raise Capped("E007", f"a number of more than {caps.TOKEN_CHARACTERS} characters", at, end)
        self.mark(path, Mark(key_start, key_end, at, end, inner_start, inner_end, literal))
        return end

    def string(self, at: int, quote: str) -> tuple[int, int, int]:
        """End of the string, and the stretch inside its quotes."""
        text = self.text
        if not text.startswith(quote * 3, at):
            match = (_BASIC if quote == '"' else _LITERAL).match(text, at)
            if not match:
                raise NotToml(at)
            return match.end(), match.start(1), match.end(1)
        match = (_LONG_BASIC if quote == '"' else _LONG_LITERAL).match(text, at)
        if not match:
            raise NotToml(at)
        # One or two quotes directly before the closing three belong to the string.
        extra = 2 if text.startswith(quote * 2, match.end()) else 1 if text.startswith(quote, match.end()) else 0
        return match.end() + extra, match.start(1), match.end(1) + extra

    def array(self, at: int, path: KeyPath) -> int:
        text = self.text
        at = self.blank(at + 1)
        index = 0
        while not text.startswith("]", at):
            at = self.blank(self.value(at, (*path, index), 0, 0))
            index += 1
            if text.startswith(",", at):
                at = self.blank(at + 1)
            elif not text.startswith("]", at):
                raise NotToml(at)
        return at + 1

    def inline_table(self, at: int, path: KeyPath) -> int:
        text = self.text
        at = self.space(at + 1)
        if text.startswith("}", at):
            return at + 1
        while True:
            at = self.space(self.pair(at, path))
            if text.startswith("}", at):
                return at + 1
            if not text.startswith(",", at):
                raise NotToml(at)
            at = self.space(at + 1)

    def mark(self, path: KeyPath, mark: Mark) -> None:
        if len(path) > caps.NESTING:
            raise Capped("E006", f"nested more than {caps.NESTING} deep", mark.start, mark.end)
        self.marks[path] = mark

    def count(self, at: int) -> None:
        self.counted += 1
        if self.counted > self.values:
            raise Capped("E006", f"more than {self.values} values", at, at + 1)

    def blank(self, at: int) -> int:
        """Where spaces, line ends and comments end."""
        match = _BLANK.match(self.text, at)
        return match.end() if match else at

    def space(self, at: int) -> int:
        if self.text[at : at + 1] not in " \t":
            return at
        match = _SPACE.match(self.text, at)
        return match.end() if match else at
