"""Moves one or several pieces from one place to another."""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Pieces,
    Position,
    bits,
    buffer,
    has,
    lowest,
    piece_bit,
    popcount,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.rows import put_row
from solenia_rules.fast.kernel.shifting import shift


def put(s: Position, piece: int, place: int, position: int) -> None:
    old = s.location[piece]
    if k.LIMITED:
        if old != place and of.capacity[place] > 0:
            if popcount(s.zone_mask[place - 1]) >= of.capacity[place]:
                return
    if k.ROWS:
        if of.rowed[piece]:
            board = old if of.board_cells[old] > 0 else place
            if of.board_cells[board] > 0:
                put_row(s, piece, old, place, position, board)
                return
    shift(s, piece, old, place, position)


def move_all(s: Position, pieces: Pieces, place: int, position: int, step: int) -> None:
    """Move pieces: in the order of their zone if all are in one ordered zone, otherwise in order of declaration."""
    if not pieces:
        return
    if pieces & (pieces - 1):
        zone = s.location[lowest(pieces)]
        if zone > 0 and zone < k.FIRST_CELL:
            if of.ordered[zone]:
                items = buffer(k.IN_ZONE)
                count = s.order_count[zone - 1]
                for i in range(count):
                    items[i] = s.order[zone - 1, i]
                for i in range(count):
                    if has(pieces, items[i]):
                        pieces &= ~piece_bit(items[i])
                        put(s, items[i], place, position)
                        position += step
    for piece in bits(pieces):
        put(s, piece, place, position)
        position += step


def move(s: Position, pieces: Pieces, place: int) -> None:
    move_all(s, pieces, place, k.LAST, 0)


def move_at(s: Position, pieces: Pieces, place: int, position: int) -> None:
    move_all(s, pieces, place, position, 1)


def draw(s: Position, number: int, source: int, target: int) -> None:
    if number <= 0:
        return
    if of.ordered[source + 1]:
        items = buffer(k.IN_ZONE)
        count = min(number, s.order_count[source])
        for i in range(count):
            items[i] = s.order[source, i]
        for i in range(count):
            put(s, items[i], target + 1, k.LAST)
    else:
        for piece in bits(s.zone_mask[source]):
            if number > 0:
                put(s, piece, target + 1, k.LAST)
            number -= 1
