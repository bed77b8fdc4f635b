"""The slots of histories, and how a position is packed into one number: `Recorded` in the layout."""

from __future__ import annotations

from solenia_rules.checked.histories import Range, Ranges, kept_kinds
from solenia_rules.core.inventory import Piece
from solenia_rules.core.layout import Bunch, Layout, PackedSlot, Recorded
from solenia_rules.rules import records as r


def lay_out_histories(layout: Layout) -> None:
    """Give each history its slots: the number of recorded positions, then the positions."""
    for history in layout.names.world.histories:
        count, base = layout.take(1), layout.take(history.most)
        layout.histories[history.id] = _Packing(layout, history).recorded(count, base)


class _Packing:
    """How positions of one history are packed."""

    def __init__(self, layout: Layout, history: r.History) -> None:
        self.layout, self.names, self.history = layout, layout.names, history
        self.ranges = Ranges(layout.names, layout.seats, len(layout.pieces), len(layout.cells))

    def recorded(self, count: int, base: int) -> Recorded:
        layout, history = self.layout, self.history
        slots = [packed for name in history.keeps for packed in self._slots(name)]
        places = self._places()
        kept = set(kept_kinds(self.names, history))
        bunches: dict[tuple[object, ...], list[Piece]] = {}
        for piece in layout.pieces:
            if piece.kind in kept:
                bunches.setdefault((piece.kind, piece.record, piece.owner, piece.word), []).append(piece)
        place_bits = max(places).bit_length()
        made = [self._bunch(pieces, place_bits) for pieces in bunches.values()]
        seat_bits = Range(0, layout.seats - 1).bits if "me" in history.keeps else 0
        bits = seat_bits + sum(packed.bits for packed in slots) + sum(len(bunch.pieces) * bunch.bits for bunch in made)
        oldest = history.when_full == "forget oldest"
        return Recorded(
            len(layout.histories), count, base, history.most, oldest, max(1, bits), seat_bits, tuple(slots), places,
            tuple(made),
        )  # fmt: skip

    def _slots(self, name: str) -> list[PackedSlot]:
        """The slots of a counter, of state, or of the fields of a board's cells."""
        layout, names = self.layout, self.names
        if name in names.counters:
            counter = names.counters[name]
            count = layout.width(counter) * (layout.seats if "seat" in counter.per else 1)
            return _packed(layout.counters[name], count, Range(counter.low, counter.high))
        if name in names.state:
            kind = names.kind(names.state[name].kind)
            count = layout.seats if names.state[name].per == "seat" else 1
            return _packed(layout.states[name], count, self.ranges.of_kind(kind))
        if name not in names.boards:
            return []
        declared = [decl.id for decl in names.fields_of(name)]
        found = []
        for field, base in layout.cell_fields.items():
            if field in declared:
                values = self.ranges.of_field(field, "cell")
                for cell in layout.board_cells(name):
                    found += _packed(base + cell.index, 1, values)
        return found

    def _places(self) -> tuple[int, ...]:
        """For each place its number among the places that are kept; 0: it is not kept."""
        layout, keeps = self.layout, self.history.keeps
        kept = [layout.place_of_zone(zone.index) for zone in layout.zones if zone.zone in keeps]
        kept += [layout.place_of_cell(cell.index) for cell in layout.cells if cell.board in keeps]
        numbers = {place: number for number, place in enumerate(kept, 1)}
        return tuple(numbers.get(place, 0) for place in range(layout.first_cell + len(layout.cells)))

    def _bunch(self, pieces: list[Piece], place_bits: int) -> Bunch:
        layout, first = self.layout, pieces[0]
        kind = self.names.pieces[first.kind]
        fields = [
            PackedSlot(base, values.low, values.bits)
            for field, base in layout.piece_fields.items()
            if any(decl.id == field for decl in kind.fields)
            for values in [self.ranges.of_field(field, "piece")]
        ]
        if layout.is_faced(first):
            fields.append(PackedSlot(layout.faces, 0, 1))
        if kind.sides is not None:
            fields.append(PackedSlot(layout.dice, 0, kind.sides.bit_length()))
        bits = place_bits + sum(packed.bits for packed in fields)
        return Bunch(tuple(piece.index for piece in pieces), tuple(fields), bits)


def _packed(base: int, count: int, values: Range) -> list[PackedSlot]:
    return [PackedSlot(base + index, values.low, values.bits) for index in range(count)]
