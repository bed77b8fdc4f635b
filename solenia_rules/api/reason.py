"""A reason why an answer is not offered, as data: the text that failed, the values in it, and what would help.

`reasons` finds reasons, `grounds` the facts in them and `remedies` the changes; `saying` puts them into words.
"""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from solenia_rules.core.specs import Spec
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play.inquiry import Asked
from solenia_rules.text.frozen import field, sealed
from solenia_rules.text.places import NOWHERE, Span
from solenia_rules.words.tables.play import ReasonKey

Lane: TypeAlias = tuple[str, int]
"""counter, word"""


FactSort: TypeAlias = Literal["value", "fails", "there", "have", "then", "lies"]


@sealed
class Fact:
    """A value that was found."""

    sort: FactSort
    """value: the value of a part of a text; fails: a part that does not hold; there: things in the way; have: what the
    seat has; then: what it has at that time; lies: the place of a piece"""
    kind: Kind
    value: int | Asked
    span: Span = NOWHERE
    whose: tuple[Kind, int] | None = None
    """The candidate that the value belongs to, if there are several."""


@sealed
class Shift:
    """A number that would have to change: by more if above 0."""

    span: Span
    by: int


@sealed
class Become:
    """A value that would have to be this one."""

    span: Span
    kind: Kind
    value: int


@sealed
class Without:
    """Things that would have to be elsewhere."""

    kind: Kind
    value: int


Wanted: TypeAlias = Shift | Become | Without


@sealed
class Change:
    """Amounts that the seat would need more of, or less. `kind`: any words of the kind, `number` in all."""

    amounts: tuple[tuple[Lane, int], ...] = ()
    kind: str = ""
    number: int = 0


@sealed
class Another:
    """Another candidate for a choice: one that a test holds for."""

    spec: Spec
    values: tuple[int, ...]
    """The candidates that there are."""
    span: Span
    cheaper: bool


Remedy: TypeAlias = Change | Wanted | Another


class ReasonWords(Protocol):
    """Puts reasons into words; each method refuses a language that is not spoken."""

    def text(self, reason: Reason, lang: str) -> str:
        """The whole reason as one sentence."""

    def found(self, facts: tuple[Fact, ...], lang: str) -> tuple[str, ...]:
        """Each value that was found."""

    def changes(self, remedies: tuple[Remedy, ...], lang: str) -> tuple[str, ...]:
        """Each change that would be enough."""


@sealed
class Reason:
    """Why an answer is not offered. `key` names the sort of reason; `found` and `changes` are parts of `text`."""

    key: ReasonKey
    what: str = ""
    near: str = ""
    span: Span | None = field(default=None, repr=False)
    """The text that makes it impossible; for a choice without options, the choice."""
    facts: tuple[Fact, ...] = field(default=(), repr=False)
    remedies: tuple[Remedy, ...] = field(default=(), repr=False)
    _words: ReasonWords | None = field(default=None, repr=False, eq=False)

    @property
    def place(self) -> str:
        """The place of this text in the ruleset; None if no rule is needed."""
        return "" if self.span is None else f"{self.span.source.name}:{self.span.line}:{self.span.column}"

    @property
    def rule(self) -> str:
        """The text itself, on one line."""
        return "" if self.span is None else " ".join(self.span.text.split())[:120]

    def text(self, lang: str = "en") -> str:
        """The reason as one sentence."""
        assert self._words is not None
        return self._words.text(self, lang)

    def found(self, lang: str = "en") -> tuple[str, ...]:
        """The values that the condition found."""
        assert self._words is not None
        return self._words.found(self.facts, lang)

    def changes(self, lang: str = "en") -> tuple[str, ...]:
        """The changes of which each one would be enough."""
        assert self._words is not None
        return self._words.changes(self.remedies, lang)
