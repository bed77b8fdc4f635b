"""Moves one piece and updates every mask and order that stores where it is."""

from __future__ import annotations

from solenia_rules.fast.dialect import Position, cell_bit, cells_at, insert_at, piece_bit, put_cells, remove_at
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of


def shift(s: Position, piece: int, old: int, place: int, position: int) -> None:
    bit = piece_bit(piece)
    group = of.group_of[piece]
    own = of.own_group_of[piece]
    if old >= k.FIRST_CELL:
        cell = old - k.FIRST_CELL
        there = s.at[cell] ^ bit
        s.at[cell] = there
        if not there & of.group_mask[group]:
            low, rest = of.group_low[group], of.group_rest[group]
            put_cells(s, low, rest, cells_at(s, low, rest) ^ cell_bit(cell))
        if own >= 0:
            if not there & of.group_mask[own]:
                low, rest = of.group_low[own], of.group_rest[own]
                put_cells(s, low, rest, cells_at(s, low, rest) ^ cell_bit(cell))
    elif old > 0:
        s.zone_mask[old - 1] ^= bit
        if of.ordered[old]:
            count = s.order_count[old - 1]
            i = 0
            while i < count and s.order[old - 1, i] != piece:
                i += 1
            if i < count:
                remove_at(s, old - 1, i)
    s.location[piece] = place
    if place >= k.FIRST_CELL:
        cell = place - k.FIRST_CELL
        s.at[cell] |= bit
        low, rest = of.group_low[group], of.group_rest[group]
        put_cells(s, low, rest, cells_at(s, low, rest) | cell_bit(cell))
        if own >= 0:
            low, rest = of.group_low[own], of.group_rest[own]
            put_cells(s, low, rest, cells_at(s, low, rest) | cell_bit(cell))
    elif place > 0:
        s.zone_mask[place - 1] |= bit
        if of.ordered[place]:
            insert_at(s, place - 1, max(0, min(s.order_count[place - 1], position - 1)), piece)
    if of.roaming[piece] and of.place_owner[old] != of.place_owner[place]:
        if of.place_owner[old] >= 0:
            s.owned[of.place_owner[old]] &= ~bit
        if of.place_owner[place] >= 0:
            s.owned[of.place_owner[place]] |= bit
    if k.SHOWS:
        for seat in range(k.SEATS):
            s.known[seat] &= ~bit
