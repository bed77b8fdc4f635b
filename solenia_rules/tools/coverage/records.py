"""The counts of coverage, and the results computed from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import define, field, frozen

from solenia_rules.text.places import Span

Key: TypeAlias = tuple[str, int, int]
"""The place of a text: file, start, end."""


def key_of(span: Span) -> Key:
    return span.source.name, span.start, span.end


@frozen
class Line:
    """One statement."""

    span: Span
    owner: str
    """The owner of its text: `verbs.NAME`, `RECORD.FIELD`, `setup.NAME`."""
    run: int
    decisive: int

    @property
    def place(self) -> str:
        return f"{self.span.source.name}:{self.span.line}:{self.span.column}"


@frozen
class Branch:
    """One branch of a statement: `then`, `else`, `again`, or the name of a branch that can be chosen."""

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
    """One option of a decision. If it was never offered, all four counts are 0."""

    span: Span
    """The decision."""
    owner: str
    name: str
    offered: int
    taken: int
    compared: int
    """The number of pairs of games that differ by this answer."""
    decisive: int
    """The number of those pairs that ended with other winners."""

    @property
    def place(self) -> str:
        return f"{self.span.source.name}:{self.span.line}:{self.span.column}"


@frozen
class Coverage:
    """The coverage of one ruleset. Files are in the order of the layers, everything else in the order of the texts."""

    ruleset: str
    games: int
    pairs: int
    lines: tuple[Line, ...]
    branches: tuple[Branch, ...]
    choices: tuple[Choice, ...]

    def missed(self) -> Iterator[Line | Branch | Choice]:
        """Lines and branches that never ran, and options that were never offered or never taken."""
        yield from (line for line in self.lines if not line.run)
        yield from (branch for branch in self.branches if not branch.run)
        yield from (choice for choice in self.choices if not choice.taken)

    def share(self, sort: str) -> tuple[int, int]:
        """The number of lines, branches or choices that were reached, and the total."""
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
    """Plain counts, which can be added over games and processes."""

    games: int = 0
    pairs: int = 0
    run: dict[Key, int] = field(factory=dict)
    decisive: dict[Key, int] = field(factory=dict)
    offered: dict[tuple[Key, str], int] = field(factory=dict)
    taken: dict[tuple[Key, str], int] = field(factory=dict)
    compared: dict[tuple[Key, str], int] = field(factory=dict)
    turned: dict[tuple[Key, str], int] = field(factory=dict)
    """Answers of pairs that ended with different winners."""

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
