"""Faces of pieces, which seats they were shown to, and which pieces are equal."""

from __future__ import annotations

from solenia_rules.fast.dialect import Pieces, Position, bits, piece_bit
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.rows import turned


def set_face(s: Position, piece: int, face: int) -> None:
    if piece >= 0:
        s.face[piece] = face
        turned(s, piece)


def turn(s: Position, piece: int) -> None:
    if piece >= 0:
        s.face[piece] ^= 1
        turned(s, piece)


def show(s: Position, pieces: Pieces, seats: int) -> None:
    for seat in bits(seats):
        s.known[seat] |= pieces


def dedupe(s: Position, pieces: Pieces) -> Pieces:
    """One piece of each group of equal pieces that are in the same unordered place."""
    if not pieces & k.HAS_TWIN:
        return pieces
    for piece in bits(pieces & k.HAS_TWIN):
        place = s.location[piece]
        if place <= 0 or place >= k.FIRST_CELL or not of.ordered[place]:
            for twin in bits(pieces & of.twins[piece]):
                if s.location[twin] == place and alike(s, twin, piece):
                    pieces &= ~piece_bit(piece)
                    break
    return pieces


def alike(s: Position, a: int, b: int) -> int:
    for number in range(k.TELLING):
        first = of.telling[number]
        if b < of.telling_room[number] and s.word[first + a] != s.word[first + b]:
            return 0
    return 1
