"""Which seats may see what: pieces by their zone or because they were shown, counters and state by declaration."""

from __future__ import annotations

from solenia_rules.core.compiled import Program

NOWHERE = 0


class Sight:
    """The visibility rules of a program. They list what is allowed; everything else is hidden."""

    def __init__(self, program: Program) -> None:
        self.layout = layout = program.layout
        everyone = (1 << layout.seats) - 1
        seen: list[int] = [0]
        sizes: list[int] = [0]
        for zone in layout.zones:
            declared = layout.names.zones[zone.zone]
            owner = 1 << zone.key if declared.per == "seat" else 0
            seen.append({"all": -1, "owner": owner, "nobody": 0}[declared.seen])
            sizes.append({"all": -1, "owner": owner, "nobody": 0}[declared.size_seen])
        self.places = (*seen, *([-1] * len(layout.cells)))
        """For each place, the mask of the seats that see its pieces; -1: all, including spectators."""
        self.sizes = tuple(sizes)
        self.everyone = everyone
        self.slots = self._slots()
        """For each slot of a counter or of state, the mask of the seats that see it; -1: all."""

    def place(self, place: int, seat: int | None) -> bool:
        mask = self.places[place]
        return mask == -1 or (seat is not None and bool(mask >> seat & 1))

    def size(self, place: int, seat: int | None) -> bool:
        mask = self.sizes[place]
        return mask == -1 or (seat is not None and bool(mask >> seat & 1))

    def piece(self, s: list[int], piece: int, seat: int | None) -> bool:
        """Whether a seat knows the identity of this piece at its current place."""
        if self.place(s[self.layout.locations + piece], seat):
            return True
        return seat is not None and bool(s[self.layout.known + seat] >> piece & 1)

    def seers(self, s: list[int], piece: int) -> int:
        """The mask of the seats that know the piece; -1: all."""
        mask = self.places[s[self.layout.locations + piece]]
        if mask == -1:
            return -1
        for seat in range(self.layout.seats):
            if s[self.layout.known + seat] >> piece & 1:
                mask |= 1 << seat
        return mask

    def die_seers(self, s: list[int], die: int) -> int:
        """The mask of the seats that see what a die shows; -1: all. A die that lies nowhere is on the table."""
        return -1 if s[self.layout.locations + die] == NOWHERE else self.seers(s, die)

    def counter(self, name: str, owner: int) -> int:
        """The mask of the seats that see a counter; -1: all."""
        return self._declared(self.layout.names.counters[name].seen, owner)

    def total(self, name: str, owner: int) -> int:
        """The mask of the seats that see the total of a counter; -1: all."""
        return self._declared(self.layout.names.counters[name].size_seen, owner)

    def _slots(self) -> tuple[int, ...]:
        layout, names = self.layout, self.layout.names
        made = [-1] * layout.size
        for counter in names.world.counters:
            base, width = layout.counters[counter.id], layout.width(counter)
            for owner in range(layout.seats) if "seat" in counter.per else (-1,):
                first = base + max(0, owner) * width
                made[first : first + width] = [self._declared(counter.seen, owner)] * width
        for variable in names.world.state:
            base = layout.states[variable.id]
            for owner in range(layout.seats) if variable.per else (-1,):
                made[base + max(0, owner)] = self._declared(variable.seen, owner)
        return tuple(made)

    def _declared(self, seen: str, owner: int) -> int:
        if seen == "all":
            return -1
        return 1 << owner if seen == "owner" and owner >= 0 else 0
