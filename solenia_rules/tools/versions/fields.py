"""Compares two resolved rulesets field by field: which changes affect play, which only the wording, and which version
number follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias, TypeGuard

from attrs import frozen

from solenia_rules.dsl.parser import SyntaxProblem, parse
from solenia_rules.rules.declared import HEAD
from solenia_rules.rules.digest import UNPLAYED
from solenia_rules.rules.reader import Document

Sort: TypeAlias = Literal["rules", "wording"]
Bump: TypeAlias = Literal["none", "patch", "minor", "major"]
BUMPS: tuple[Bump, ...] = ("none", "patch", "minor", "major")

NAMED = ("ruleset",)
"""Sections that differ between any two rulesets and do not affect play."""
SHAPES = frozenset(
    ("per", "of", "plural", "fields", "params", "kind", "columns", "rows", "cells", "sides", "faces", "language")
)
"""Keys that define what a thing is: other texts rely on them."""
LISTS = frozenset(("words", "range"))
"""Keys whose values may grow without breaking other texts."""


@frozen
class Change:
    """One changed field. None: the field does not exist."""

    path: tuple[str, ...]
    before: object
    after: object
    sort: Sort
    bump: Bump

    @property
    def name(self) -> str:
        return ".".join(self.path)


def compare(before: Document, after: Document) -> tuple[Change, ...]:
    """All differences, in the order of the first ruleset, then of the second."""
    found = []
    for path, old, new in _differing((), before, after, 0):
        if path[0] in NAMED:
            continue
        sort: Sort = "wording" if _unplayed(path) or _same_text(old, new) else "rules"
        found.append(Change(path, old, new, sort, "patch" if sort == "wording" else _bump(path, old, new)))
    return tuple(found)


def suggested(changes: tuple[Change, ...]) -> Bump:
    """The largest version step that one of the changes requires."""
    return max((change.bump for change in changes), key=BUMPS.index, default="none")


def _differing(
    path: tuple[str, ...], old: object, new: object, depth: int
) -> Iterator[tuple[tuple[str, ...], object, object]]:
    """The differing values. Sections, entries and fields are compared one by one; anything deeper is one value."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping) or depth > 2:
        if _value(old) != _value(new):
            yield path, old, new
        return
    shared = [key for key in old if key in new]
    for key in dict.fromkeys((*old, *new)):
        if depth == 0 and (key not in new or key not in old) and _is_section(section := old.get(key, new.get(key))):
            yield from (((key, entry), *_sides(value, key in old)) for entry, value in section.items())
        elif key not in new:
            yield (*path, key), old[key], None
        elif key not in old:
            yield (*path, key), None, new[key]
        else:
            yield from _differing((*path, key), old[key], new[key], depth + 1)
    if depth == 1 and shared != [key for key in new if key in old]:
        yield (*path, "(order)"), ", ".join(shared), ", ".join(key for key in new if key in old)


def _is_section(value: object) -> TypeGuard[Mapping[str, object]]:
    """Whether a value is a table of entries. If a whole section is added or removed, each entry is a change of its
    own."""
    return isinstance(value, Mapping) and bool(value) and all(isinstance(entry, Mapping) for entry in value.values())


def _sides(value: object, before: bool) -> tuple[object, object]:
    return (value, None) if before else (None, value)


def _value(value: object) -> object:
    """A comparable value that includes the order of tables."""
    return [[key, _value(item)] for key, item in value.items()] if isinstance(value, Mapping) else value


def _unplayed(path: tuple[str, ...]) -> bool:
    return path[0] in UNPLAYED or path[-1] in ("source", "note") or (path[0] in HEAD and path[-1] in UNPLAYED)


def _same_text(old: object, new: object) -> bool:
    """Whether two texts of the language differ only in their layout."""
    if not isinstance(old, str) or not isinstance(new, str):
        return False
    for start in ("effect", "value", "rules"):
        try:
            if parse(old, start) == parse(new, start):
                return True
        except SyntaxProblem:
            continue
    return False


def _bump(path: tuple[str, ...], old: object, new: object) -> Bump:
    """Major: something that others may name is gone or changed its meaning. Minor: different rules under the same
    names."""
    if old is None:
        return "minor"
    if new is None:
        return "major"
    if path[-1] in LISTS:
        return "minor" if _grows(path[-1], old, new) else "major"
    return "major" if path[-1] in SHAPES else "minor"


def _grows(key: str, old: object, new: object) -> bool:
    if not isinstance(old, list) or not isinstance(new, list):
        return False
    if key == "range" and len(old) == len(new) == 2:
        return bool(new[0] <= old[0] and new[1] >= old[1])
    return [item for item in new if item in old] == old
