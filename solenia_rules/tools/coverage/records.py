"""What is counted, and what can be read from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import define, field, frozen

from solenia_rules.text.places import Span

Key: TypeAlias = tuple[str, int, int]
"""Where a text stands: file, start, end."""


def key_of(span: Span) -> Key:
    return span.source.name, span.start, span.end


@frozen
class Line:
    """One statement."""

    span: Span
    owner: str
    """What holds its text: `verbs.NAME`, `RECORD.FIELD`, `setup.NAME`."""
    run: int
    decisive: int

    @property
    def place(self) -> str:
        return f"{self.span.source.name}:{self.span.line}:{self.span.column}"


@frozen
class Branch:
    """One way through a statement: `then`, `else`, `again`, or the name of a way that can be chosen."""

    span: Span
    """The statement."""
    owner: str
    name: str
    run: int

    @property
    def place(self) -> str:
        return f"{self.span.source.name}:{self.span.line}:{self.span.column}"


@frozen
class Choice:
    """One thing that can be chosen at a question. Never offered: 0, 0, 0, 0."""

    span: Span
    """The question."""
    owner: str
    name: str
    offered: int
    taken: int
    compared: int
    """Pairs of games that differ by this answer."""
    decisive: int
    """Those of them that ended with other winners."""

    @property
    def place(self) -> str:
        return f"{self.span.source.name}:{self.span.line}:{self.span.column}"


@frozen
class Coverage:
    """Of one ruleset. Files in the order of the layers, everything in the order of the texts."""

    ruleset: str
    games: int
    pairs: int
    lines: tuple[Line, ...]
    branches: tuple[Branch, ...]
    choices: tuple[Choice, ...]

    def missed(self) -> Iterator[Line | Branch | Choice]:
        """Lines and branches that never ran, choices that were never offered or never taken."""
        yield from (line for line in self.lines if not line.run)
        yield from (branch for branch in self.branches if not branch.run)
        yield from (choice for choice in self.choices if not choice.taken)

    def share(self, sort: str) -> tuple[int, int]:
        """How many of the lines, branches or choices were come to, of how many."""
        match sort:
            case "lines":
                return sum(bool(x.run) for x in self.lines), len(self.lines)
            case "branches":
                return sum(bool(x.run) for x in self.branches), len(self.branches)
            case "offered":
                return sum(bool(x.offered) for x in self.choices), len(self.choices)
            case _:
                return sum(bool(x.taken) for x in self.choices), len(self.choices)


@define
class Counts:
    """Plain numbers, to be added up over games and processes."""

    games: int = 0
    pairs: int = 0
    run: dict[Key, int] = field(factory=dict)
    decisive: dict[Key, int] = field(factory=dict)
    offered: dict[tuple[Key, str], int] = field(factory=dict)
    taken: dict[tuple[Key, str], int] = field(factory=dict)
    compared: dict[tuple[Key, str], int] = field(factory=dict)
    turned: dict[tuple[Key, str], int] = field(factory=dict)
    """Answers of pairs that ended with other winners."""

    def add(self, other: Counts) -> None:
        self.games += other.games
        self.pairs += other.pairs
        for mine, theirs in ((self.run, other.run), (self.decisive, other.decisive)):
            for key, number in theirs.items():
                mine[key] = mine.get(key, 0) + number
        for mine_by, theirs_by in (
            (self.offered, other.offered), (self.taken, other.taken), (self.compared, other.compared),
            (self.turned, other.turned),
        ):  # fmt: skip
            for name, number in theirs_by.items():
                mine_by[name] = mine_by.get(name, 0) + number
