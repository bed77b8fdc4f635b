"""The primitives on a state: moving, drawing, shuffling, turning, showing; and the relations between cells."""

from __future__ import annotations

import operator
from itertools import accumulate

from solenia_rules.checked.numbers import FAR, LIMIT
from solenia_rules.core import layout as at
from solenia_rules.core.layout import Layout
from solenia_rules.core.topology import distances, work_out
from solenia_rules.play import chance, sequences
from solenia_rules.play.drawing import drawer
from solenia_rules.play.longest import Longest
from solenia_rules.play.masks import BITS as BITS
from solenia_rules.play.masks import Memo, members
from solenia_rules.play.moving import capacities, mover, movers
from solenia_rules.play.reaching import Reaching, packed
from solenia_rules.play.recording import packers
from solenia_rules.play.rows import Rows

FEW_KEPT = 64


class Physics:
    """The primitives for one layout. They do not log: `events.recording` wraps them for that."""

    def __init__(self, layout: Layout, sides: dict[int, int], rows: Rows, shows: bool = True) -> None:
        self.layout = layout
        self.topology = work_out(layout)
        self.rows = rows
        self.sides = sides
        self.cells = len(layout.cells)
        self.first_cell = layout.first_cell
        self.locations = layout.locations
        self.ordered = (False, *(z.ordered for z in layout.zones))
        self.zone_orders, self.faces = layout.zone_orders, layout.faces
        self.zone_masks = layout.zone_masks
        self.shows = shows
        self.capacity = capacities(layout)
        cells = [False for _cell in layout.cells]
        self.loose = (False, *(not z.ordered and not self.capacity[1 + z.index] for z in layout.zones), *cells)
        """For each place, whether the order in which several pieces arrive makes no difference."""
        self.put = mover(layout, rows, shows)
        self.puts = movers(layout, rows, shows, self.put)
        self.draw = drawer(layout, rows, shows, self.puts, BITS)
        self.steps = Memo(self._steps)
        self.levels = Memo(self._levels)
        self.unpacked = Memo(lambda order: tuple(item + 1 for item in sequences.unpack(order)), FEW_KEPT)
        """The digits of orders, cached for those that occur in every game: the orders before the first shuffle."""
        passable = tuple(cell.passable for cell in layout.cells)
        self.reaching: Reaching[int] | Reaching[tuple[int, ...]] = packed(self.topology.near, passable) or Reaching(
            members, self.within, self.nearest
        )
        self.near = Memo(lambda mask: (self._around(mask, self.topology.near),))
        self.around = Memo(lambda mask: (self._around(mask, self.topology.around),))
        linked = Memo(lambda mask: (self._around(mask, self.topology.linked),))
        self.longest = Longest(self.topology.near, self.near, self.topology.linked, linked)
        self.packers = packers(layout)
        self.twins, self.has_twin = self._twins()
        self.telling = (
            *((base, len(layout.pieces)) for base in layout.piece_fields.values()),
            *((base, room) for base, room in ((layout.faces, layout.faced), (layout.dice, layout.rolled)) if room),
        )
        """The slots that distinguish equal pieces: fields, faces and dice; each with the number of pieces that have
        such a slot."""

    def _twins(self) -> tuple[tuple[int, ...], int]:
        """For each piece, the earlier pieces that are equal to it in everything except their place."""
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

    def nearest(self, cell: int, cells: tuple[int, ...]) -> int:
        """The number of steps from a cell to the nearest of some cells."""
        row, best = self.steps[cell], FAR
        for other in cells:
            if row[other] < best:
                best = row[other]
        return best

    def _steps(self, cell: int) -> tuple[int, ...]:
        """The number of steps from a cell to every cell."""
        passable = cell >= 0 and self.layout.cells[cell].passable
        return distances(self.topology.near, cell) if passable else (FAR,) * self.cells

    def _levels(self, cell: int) -> tuple[int, ...]:
        """The masks of cells at most 0, 1, 2 ... steps away, until no more cells are reached."""
        reached = [(step, other) for other, step in enumerate(self.steps[cell]) if step < FAR]
        found = [0] * (1 + max(reached, default=(0, 0))[0])
        for step, other in reached:
            found[step] |= 1 << other
        return tuple(accumulate(found, operator.or_))

    def within(self, cells: tuple[int, ...], most: int) -> int:
        """The cells at most `most` steps from the nearest of some cells."""
        found, levels = 0, self.levels
        if most >= 0:
            for cell in cells:
                reached = levels[cell]
                found |= reached[most] if most < len(reached) else reached[-1]
        return found

    def _around(self, mask: int, table: tuple[int, ...]) -> int:
        made = 0
        for member in BITS[mask]:
            made |= table[member]
        return made

    def group(self, cell: int, cells: int) -> int:
        """The connected part of a set of cells that contains the given cell."""
        if cell < 0 or not cells >> cell & 1:
            return 0
        made, edge = 0, 1 << cell
        while edge:
            made |= edge
            edge = self.near[edge][0] & cells & ~made
        return made

    # ---- moving ----------------------------------------------------------------------------------

    def move(self, s: list[int], pieces: int, place: int) -> None:
        puts = self.puts
        if pieces & (pieces - 1):
            if self.loose[place] and s[self.locations + (pieces & -pieces).bit_length() - 1] >= self.first_cell:
                while pieces:
                    piece = pieces.bit_length() - 1
                    pieces ^= 1 << piece
                    puts[piece](s, piece, place)
                return
            for piece in self._in_order(s, pieces):
                puts[piece](s, piece, place)
        elif pieces:
            piece = pieces.bit_length() - 1
            puts[piece](s, piece, place)

    def move_at(self, s: list[int], pieces: int, place: int, position: int) -> None:
        for offset, piece in enumerate(self._in_order(s, pieces)):
            self.put(s, piece, place, position + offset)

    def _in_order(self, s: list[int], pieces: int) -> tuple[int, ...] | list[int]:
        """The pieces in the order of their zone if all are in one ordered zone, otherwise in order of declaration."""
        found = BITS[pieces]
        if len(found) > 1:
            place = s[self.locations + found[0]]
            if 0 < place < self.first_cell and self.ordered[place]:
                order = sequences.unpack(s[self.layout.zone_orders + place - 1])
                ranked = [p for p in order if pieces >> p & 1]
                return ranked + [p for p in found if p not in ranked]
        return found

    # ---- chance ------------------------------------------------------------------------------------

    def shuffle(self, s: list[int], zone: int) -> None:
        layout = self.layout
        digits = list(self.unpacked[s[layout.zone_orders + zone]]) if self.ordered[zone + 1] else []
        slot = layout.streams + zone
        chance.shuffle(chance.stream_key(s[at.SEED_LOW], s[at.SEED_HIGH], zone), s[slot], digits)
        s[slot] += 1
        s[layout.zone_orders + zone] = sequences.pack_digits(digits)
        if self.shows:
            hidden = ~s[layout.zone_masks + zone]
            for seat in range(layout.seats):
                s[layout.known + seat] &= hidden

    def lot(self, s: list[int], limit: int) -> None:
        """Note a random number from 0 to a limit, without the limit."""
        stream = len(self.layout.zones) + self.layout.rolled
        slot = self.layout.streams + stream
        key = chance.stream_key(s[at.SEED_LOW], s[at.SEED_HIGH], stream)
        s[self.layout.lot] = chance.below(key, s[slot], limit)
        s[slot] += 1

    def roll(self, s: list[int], die: int) -> int:
        if die < 0:
            return 0
        stream = len(self.layout.zones) + die
        slot = self.layout.streams + stream
        key = chance.stream_key(s[at.SEED_LOW], s[at.SEED_HIGH], stream)
        face = 1 + chance.below(key, s[slot], self.sides[die])
        s[slot] += 1
        s[self.layout.dice + die] = face
        if self.shows:
            for seat in range(self.layout.seats):
                s[self.layout.known + seat] &= ~(1 << die)
        return face

    # ---- faces and sight ------------------------------------------------------------------------------

    def set_face(self, s: list[int], piece: int, face: int) -> None:
        if piece >= 0:
            s[self.faces + piece] = face
            self.rows.turned(s, piece)

    def turn(self, s: list[int], piece: int) -> None:
        if piece >= 0:
            s[self.faces + piece] ^= 1
            if s[self.locations + piece] in self.rows.boards:
                self.rows.turned(s, piece)

    def show(self, s: list[int], pieces: int, seats: int) -> None:
        for seat in BITS[seats]:
            s[self.layout.known + seat] |= pieces

    def position(self, s: list[int], history: int, seat: int) -> int:
        """The present position as one number, as a history keeps it."""
        return self.packers[history](s, seat)

    def dedupe(self, s: list[int], pieces: int) -> int:
        """One piece of each group of equal pieces that are in the same unordered place."""
        for piece in BITS[pieces & self.has_twin]:
            twins = pieces & self.twins[piece]
            if not twins:
                continue
            place = s[self.locations + piece]
            if 0 < place < self.first_cell and self.ordered[place]:
                continue
            for twin in BITS[twins]:
                same = s[self.locations + twin] == place
                if same and all(piece >= room or s[base + twin] == s[base + piece] for base, room in self.telling):
                    pieces &= ~(1 << piece)
                    break
        return pieces


def clamp(value: int) -> int:
    return max(-LIMIT, min(LIMIT, value))
