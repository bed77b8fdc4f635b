"""The map of a grid: what the fields of its cells begin with, written as a text that looks like the board.

A text has one line for each row, the top row first, and one id for each cell. A table has one such text for each field.
The result is the value of each field at each cell, and the cells that are no part of the board. Each problem is
reported at the very id that causes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from solenia_rules.rules.declared import Declared
from solenia_rules.rules.grid_ids import letters
from solenia_rules.rules.kind_texts import parse_kind
from solenia_rules.rules.reading import Reading
from solenia_rules.rules.records import Content, FieldDecl, Scalar
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import Span
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean

EMPTY = "."
"""A cell whose field begins with its first value."""
HOLE = "#"
"""A cell that is no part of the board."""
FLAGS = {"true": True, "false": False}
Spot: TypeAlias = tuple[int, int]
"""Row and column."""


@frozen
class Entry:
    """What a map says of one cell."""

    text: str
    span: Span


class GridMap:
    """Reads the map of one grid."""

    def __init__(
        self, reading: Reading, names: Declared, board: str, size: tuple[int, int], fields: tuple[FieldDecl, ...]
    ) -> None:
        self.reading, self.names, self.board = reading, names, board
        self.rows, self.columns = size
        self.fields = {decl.id: decl for decl in fields}
        self.contents: list[Content] = []
        self.holes: dict[Spot, Entry] = {}

    def read(self, value: object, path: KeyPath) -> None:
        """Collect what a text or a table of texts says."""
        maps: dict[str | None, dict[Spot, Entry]] = {}
        if isinstance(value, str):
            maps[None] = self._entries(value, path)
        elif isinstance(value, Mapping):
            for name, text in value.items():
                at = (*path, str(name))
                if name not in self.fields:
                    self.reading.unknown_key(str(name), path, tuple(self.fields))
                elif not isinstance(text, str):
                    self.reading.wrong("a map: one line for each row", text, at)
                else:
                    maps[str(name)] = self._entries(text, at)
        else:
            self.reading.wrong("a map: one line for each row, or a table of maps by field", value, path)
        for entries in maps.values():
            self.holes |= {spot: entry for spot, entry in entries.items() if entry.text == HOLE}
        for field, entries in maps.items():
            for spot, entry in entries.items():
                if entry.text not in (EMPTY, HOLE):
                    self._cell(field, spot, entry)

    # ---- lines and ids ------------------------------------------------------------------------

    def _entries(self, text: str, path: KeyPath) -> dict[Spot, Entry]:
        """The ids of a map by their cells; empty if its shape is wrong."""
        if self.reading.literal and not self.reading.spans.is_literal(path):
            self.reading.at_value("E018", "a map stands in single quotes", path, "write '''...'''")
        lines: list[list[Entry]] = []
        at = 0
        for line in text.splitlines(keepends=True):
            ids = list(self._ids(line, at, path))
            lines += [ids] if ids else []
            at += len(line)
        if len(lines) != self.rows:
            message = f"{len(lines)} lines for the {self.rows} rows of `{self.board}`"
            self.reading.at_value("E025", message, path, "write one line for each row, the top row first")
            return {}
        found: dict[Spot, Entry] = {}
        for index, ids in enumerate(lines):
            row = self.rows - index
            if len(ids) != self.columns:
                message = f"{len(ids)} cells for the {self.columns} columns of `{self.board}` in row {row}"
                whole = Span(ids[0].span.source, ids[0].span.start, ids[-1].span.end)
                hint = f"write `{EMPTY}` for an empty cell and `{HOLE}` for one that is no part of the board"
                self.reading.problems.add("E025", message, whole, hint)
                continue
            found |= {(row, column): entry for column, entry in enumerate(ids, 1)}
        return found

    def _ids(self, line: str, at: int, path: KeyPath) -> list[Entry]:
        inner = self.reading.spans.inner(path)
        literal = self.reading.spans.is_literal(path)
        found: list[Entry] = []
        start = 0
        for word in line.split():
            start = line.index(word, start)
            begins = inner.start + at + start
            found.append(Entry(word, Span(inner.source, begins, begins + len(word)) if literal else inner))
            start += len(word)
        return found

    # ---- values --------------------------------------------------------------------------------

    def _cell(self, field: str | None, spot: Spot, entry: Entry) -> None:
        """Add the value of one cell, if it can be there."""
        row, column = spot
        if spot in self.holes:
            message = f"{letters(column)}{row} is no part of the board: another map has `{HOLE}` there"
            self.reading.problems.add("E025", message, entry.span)
            return
        decl = self.fields[field] if field is not None else self._taker(entry)
        value = self._value(entry, decl) if decl is not None else None
        if decl is not None and value is not None:
            self.contents.append(Content(decl.id, row, column, value))

    def _taker(self, entry: Entry) -> FieldDecl | None:
        """The one field that takes a word or a number."""
        kind = next((kind for kind, words in self.names.words.items() if entry.text in words), None)
        if kind is None and _number(entry.text) is None:
            known = [word for words in self.names.words.values() for word in words]
            self._unknown("word", entry, known)
            return None
        takers = [decl for decl in self.fields.values() if _takes(decl, kind)]
        if len(takers) == 1:
            return takers[0]
        count, sort = (
            "no field" if not takers else "more than one field",
            "of numbers" if kind is None else f"of the kind `{kind}`",
        )
        hint = "give a table of maps, one for each field" if takers else None
        self.reading.problems.add("E025", f"`{self.board}` has {count} {sort}", entry.span, hint)
        return None

    def _value(self, entry: Entry, decl: FieldDecl) -> Scalar | None:
        kind = parse_kind(decl.kind)
        if kind is None:
            return None
        if kind.name in self.names.words:
            words = self.names.words[kind.name]
            if entry.text not in words:
                self._unknown(kind.name, entry, list(words))
                return None
            return entry.text
        if kind.name == "yes_no":
            if entry.text not in FLAGS:
                self._wrong("true or false", entry)
                return None
            return FLAGS[entry.text]
        if not _holds_numbers(decl):
            message = f"a map cannot give `{decl.id}`, which is a {kind.name}"
            hint = "maps give words, numbers, and true or false; `set` others in [setup]"
            self.reading.problems.add("E025", message, entry.span, hint)
            return None
        number = _number(entry.text)
        if number is None:
            self._wrong("a number", entry)
        elif not kind.low <= number <= kind.high:
            message = f"{number} is not within {kind.low} and {kind.high}"
            self.reading.problems.add("E013", message, entry.span)
            return None
        return number

    def _unknown(self, what: str, entry: Entry, known: list[str]) -> None:
        message = f"there is no {what} {quoted(entry.text)}"
        self.reading.problems.add("E017", message, entry.span, did_you_mean(entry.text, known))

    def _wrong(self, expected: str, entry: Entry) -> None:
        self.reading.problems.add("E012", f"expected {expected}, found {quoted(entry.text)}", entry.span)


def _number(text: str) -> int | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= 10 else None


def _holds_numbers(decl: FieldDecl) -> bool:
    kind = parse_kind(decl.kind)
    return kind is not None and (kind.is_range or kind.name == "number")


def _takes(decl: FieldDecl, kind: str | None) -> bool:
    """Whether a field takes words of a kind; None: numbers."""
    return _holds_numbers(decl) if kind is None else decl.kind.removesuffix("?") == kind


def format_map(text: str, hexes: bool) -> str:
    """A map with its columns aligned; on hexes, the rows with even numbers half a cell to the right."""
    rows = [ids for ids in map(str.split, text.splitlines()) if ids]
    if len(rows) < 2:
        return " ".join(rows[0]) if rows else text
    count = max(map(len, rows))
    widths = [max((len(ids[column]) for ids in rows if column < len(ids)), default=0) for column in range(count)]
    if hexes:
        widths = [max(widths)] * count
    made = []
    for index, ids in enumerate(rows):
        shifted = hexes and (len(rows) - index) % 2 == 0
        line = " ".join(word.ljust(width) for word, width in zip(ids, widths, strict=False))
        made.append(" " * ((widths[0] + 1) // 2 if shifted else 0) + line.rstrip())
    return "".join(f"{line}\n" for line in made)
