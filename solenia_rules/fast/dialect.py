"""The names that `kernel` is written with, for the type checker: `translator` gives them their meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Pieces = int
"""A set of pieces."""
Cells = int
"""A set of cells."""
Options = int
"""A set of options, as wide as the widest."""


class Position:
    """A state in memory; `word` is all of it."""

    word: list[int]
    over: int
    winners: int
    frame: int
    spec: int
    asked: int
    options: Options
    dest: int
    trial: int
    trial_seat: int
    decisions: int
    phases: int
    seed_low: int
    seed_high: int
    fault: int
    steps: int
    """Until the next decision or phase; then it counts as endless."""
    location: list[int]
    face: list[int]
    die: list[int]
    stream: list[int]
    at: list[Pieces]
    zone_mask: list[Pieces]
    owned: list[Pieces]
    known: list[Pieces]
    order_count: list[int]
    order: dict[tuple[int, int], int]
    """Zone and index -> piece."""


class Items(list[int]):
    """A sequence in memory; `word` is all of it, its keys too."""

    length: int
    word: list[int]


class Workplace:
    """What one call may write to beside positions."""

    arena: Position
    room: int
    """Positions that the arena has room for."""
    fuel: int
    """Positions that looking ahead may still try."""
    fault: int
    """What went wrong; 0: nothing."""


def run(x: Workplace, s: Position, block: int) -> int:
    """From block to block, until somebody is asked or nothing follows."""
    raise NotImplementedError


def reset(s: Position, phase: int) -> None:
    """Write what a phase resets when it is entered."""
    raise NotImplementedError


def bits(mask: int) -> Iterator[int]:
    raise NotImplementedError


def popcount(mask: int) -> int:
    raise NotImplementedError


def lowest(mask: int) -> int:
    """Of a mask that is not empty."""
    raise NotImplementedError


def has(mask: int, index: int) -> bool:
    raise NotImplementedError


def piece_bit(index: int) -> Pieces:
    raise NotImplementedError


def cell_bit(index: int) -> Cells:
    raise NotImplementedError


def option_bit(index: int) -> Options:
    raise NotImplementedError


def cells_at(s: Position, low: int, rest: int) -> Cells:
    """A set of cells anywhere in a state."""
    raise NotImplementedError


def put_cells(s: Position, low: int, rest: int, cells: Cells) -> None:
    raise NotImplementedError


def low_cells(count: int) -> Cells:
    """The first cells."""
    raise NotImplementedError


def remove_at(s: Position, zone: int, index: int) -> None:
    """Take a piece out of the order of a zone."""
    raise NotImplementedError


def insert_at(s: Position, zone: int, index: int, piece: int) -> None:
    raise NotImplementedError


def buffer(size: int) -> list[int]:
    """Numbers of a call's own."""
    raise NotImplementedError


def position_in(x: Workplace, number: int) -> Position:
    """One of the positions of the arena."""
    raise NotImplementedError


def position_after(s: Position, number: int) -> Position:
    """One of the positions that lie one after the other."""
    raise NotImplementedError


def copy_position(to: Position, source: Position, words: int) -> None:
    raise NotImplementedError


def move_words(s: Position, to: int, source: int, count: int) -> None:
    """Words of a position to another place in it."""
    raise NotImplementedError


def grow(x: Workplace) -> None:
    """Room for more positions in the arena."""
    raise NotImplementedError


def release(x: Workplace) -> None:
    """The arena is not needed any more."""
    raise NotImplementedError


def estimate(s: Position, seat: int) -> int:
    """How good a position is for a seat."""
    raise NotImplementedError


class Numbers:
    """Numbers of the ruleset by their names."""

    def __getattr__(self, name: str) -> int:
        raise NotImplementedError


class Tables:
    """Tables of the ruleset by their names."""

    def __getattr__(self, name: str) -> Sequence[int]:
        raise NotImplementedError


numbers = Numbers()
tables = Tables()
