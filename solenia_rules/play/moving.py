"""Moves one piece to another place and updates every mask and order that stores where pieces are."""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.checked.numbers import DIGIT, DIGIT_MASK
from solenia_rules.core.layout import Layout
from solenia_rules.play import sequences
from solenia_rules.play.rows import Rows

Put = Callable[[list[int], int, int, "int | None"], None]
"""Arguments: state, piece, place, position in its order or None for last."""
PutLast = Callable[[list[int], int, int], None]
"""Arguments: state, piece, place."""


def capacities(layout: Layout) -> tuple[int, ...]:
    """The capacity of each place; 0: no limit. A full place takes no more pieces: the piece stays where it is."""
    zones = [layout.names.zones[zone.zone].capacity or 0 for zone in layout.zones]
    return (0, *zones, *([0] * len(layout.cells)))


def _groups(layout: Layout) -> list[tuple[tuple[int, int], ...]]:
    """For each piece, the slots of the masks of cells occupied by its kind (and by its kind and owner), each with the
    mask of the pieces that count for the slot."""
    slots = []
    for piece in layout.pieces:
        own = [layout.occupied[piece.kind, -1]]
        if (piece.kind, piece.owner) in layout.occupied and piece.owner >= 0:
            own.append(layout.occupied[piece.kind, piece.owner])
        slots.append(own)
    masks: dict[int, int] = {}
    for index, own in enumerate(slots):
        for slot in own:
            masks[slot] = masks.get(slot, 0) | 1 << index
    return [tuple((slot, masks[slot]) for slot in own) for own in slots]


def mover(layout: Layout, rows: Rows, shows: bool) -> Put:
    """Build the function that moves any piece. It keeps what it needs in its closure, because it runs more often than
    any other function. `shows`: whether the rules ever show pieces to single seats."""
    locations, first_cell = layout.locations, layout.first_cell
    at = layout.at - first_cell
    """The slot of the mask of pieces in a cell, minus the place of the cell."""
    masks, orders = layout.zone_masks - 1, layout.zone_orders - 1
    owners = _owners(layout)
    roaming = tuple(layout.roams(piece) for piece in layout.pieces)
    ordered = (False, *(zone.ordered for zone in layout.zones))
    groups, capacity = _groups(layout), capacities(layout)
    limited = any(capacity)
    boards = {place for place in range(first_cell) if rows.board_of(place)}
    rowed = _rowed(layout, rows)
    known = range(layout.known, layout.known + layout.seats)
    push, without, insert = sequences.push, sequences.without, sequences.insert

    def put(s: list[int], piece: int, place: int, position: int | None) -> None:
        old = s[locations + piece]
        if limited and old != place and capacity[place] and s[masks + place].bit_count() >= capacity[place]:
            return
        bit = 1 << piece
        board, before = 0, 0
        if rowed[piece]:
            board = old if old in boards else place if place in boards else 0
            before = s[orders + board]
        if old >= first_cell:
            s[at + old] = there = s[at + old] ^ bit
            for slot, mask in groups[piece]:
                if not there & mask:
                    s[slot] ^= 1 << old - first_cell
        elif old:
            s[masks + old] ^= bit
            if ordered[old]:
                order = s[orders + old]
                s[orders + old] = order >> DIGIT if order & DIGIT_MASK == piece + 1 else without(order, piece)
        s[locations + piece] = place
        if place >= first_cell:
            s[at + place] |= bit
            cell = 1 << place - first_cell
            for slot, _mask in groups[piece]:
                s[slot] |= cell
        elif place:
            s[masks + place] |= bit
            if ordered[place]:
                order = s[orders + place]
                s[orders + place] = push(order, piece) if position is None else insert(order, piece, position)
        if roaming[piece] and owners[old] != owners[place]:
            if owners[old] >= 0:
                s[owners[old]] &= ~bit
            if owners[place] >= 0:
                s[owners[place]] |= bit
        if shows:
            for slot in known:
                s[slot] &= ~bit
        if board:
            rows.changed(s, board, before)

    return put


def movers(layout: Layout, rows: Rows, shows: bool, put: Put) -> tuple[PutLast, ...]:
    """For each piece, the function that puts it last in a place: a specialized one, or `put` if there is none."""
    made: dict[tuple[object, ...], PutLast] = {}
    found = []
    full = capacities(layout)
    for piece, groups, rowed in zip(layout.pieces, _groups(layout), _rowed(layout, rows), strict=True):
        limited = any(full[1 + z.index] and piece.kind in layout.names.zones[z.zone].of for z in layout.zones)
        key = (groups, layout.roams(piece), rowed)
        if key not in made:
            if rowed:
                made[key] = _row_mover(layout, rows, shows, put)
            elif shows or limited or len(groups) > 2:
                made[key] = lambda s, moved, place: put(s, moved, place, None)
            else:
                made[key] = _plain_mover(layout, groups[0], groups[-1], layout.roams(piece))
        found.append(made[key])
    return tuple(found)


def _owners(layout: Layout) -> tuple[int, ...]:
    """For each place, the slot of the mask of the pieces in the places of its owner; -1 without an owner."""
    return tuple(-1 if seat < 0 else layout.owned + seat for seat in layout.place_owner())


def _rowed(layout: Layout, rows: Rows) -> tuple[bool, ...]:
    """For each piece, whether it may be a row of a board."""
    return tuple(bool(rows.boards) and layout.names.pieces[piece.kind].faces is not None for piece in layout.pieces)


def _plain_mover(layout: Layout, one: tuple[int, int], two: tuple[int, int], roams: bool) -> PutLast:
    """A mover for pieces that are never rows, have no capacity limit and are never shown to single seats. `one`, `two`:
    slots of masks of occupied cells, each with the pieces that count for it; both are equal if there is only one."""
    locations, first_cell = layout.locations, layout.first_cell
    at, masks, orders = layout.at - first_cell, layout.zone_masks - 1, layout.zone_orders - 1
    owners = _owners(layout)
    ordered = (False, *(zone.ordered for zone in layout.zones))
    cells = (*(0 for _place in range(first_cell)), *(1 << index for index in range(len(layout.cells))))
    (all_slot, all_mask), (own_slot, own_mask) = one, two
    both = one != two
    bits = tuple(1 << index for index in range(len(layout.pieces)))
    push, without = sequences.push, sequences.without

    def put(s: list[int], piece: int, place: int) -> None:
        old = s[locations + piece]
        s[locations + piece] = place
        bit = bits[piece]
        if old >= first_cell:
            s[at + old] = there = s[at + old] ^ bit
            if not there & all_mask:
                s[all_slot] ^= cells[old]
                if both:
                    s[own_slot] ^= cells[old]
            elif both and not there & own_mask:
                s[own_slot] ^= cells[old]
        elif old:
            s[masks + old] ^= bit
            if ordered[old]:
                order = s[orders + old]
                s[orders + old] = order >> DIGIT if order & DIGIT_MASK == piece + 1 else without(order, piece)
        if place >= first_cell:
            s[at + place] |= bit
            s[all_slot] |= cells[place]
            if both:
                s[own_slot] |= cells[place]
        elif place:
            s[masks + place] |= bit
            if ordered[place]:
                s[orders + place] = push(s[orders + place], piece)
        if roams and owners[old] != owners[place]:
            if owners[old] >= 0:
                s[owners[old]] &= ~bit
            if owners[place] >= 0:
                s[owners[place]] |= bit

    return put


def _row_mover(layout: Layout, rows: Rows, shows: bool, put: Put) -> PutLast:
    """A mover for pieces that may be rows, with a fast path for the common case: the first row becomes the last."""
    locations, orders = layout.locations, layout.zone_orders - 1
    first_to_last = rows.first_to_last
    turns = {place: DIGIT * (count // columns - 1) for place, (_first, columns, count) in rows.boards.items()}

    def put_row(s: list[int], piece: int, place: int) -> None:
        order = s[orders + place] if place in turns else 0
        if shows or s[locations + piece] != place or order & DIGIT_MASK != piece + 1 or not order >> turns[place]:
            put(s, piece, place, None)
            return
        s[orders + place] = order >> DIGIT | (piece + 1) << turns[place]
        first_to_last[place](s)

    return put_row
