"""Slots: where a state stores the numbers that have a name (counters, state, fields, dice), and what a slot stores.

Packages above `play` get slots here or from events, and read or write `s[slot]`; they do not compute slots.
"""

from __future__ import annotations

from solenia_rules.core.layout import Layout
from solenia_rules.text.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Sort: TypeAlias = Literal["counter", "state", "cell", "piece"]


@frozen
class Variable:
    """What a slot stores: a number of a counter, a variable of the state, or a field of a cell or piece."""

    sort: Sort
    name: str
    """The id of the counter, variable or field."""
    index: int
    """The index of the number: a cell or piece; otherwise counted by seats, and within a seat by words."""
    count: int
    """The number of its slots."""
    seat: int
    """The seat that owns the counter or variable; -1 if it is shared, and for fields."""
    word: int
    """For a counter, the word that is counted."""


class Slots:
    """The slots of one program."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._variables: dict[int, Variable | None] = {}

    def counter(self, counter: str, word: int, seat: int) -> int:
        """The slot of one word of a counter; `seat` is ignored for a shared counter."""
        return self.amounts(counter, seat)[word]

    def amounts(self, counter: str, seat: int) -> range:
        """The slots of a counter, one for each word."""
        declared = self.layout.names.counters[counter]
        width = self.layout.width(declared)
        first = self.layout.counters[counter] + (seat * width if "seat" in declared.per else 0)
        return range(first, first + width)

    def state(self, variable: str, seat: int) -> int:
        """The slot of a variable; `seat` is ignored for a shared variable."""
        per_seat = self.layout.names.state[variable].per is not None
        return self.layout.states[variable] + (seat if per_seat else 0)

    def piece_field(self, name: str, piece: int) -> int | None:
        """The slot of a field; None if nothing ever changes the field, because then the state does not store it."""
        base = self.layout.piece_fields.get(name)
        return None if base is None else base + piece

    def cell_field(self, name: str, cell: int) -> int | None:
        base = self.layout.cell_fields.get(name)
        return None if base is None else base + cell

    def die(self, piece: int) -> int:
        """The slot of the top face of a die."""
        return self.layout.dice + piece

    def piece(self, slot: int) -> int | None:
        """The piece of whose field this is the slot; None for other slots."""
        found = self.variable(slot)
        return found.index if found is not None and found.sort == "piece" else None

    def is_judged(self, slot: int) -> bool:
        """Whether a slot stores judged state, which may depend on hidden pieces."""
        found = self.variable(slot)
        return found is not None and found.sort == "state" and self.layout.names.state[found.name].judged

    def variable(self, slot: int) -> Variable | None:
        """What a slot stores; None if it has no name."""
        if slot not in self._variables:
            self._variables[slot] = self._variable(slot)
        return self._variables[slot]

    def _variable(self, slot: int) -> Variable | None:
        layout, world = self.layout, self.layout.names.world
        for counter in world.counters:
            width, owned = layout.width(counter), "seat" in counter.per
            index, count = slot - layout.counters[counter.id], width * (layout.seats if owned else 1)
            if 0 <= index < count:
                seat, word = divmod(index, width)
                return Variable("counter", counter.id, index, count, seat if owned else -1, word)
        for variable in world.state:
            index, count = slot - layout.states[variable.id], layout.seats if variable.per else 1
            if 0 <= index < count:
                return Variable("state", variable.id, index, count, index if variable.per else -1, 0)
        for name, base in layout.cell_fields.items():
            if 0 <= slot - base < len(layout.cells):
                return Variable("cell", name, slot - base, len(layout.cells), -1, 0)
        for name, base in layout.piece_fields.items():
            if 0 <= slot - base < len(layout.pieces):
                return Variable("piece", name, slot - base, len(layout.pieces), -1, 0)
        return None
