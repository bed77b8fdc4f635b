"""Lists the names that a document declares. They are read first, so that one wrong entry does not cause further
problems."""

from __future__ import annotations

from solenia_rules.rules import keys
from solenia_rules.rules.grid_ids import read_cell_id
from solenia_rules.rules.reader import Document
from solenia_rules.text.frozen import field, frozen
from solenia_rules.text.set_kinds import sets_of_kinds

STEP_SECTIONS = ("setup", "play", "scoring", "result")
DECLARATIONS = ("params", "kinds", "counters", "state", "pieces", "zones", "cells", "boards", "history")
PROGRAMS = ("verbs", "queries", "rules")
SPOKEN = ("words", "look")
ALLOW = "allow"
"""The section of accepted warnings."""
UNPLAYED_SECTIONS = (*SPOKEN, ALLOW)
"""Sections without records of the game: nothing in them can change play."""
SECTIONS = (*DECLARATIONS, *STEP_SECTIONS, *PROGRAMS, *UNPLAYED_SECTIONS)
KIND_SECTIONS = ("kinds", "pieces", "cells")
HEAD = tuple(keys.HEAD)


@frozen(eq=False)
class Declared:
    """Ids by section, words by kind, and the sections of records."""

    sections: dict[str, dict[str, None]] = field(repr=False)
    words: dict[str, dict[str, None]] = field(repr=False)
    """Word kind -> its words."""
    record_sections: dict[str, tuple[str, str]] = field(repr=False)
    """Section of records -> `pieces` or `cells`, and the kind."""
    sets: dict[str, str] = field(repr=False)
    """Kind texts of sets -> those of their members."""

    def ids(self, section: str) -> dict[str, None]:
        """The ids of a section in order; a dict, because it is searched often."""
        return self.sections.get(section, {})

    def has(self, section: str, name: str) -> bool:
        return name in self.sections.get(section, {})

    def is_kind(self, name: str) -> bool:
        return any(self.has(section, name) for section in KIND_SECTIONS)

    def named(self, name: str) -> tuple[str, str] | None:
        """`pieces` or `cells`, and the kind, of the record or cell of a grid with this name."""
        if read_cell_id(name) is not None:
            return "cells", "cell"
        for section, found in self.record_sections.items():
            if self.has(section, name):
                return found
        return ("pieces", name) if self.has("pieces", name) else None

    def kinds(self) -> tuple[str, ...]:
        """Everything declared that a kind text may name."""
        return tuple(name for section in KIND_SECTIONS for name in self.ids(section))


def declared(document: Document) -> Declared:
    sections = {name: _keys(value) for name, value in document.items()}
    words = {kind: _texts(_get(entry, "words")) for kind, entry in _entries(document.get("kinds"))}
    record_sections: dict[str, tuple[str, str]] = {}
    for section in ("pieces", "cells"):
        for kind, entry in _entries(document.get(section)):
            plural = _get(entry, "plural")
            if isinstance(plural, str) and plural not in SECTIONS and plural not in HEAD:
                record_sections.setdefault(plural, (section, kind))
    plurals = ((kind, _get(entry, "plural")) for name in KIND_SECTIONS for kind, entry in _entries(document.get(name)))
    sets = sets_of_kinds((kind, plural if isinstance(plural, str) else None) for kind, plural in plurals)
    return Declared(sections, words, record_sections, sets)


def _entries(value: object) -> list[tuple[str, object]]:
    return list(value.items()) if isinstance(value, dict) else []


def _keys(value: object) -> dict[str, None]:
    return dict.fromkeys(value) if isinstance(value, dict) else {}


def _get(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, dict) else None


def _texts(value: object) -> dict[str, None]:
    return {item: None for item in value if isinstance(item, str)} if isinstance(value, list) else {}
