"""The parts of an observation as data: which slots of a state become which numbers.

`play/observing.py` makes the parts of a program. Plain Python reads a state with `read`; machine code gets the same
parts as tables (`fast/observation_tables.py`), so both write the same numbers in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.play import reading, sequences
from solenia_rules.play.sight import Sight
from solenia_rules.text.frozen import frozen

BySeat: TypeAlias = tuple[tuple[int, ...], ...]
"""For each seat that observes, one number for each number of the part."""


@frozen(eq=False)
class AsItIs:
    """A stored value is told without a change."""

    def code(self, value: int, _me: int) -> int:
        return value


@frozen(eq=False)
class AsFlag:
    """A stored value is told as 0 or 1."""

    def code(self, value: int, _me: int) -> int:
        return int(bool(value))


@frozen(eq=False)
class ByTable:
    """A stored value is looked up: a seat that is counted from the observing seat, or a place or piece by its number
    in a list of words. The first entry is for -1, which means none."""

    table: BySeat

    def code(self, value: int, me: int) -> int:
        return self.table[me][value + 1]


Coder: TypeAlias = AsItIs | AsFlag | ByTable


@frozen(eq=False)
class Course:
    """Who observes, whether the game is over, who has won, who is asked, which phase runs, which decision is asked."""

    program: Program
    seats: int
    phases: dict[str, int]
    specs: int

    @property
    def size(self) -> int:
        return 2 + 2 * self.seats + len(self.phases) + self.specs

    def read(self, s: list[int], me: int, found: list[int]) -> None:
        over, seats = s[at.OVER] != 0, self.seats
        found += (me, int(over))
        found += [s[at.WINNERS] >> (me + step) % seats & 1 for step in range(seats)]
        found += [int(not over and s[at.ASKED] == (me + step) % seats) for step in range(seats)]
        phase = self.phases.get(reading.running_phase(self.program, s) or "", -1)
        found += [int(number == phase) for number in range(len(self.phases))]
        spec = s[at.SPEC] if not over and s[at.ASKED] == me else -1
        found += [int(number == spec) for number in range(self.specs)]


@frozen(eq=False)
class Stored:
    """Values in slots. With `there`, the slot of a mask, a value is -1 unless the mask has as many members as the row
    of the value says."""

    slots: BySeat
    coder: Coder
    there: int | None = None
    rows: BySeat = ()

    @property
    def size(self) -> int:
        return len(self.slots[0])

    def read(self, s: list[int], me: int, found: list[int]) -> None:
        slots, code = self.slots[me], self.coder.code
        if self.there is not None:
            there = s[self.there].bit_count()
            found += [code(s[slot], me) if row <= there else -1 for slot, row in zip(slots, self.rows[me], strict=True)]
        elif isinstance(self.coder, AsItIs):
            found += [s[slot] for slot in slots]
        elif isinstance(self.coder, ByTable):
            table = self.coder.table[me]
            found += [table[s[slot] + 1] for slot in slots]
        else:
            found += [code(s[slot], me) for slot in slots]


@frozen(eq=False)
class Totals:
    """Sums of `width` slots, by the first of them."""

    firsts: BySeat
    width: int

    @property
    def size(self) -> int:
        return len(self.firsts[0])

    def read(self, s: list[int], me: int, found: list[int]) -> None:
        found += [sum(s[first : first + self.width]) for first in self.firsts[me]]


@frozen(eq=False)
class Sizes:
    """How many pieces lie in zones, by the slots of their masks."""

    masks: BySeat

    @property
    def size(self) -> int:
        return len(self.masks[0])

    def read(self, s: list[int], me: int, found: list[int]) -> None:
        found += [s[mask].bit_count() for mask in self.masks[me]]


@frozen(eq=False)
class Bunch:
    """Rows of equal pieces: the pieces that the seat sees, sorted; then rows of -1."""

    pieces: BySeat
    sight: Sight
    numbering: BySeat
    """By seat that observes, the number of each place."""
    ordered: bool
    faced: bool
    die: bool
    fields: tuple[tuple[int, Coder], ...]
    """The first slot of each stored field, and how its values are told."""

    @property
    def width(self) -> int:
        return 1 + self.ordered + self.faced + self.die + len(self.fields)

    @property
    def size(self) -> int:
        return self.width * len(self.pieces[0])

    def read(self, s: list[int], me: int, found: list[int]) -> None:
        rows = [row for piece in self.pieces[me] if (row := self._row(s, me, piece)) is not None]
        rows.sort()
        for row in rows:
            found += row
        found += [-1] * (self.width * (len(self.pieces[me]) - len(rows)))

    def _row(self, s: list[int], me: int, piece: int) -> tuple[int, ...] | None:
        """What a seat sees of a piece; None: nothing."""
        layout = self.sight.layout
        place = s[layout.locations + piece]
        seen = place > 0 and self.sight.piece(s, piece, me)
        shows = self.die and (seen or self.sight.die_seers(s, piece) == -1)
        if not seen and not shows:
            return None
        row = [self.numbering[me][place] if seen else -1]
        if self.ordered:
            row.append(self._position(s, me, piece, place) if seen else -1)
        if self.faced:
            row.append(s[layout.faces + piece] if seen else -1)
        if self.die:
            row.append(s[layout.dice + piece] if shows else -1)
        if self.fields:
            row += [coder.code(s[base + piece], me) if seen else -1 for base, coder in self.fields]
        return tuple(row)

    def _position(self, s: list[int], me: int, piece: int, place: int) -> int:
        """The position in an ordered zone that the seat sees; the first has 0."""
        layout = self.sight.layout
        if place >= layout.first_cell or not layout.zones[place - 1].ordered or not self.sight.place(place, me):
            return -1
        return sequences.unpack(s[layout.zone_orders + place - 1]).index(piece)


@frozen(eq=False)
class Shown:
    """Values of a query that is shown, one for each argument; () is a call without argument."""

    function: int
    arguments: tuple[tuple[tuple[int, ...], ...], ...]
    """By seat that observes, the arguments of each call."""
    call: Callable[..., int]

    @property
    def size(self) -> int:
        return len(self.arguments[0])

    def read(self, s: list[int], me: int, found: list[int]) -> None:
        found += [self.call(s, self.function, *given) for given in self.arguments[me]]


Part: TypeAlias = Course | Stored | Totals | Sizes | Bunch | Shown
