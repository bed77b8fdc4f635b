"""Places: a source text, and a range of characters in it."""

from __future__ import annotations

from solenia_rules.text.frozen import field, frozen


@frozen
class Source:
    """A text that was read, under the name shown to people."""

    name: str
    text: str = field(repr=False)
    made: str = ""
    """`section.id` of the record that a pattern in this text makes; empty for what stands there itself."""


@frozen
class Span:
    """A stretch of a source, in characters from its beginning."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.source.text.count("\n", 0, self.start) + 1

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.start - (self.source.text.rfind("\n", 0, self.start) + 1) + 1

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """From the beginning of this one to the end of the other."""
        return Span(self.source, self.start, other.end)


NOWHERE = Span(Source("", ""), 0, 0)
