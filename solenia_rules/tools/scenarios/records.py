"""Decoded scenarios, each part with its place in the file."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from solenia_rules.rules.spans import Spans
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.places import Span


@frozen
class Expected:
    """What must be so at one point; None: nothing is said about it. Seats are numbered from 0 here."""

    path: KeyPath
    """Where in the file it stands."""
    world: dict[str, object] = field(factory=dict)
    """Counters, zones, cells and so on, as a sketch."""
    offered: tuple[str, ...] | None = None
    among_others: bool = False
    """Whether more than `offered` may be on offer."""
    refused: tuple[tuple[str, str | None, KeyPath], ...] = ()
    """Name of an option, a part of the reason, place."""
    events: tuple[str, ...] = ()
    asked: int | None = None
    over: bool | None = None
    winners: tuple[int, ...] | None = None
    scores: tuple[tuple[int, int], ...] = ()


@frozen
class Answer:
    text: str
    path: KeyPath


Step: TypeAlias = Answer | Expected


@frozen
class Scenario:
    name: str
    ruleset: str
    """Spec of the rules it is played with."""
    params: tuple[tuple[str, int], ...]
    seats: int | None
    seed: int
    given: dict[str, object] = field(repr=False)
    steps: tuple[Step, ...] = field(repr=False)
    """Answers and what is expected between and after them, in order."""
    path: KeyPath = field(repr=False)
    common: frozenset[str] = field(repr=False)
    """Keys of `given` that stand at the head of the file, for all its scenarios."""
    spans: Spans = field(repr=False)

    @property
    def span(self) -> Span:
        return self.spans.value((*self.path, "name"))

    def given_path(self, path: KeyPath) -> KeyPath:
        """Where a part of `given` stands in the file."""
        if path and path[0] in self.common:
            return ("given", *path)
        return (*self.path, "given", *path)
