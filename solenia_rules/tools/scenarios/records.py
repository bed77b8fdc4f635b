"""Decoded scenarios; each part has its place in the file."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from solenia_rules.rules.spans import Spans
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.places import Span


@frozen
class Expected:
    """The expectations at one point; None: nothing is expected. Seats are numbered from 0 here."""

    path: KeyPath
    """The place in the file."""
    world: dict[str, object] = field(factory=dict)
    """Counters, zones, cells and so on, as a sketch."""
    offered: tuple[str, ...] | None = None
    among_others: bool = False
    """Whether there may be options besides `offered`."""
    refused: tuple[tuple[str, str | None, KeyPath], ...] = ()
    """The name of an option, a part of the reason, and its place."""
    events: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    """Lines of events that did not happen; one that ends with `...` is the beginning of lines."""
    asked: int | None = None
    over: bool | None = None
    winners: tuple[int, ...] | None = None
    scores: tuple[tuple[int, int], ...] = ()
    at: str | None = None
    """The line of an event: `world` is the position right after it."""


@frozen
class Answer:
    text: str
    path: KeyPath


Step: TypeAlias = Answer | Expected


@frozen
class Scenario:
    name: str
    ruleset: str
    """The spec of its ruleset."""
    params: tuple[tuple[str, int], ...]
    seats: int | None
    seed: int
    given: dict[str, object] = field(repr=False)
    steps: tuple[Step, ...] = field(repr=False)
    """Answers and the expectations between and after them, in order."""
    path: KeyPath = field(repr=False)
    common: frozenset[str] = field(repr=False)
    """The keys of `given` at the head of the file, which all its scenarios share."""
    spans: Spans = field(repr=False)

    @property
    def span(self) -> Span:
        return self.spans.value((*self.path, "name"))

    def given_path(self, path: KeyPath) -> KeyPath:
        """The place in the file of a part of `given`."""
        if path and path[0] in self.common:
            return ("given", *path)
        return (*self.path, "given", *path)
