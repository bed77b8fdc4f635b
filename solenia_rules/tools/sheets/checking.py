"""Checks the text of a ruleset file with changed records before it is written: a mistake is reported with the row and
the column of its cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from solenia_rules.api.looking import look
from solenia_rules.rules.files import Bundle
from solenia_rules.rules.layers import Loader
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.toml_spans import scan
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.tools.sheets.sheet import ID, CellProblem, Sheet

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class _Instead(Loader):
    """A loader that reads one file from a text."""

    def __init__(self, bundle: Bundle, problems: Problems, path: Path, text: str) -> None:
        super().__init__(bundle, problems)
        self._path = path.resolve()
        self._text = text

    def content(self, file: Traversable, name: str, within: Path | None) -> bytes | None:
        if isinstance(file, Path) and file.resolve() == self._path:
            return self._text.encode()
        return super().content(file, name, within)


def new_mistakes(path: Path, text: str, section: str, sheet: Sheet) -> tuple[CellProblem, ...]:
    """The errors that a changed file would have and that it does not have now."""
    before = {(one.code, one.told) for one in look(str(path)).diagnostics}
    found = look(str(path), partial(_Instead, path=path, text=text)).diagnostics
    wrong = [one for one in found if one.severity == "error" and (one.code, one.told) not in before]
    return tuple(_located(wrong, text, section, sheet))


def _located(wrong: list[Diagnostic], text: str, section: str, sheet: Sheet) -> Iterator[CellProblem]:
    rows = {row[0].strip(): number for number, row in enumerate(sheet.rows, 2)}
    marks = {path: mark for path, mark in scan(text).items() if path[:1] == (section,)}
    for one in wrong:
        told = f"{one.told} [{one.code}]" + (f" ({one.hint})" if one.hint else "")
        if one.span.source.text == text:
            places = [
                path
                for path, mark in marks.items()
                if (mark.key_start or mark.start) <= one.span.start < max(mark.end, mark.key_end)
            ]
            path = max(places, key=len, default=())
            if len(path) > 1:
                yield CellProblem(rows.get(str(path[1]), 0), str(path[2]) if len(path) > 2 else ID, told)
                continue
        yield CellProblem(0, "", told)
