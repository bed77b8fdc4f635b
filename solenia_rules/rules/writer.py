"""Writes a resolved document as TOML text, for saved games."""

from __future__ import annotations

import tomli_w

from solenia_rules.rules.digest import ORDERED
from solenia_rules.rules.reader import Document


def document_text(document: Document) -> str:
    """TOML that reads back as the same document, order of entries included: of a resolved one the same rules are made,
    with the same digest. Texts keep their lines, so that places in
    them are places in this text."""
    return tomli_w.dumps({key: _section(value) for key, value in document.items()}, multiline_strings=True)


def _section(value: object) -> object:
    """TOML writes plain values before tables, so tables that mix the two would lose their order."""
    if not isinstance(value, dict):
        return value
    return {
        name: {key: _alike(item) if key in ORDERED else item for key, item in entry.items()}
        if isinstance(entry, dict)
        else entry
        for name, entry in value.items()
    }


def _alike(value: object) -> object:
    if not isinstance(value, dict) or not any(isinstance(item, dict) for item in value.values()):
        return value
    return {name: {"kind": item} if isinstance(item, str) else item for name, item in value.items()}
