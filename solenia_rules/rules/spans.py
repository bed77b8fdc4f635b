"""The places of key paths in a document, also if it was merged from several files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from solenia_rules.rules.toml_spans import KeyPath, Mark
from solenia_rules.text.frozen import field, frozen
from solenia_rules.text.places import Source, Span

Place: TypeAlias = tuple[Source, Mark]


@frozen(eq=False)
class Spans:
    """Key path -> place. A path without a place of its own has that of the table around it."""

    source: Source
    """The place of things without a place of their own: the beginning of the file of the ruleset."""
    places: Mapping[KeyPath, Place] = field(repr=False)

    def __getitem__(self, path: KeyPath) -> Span:
        return self.value(path)

    def __contains__(self, path: KeyPath) -> bool:
        return path in self.places

    def value(self, path: KeyPath) -> Span:
        """The whole value, with quotes and brackets; for a table with a header, the header."""
        place = self._find(path)
        return Span(place[0], place[1].start, place[1].end) if place else Span(self.source, 0, 0)

    def key(self, path: KeyPath) -> Span:
        """The last part of the key; for an item of a list, the item."""
        place = self._find(path)
        if not place:
            return Span(self.source, 0, 0)
        source, mark = place
        return Span(source, mark.key_start, mark.key_end) if mark.key_end else Span(source, mark.start, mark.end)

    def inner(self, path: KeyPath) -> Span:
        """What stands inside the quotes of a string."""
        place = self._find(path)
        return Span(place[0], place[1].inner_start, place[1].inner_end) if place else Span(self.source, 0, 0)

    def is_literal(self, path: KeyPath) -> bool:
        place = self.places.get(path)
        return place is not None and place[1].literal

    def _find(self, path: KeyPath) -> Place | None:
        while path:
            if (place := self.places.get(path)) is not None:
                return place
            path = path[:-1]
        return None
