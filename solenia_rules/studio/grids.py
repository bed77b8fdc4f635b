"""Records as tables: the records of each section of a file as rows, and the text of the file after a change in a table.

The code is that of `solenia table`: only what differs is written, so comments, order and spacing stay.
"""

from __future__ import annotations

import tomllib

from attrs import evolve

from solenia_rules.rules import records as r
from solenia_rules.studio.drafts import Draft
from solenia_rules.studio.json_shapes import Asked, Json, Refusal, text_in
from solenia_rules.tools.sheets.sheet import ID, Sheet, SheetError, changed_text, sheet_of


class Grids:
    """The records of one draft as tables."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    def tables(self, asked: Asked) -> Json:
        """Every section of records in a file and its bases: its columns with their kinds, its rows, and the rows that
        the file inherits."""
        name = text_in(asked, "file")
        made: list[Json] = []
        for section, kind in self._kinds(name).items():
            sheet, inherited = self._sheet(name, section, kind), self._inherited(name, section, kind)
            if not sheet.rows and not inherited.rows:
                continue
            kinds = {field.id: field.kind for field in kind.fields}
            keys = tuple(dict.fromkeys((*sheet.columns[1:], *inherited.columns[1:])))
            columns: list[Json] = [{"id": key, "kind": kinds.get(key, "")} for key in keys]
            made.append({"section": section, "kind": kind.id, "columns": columns, "rows": _rows(sheet),
                         "inherited": _rows(inherited)})  # fmt: skip
        return made

    def change(self, asked: Asked) -> Json:
        """The text after a field of a record got a value; an empty value removes the field."""
        sheet, ident, key = self._asked(asked), text_in(asked, "id"), text_in(asked, "key")
        if key not in sheet.columns:
            raise Refusal(f"there is no column `{key}`")
        at, value = sheet.columns.index(key), text_in(asked, "value")
        rows = tuple((*row[:at], value, *row[at + 1 :]) if row[0] == ident else row for row in sheet.rows)
        return self._text(asked, evolve(sheet, rows=rows))

    def add(self, asked: Asked) -> Json:
        """The text with one more record, which is like another one of the file or of its bases."""
        name, section = text_in(asked, "file"), text_in(asked, "section")
        sheet, like, ident = self._asked(asked), text_in(asked, "like"), text_in(asked, "id")
        inherited = self._inherited(name, section, self._kinds(name)[section])
        for source in (sheet, inherited):
            for row in source.rows:
                if row[0] == like:
                    cells = dict(zip(source.columns, row, strict=True)) | {ID: ident}
                    if source is inherited:  # the copy is no longer what the base and its notes say
                        cells |= {"source": "ours", "note": ""}
                    columns = tuple(dict.fromkeys((*sheet.columns, *source.columns)))
                    old = [dict(zip(sheet.columns, one, strict=True)) for one in sheet.rows]
                    rows = tuple(tuple(one.get(key, "") for key in columns) for one in (*old, cells))
                    return self._text(asked, Sheet(columns, rows))
        raise Refusal(f"there is no record `{like}`")

    def remove(self, asked: Asked) -> Json:
        """The text without a record."""
        sheet, ident = self._asked(asked), text_in(asked, "id")
        return self._text(asked, evolve(sheet, rows=tuple(row for row in sheet.rows if row[0] != ident)), True)

    def _text(self, asked: Asked, sheet: Sheet, removing: bool = False) -> str:
        text, section = self.draft.texts[text_in(asked, "file")], text_in(asked, "section")
        if section not in tomllib.loads(text):
            text = f"{text.rstrip()}\n\n[{section}]\n"
        try:
            return changed_text(text, section, sheet, removing)
        except SheetError as problem:
            raise Refusal(str(problem)) from None

    def _asked(self, asked: Asked) -> Sheet:
        """The sheet that a request is about."""
        name, section = text_in(asked, "file"), text_in(asked, "section")
        kind = self._kinds(name).get(section)
        if kind is None:
            raise Refusal(f"this file has no records in [{section}]")
        return self._sheet(name, section, kind)

    def _sheet(self, name: str, section: str, kind: r.PieceKind | r.CellKind) -> Sheet:
        """A section with a column for every field of its kind, also for fields that no record gives yet."""
        text = self.draft.texts[name]
        sheet = sheet_of(text, section) if section in tomllib.loads(text) else Sheet((ID,), ())
        more = [field.id for field in kind.fields if field.id not in sheet.columns]
        order = (ID, *(field.id for field in kind.fields), *(key for key in sheet.columns[1:]))
        columns = tuple(dict.fromkeys(order))
        rows = []
        for row in sheet.rows:
            cells = dict(zip(sheet.columns, row, strict=True)) | dict.fromkeys(more, "")
            rows.append(tuple(cells[column] for column in columns))
        return Sheet(columns, tuple(rows))

    def _inherited(self, name: str, section: str, kind: r.PieceKind | r.CellKind) -> Sheet:
        """The records of the bases that the file does not declare itself; the nearest base first."""
        own = {row[0] for row in self._sheet(name, section, kind).rows}
        columns: dict[str, None] = dict.fromkeys((ID, *(field.id for field in kind.fields)))
        found: dict[str, dict[str, str]] = {}
        for read in self.draft.look(name).reads.values():
            if read.source.text == self.draft.texts[name] or not isinstance(read.document.get(section), dict):
                continue
            sheet = sheet_of(read.source.text, section)
            columns |= dict.fromkeys(sheet.columns)
            for row in sheet.rows:
                if row[0] not in own:
                    found.setdefault(row[0], dict(zip(sheet.columns, row, strict=True)))
        return Sheet(tuple(columns), tuple(tuple(row.get(key, "") for key in columns) for row in found.values()))

    def _kinds(self, name: str) -> dict[str, r.PieceKind | r.CellKind]:
        """Section of records -> the kind of its records."""
        text, known = self.draft.texts.get(name), self.draft.known(name)
        try:
            tomllib.loads(text or "")
        except tomllib.TOMLDecodeError:
            known = None
        if text is None or known is None:
            raise Refusal("the text cannot be shown as a table while it has mistakes in its form")
        kinds: tuple[r.PieceKind | r.CellKind, ...] = (*known.world.pieces, *known.world.cells)
        return {kind.plural: kind for kind in kinds if kind.plural}


def _rows(sheet: Sheet) -> list[Json]:
    return [{"id": row[0], "cells": dict(zip(sheet.columns[1:], row[1:], strict=True))} for row in sheet.rows]
