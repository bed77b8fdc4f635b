"""A section of records as a sheet: one row a record, one column a key.

`sheet_of` takes the text of a ruleset file and the name of a section. `changed_text` takes the text and a sheet, and
returns the text with the values of the sheet: only what differs is written, so that comments, order and spacing stay.
All problems are reported with their row and column, and then nothing changes.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen

from solenia_rules.rules.caps import is_id
from solenia_rules.rules.rewriter import starts_of
from solenia_rules.rules.toml_spans import KeyPath, Mark, scan
from solenia_rules.text.suggestions import did_you_mean
from solenia_rules.tools.sheets.cells import SINGLE, BadCell, cell_of, toml_of, value_of

ID = "id"
"""The column of the ids."""
Records: TypeAlias = dict[str, dict[str, object]]
Edit: TypeAlias = tuple[int, int, str]
"""From, to, and what stands there instead."""


@frozen
class Sheet:
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class CellProblem:
    """What is wrong with a cell, a row (no column) or the sheet (row 0)."""

    row: int
    """As in a spreadsheet: the heading is row 1."""
    column: str
    message: str

    def __str__(self) -> str:
        row = f"row {self.row}" if self.row else ""
        column = f"column {self.column}" if self.column else ""
        where = ", ".join(part for part in (row, column) if part)
        return f"{where}: {self.message}" if where else self.message


class SheetError(Exception):
    """A sheet that cannot be written or read; nothing was changed."""

    def __init__(self, problems: tuple[CellProblem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def sheet_of(text: str, section: str) -> Sheet:
    """The records of a section as a sheet."""
    records = _records(tomllib.loads(text), section)
    keys = list(dict.fromkeys(key for record in records.values() for key in record))
    rows = tuple(
        (ident, *(cell_of(record[key]) if key in record else "" for key in keys)) for ident, record in records.items()
    )
    return Sheet((ID, *keys), rows)


def record_sections(text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The sections of a file that can be records: tables of tables that are not among the known sections."""
    document = tomllib.loads(text)
    return tuple(
        name
        for name, value in document.items()
        if name not in known and isinstance(value, dict) and all(isinstance(one, dict) for one in value.values())
    )


def base_of(text: str) -> str | None:
    """The ruleset that a file extends."""
    base = tomllib.loads(text).get("extends")
    return base if isinstance(base, str) else None


def _records(document: dict[str, object], section: str) -> Records:
    found = document.get(section)
    if not isinstance(found, dict) or not all(isinstance(one, dict) for one in found.values()):
        raise SheetError((CellProblem(0, "", f"the file has no records in a section [{section}]"),))
    return found


def changed_text(text: str, section: str, sheet: Sheet, removing: bool = False, name: str = "") -> str:
    """The text with the values of a sheet. Records without a row are removed if `removing`; otherwise they are a
    problem. `name` is the name of the file, whose bases and parts may declare the fields. Raises `SheetError` with all
    problems."""
    document = tomllib.loads(text)
    old = _records(document, section)
    new = _read(sheet, old, removing)
    start = starts_of(document, name)
    effects = {key for record in new.values() for key in record if start((section, "", key)) is not None}
    made = _Writer(text, section, old, new, effects).text()
    if tomllib.loads(made) != {**document, section: new}:
        told = "the file cannot be changed in place: write the section with one record a line, and import again"
        raise SheetError((CellProblem(0, "", told),))
    return made


def _read(sheet: Sheet, old: Records, removing: bool) -> Records:
    """The records of a sheet."""
    problems: list[CellProblem] = []
    if not sheet.columns or sheet.columns[0] != ID:
        raise SheetError((CellProblem(1, "", f"the first column is called `{ID}`"),))
    for column in sorted({one for one in sheet.columns if sheet.columns.count(one) > 1}):
        problems.append(CellProblem(1, column, "two columns have this name"))
    for column in sheet.columns[1:]:
        if not re.fullmatch(r"[A-Za-z0-9_-]+", column):
            problems.append(CellProblem(1, column, "this is not the name of a key"))
    made: Records = {}
    for number, row in enumerate(sheet.rows, 2):
        if not any(cell.strip() for cell in row):
            continue
        ident = row[0].strip()
        if not is_id(ident) and ident not in old:
            problems.append(CellProblem(number, ID, f"{ident or 'nothing'} is no id: small letters, digits and _"))
        elif ident in made:
            problems.append(CellProblem(number, ID, f"`{ident}` has another row already"))
        if len(row) > len(sheet.columns):
            problems.append(CellProblem(number, "", "the row has more cells than the heading"))
        values: dict[str, object] = {}
        for column, cell in zip(sheet.columns[1:], row[1:], strict=False):
            if cell.strip():
                try:
                    values[column] = value_of(cell)
                except BadCell as problem:
                    problems.append(CellProblem(number, column, str(problem)))
        made[ident] = {key: values[key] for key in (*old.get(ident, {}), *values) if key in values}
    missing = [ident for ident in old if ident not in made]
    if missing and not removing:
        told = f"no row for {', '.join(missing[:5])}{' ...' if len(missing) > 5 else ''}"
        hint = did_you_mean(missing[0], [ident for ident in made if ident not in old])
        problems.append(CellProblem(0, "", f"{told}; {hint or 'to remove them, say --remove'}"))
    if problems:
        raise SheetError(tuple(problems))
    kept = {ident: made[ident] for ident in old if ident in made}
    return {**kept, **{ident: record for ident, record in made.items() if ident not in old}}


class _Writer:
    """Changes a text where records differ."""

    def __init__(self, text: str, section: str, old: Records, new: Records, effects: set[str]) -> None:
        self.before = text
        self.section = section
        self.old, self.new = old, new
        self.effects = effects
        """The keys that hold texts of the language, which stand in single quotes."""
        self.marks: dict[KeyPath, Mark] = scan(text)

    def text(self) -> str:
        made = self.before
        edits = [edit for ident in self.old for edit in self._edits(ident)]
        edits += self._added([ident for ident in self.new if ident not in self.old])
        for start, end, written in sorted(edits, reverse=True):
            made = made[:start] + written + made[end:]
        return made

    def _edits(self, ident: str) -> Iterator[Edit]:
        if ident not in self.new:
            yield self._removed(ident)
            return
        old, new = self.old[ident], self.new[ident]
        for key in old:
            mark = self.marks[self.section, ident, key]
            if key in new and new[key] != old[key]:
                yield mark.start, mark.end, toml_of(new[key], self.before[mark.start : mark.end])
        gone = [key for key in old if key not in new]
        more = [key for key in new if key not in old]
        if not gone and not more:
            return
        if self._inline(ident):
            yield from self._inline_keys(ident, gone, more)
            return
        for key in gone:
            mark = self.marks[self.section, ident, key]
            yield self._line_without(mark.key_start, mark.end)
        if more:
            at = self._end_of_line(self._last(ident))
            yield at, at, "".join(f"\n{self._pair(key, new[key])}" for key in more)

    def _inline(self, ident: str) -> bool:
        mark = self.marks[self.section, ident]
        return self.before[mark.start : mark.start + 1] == "{"

    def _inline_keys(self, ident: str, gone: list[str], more: list[str]) -> Iterator[Edit]:
        """Remove and add keys of `id = { ... }`."""
        table = self.marks[self.section, ident]
        keys = list(self.old[ident])
        kept = [key for key in keys if key not in gone]
        for index, key in enumerate(keys):
            mark = self.marks[self.section, ident, key]
            if key not in gone:
                continue
            if any(one in kept for one in keys[:index]):  # with the comma before it
                yield self.marks[self.section, ident, keys[index - 1]].end, mark.end, ""
            elif index + 1 < len(keys):  # with the comma behind it
                yield mark.key_start, self.marks[self.section, ident, keys[index + 1]].key_start, ""
            else:
                yield mark.key_start, mark.end, ""
        added = ", ".join(self._pair(key, self.new[ident][key]) for key in more)
        if added:
            inside = self.before[table.start + 1 : table.end - 1]
            at = table.start + 1 + len(inside.rstrip())
            yield at, table.end - 1, f"{', ' if kept else ' '}{added} "

    def _removed(self, ident: str) -> Edit:
        mark = self.marks[self.section, ident]
        if self._inline(ident):
            return self._lines(mark.key_start, mark.end)
        return self._lines(mark.start, self._last(ident))

    def _added(self, idents: list[str]) -> list[Edit]:
        if not idents:
            return []
        at = self._end_of_line(max(map(self._last, self.old), default=self.marks[self.section,].end))
        inline = not self.old or self._inline(list(self.old)[-1])
        lines = []
        for ident in idents:
            record = self.new[ident]
            if inline:
                pairs = ", ".join(self._pair(key, value) for key, value in record.items())
                lines.append(f"{ident} = {{ {pairs} }}" if pairs else f"{ident} = {{}}")
            else:
                lines += ["", f"[{self.section}.{ident}]"]
                lines += [self._pair(key, value) for key, value in record.items()]
        return [(at, at, "".join(f"\n{line}" for line in lines))]

    def _pair(self, key: str, value: object) -> str:
        return f"{key} = {toml_of(value, SINGLE if key in self.effects else '')}"

    def _last(self, ident: str) -> int:
        """Where the last value of a record ends."""
        path = (self.section, ident)
        return max(mark.end for at, mark in self.marks.items() if at[:2] == path)

    def _end_of_line(self, at: int) -> int:
        found = self.before.find("\n", at)
        return len(self.before) if found < 0 else found

    def _lines(self, start: int, end: int) -> Edit:
        """Remove whole lines."""
        return self.before.rfind("\n", 0, start) + 1, min(len(self.before), self._end_of_line(end) + 1), ""

    def _line_without(self, start: int, end: int) -> Edit:
        """Remove a key; a comment behind it stays."""
        rest = self.before[end : self._end_of_line(end)]
        return (start, end + len(rest) - len(rest.lstrip()), "") if rest.strip() else self._lines(start, end)
