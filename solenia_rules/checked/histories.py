"""What the histories of a ruleset keep of a position, and how many bits each part of it takes.

Two positions are equal if all kept parts are equal. Pieces of one record and owner are interchangeable, so a position
tells for each bunch of such pieces where they lie and what is stored about them, but not which of them is where.
"""

from __future__ import annotations

from collections.abc import Iterable

from solenia_rules.checked.checked import Checked
from solenia_rules.checked.names import Names
from solenia_rules.checked.numbers import LIMIT
from solenia_rules.checked.stored_fields import stored_fields
from solenia_rules.dsl.kinds import Kind
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import frozen

POSITION_BITS = 4096
"""The most bits of a position."""
PIECE_BITS = 62
"""The most bits that the place and the stored values of one piece may take together."""


@frozen
class Range:
    """The values that something may have."""

    low: int
    high: int

    @property
    def bits(self) -> int:
        return (self.high - self.low).bit_length()

    def joined(self, other: Range) -> Range:
        return Range(min(self.low, other.low), max(self.high, other.high))


class Ranges:
    """The ranges of what a ruleset stores, for one number of seats, pieces and cells."""

    def __init__(self, names: Names, seats: int, pieces: int, cells: int) -> None:
        self.names, self.seats, self.pieces, self.cells = names, seats, pieces, cells

    def of_kind(self, kind: Kind | None) -> Range:
        """All values of a kind, as they are stored: -1 is none."""
        if kind is None or kind.base == "number":
            low = kind.low if kind is not None and kind.low is not None else -LIMIT
            high = kind.high if kind is not None and kind.high is not None else LIMIT
            return Range(low, high)
        match kind.base:
            case "test" | "face":
                return Range(0, 1)
            case "seat":
                return Range(-1, self.seats - 1)
            case "piece":
                return Range(-1, self.pieces - 1)
            case "cell":
                return Range(-1, self.cells - 1)
            case "word" if kind.of is not None:
                return Range(-1, len(self.names.word_kinds[kind.of].words) - 1)
            case _:
                return Range(-1, LIMIT)

    def of_field(self, field: str, base: str) -> Range:
        """All values of a field, whichever piece or cell has it."""
        ranges = [self.of_kind(self.names.kind(decl.kind)) for _holder, decl in self.names.holders(field, base)]
        found = ranges[0]
        for other in ranges[1:]:
            found = found.joined(other)
        return found


class PositionSizes:
    """The bits of one position of each history, with the largest number of seats."""

    def __init__(self, checked: Checked, pieces: dict[str, int], cells: dict[str, int]) -> None:
        """`pieces`: the number of pieces of each kind; `cells`: the number of cells of each board of a seat."""
        self.names = checked.names
        self.seats = checked.names.world.seats.high
        self.pieces = pieces
        self.cells = {id_: count * self._per(checked.names.boards[id_].per) for id_, count in cells.items()}
        self.ranges = Ranges(self.names, self.seats, sum(pieces.values()), sum(self.cells.values()))
        self.piece_fields, self.cell_fields = stored_fields(checked)

    def _per(self, per: str | None) -> int:
        if per is None:
            return 1
        return self.seats if per == "seat" else len(self.names.word_kinds[per].words)

    def of(self, history: r.History) -> int:
        """The bits of one position."""
        names, found = self.names, Range(0, self.seats - 1).bits if "me" in history.keeps else 0
        for name in history.keeps:
            if name in names.counters:
                counter = names.counters[name]
                count = 1
                for per in counter.per:
                    count *= self._per(per)
                found += count * Range(counter.low, counter.high).bits
            elif name in names.state:
                kind = names.kind(names.state[name].kind)
                found += self._per(names.state[name].per) * self.ranges.of_kind(kind).bits
            elif name in names.boards:
                fields = [decl.id for decl in names.fields_of(name) if decl.id in self.cell_fields]
                found += self.cells[name] * sum(self.ranges.of_field(field, "cell").bits for field in fields)
        return found + sum(self.pieces[kind] * self.of_piece(kind, history) for kind in kept_kinds(names, history))

    def of_piece(self, kind: str, history: r.History) -> int:
        """The bits of the place and the stored values of one piece."""
        names = self.names
        places = sum(self.cells[name] for name in history.keeps if name in names.boards)
        places += sum(self._per(names.zones[name].per) for name in history.keeps if name in names.zones)
        found = Range(0, places).bits
        declared = names.pieces[kind]
        for decl in declared.fields:
            if decl.id in self.piece_fields:
                found += self.ranges.of_field(decl.id, "piece").bits
        return found + (declared.faces is not None) + (declared.sides or 0).bit_length()


def kept_kinds(names: Names, history: r.History) -> Iterable[str]:
    """The kinds of pieces that may lie where a history looks, in order of declaration."""
    if any(name in names.boards for name in history.keeps):
        return names.pieces
    kinds = {kind for name in history.keeps if name in names.zones for kind in names.zones[name].of}
    return [kind for kind in names.pieces if kind in kinds]
