"""Sheets as files: CSV, and workbooks (`.xlsx`) with the extra `sheets`."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from solenia_rules.tools.sheets.sheet import CellProblem, Sheet, SheetError

MOST_BYTES = 16 << 20
_NUMBER = re.compile(r"-?[1-9]\d{0,14}|0")


def write_sheet(sheet: Sheet, path: Path, title: str) -> None:
    """Write a sheet; the ending of the name says how."""
    if path.suffix.lower() == ".xlsx":
        _write_workbook(sheet, path, title)
    else:
        path.write_text(csv_text(sheet), encoding="utf-8", newline="")


def csv_text(sheet: Sheet) -> str:
    made = io.StringIO()
    csv.writer(made, lineterminator="\n").writerows((sheet.columns, *sheet.rows))
    return made.getvalue()


def read_sheet(path: Path) -> Sheet:
    """Read a sheet; raises `SheetError` for a file that is none."""
    content = path.read_bytes()
    if len(content) > MOST_BYTES:
        raise _unreadable(f"the file has more than {MOST_BYTES >> 20} MB")
    rows = _workbook_rows(path) if path.suffix.lower() == ".xlsx" else _csv_rows(content)
    while rows and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    if not rows:
        raise _unreadable("the file is empty")
    width = len(rows[0])
    while width and not rows[0][width - 1].strip():
        width -= 1
    cells = tuple(tuple(row[:width] if not any(one.strip() for one in row[width:]) else row) for row in rows[1:])
    return Sheet(tuple(cell.strip() for cell in rows[0][:width]), cells)


def _csv_rows(content: bytes) -> list[list[str]]:
    try:
        text = content.decode("utf-8-sig")
        lines = text.splitlines()
        semicolons = bool(lines) and lines[0].count(";") > lines[0].count(",")
        return list(csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=";" if semicolons else ","))
    except UnicodeDecodeError:
        raise _unreadable("the file is no UTF-8: save it as CSV with UTF-8") from None
    except csv.Error as problem:
        raise _unreadable(f"the file is no CSV: {problem}") from None


def _unreadable(message: str) -> SheetError:
    return SheetError((CellProblem(0, "", message),))


def _write_workbook(sheet: Sheet, path: Path, title: str) -> None:
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    page = book.active
    page.title = title[:31]
    page.append(list(sheet.columns))
    for cell in page[1]:
        cell.font = Font(bold=True)
    page.freeze_panes = "B2"
    for row in sheet.rows:
        page.append([int(cell) if _NUMBER.fullmatch(cell) else cell for cell in row])
    for row in page.iter_rows(min_row=2):
        for cell in row:
            if isinstance(cell.value, str) and cell.value.startswith("="):
                cell.data_type = "s"  # a text, not a formula
    book.save(path)


def _workbook_rows(path: Path) -> list[list[str]]:
    from openpyxl import load_workbook

    try:
        page = load_workbook(path, read_only=True, data_only=True).worksheets[0]
        return [[_cell(value) for value in row] for row in page.iter_rows(values_only=True)]
    except Exception as problem:  # a workbook can be broken in many ways, and each raises something else
        raise _unreadable(f"the file is no workbook: {problem}") from None


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return str(value)
