"""Where everything of the world lies in the state vector, for one number of seats."""

from __future__ import annotations

from solenia_rules.checked.names import Names
from solenia_rules.core.inventory import Inventory, fill
from solenia_rules.text.frozen import define, field, frozen

# the header of every state
OVER, WINNERS, FRAME, SPEC, ASKED, MASK, DEST, TRIAL, TRIAL_SEAT, DECISIONS, PHASES, SEED_LOW, SEED_HIGH = range(13)
HEADER = 13
FRAME_HEAD = 3
"""A frame: function, resume point, frame below; then its locals."""


@frozen
class Watch:
    """The mask of the things whose field, from `base` on, holds `value` lies in `slot`."""

    base: int
    count: int
    value: int
    slot: int


@define
class Layout(Inventory):
    """Slots by name."""

    counters: dict[str, int] = field(factory=dict)
    states: dict[str, int] = field(factory=dict)
    piece_fields: dict[str, int] = field(factory=dict)
    """Stored field -> base, indexed by piece."""
    cell_fields: dict[str, int] = field(factory=dict)
    locations: int = 0
    faces: int = 0
    faced: int = 0
    """Pieces, from the first on, that have room for a face; those behind them have only one."""
    dice: int = 0
    rolled: int = 0
    """Pieces, from the first on, that have room for what they show and for their chance; none behind them is a die."""
    at: int = 0
    """Base of the masks of pieces on each cell."""
    zone_masks: int = 0
    zone_orders: int = 0
    owned: int = 0
    """Base of the masks of pieces that roam and lie in a seat's places."""
    known: int = 0
    """Base of the masks of pieces shown to a seat."""
    occupied: dict[tuple[str, int], int] = field(factory=dict)
    """(piece kind, owner or -1 for all) -> slot of the mask of cells where such pieces lie."""
    watches: list[Watch] = field(factory=list)
    """Masks of what holds a value in a stored field."""
    streams: int = 0
    once: int = 0
    started: dict[str, int] = field(factory=dict)
    """Field of rules -> base of the marks of those started, pieces first, then cells."""
    size: int = HEADER
    parts: list[tuple[int, int]] = field(factory=list)
    """Slots that belong together: the first one and how many."""

    def take(self, count: int) -> int:
        base = self.size
        self.size += count
        self.parts.append((base, count))
        return base


def lay_out(names: Names, seats: int, stored_piece: list[str], stored_cell: list[str]) -> Layout:
    """Number pieces, cells and zones in order of declaration and give everything its slots."""
    out = Layout(names, seats)
    world = names.world
    fill(out)
    for counter in world.counters:
        out.counters[counter.id] = out.take(out.width(counter) * (seats if "seat" in counter.per else 1))
    for variable in world.state:
        out.states[variable.id] = out.take(seats if variable.per == "seat" else 1)
    count, cells = len(out.pieces), len(out.cells)
    out.locations = out.take(count)
    out.faced = 1 + max((p.index for p in out.pieces if out.is_faced(p)), default=-1)
    out.faces = out.take(out.faced)
    out.rolled = 1 + max((p.index for p in out.pieces if out.is_die(p)), default=-1)
    out.dice = out.take(out.rolled)
    for name in stored_piece:
        out.piece_fields[name] = out.take(count)
    for name in stored_cell:
        out.cell_fields[name] = out.take(cells)
    out.at = out.take(cells)
    out.zone_masks = out.take(len(out.zones))
    out.zone_orders = out.take(len(out.zones))
    out.owned = out.take(seats)
    out.known = out.take(seats)
    for kind in world.pieces:
        out.occupied[kind.id, -1] = out.take(1)
        if kind.per == "seat":
            base = out.take(seats)
            for seat in range(seats):
                out.occupied[kind.id, seat] = base + seat
    out.streams = out.take(len(out.zones) + out.rolled)
    return out


def count_watched(layout: Layout, s: list[int]) -> None:
    """Every watched mask anew from the fields."""
    for watch in layout.watches:
        s[watch.slot] = sum(1 << i for i in range(watch.count) if s[watch.base + i] == watch.value)
