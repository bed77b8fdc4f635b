"""Finds places where two layers over one base change the same thing."""

from __future__ import annotations

import json
from collections.abc import Iterator

from solenia_rules.rules.declared import UNPLAYED_SECTIONS
from solenia_rules.rules.merger import PLAIN_TABLES, Layer
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import Document
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.frozen import field, frozen
from solenia_rules.text.places import Span
from solenia_rules.text.printable import quoted

UNTOLD = ("ruleset", "language", "extends", "abstract", "title", "about", "source", "note", "remove")
"""Keys that every ruleset has for itself; those of the last layer are used."""
ORIGIN = ("source", "note")
WHOLE = {"words": 3, "look": 2, "allow": 3}
"""Section -> the length of the key paths of its entries, for sections whose entries are compared as a whole."""


@frozen(eq=False)
class Changes:
    """The contents of one layer: values by key path, the entries that contain them, and what it removes."""

    layer: Layer = field(repr=False)
    values: dict[KeyPath, object] = field(repr=False)
    entries: dict[KeyPath, str] = field(repr=False)
    """Section and id -> the whole entry in a canonical form, without its source."""
    removed: dict[KeyPath, Span] = field(repr=False)

    def place(self, path: KeyPath) -> Span:
        return self.layer.spans.key(path)


def changes_of(layer: Layer) -> Changes:
    """Must be called before the layer is merged, because merging takes over its values."""
    document = {key: value for key, value in layer.document.items() if key not in UNTOLD}
    values = dict(_values(document, ()))
    entries: dict[KeyPath, str] = {
        (section, name): json.dumps(_plain(entry), sort_keys=True)
        for section, content in document.items()
        if isinstance(content, dict) and section not in (*PLAIN_TABLES, *UNPLAYED_SECTIONS)
        for name, entry in content.items()
    }
    removed = layer.document.get("remove")
    listed = enumerate(removed) if isinstance(removed, list) else ()
    return Changes(
        layer,
        values,
        entries,
        {tuple(item.split(".")): layer.spans.value(("remove", i)) for i, item in listed if isinstance(item, str)},
    )


def _values(value: object, path: KeyPath) -> Iterator[tuple[KeyPath, object]]:
    whole = path and len(path) == WHOLE.get(str(path[0]))
    if not isinstance(value, dict) or whole:
        yield path, value
        return
    for key, item in value.items():
        if key not in ORIGIN or len(path) != 2:
            yield from _values(item, (*path, key))


def _plain(entry: object) -> object:
    return {key: item for key, item in entry.items() if key not in ORIGIN} if isinstance(entry, dict) else entry


def find_conflicts(base: Document, earlier: Changes, later: Changes, problems: Problems) -> None:
    """Errors if one layer removes what the other changes; warnings if both change it, because the later one is used."""
    _contradictions(earlier, later, later, problems)
    _contradictions(later, earlier, later, problems)
    both = (quoted(earlier.layer.name), quoted(later.layer.name))
    added = set()
    for entry, content in later.entries.items():
        if entry in earlier.entries and not _has(base, entry):
            added.add(entry)
            if earlier.entries[entry] != content:
                message = f"{_quoted(entry)} is added by {both[0]} and by {both[1]}"
                hint = f"give one of them another name; now both are one thing, as {both[1]} defines it"
                problems.warn("W030", message, later.place(entry), hint, ((earlier.place(entry), "added here, too"),))
    for path, value in later.values.items():
        other = _same(path, earlier.values)
        if other is not None and path[:2] not in added and earlier.values[other] != value:
            message = f"{_quoted(path)} is changed by {both[0]} and by {both[1]}"
            also = ((earlier.place(other), "changed here, too"),)
            problems.warn("W030", message, later.place(path), f"{both[1]} is laid later, so its value is used", also)


def _contradictions(removing: Changes, changing: Changes, later: Changes, problems: Problems) -> None:
    for removed, where in removing.removed.items():
        said = (*changing.values, *changing.entries)
        lost = next((path for path in said if path[: len(removed)] == removed), None)
        if lost is None:
            continue
        names = f"{quoted(changing.layer.name)} changes {_quoted(lost)}, which {quoted(removing.layer.name)} removes"
        place = changing.place(lost)
        first, second = (where, (place, "changed here")) if removing is later else (place, (where, "removed here"))
        problems.add("E039", names, first, "these two layers cannot be combined", (second,))


def _same(path: KeyPath, values: dict[KeyPath, object]) -> KeyPath | None:
    """The key path in `values` that is equal to the path, contains it, or lies inside it."""
    if path in values:
        return path
    above = next((path[:n] for n in range(1, len(path)) if path[:n] in values), None)
    return above or next((other for other in values if other[: len(path)] == path), None)


def _has(document: Document, path: KeyPath) -> bool:
    section = document.get(str(path[0]))
    return isinstance(section, dict) and path[1] in section


def _quoted(path: KeyPath) -> str:
    return quoted(".".join(map(str, path)))
