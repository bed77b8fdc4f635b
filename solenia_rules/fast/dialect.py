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
    lot: int
    """The last random number for a word that is drawn."""
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
    desk_room: int
    """The number of words of the desk, which is memory for numbers that bots think with."""
    desk_used: int
    """The number of words of the desk in use."""
    stands_room: int
    """The number of positions that fit on the stands, where bots keep imagined positions."""
    kept: int
    """The address of the answers after which judged state was set; `kept_used` of `kept_room` words are in use."""
    kept_room: int
    kept_used: int
    kept_waits: int
    """Whether the position before an answer that is not given yet lies behind them."""
    hits: int
    """The address of the numbers that say how often each statement ran; 0: they are not counted."""
    window: int
    """The address of the numbers that say whether each statement ran since an answer; 0: nobody asks, or a phase has
    begun since then."""


class Mind:
    """What the bots of one game keep between their decisions, and what the one that thinks now needs."""

    seed_low: int
    seed_high: int
    """The two words of the seed of the bots."""
    walk: int
    walked: int
    """The key of the walk through random answers, and how many steps it has gone."""
    seat: int
    """The seat that thinks."""
    key: int
    count: int
    """The random stream of this decision, and how many numbers of it were used."""
    world_key: int
    world_count: int
    """The random stream of the world that is being drawn, and how many numbers of it were used."""
    root: int
    """The stand of the position from which the lookahead started."""
    judged: int
    """The number of ends that the lookahead evaluated."""
    lucky: int
    """Whether dice, shuffles or secret answers of other seats influenced the lookahead."""
    plan: int
    plan_moment: int
    plan_seat: int
    """Where on the desk the rest of greedy's plan lies; it is meant for this number of answers and this seat."""
    equals: int
    """Where on the desk the options with the same value as greedy's answer are listed, their number first."""
    events: int
    """The number of events that led to the position."""
    past: int
    """Where on the desk begins what the seat knows about the past."""
    mixes: int
    mix_list: int
    """The number of shuffles that mixed unknown pieces, and where they are listed on the desk."""
    written: int
    write_list: int
    """The number of values on pieces that may be different in another world, and where they are listed."""
    judgements: int
    """The number of answers after which the seat saw judged state."""
    judging: int
    judging_number: int
    contradicted: int
    """In the world that is being drawn: where the next of these answers lies, how many lie before it, and whether one
    of them is judged in another way."""
    samples: int
    scale: int
    usual: int
    """The number of playouts that tell the usual lead, the scale of distances from it, and where the sums of the leads
    lie on the desk."""
    nodes: int
    """The number of nodes of the tree."""
    path: int
    """Where on the desk the path of a playout lies."""
    secret_spec: int
    secret_asked: int
    secret_frame: int
    """The last decision, if its answer is secret; otherwise the spec is -1."""
    secrets: int
    """The number of secret answers that are not yet revealed; the position before them is on the first stand."""
    secret: list[int]
    """For each of them the seat and the answer."""


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


def near_by_steps(cells: Cells) -> Cells:
    """The neighbours of a set of cells, found by shifting the set: on a grid, neighbours differ by few numbers."""
    raise NotImplementedError


def around_by_steps(cells: Cells) -> Cells:
    """The same for the cells around a set."""
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


def copy_words(to: Position, source: Position, first: int, count: int) -> None:
    """Copy some words of a position to the same place of another one."""
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


def position_at(address: int) -> Position:
    raise NotImplementedError


def numbers_at(address: int) -> list[int]:
    raise NotImplementedError


def resized(address: int, words: int) -> int:
    """Memory for this many words, with the contents of the given memory; returns its address."""
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


def desk(x: Workplace) -> list[int]:
    """The desk. It moves when it grows."""
    raise NotImplementedError


def widen_desk(x: Workplace, words: int) -> None:
    """Make room on the desk for at least this many words."""
    raise NotImplementedError


def stand(x: Workplace, number: int) -> Position:
    """The position on a stand. The stands move when there are more of them."""
    raise NotImplementedError


def more_stands(x: Workplace, count: int) -> None:
    """Make at least this many stands."""
    raise NotImplementedError


def mind_in(minds: list[int]) -> Mind:
    """The mind in an array, after the sort and the number of playouts of each seat."""
    raise NotImplementedError


def options_in(words: list[int], place: int) -> Options:
    raise NotImplementedError


def put_options(words: list[int], place: int, options: Options) -> None:
    raise NotImplementedError


def low_options(count: int) -> Options:
    """The set of the first `count` options; `count` is at least 1."""
    raise NotImplementedError


def as_pieces(options: Options) -> Pieces:
    raise NotImplementedError


def as_options(pieces: Pieces) -> Options:
    raise NotImplementedError


def pieces_in(words: list[int], place: int) -> Pieces:
    raise NotImplementedError


def items_at(s: Position, place: int) -> Items:
    """The sequence at any offset of a state."""
    raise NotImplementedError


def int32_in(numbers: list[int], index: int) -> int:
    """A number in an array of 32-bit integers."""
    raise NotImplementedError


def put_int32(numbers: list[int], index: int, value: int) -> None:
    raise NotImplementedError


def byte_in(numbers: list[int], index: int) -> int:
    """A byte in an array of bytes."""
    raise NotImplementedError


def put_byte(numbers: list[int], index: int, value: int) -> None:
    raise NotImplementedError


def clear_bytes(numbers: list[int], count: int) -> None:
    """Set the first bytes of an array to 0."""
    raise NotImplementedError


def root(value: int) -> int:
    """The square root of a number that is not negative and less than 2**52, rounded down."""
    raise NotImplementedError


def passes(s: Position, spec: int, value: int) -> int:
    """Whether a candidate passes the tests of a choice that is pending."""
    raise NotImplementedError


def shown(s: Position, query: int, argument: int) -> int:
    """The value of a query that is shown to everybody; `query` is its number among such queries."""
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
