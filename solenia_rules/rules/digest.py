"""Computes the digest of a resolved document. It covers everything that can change play, and nothing else."""

from __future__ import annotations

import json

from solenia_rules.rules.declared import HEAD, SECTIONS
from solenia_rules.rules.reader import Document
from solenia_rules.text.sha256 import sha256

UNPLAYED = ("title", "about", "words", "look", "allow", "source", "note", "remove", "extends", "abstract")
UNPLAYED_KEYS = ("source", "note", "at")
"""Keys of entries that cannot change play: where they come from, and where a cell is drawn."""
ORDERED = ("fields", "params")
"""Tables inside a record whose order counts."""


def digest(document: Document) -> str:
    """sha256 of the canonical form, in hex. Order counts where play can see it: entries, fields, parameters."""
    sections = [[name, _section(document[name])] for name in SECTIONS if name in document and name not in UNPLAYED]
    records = [[name, _section(value)] for name, value in document.items() if name not in HEAD and name not in SECTIONS]
    head = {name: _entry(document[name]) for name in HEAD if name in document and name not in UNPLAYED}
    canonical = json.dumps([head, sections, records], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(canonical.encode("ascii")).hexdigest()


def _section(value: object) -> object:
    return [[name, _entry(entry)] for name, entry in value.items()] if isinstance(value, dict) else value


def _entry(value: object) -> object:
    if not isinstance(value, dict):
        return value
    kept = {key: item for key, item in value.items() if key not in UNPLAYED_KEYS}
    return {key: _ordered(item) if key in ORDERED else item for key, item in kept.items()}


def _ordered(value: object) -> object:
    """A field is the same, given by its kind alone or as a table with a kind."""
    if not isinstance(value, dict):
        return value
    return [[name, {"kind": item} if isinstance(item, str) else item] for name, item in value.items()]
