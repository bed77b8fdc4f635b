"""Who may see what: zones by their kind, pieces shown, counters and state by declaration."""

from __future__ import annotations

from solenia_rules.compiler.layout import Layout


class Sight:
    """Built up from what is allowed, never by taking away."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        everyone = (1 << layout.seats) - 1
        seen: list[int] = [0]
        sizes: list[int] = [0]
        for zone in layout.zones:
            declared = layout.names.zones[zone.zone]
            owner = 1 << zone.key if declared.per == "seat" else 0
            seen.append({"all": -1, "owner": owner, "nobody": 0}[declared.seen])
            sizes.append({"all": -1, "owner": owner, "nobody": 0}[declared.size_seen])
        self.places = (*seen, *([-1] * len(layout.cells)))
        """Mask of seats that see the pieces in a place; -1: everybody, spectators too."""
        self.sizes = tuple(sizes)
        self.everyone = everyone

    def place(self, place: int, seat: int | None) -> bool:
        mask = self.places[place]
        return mask == -1 or (seat is not None and bool(mask >> seat & 1))

    def size(self, place: int, seat: int | None) -> bool:
        mask = self.sizes[place]
        return mask == -1 or (seat is not None and bool(mask >> seat & 1))

    def piece(self, s: list[int], piece: int, seat: int | None) -> bool:
        """Whether a seat knows which piece this is where it lies."""
        if self.place(s[self.layout.locations + piece], seat):
            return True
        return seat is not None and bool(s[self.layout.known + seat] >> piece & 1)

    def seers(self, s: list[int], piece: int) -> int:
        """Mask of seats that know the piece; -1: everybody."""
        mask = self.places[s[self.layout.locations + piece]]
        if mask == -1:
            return -1
        for seat in range(self.layout.seats):
            if s[self.layout.known + seat] >> piece & 1:
                mask |= 1 << seat
        return mask

    def counter(self, name: str, owner: int) -> int:
        """Mask of seats that see a counter; -1: everybody."""
        return self._declared(self.layout.names.counters[name].seen, owner if owner >= 0 else None)

    def slot(self, slot: int) -> int:
        """Mask of seats that see a slot of a counter or of the state; cells are seen by everybody."""
        layout, names = self.layout, self.layout.names
        for counter in names.world.counters:
            base, width = layout.counters[counter.id], layout.width(counter)
            per_seat = "seat" in counter.per
            if base <= slot < base + width * (layout.seats if per_seat else 1):
                return self._declared(counter.seen, (slot - base) // width if per_seat else None)
        for variable in names.world.state:
            base, per_seat = layout.states[variable.id], variable.per is not None
            if base <= slot < base + (layout.seats if per_seat else 1):
                return self._declared(variable.seen, slot - base if per_seat else None)
        return -1

    def _declared(self, seen: str, owner: int | None) -> int:
        if seen == "all":
            return -1
        return 1 << owner if seen == "owner" and owner is not None else 0
