"""A state of an imagined world: the pieces exchanged, with what was written on them. The same as `play/exchange.py` and
`write` of `play/written.py`."""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Mind,
    Options,
    Pieces,
    Position,
    Workplace,
    bits,
    copy_position,
    desk,
    items_at,
    option_bit,
    piece_bit,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.trying import used


def renamed(who: list[int], first: int, pieces: Pieces) -> Pieces:
    made: Pieces = 0
    for piece in bits(pieces):
        made |= piece_bit(who[first + piece])
    return made


def permute(x: Workplace, s: Position, made: Position, mind: Mind) -> None:
    """Copy a state with its pieces exchanged, without what was written on them."""
    who = mind.past + 4 * k.PIECES
    d = desk(x)
    copy_position(made, s, used(s))
    made.teller = 0
    moved: Pieces = 0
    for piece in range(k.PIECES):
        if d[who + piece] != piece:
            moved |= piece_bit(piece)
            made.location[d[who + piece]] = s.location[piece]
    if not moved:
        return
    for cell in range(k.CELLS):
        if s.at[cell] & moved:
            made.at[cell] = renamed(d, who, s.at[cell])
    for zone in range(k.ZONES):
        if s.zone_mask[zone] & moved:
            made.zone_mask[zone] = renamed(d, who, s.zone_mask[zone])
        if of.ordered[zone + 1]:
            for i in range(s.order_count[zone]):
                made.order[zone, i] = d[who + s.order[zone, i]]
    for seat in range(k.SEATS):
        if s.owned[seat] & moved:
            made.owned[seat] = renamed(d, who, s.owned[seat])
        if s.known[seat] & moved:
            made.known[seat] = renamed(d, who, s.known[seat])
    if not s.over:
        permute_frames(d, who, s, made)
        if of.spec_pieces[s.spec]:
            permute_options(d, who, s, made)


def permute_options(d: list[int], who: int, s: Position, made: Position) -> None:
    found: Options = 0
    for option in bits(s.options):
        if option < k.PIECES:
            found |= option_bit(d[who + option])
        else:
            found |= option_bit(option)
    made.options = found


def permute_frames(d: list[int], who: int, s: Position, made: Position) -> None:
    """Exchange the pieces in the locals of unfinished texts."""
    frame = s.frame
    while frame >= 0:
        fn = s.word[frame]
        for i in range(of.held_first[fn], of.held_first[fn + 1]):
            slot = frame + of.held_at[i]
            if of.held_sort[i] == 0:
                piece = s.word[slot]
                if piece >= 0 and piece < k.PIECES:
                    made.word[slot] = d[who + piece]
            elif of.held_sort[i] == 1:
                permute_words(d, who, s, made, slot, of.held_words[i])
            else:
                items = items_at(s, slot)
                copied = items_at(made, slot)
                for j in range(items.length):
                    copied[j] = d[who + items[j]]
        frame = s.word[frame + 2]


def permute_words(d: list[int], who: int, s: Position, made: Position, slot: int, words: int) -> None:
    """Exchange the pieces in a set that lies in this many words."""
    for i in range(words):
        made.word[slot + i] = 0
    for i in range(words):
        for bit in bits(s.word[slot + i]):
            piece = 64 * i + bit
            if piece < k.PIECES:
                piece = d[who + piece]
            made.word[slot + piece // 64] |= 1 << piece % 64


def write_values(x: Workplace, s: Position, made: Position, mind: Mind, count: int) -> None:
    """Write the first `count` values that were written on pieces. A phase may have reset a value since; the real state
    has it then."""
    if k.WRITES:
        if count == 0:
            return
        d = desk(x)
        for i in range(count):
            slot = d[mind.write_list + i * k.WRITTEN_WORDS + 1]
            made.word[slot] = of.start_value[slot]
        for i in range(count):
            entry = mind.write_list + i * k.WRITTEN_WORDS
            if d[entry + 5] >= count and not d[entry + 4]:
                made.word[d[entry + 7]] = s.word[d[entry + 1]]
            else:
                made.word[d[entry + 7]] = d[entry + 6]
        for i in range(k.PIECE_MASKS):
            for word in range(k.PIECE_WORDS):
                made.word[of.piece_mask_low[i] if word == 0 else of.piece_mask_rest[i] + word - 1] = 0
            for piece in range(k.PIECES):
                if made.word[of.piece_mask_base[i] + piece] == of.piece_mask_value[i]:
                    word = piece // 64
                    made.word[of.piece_mask_low[i] if word == 0 else of.piece_mask_rest[i] + word - 1] |= (
                        1 << piece % 64
                    )
