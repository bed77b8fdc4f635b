"""Which fields of records hold texts of the effects language, and how each text is read, as documents declare it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solenia_rules.rules.declared import KIND_SECTIONS
from solenia_rules.rules.kind_texts import parse_kind
from solenia_rules.rules.reader import Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solenia_rules.dsl.parser import Start

_STARTS: Mapping[str, Start] = {
    "effect": "effect",
    "rules": "rules",
    "value": "value",
    "test": "value",
    "bundle": "value",
}
"""Kind of a field -> how its text is read."""


def text_fields(documents: Sequence[Document]) -> dict[str, dict[str, Start | None]]:
    """Section of records -> field -> how its text is read, as the documents declare it, the lowest first."""
    plurals: dict[str, str] = {}
    fields: dict[str, dict[str, Start | None]] = {}
    for document in documents:
        for section in KIND_SECTIONS:
            for kind, entry in _table(document.get(section)).items():
                plural = _table(entry).get("plural")
                if isinstance(plural, str):
                    plurals[kind] = plural
                for field, declared in _table(_table(entry).get("fields")).items():
                    fields.setdefault(kind, {})[field] = _start_of_kind(declared)
    return {plural: fields[kind] for kind, plural in plurals.items() if kind in fields}


def _start_of_kind(declared: object) -> Start | None:
    text = _table(declared).get("kind", declared)
    kind = parse_kind(text) if isinstance(text, str) else None
    return _STARTS.get(kind.name) if kind else None


def _table(value: object) -> Document:
    return value if isinstance(value, dict) else {}
