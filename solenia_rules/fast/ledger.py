"""The memory in which machine code counts what happens in games: tables that it reads, sums over all games, results of
each game of a block, and what it needs while it counts one game. `fast/kernel/counting.py` fills it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from attrs import frozen

LEDGER = (
    "NAMES", "OWNERS", "SCORING", "WATCHED",
    "USES", "DEEDS", "COURSE",
    "RESULTS_OF_GAMES", "PARTS", "PARTS_COUNT", "PARTS_MOST", "PARTS_ROOM",
    "STUCKS", "STUCKS_COUNT", "STUCKS_MOST", "STUCKS_ROOM",
    "SEEN", "TOUCHED", "TOUCHED_COUNT", "ACTED", "ACTORS", "ACTORS_COUNT", "POINTS", "SCORES", "ENTERED", "DEPTH",
    "STUCK_TIMES", "STUCK_KEYS", "STUCK_COUNT", "ACTOR", "ASKS", "STOP",
)  # fmt: skip
"""The words of a ledger: tables, sums, results of games, and what belongs to one game. A word is a number, or the
address of an array."""
WORD_OF = {name: place for place, name in enumerate(LEDGER)}
COURSE_STEPS = 20
"""The number of equal steps into which a game is divided."""
WIN = 840
"""A win counts this much and is split among the winners; it is divisible by every number of seats."""
USE_SIZE, DEED_SIZE, SEEN_SIZE = 6, 3, 3
"""The numbers of a use and of a deed, in the order of the fields of `Use` and `Deed`; and of an option in one game: the
seats that were offered it, those that took it, the last decision that offered it."""
ROW_HEAD = 6
"""The first numbers of the row of a game: answers, winners, phases, seats that took the watched option, number of
parts, number of places where seats got stuck; the scores follow."""
ROOM = 1 << 16
"""Numbers for the parts of scores of one block; if they run short, the block ends earlier."""
MOST_ENTERED = 10_001
"""Phases that can be entered and not left: more than a game may have."""


@frozen
class Sheet:
    """What to count. Options and texts have names, of which machine code knows only the numbers."""

    seats: int
    option_bits: int
    """The number of options that any decision can have."""
    names: Sequence[int]
    """For each decision, option and seat, the number of its name; -1: none."""
    name_count: int
    owners: Sequence[int]
    """For each place in the ruleset, the number of its owner."""
    owner_count: int
    scoring: Sequence[int]
    """For each resource, whether it is the score."""
    specs: int
    """The number of decisions."""
    watched: int
    """The name of the option for which each game says who took it; -1: none."""


@frozen
class GameRow:
    """What a ledger says about one game."""

    decisions: int
    winners: int
    phases: int
    took: int
    """The seats that took the watched option."""
    scores: tuple[int, ...]
    parts: list[tuple[int, tuple[int, ...]]]
    """Owner -> points by seat."""
    stuck: list[tuple[int, int, int]]
    """Seat (-1: none), place of the text or -1 minus the decision, how often."""


class Ledger:
    """The counters of one worker. Only one call at a time may use them."""

    def __init__(self, sheet: Sheet, most: int) -> None:
        """`most`: the number of games of the largest block."""
        self.seats, self.specs, self.most = sheet.seats, sheet.specs, most
        self._row = ROW_HEAD + sheet.seats
        stuck = (len(sheet.owners) + sheet.specs) * (sheet.seats + 1)
        parts = sheet.owner_count * (1 + sheet.seats)
        self.arrays: dict[str, array[int]] = {
            "NAMES": array("q", sheet.names), "OWNERS": array("q", sheet.owners), "SCORING": array("q", sheet.scoring),
            "USES": _zeros(USE_SIZE * sheet.name_count), "DEEDS": _zeros(DEED_SIZE * sheet.owner_count),
            "COURSE": _zeros(sheet.seats * (COURSE_STEPS + 1)), "RESULTS_OF_GAMES": _zeros(self._row * most),
            "PARTS": _zeros(parts + ROOM), "STUCKS": _zeros(2 * stuck + ROOM),
            "SEEN": _zeros(SEEN_SIZE * sheet.name_count), "TOUCHED": _zeros(sheet.name_count),
            "ACTED": _zeros(sheet.owner_count), "ACTORS": _zeros(sheet.owner_count),
            "POINTS": _zeros(sheet.owner_count * sheet.seats), "SCORES": _zeros(sheet.seats),
            "ENTERED": _zeros(MOST_ENTERED), "STUCK_TIMES": _zeros(stuck), "STUCK_KEYS": _zeros(stuck),
        }  # fmt: skip
        self.words = _zeros(len(LEDGER))
        for name, numbers in self.arrays.items():
            self.words[WORD_OF[name]] = numbers.buffer_info()[0]
        for name, number in (
            ("WATCHED", sheet.watched), ("PARTS_MOST", parts), ("PARTS_ROOM", parts + ROOM), ("STUCKS_MOST", 2 * stuck),
            ("STUCKS_ROOM", 2 * stuck + ROOM),
        ):  # fmt: skip
            self.words[WORD_OF[name]] = number

    def stop(self) -> None:
        """End the present block after its current game. Another thread may call this."""
        self.words[WORD_OF["STOP"]] = 1

    @property
    def stopped(self) -> bool:
        return self.words[WORD_OF["STOP"]] != 0

    def clear_block(self) -> None:
        """Forget the results of the games of a block; the sums stay."""
        self.words[WORD_OF["PARTS_COUNT"]] = self.words[WORD_OF["STUCKS_COUNT"]] = 0

    def games(self, count: int) -> Iterator[GameRow]:
        """The games of a block."""
        width, seats = self._row, self.seats
        rows = self.arrays["RESULTS_OF_GAMES"][: count * width].tolist()
        parts = iter(self.arrays["PARTS"][: self.words[WORD_OF["PARTS_COUNT"]]].tolist())
        stucks = iter(self.arrays["STUCKS"][: self.words[WORD_OF["STUCKS_COUNT"]]].tolist())
        each = range(seats + 1)
        for start in range(0, count * width, width):
            decisions, winners, phases, took, part_count, stuck_count, *scores = rows[start : start + width]
            found = []
            for _ in range(part_count):
                who, *points = [next(parts) for _ in each]
                found.append((who, tuple(points)))
            stuck = []
            for _ in range(stuck_count):
                place, seat = divmod(next(stucks), seats + 1)
                stuck.append((seat - 1, place - self.specs, next(stucks)))
            yield GameRow(decisions, winners, phases, took, tuple(scores), found, stuck)

    def uses(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The options that were offered, by the number of their name."""
        return _rows(self.arrays["USES"], USE_SIZE)

    def deeds(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The owners of texts that did something."""
        return _rows(self.arrays["DEEDS"], DEED_SIZE)

    def course(self, seat: int) -> list[int]:
        """The sums of the values of a seat, by step."""
        first = seat * (COURSE_STEPS + 1)
        return self.arrays["COURSE"][first : first + COURSE_STEPS + 1].tolist()


def _rows(numbers: array[int], size: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    for index in range(len(numbers) // size):
        if numbers[index * size]:
            yield index, tuple(numbers[index * size : (index + 1) * size])


def _zeros(count: int) -> array[int]:
    return array("q", bytes(8 * max(1, count)))
