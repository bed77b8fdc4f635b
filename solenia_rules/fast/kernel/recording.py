"""The present position as one number, packed as in `play/recording.py`."""

from __future__ import annotations

from solenia_rules.fast.dialect import Packed, Position, buffer, packed
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of


def position(s: Position, history: int, seat: int) -> Packed:
    """The position as a history keeps it."""
    made: Packed = 0
    few = 0
    width = 0
    for i in range(of.noted_first[history], of.noted_first[history + 1]):
        few = few << of.noted_bits[i] | s.word[of.noted_slot[i]] - of.noted_low[i]
        width += of.noted_bits[i]
        if width >= k.FEW_BITS:
            made = made << width | packed(few)
            few = 0
            width = 0
    made = made << width | packed(few)
    codes = buffer(k.MOST_ALIKE)
    for bunch in range(of.bunches_first[history], of.bunches_first[history + 1]):
        count = of.bunch_first[bunch + 1] - of.bunch_first[bunch]
        for j in range(count):
            code = code_of(s, history, bunch, of.bunch_piece[of.bunch_first[bunch] + j])
            at = j
            while at > 0 and codes[at - 1] > code:
                codes[at] = codes[at - 1]
                at -= 1
            codes[at] = code
        for j in range(count):
            made = made << of.bunch_bits[bunch] | packed(codes[j])
    if of.seat_bits[history]:
        made = made << of.seat_bits[history] | packed(seat)
    return made


def code_of(s: Position, history: int, bunch: int, piece: int) -> int:
    """The place and the stored values of one piece; 0 if the history does not keep its place."""
    code = of.noted_place[history * k.PLACES + s.location[piece]]
    if code:
        for i in range(of.told_first[bunch], of.told_first[bunch + 1]):
            code = code << of.told_bits[i] | s.word[of.told_slot[i] + piece] - of.told_low[i]
    return code
