"""Prints the most frequent moves of pieces, for whole games: one piece goes from a zone to a cell or to another zone,
a piece that the text names goes from cell to cell, a piece is drawn, and several pieces of one kind go from cells to a
zone.

`play/moving.py` moves any piece to any place. The printed code has the slots of one layout in it. It knows pieces that
stay with their owner, and zones without order and without capacity; other moves are left to `PUT`.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked.numbers import DIGIT, DIGIT_MASK
from solenia_rules.core.expressions import Binary, Const, Ex, Local
from solenia_rules.core.inventory import Piece
from solenia_rules.core.layout import Layout, row_boards


class MovesSource:
    """The moves of one program. `lines`: the tables and functions that the printed moves use."""

    def __init__(self, layout: Layout, shows: bool) -> None:
        """`shows`: whether some text shows pieces to single seats, so that they are hidden again when they move."""
        self.layout = layout
        self.shows = shows
        self.zones = frozenset() if shows else frozenset(self._plain_zones())
        self.givers, self.takers = self._ends_of_draws()
        self._made: dict[tuple[int, int], str] = {}
        self._functions: list[str] = []
        self._used = self._draws = self._roam = False

    def lines(self) -> list[str]:
        owners = [f"OWNER = {self.layout.place_owner()!r}"] if self._roam else []
        draws = [f"GIVER = {self.givers!r}", f"TAKER = {self.takers!r}"] if self._draws else []
        return [*self._tables(), *owners, *draws, *self._functions]

    def _tables(self) -> list[str]:
        layout = self.layout
        if not self._used:
            return []
        free = tuple(place in self.zones for place in range(layout.first_cell + len(layout.cells)))
        own = [self._own(piece) for piece in layout.pieces]
        return [
            f"FREE = {free!r}",
            f"ALL = {tuple(layout.occupied[piece.kind, -1] for piece in layout.pieces)!r}",
            f"OWN = {tuple(slot for slot, _mask in own)!r}",
            f"LIKE = {tuple(mask for _slot, mask in own)!r}",
        ]

    def _ends_of_draws(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For each zone, the owner of its place as a giver and as a taker: if both are equal, a drawn piece changes
        only its location, both masks and the order of the giver. -3: a giver without order; -2: a taker with an order
        or a capacity."""
        layout = self.layout
        owners, rows = layout.place_owner(), {board.place for board in row_boards(layout)}
        givers, takers = [], []
        for zone in layout.zones:
            place = layout.place_of_zone(zone.index)
            full = bool(layout.names.zones[zone.zone].capacity)
            givers.append(owners[place] if zone.ordered and place not in rows else -3)
            takers.append(-2 if zone.ordered or full or place in rows else owners[place])
        return tuple(givers), tuple(takers)

    def _plain_zones(self) -> Iterator[int]:
        """The places of zones without order and without capacity that only plain pieces may enter."""
        rows = {board.place for board in row_boards(self.layout)}
        for zone in self.layout.zones:
            place, declared = self.layout.place_of_zone(zone.index), self.layout.names.zones[zone.zone]
            plain = all(self._is_plain(piece) for piece in self.layout.pieces if piece.kind in declared.of)
            if plain and not zone.ordered and not declared.capacity and place not in rows:
                yield place

    def _is_plain(self, piece: Piece) -> bool:
        """Whether a piece is no row of a board and has the same owner everywhere."""
        return self.layout.names.pieces[piece.kind].faces is None and not self.layout.roams(piece)

    def _own(self, piece: Piece) -> tuple[int, int]:
        """The slot of the cells that pieces of the same kind and owner occupy, and the mask of these pieces; the slot
        of the whole kind if it has no own one."""
        if piece.owner >= 0 and (piece.kind, piece.owner) in self.layout.occupied:
            return self.layout.occupied[piece.kind, piece.owner], self.layout.piece_mask(piece.kind, piece.owner)
        return self.layout.occupied[piece.kind, -1], self.layout.piece_mask(piece.kind)

    # ---- one piece --------------------------------------------------------------------------------

    def cell_in(self, place: Ex) -> Ex | None:
        """The cell in an expression for the place of a cell, if the expression shows it."""
        match place:
            case Binary("add", Const(first), cell) if first == self.layout.first_cell and self.zones:
                return cell
            case _:
                return None

    def one(self, piece: str, place: Ex, text: str, cell: str | None) -> list[str]:
        """Lines that put a piece that exists in a place. `text`: the place; `cell`: the cell, if it is one."""
        layout = self.layout
        lines = [
            f"o = s[{layout.locations} + {piece}]",
            "if FREE[o]:",
            f"    s[{layout.locations} + {piece}] = {text}",
            f"    n = BIT[{piece}]",
            f"    s[{layout.zone_masks - 1} + o] ^= n",
        ]
        if cell is not None:
            lines.append(f"    s[{layout.at} + {cell}] |= n")
            lines.append(f"    n = BIT[{cell}]")
            lines.append(f"    s[ALL[{piece}]] |= n")
            lines.append(f"    s[OWN[{piece}]] |= n")
        elif isinstance(place, Const) and place.value in self.zones:
            lines.append(f"    s[{layout.zone_masks - 1 + place.value}] |= n")
        else:
            return []
        self._used = True
        return [*lines, f"else: PUT[{piece}](s, {piece}, {text})"]

    def named(self, piece: int, place: Ex) -> str | None:
        """The name of the function that puts a piece that the text names in a place; None if there is none. The
        function knows moves from cell to cell."""
        layout = self.layout
        faced = layout.names.pieces[layout.pieces[piece].kind].faces is not None
        if self.shows or not layout.cells or isinstance(place, Const) or faced:
            return None
        key = (-1, piece)
        if key not in self._made:
            self._made[key] = f"put{piece}"
            self._functions += self._from_cell_to_cell(f"put{piece}", layout.pieces[piece])
        return self._made[key]

    def _from_cell_to_cell(self, name: str, piece: Piece) -> Iterator[str]:
        layout, (own, like) = self.layout, self._own(piece)
        every, at = layout.occupied[piece.kind, -1], layout.at - layout.first_cell
        same = " and OWNER[o] == OWNER[v0]" if layout.roams(piece) else ""
        self._roam |= bool(same)
        yield f"def {name}(s, v0):"
        yield f"    o = s[{layout.locations + piece.index}]"
        yield f"    if o >= {layout.first_cell} and v0 >= {layout.first_cell}{same}:"
        yield f"        s[{layout.locations + piece.index}] = v0"
        yield f"        s[{at} + o] = m = s[{at} + o] ^ {1 << piece.index}"
        yield f"        s[{at} + v0] |= {1 << piece.index}"
        yield f"        o = BIT[o - {layout.first_cell}]"
        yield f"        n = BIT[v0 - {layout.first_cell}]"
        for slot, mask in {every: layout.piece_mask(piece.kind), own: like}.items():
            yield f"        s[{slot}] = (s[{slot}] if m & {mask} else s[{slot}] ^ o) | n"
        yield f"    else: PUT[{piece.index}](s, {piece.index}, v0)"

    def drawn(self, number: Ex, source: Ex, target: Ex, texts: tuple[str, str, str]) -> list[str]:
        """Lines that draw pieces: one piece in place, others by the primitive. No lines if they would not help, or if
        the texts of the zones are not so short that the code may have them twice."""
        layout, (many, giver, taker) = self.layout, texts
        givers, takers = self._zones(source), self._zones(target)
        if self.shows or not givers or not takers or isinstance(number, Const):
            return []
        if {self.givers[zone] for zone in givers}.isdisjoint(self.takers[zone] for zone in takers):
            return [f"n = {many}", f"if n > 0: draw(s, n, {giver}, {taker})"]
        test, here, there = "n == 1", giver, taker
        if len(givers) != 1 or len(takers) != 1:
            self._draws = True
            test, here, there = f"n == 1 and GIVER[o := {giver}] == TAKER[m := {taker}]", "o", "m"
        return [
            f"n = {many}",
            f"if {test}:",
            f"    q = s[{layout.zone_orders} + {here}]",
            "    if q:",
            f"        s[{layout.zone_orders} + {here}] = q >> {DIGIT}",
            f"        n = (q & {DIGIT_MASK}) - 1",
            f"        s[{layout.locations} + n] = {there} + 1",
            "        n = BIT[n]",
            f"        s[{layout.zone_masks} + {here}] ^= n",
            f"        s[{layout.zone_masks} + {there}] |= n",
            f"elif n > 0: draw(s, n, {giver}, {taker})",
        ]

    def _zones(self, zone: Ex) -> tuple[int, ...]:
        """The zones that a short text may be; empty if the text is longer."""
        many = len(self.layout.zones)
        match zone:
            case Const(number) if 0 <= number < many:
                return (number,)
            case Local():
                return tuple(range(many))
            case Binary("add", Const(first), Local()) if 0 <= first < many:
                name = self.layout.zones[first].zone
                return tuple(zone.index for zone in self.layout.zones if zone.zone == name)
            case _:
                return ()

    # ---- several pieces ---------------------------------------------------------------------------

    def several(self, pieces: Ex, place: Ex) -> str | None:
        """The name of the function that moves such pieces to a place; None if there is none."""
        if not isinstance(place, Const) or place.value not in self.zones or not self.layout.cells:
            return None
        among = self._among(pieces)
        found = [piece for piece in self.layout.pieces if among >> piece.index & 1]
        owned = {self._own(piece)[0] != self.layout.occupied[piece.kind, -1] for piece in found}
        if len({piece.kind for piece in found}) != 1 or len(owned) != 1 or not all(map(self._is_plain, found)):
            return None
        self._used = True
        key = (place.value, among)
        if key not in self._made:
            self._made[key] = f"moved{place.value}_{len(self._made)}"
            self._functions += self._function(self._made[key], place.value, found[0], owned.pop())
        return self._made[key]

    def _among(self, pieces: Ex) -> int:
        """All pieces that a set may have."""
        match pieces:
            case Const(mask):
                return mask
            case Binary("band", left, right):
                return self._among(left) & self._among(right)
            case Binary("bandnot", left, _):
                return self._among(left)
            case _:
                return (1 << len(self.layout.pieces)) - 1

    def _function(self, name: str, place: int, like: Piece, owned: bool) -> Iterator[str]:
        """A function that moves pieces of one kind. `owned`: whether masks of cells are kept for their owners. If the
        last piece does not come from a cell, the primitive `move` does everything: it takes pieces out of a zone in the
        order of the zone. For no pieces it does nothing."""
        layout = self.layout
        there = f"s[{layout.at - layout.first_cell} + o]"
        yield f"def {name}(s, v0):"
        yield f"    if s[{layout.locations - 1} + v0.bit_length()] < {layout.first_cell}:"
        yield f"        return move(s, v0, {place})"
        yield f"    s[{layout.zone_masks + place - 1}] |= v0"
        yield "    while v0:"
        yield "        n = v0.bit_length() - 1"
        yield "        m = BIT[n]"
        yield "        v0 ^= m"
        yield f"        o = s[{layout.locations} + n]"
        yield f"        if o < {layout.first_cell}:"
        yield f"            PUT[n](s, n, {place})"
        yield "        else:"
        yield f"            s[{layout.locations} + n] = {place}"
        yield f"            {there} = m = {there} ^ m"
        yield f"            o = BIT[o - {layout.first_cell}]"
        yield f"            if not m & {layout.piece_mask(like.kind)}: s[{layout.occupied[like.kind, -1]}] ^= o"
        if owned:
            yield "            if not m & LIKE[n]: s[OWN[n]] ^= o"
