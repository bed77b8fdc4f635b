"""Prints the most frequent moves of pieces, for whole games: one piece goes from a zone to a cell or to another zone,
and several pieces of one kind go from cells to a zone.

`play/moving.py` moves any piece to any place. The printed code has the slots of one layout in it. It knows pieces that
stay with their owner, and zones without order and without capacity; other moves are left to `PUT`.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.core.expressions import Binary, Const, Ex
from solenia_rules.core.inventory import Piece
from solenia_rules.core.layout import Layout, row_boards


class MovesSource:
    """The moves of one program. `lines`: the tables and functions that the printed moves use."""

    def __init__(self, layout: Layout, shows: bool) -> None:
        """`shows`: whether some text shows pieces to single seats, so that they are hidden again when they move."""
        self.layout = layout
        self.zones = frozenset() if shows else frozenset(self._plain_zones())
        self._made: dict[tuple[int, int], str] = {}
        self._functions: list[str] = []
        self._used = False

    def lines(self) -> list[str]:
        if not self._used:
            return []
        layout = self.layout
        free = tuple(place in self.zones for place in range(layout.first_cell + len(layout.cells)))
        own = [self._own(piece) for piece in layout.pieces]
        return [
            f"FREE = {free!r}",
            f"ALL = {tuple(layout.occupied[piece.kind, -1] for piece in layout.pieces)!r}",
            f"OWN = {tuple(slot for slot, _mask in own)!r}",
            f"LIKE = {tuple(mask for _slot, mask in own)!r}",
            *self._functions,
        ]

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
        yield "    while v0:"
        yield "        n = v0.bit_length() - 1"
        yield "        m = BIT[n]"
        yield "        v0 ^= m"
        yield f"        o = s[{layout.locations} + n]"
        yield f"        if o < {layout.first_cell}:"
        yield f"            PUT[n](s, n, {place})"
        yield "        else:"
        yield f"            s[{layout.locations} + n] = {place}"
        yield f"            s[{layout.zone_masks + place - 1}] |= m"
        yield f"            {there} = m = {there} ^ m"
        yield f"            o = BIT[o - {layout.first_cell}]"
        yield f"            if not m & {layout.piece_mask(like.kind)}: s[{layout.occupied[like.kind, -1]}] ^= o"
        if owned:
            yield "            if not m & LIKE[n]: s[OWN[n]] ^= o"
