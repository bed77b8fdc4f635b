"""What primitives do to a state: moving, drawing, shuffling, turning, showing; and the relations between cells."""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.compiler import layout as at
from solenia_rules.compiler.core import DIGIT, DIGIT_MASK, FAR, LIMIT
from solenia_rules.compiler.layout import Layout
from solenia_rules.compiler.topology import work_out
from solenia_rules.runtime import chance, sequences
from solenia_rules.runtime.rows import Rows

MOST_KEPT = 100_000
"""Entries a memo holds before it starts anew."""


class Memo(dict[int, tuple[int, ...]]):
    """Results by mask; forgets everything when it grows too large."""

    def __init__(self, work: Callable[[int], tuple[int, ...]]) -> None:
        super().__init__()
        self.work = work

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) > MOST_KEPT:
            self.clear()
        found = self[mask] = self.work(mask)
        return found


_CHUNK = 12
_LOW = (1 << _CHUNK) - 1


def _chunk(offset: int) -> tuple[tuple[int, ...], ...]:
    """Members of every mask of one chunk of bits."""
    return tuple(tuple(offset + i for i in range(_CHUNK) if mask >> i & 1) for mask in range(1 << _CHUNK))


_CHUNKS = [_chunk(0)]


def _bits(mask: int) -> tuple[int, ...]:
    """Indices of the bits of a mask, lowest first."""
    found = _CHUNKS[0][mask & _LOW]
    mask >>= _CHUNK
    number = 1
    while mask:
        if number == len(_CHUNKS):
            _CHUNKS.append(_chunk(number * _CHUNK))
        found += _CHUNKS[number][mask & _LOW]
        mask >>= _CHUNK
        number += 1
    return found


BITS = Memo(_bits)


class Physics:
    """Primitives of one layout. A log, where there is one, is told what happened."""

    def __init__(self, layout: Layout, sides: dict[int, int], rows: Rows) -> None:
        self.layout = layout
        self.topology = work_out(layout)
        self.rows = rows
        self.sides = sides
        self.cells = len(layout.cells)
        self.first_cell = layout.first_cell
        self.locations = layout.locations
        self.owner_of_place = layout.place_owner()
        self.ordered = (False, *(z.ordered for z in layout.zones))
        self.groups = self._groups()
        self.owned, self.at, self.zone_masks, self.zone_orders = (
            layout.owned,
            layout.at,
            layout.zone_masks,
            layout.zone_orders,
        )
        self.capacity = self._capacities()
        """Most pieces a place holds; 0: any number. A full one takes no more: the piece stays where it lies."""
        self.known = range(layout.known, layout.known + layout.seats)
        self.row_zone = tuple(rows.board_of(place) or 0 for place in range(layout.first_cell + len(layout.cells)))
        self.spans = self._spans()
        self.distances = Memo(self._distances)
        self.near = Memo(lambda mask: (self._around(mask, self.topology.near),))
        self.around = Memo(lambda mask: (self._around(mask, self.topology.around),))
        self.twins, self.has_twin = self._twins()
        self.piece_fields = tuple(layout.piece_fields.values())

    def _groups(self) -> list[tuple[tuple[int, int], ...]]:
        """For each piece: slots of the masks of cells where its kind, and its owner's, lie; and the pieces meant."""
        slots = []
        for piece in self.layout.pieces:
            own = [self.layout.occupied[piece.kind, -1]]
            if (piece.kind, piece.owner) in self.layout.occupied and piece.owner >= 0:
                own.append(self.layout.occupied[piece.kind, piece.owner])
            slots.append(own)
        masks: dict[int, int] = {}
        for index, own in enumerate(slots):
            for slot in own:
                masks[slot] = masks.get(slot, 0) | 1 << index
        return [tuple((slot, masks[slot]) for slot in own) for own in slots]

    def _capacities(self) -> tuple[int, ...]:
        zones = [self.layout.names.zones[zone.zone].capacity or 0 for zone in self.layout.zones]
        return (0, *zones, *([0] * self.cells))

    def _spans(self) -> list[tuple[int, int]]:
        """For each cell the first and the one past the last cell of its board: no path leads out of it."""
        spans: dict[tuple[str, int], tuple[int, int]] = {}
        for cell in self.layout.cells:
            low, high = spans.get((cell.board, cell.seat), (cell.index, cell.index))
            spans[cell.board, cell.seat] = (min(low, cell.index), max(high, cell.index + 1))
        return [spans[cell.board, cell.seat] for cell in self.layout.cells]

    def _twins(self) -> tuple[tuple[int, ...], int]:
        """For each piece the earlier ones that are equal to it in everything but where they lie."""
        seen: dict[tuple[object, ...], int] = {}
        twins, any_twin = [], 0
        for piece in self.layout.pieces:
            key = (piece.kind, piece.record, piece.owner, piece.word)
            twins.append(seen.get(key, 0))
            if twins[-1]:
                any_twin |= 1 << piece.index
            seen[key] = seen.get(key, 0) | 1 << piece.index
        return tuple(twins), any_twin

    # ---- relations ------------------------------------------------------------------------------

    def _distances(self, mask: int) -> tuple[int, ...]:
        members = _bits(mask)
        if not members:
            return (FAR,) * (self.cells + 1)
        start, end = self.spans[members[0]]
        if members[-1] >= end:
            start, end = 0, self.cells
        rows = []
        for member in members:
            known = self.distances.get(mask ^ 1 << member)
            if known is not None:
                rows = [known[start:end], self.topology.distance[member][start:end]]
                break
        else:
            rows = [self.topology.distance[m][start:end] for m in members]
        near = tuple(map(min, *rows)) if len(rows) > 1 else rows[0]
        return (FAR,) * start + near + (FAR,) * (self.cells + 1 - end)

    def _around(self, mask: int, table: tuple[int, ...]) -> int:
        made = 0
        for member in _bits(mask):
            made |= table[member]
        return made

    def group(self, cell: int, cells: int) -> int:
        """The connected part of a set of cells that holds one."""
        if cell < 0 or not cells >> cell & 1:
            return 0
        made, edge = 0, 1 << cell
        while edge:
            made |= edge
            edge = self.near[edge][0] & cells & ~made
        return made

    # ---- moving ----------------------------------------------------------------------------------

    def move(self, s: list[int], pieces: int, place: int) -> None:
        if not pieces:
            return
        for piece in self._in_order(s, pieces):
            self._put(s, piece, place, None)

    def move_one(self, s: list[int], piece: int, place: int) -> None:
        """As `move`, for a single piece by its index; none does nothing."""
        if piece >= 0:
            self._put(s, piece, place, None)

    def move_at(self, s: list[int], pieces: int, place: int, position: int) -> None:
        for offset, piece in enumerate(self._in_order(s, pieces)):
            self._put(s, piece, place, position + offset)

    def _in_order(self, s: list[int], pieces: int) -> tuple[int, ...] | list[int]:
        """Pieces that lie in one ordered zone go in its order, others in order of declaration."""
        members = BITS[pieces]
        if len(members) > 1:
            place = s[self.locations + members[0]]
            if 0 < place < self.first_cell and self.ordered[place]:
                order = sequences.unpack(s[self.layout.zone_orders + place - 1])
                ranked = [p for p in order if pieces >> p & 1]
                return ranked + [p for p in members if p not in ranked]
        return members

    def _put(self, s: list[int], piece: int, place: int, position: int | None) -> None:
        locations, first_cell, owners = self.locations, self.first_cell, self.owner_of_place
        old = s[locations + piece]
        room = self.capacity[place]
        if room and old != place and s[self.zone_masks + place - 1].bit_count() >= room:
            return
        bit = 1 << piece
        row_zone = self.row_zone[old] or self.row_zone[place]
        before = self.rows.order(s, row_zone) if row_zone else None
        owner = owners[old]
        if owner >= 0:
            s[self.owned + owner] &= ~bit
        if old >= first_cell:
            cell = old - first_cell
            there = s[self.at + cell] ^ bit
            s[self.at + cell] = there
            for slot, mask in self.groups[piece]:
                if not there & mask:
                    s[slot] &= ~(1 << cell)
        elif old:
            s[self.zone_masks + old - 1] ^= bit
            if self.ordered[old]:
                order = s[self.zone_orders + old - 1]
                front = order & DIGIT_MASK == piece + 1
                s[self.zone_orders + old - 1] = order >> DIGIT if front else sequences.without(order, piece)
        s[locations + piece] = place
        owner = owners[place]
        if owner >= 0:
            s[self.owned + owner] |= bit
        if place >= first_cell:
            cell = place - first_cell
            s[self.at + cell] |= bit
            for slot, _mask in self.groups[piece]:
                s[slot] |= 1 << cell
        elif place:
            s[self.zone_masks + place - 1] |= bit
            if self.ordered[place]:
                order = s[self.zone_orders + place - 1]
                made = sequences.push(order, piece) if position is None else sequences.insert(order, piece, position)
                s[self.zone_orders + place - 1] = made
        for slot in self.known:
            if s[slot]:
                s[slot] &= ~bit
        if before is not None:
            self.rows.changed(s, row_zone, before)

    def draw(self, s: list[int], number: int, source: int, target: int) -> int:
        """Move pieces from the front of a zone; the mask of those moved."""
        taken = 0
        if number <= 0:
            return 0
        if self.ordered[source + 1]:
            members: list[int] | tuple[int, ...] = sequences.front(s[self.zone_orders + source], number)
        else:
            members = BITS[s[self.layout.zone_masks + source]][:number]
        for piece in members:
            self._put(s, piece, target + 1, None)
            if s[self.locations + piece] == target + 1:
                taken |= 1 << piece
        return taken

    # ---- chance ------------------------------------------------------------------------------------

    def shuffle(self, s: list[int], zone: int) -> None:
        layout = self.layout
        order = s[layout.zone_orders + zone]
        members = sequences.unpack(order) if self.ordered[zone + 1] else []
        slot = layout.streams + zone
        chance.shuffle(chance.stream_key(s[at.SEED_LOW], s[at.SEED_HIGH], zone), s[slot], members)
        s[slot] += 1
        s[layout.zone_orders + zone] = sequences.pack(members)
        hidden = ~s[layout.zone_masks + zone]
        for seat in range(layout.seats):
            s[layout.known + seat] &= hidden

    def roll(self, s: list[int], die: int) -> int:
        if die < 0:
            return 0
        stream = len(self.layout.zones) + die
        slot = self.layout.streams + stream
        key = chance.stream_key(s[at.SEED_LOW], s[at.SEED_HIGH], stream)
        face = 1 + chance.below(key, s[slot], self.sides[die])
        s[slot] += 1
        s[self.layout.dice + die] = face
        return face

    # ---- faces and sight ------------------------------------------------------------------------------

    def set_face(self, s: list[int], piece: int, face: int) -> None:
        if piece < 0:
            return
        s[self.layout.faces + piece] = face
        self.rows.turned(s, piece)

    def turn(self, s: list[int], piece: int) -> None:
        if piece >= 0:
            self.set_face(s, piece, 1 - s[self.layout.faces + piece])

    def show(self, s: list[int], pieces: int, seats: int) -> None:
        for seat in BITS[seats]:
            s[self.layout.known + seat] |= pieces

    def dedupe(self, s: list[int], pieces: int) -> int:
        """One of each lot of equal pieces that lie together without order."""
        for piece in BITS[pieces & self.has_twin]:
            place = s[self.locations + piece]
            if 0 < place < self.first_cell and self.ordered[place]:
                continue
            for twin in BITS[pieces & self.twins[piece]]:
                same = s[self.locations + twin] == place
                if same and all(s[base + twin] == s[base + piece] for base in self.piece_fields):
                    pieces &= ~(1 << piece)
                    break
        return pieces


def clamp(value: int) -> int:
    return max(-LIMIT, min(LIMIT, value))
