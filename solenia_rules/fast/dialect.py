"""Declares the names used in `kernel` for the type checker; `translator` implements them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Pieces = int
"""A set of pieces."""
Cells = int
"""A set of cells."""
Options = int
"""A set of options, as wide as the largest set of options in the ruleset."""

Packed = int
"""A packed position, as wide as the largest position of a history."""


class Position:
    """A state in memory; `word` gives access to all of its words."""

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
    """Steps left until the next decision or phase; at 0 the rules count as endless."""
    teller: int
    """The address of the workplace that collects the events; 0: this position tells nothing."""
    place: int
    """The place in the ruleset of the text that runs. Like `calls`, only telling code keeps it."""
    calls: int
    """The address of the innermost call of a function without a frame: the place of the call, and the address of the
    next call outwards; 0: none."""
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
    """A sequence in memory; `word` gives access to all of its words, including its keys."""

    length: int
    word: list[int]


class Workplace:
    """Memory, apart from positions, that one call may write to."""

    arena: Position
    room: int
    """The number of positions that fit into the arena."""
    fuel: int
    """The number of positions that looking ahead may still try."""
    fault: int
    """The code of the error; 0: none."""
    log: int
    """The address of the events told so far; `log_count` of `log_room` rows are in use."""
    log_room: int
    log_count: int
    log_asked: int
    """The number of events when the last decision was answered."""
    answers: int
    """The address of the answers of a recorded game; there is room for `answers_room`."""
    answers_room: int


def run(x: Workplace, s: Position, block: int) -> int:
    """Run block by block, until a seat is asked or the game ends."""
    raise NotImplementedError


def reset(s: Position, phase: int) -> None:
    """Reset the values that a phase resets at its beginning."""
    raise NotImplementedError


def bits(mask: int) -> Iterator[int]:
    raise NotImplementedError


def popcount(mask: int) -> int:
    raise NotImplementedError


def lowest(mask: int) -> int:
    """The lowest member of a mask; the mask must not be empty."""
    raise NotImplementedError


def has(mask: int, index: int) -> bool:
    raise NotImplementedError


def piece_bit(index: int) -> Pieces:
    raise NotImplementedError


def cell_bit(index: int) -> Cells:
    raise NotImplementedError


def option_bit(index: int) -> Options:
    raise NotImplementedError


def packed(value: int) -> Packed:
    """A number that is not negative, as wide as a packed position."""
    raise NotImplementedError


def cells_at(s: Position, low: int, rest: int) -> Cells:
    """Read a set of cells at any offset of a state."""
    raise NotImplementedError


def put_cells(s: Position, low: int, rest: int, cells: Cells) -> None:
    raise NotImplementedError


def low_cells(count: int) -> Cells:
    """The set of the first `count` cells."""
    raise NotImplementedError


def remove_at(s: Position, zone: int, index: int) -> None:
    """Remove the piece at an index from the order of a zone."""
    raise NotImplementedError


def insert_at(s: Position, zone: int, index: int, piece: int) -> None:
    raise NotImplementedError


def buffer(size: int) -> list[int]:
    """A local array of numbers."""
    raise NotImplementedError


def position_in(x: Workplace, number: int) -> Position:
    """The position with the given number in the arena."""
    raise NotImplementedError


def position_after(s: Position, number: int) -> Position:
    """The position with the given number in an array of positions."""
    raise NotImplementedError


def copy_position(to: Position, source: Position, words: int) -> None:
    raise NotImplementedError


def move_words(s: Position, to: int, source: int, count: int) -> None:
    """Copy words within a position; the ranges may overlap."""
    raise NotImplementedError


def workplace() -> Workplace:
    """An empty workplace of a call's own."""
    raise NotImplementedError


def address_of(x: Workplace) -> int:
    raise NotImplementedError


def workplace_at(address: int) -> Workplace:
    raise NotImplementedError


def numbers_at(address: int) -> list[int]:
    raise NotImplementedError


def resized(address: int, words: int) -> int:
    """Memory for so many words with the contents of the given memory; returns its address."""
    raise NotImplementedError


def store_pieces(to: list[int], first: int, pieces: Pieces) -> None:
    """Store the words of a set in a list, from index `first` on."""
    raise NotImplementedError


def grow(x: Workplace) -> None:
    """Make room for more positions in the arena."""
    raise NotImplementedError


def release(x: Workplace) -> None:
    """Free the memory of a workplace."""
    raise NotImplementedError


def estimate(s: Position, seat: int) -> int:
    """The estimated value of a position for a seat."""
    raise NotImplementedError


class Numbers:
    """The numbers of the ruleset by name."""

    def __getattr__(self, name: str) -> int:
        raise NotImplementedError


class Tables:
    """The tables of the ruleset by name."""

    def __getattr__(self, name: str) -> Sequence[int]:
        raise NotImplementedError


numbers = Numbers()
tables = Tables()
