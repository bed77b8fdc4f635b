"""Writes diagnostics as SARIF 2.1.0, the format that code-scanning services read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from urllib.parse import quote

from solenia_rules.text.codes import CODES
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.text.printable import printable
from solenia_rules.text.repairs import repair

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
TOOL = "solenia"


def sarif(diagnostics: Iterable[Diagnostic], version: str) -> str:
    """The report of all diagnostics, sorted by place, also if there are none. `version`: of the program."""
    found = sorted(diagnostics, key=Diagnostic.sort_key)
    codes = sorted({diagnostic.code for diagnostic in found})
    driver = {"name": TOOL, "version": version, "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, codes) for diagnostic in found],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(code: str) -> dict[str, object]:
    title = CODES.get(code, code)
    return {
        "id": code,
        "shortDescription": {"text": title},
        "help": {"text": f"docs/diagnostics/{code}.md has a page on it"},
        "defaultConfiguration": {"level": "warning" if code.startswith("W") else "error"},
    }


def _result(diagnostic: Diagnostic, codes: Sequence[str]) -> dict[str, object]:
    hint = f" ({printable(diagnostic.hint)})" if diagnostic.hint else ""
    made: dict[str, object] = {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": diagnostic.severity,
        "message": {"text": printable(diagnostic.told) + hint},
    }
    if diagnostic.span.source.name:
        made["locations"] = [{"physicalLocation": _place(diagnostic.span)}]
    if diagnostic.also:
        made["relatedLocations"] = [
            {"id": number, "physicalLocation": _place(span), "message": {"text": printable(label)}}
            for number, (span, label) in enumerate(diagnostic.also, 1)
        ]
    if fix := repair(diagnostic):
        change = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.text}}
        made["fixes"] = [
            {
                "description": {"text": f"write `{fix.text}`"},
                "artifactChanges": [{"artifactLocation": _file(fix.span), "replacements": [change]}],
            }
        ]
    return made


def _place(span: Span) -> dict[str, object]:
    """A file that was not read has no lines."""
    place: dict[str, object] = {"artifactLocation": _file(span)}
    return place | {"region": _region(span)} if span.source.text else place


def _file(span: Span) -> dict[str, object]:
    path = PurePath(span.source.name)
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}


def _region(span: Span) -> dict[str, object]:
    end = Span(span.source, span.end, span.end)
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": end.line,
        "endColumn": end.column,
    }
