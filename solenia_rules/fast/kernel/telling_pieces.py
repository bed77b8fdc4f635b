"""Events of pieces: moves, draws, shuffles, rolls, what is shown and turned, each with the seats that see it.

A function here does what the function of `moving.py`, `luck.py` or `showing.py` does, and writes the rows that
`play/events.py` writes. `telling.py` says when a position tells.
"""

from __future__ import annotations

from solenia_rules.fast.dialect import Pieces, Position, bits, buffer, has, piece_bit, store_pieces
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.luck import lot, roll, shuffle
from solenia_rules.fast.kernel.moving import draw, move_all, put
from solenia_rules.fast.kernel.showing import set_face, show, turn
from solenia_rules.fast.kernel.telling import note, note_two

# ---- who sees what -----------------------------------------------------------------------------------


def seers_of(s: Position, piece: int) -> int:
    """The mask of the seats that know a piece; -1: all."""
    mask = of.seen_at[s.location[piece]]
    if k.SHOWS:
        if mask != -1:
            for seat in range(k.SEATS):
                if has(s.known[seat], piece):
                    mask |= 1 << seat
    return mask


def both_seers(one: int, two: int) -> int:
    return -1 if one == -1 or two == -1 else one | two


def die_seers(s: Position, die: int) -> int:
    """The mask of the seats that see what a die shows; -1: all."""
    if s.location[die] == 0:
        return -1
    return seers_of(s, die)


def appear(s: Position, die: int, before: int) -> None:
    """Tell what a die shows if a seat sees it that did not see it before."""
    seers = die_seers(s, die)
    if before != -1 and (seers == -1 or seers & ~before):
        note_two(s, k.EVENT_SEEN, seers, die, s.die[die])


# ---- moves -------------------------------------------------------------------------------------------


def tell_put(s: Position, piece: int, place: int) -> None:
    """Move one piece to the end of a place."""
    if s.teller == 0:
        put(s, piece, place, k.LAST)
        return
    if s.location[piece] == place:
        tell_moves(s, piece_bit(piece), place, k.LAST, 0)
        return
    old = s.location[piece]
    seers = seers_of(s, piece)
    shown = -1
    if k.DICE:
        if of.is_die[piece]:
            shown = die_seers(s, piece)
    put(s, piece, place, k.LAST)
    if s.location[piece] == place:
        row = note(s, k.EVENT_MOVED, both_seers(seers, seers_of(s, piece)), 3)
        row[0] = piece
        row[1] = old
        row[2] = place
    if k.DICE:
        if of.is_die[piece]:
            appear(s, piece, shown)


def tell_move(s: Position, pieces: Pieces, place: int) -> None:
    tell_moves(s, pieces, place, k.LAST, 0)


def tell_move_at(s: Position, pieces: Pieces, place: int, position: int) -> None:
    tell_moves(s, pieces, place, position, 1)


def tell_moves(s: Position, pieces: Pieces, place: int, position: int, step: int) -> None:
    """Move pieces, and tell which of them arrived. A piece that was there already is told with its new position in the
    order and the number of pieces, or with 0 if the order did not change."""
    if s.teller == 0:
        move_all(s, pieces, place, position, step)
        return
    moved = buffer(k.SEVERAL)
    old = buffer(k.SEVERAL)
    seers = buffer(k.SEVERAL)
    shown = buffer(k.SEVERAL)
    line = buffer(k.IN_ZONE)
    count = 0
    stays = 0
    for piece in bits(pieces):
        moved[count] = piece
        old[count] = s.location[piece]
        seers[count] = seers_of(s, piece)
        shown[count] = -1
        if k.DICE:
            if of.is_die[piece]:
                shown[count] = die_seers(s, piece)
        if old[count] == place:
            stays = 1
        count += 1
    ordered = 0
    length = 0
    if place < k.FIRST_CELL:
        ordered = of.ordered[place]
    if stays and ordered:
        length = s.order_count[place - 1]
        for i in range(length):
            line[i] = s.order[place - 1, i]
    move_all(s, pieces, place, position, step)
    same = 1
    if stays and ordered:
        same = same_order(s, place - 1, line, length)
    arrived = buffer(k.SEVERAL)
    number = 0
    for i in range(count):
        if s.location[moved[i]] == place:
            seers[i] = both_seers(seers[i], seers_of(s, moved[i]))
            number = arrange_told(arrived, number, i, moved, old, seers)
    for j in range(number):
        i = arrived[j]
        tell_moved(s, moved[i], old[i], place, seers[i], same)
    if k.DICE:
        for i in range(count):
            if of.is_die[moved[i]]:
                appear(s, moved[i], shown[i])


def tell_moved(s: Position, piece: int, old: int, place: int, seers: int, same: int) -> None:
    row = note(s, k.EVENT_MOVED, seers, 5 if old == place else 3)
    row[0] = piece
    row[1] = old
    row[2] = place
    if old == place:
        row[3] = 0
        row[4] = 0
        if not same:
            length = s.order_count[place - 1]
            i = 0
            while i < length and s.order[place - 1, i] != piece:
                i += 1
            row[3] = i + 1
            row[4] = length


def same_order(s: Position, zone: int, line: list[int], length: int) -> int:
    if s.order_count[zone] != length:
        return 0
    for i in range(length):
        if s.order[zone, i] != line[i]:
            return 0
    return 1


def arrange_told(
    arrived: list[int], number: int, i: int, moved: list[int], old: list[int], seers: list[int]
) -> int:  # fmt: skip
    """Insert a piece into the order in which moves are told: by seers, old place and kind, so that the order does not
    reveal which piece a hidden one is."""
    at = number
    while at > 0 and told_before(i, arrived[at - 1], moved, old, seers):
        arrived[at] = arrived[at - 1]
        at -= 1
    arrived[at] = i
    return number + 1


def told_before(i: int, j: int, moved: list[int], old: list[int], seers: list[int]) -> int:
    if seers[i] != seers[j]:
        return seers[i] < seers[j]
    if old[i] != old[j]:
        return old[i] < old[j]
    if of.kind_of[moved[i]] != of.kind_of[moved[j]]:
        return of.kind_of[moved[i]] < of.kind_of[moved[j]]
    return moved[i] < moved[j]


def tell_draw(s: Position, number: int, source: int, target: int) -> None:
    if s.teller == 0:
        draw(s, number, source, target)
        return
    if number <= 0:
        return
    moved = buffer(k.SEVERAL)
    old = buffer(k.SEVERAL)
    seers = buffer(k.SEVERAL)
    shown = buffer(k.SEVERAL)
    count = 0
    if of.ordered[source + 1]:
        count = min(number, s.order_count[source])
        for i in range(count):
            moved[i] = s.order[source, i]
    else:
        for piece in bits(s.zone_mask[source]):
            if count < number:
                moved[count] = piece
                count += 1
    for i in range(count):
        old[i] = source + 1
        seers[i] = of.seen_at[source + 1]
        if k.SHOWS:
            if seers[i] != -1:
                for seat in range(k.SEATS):
                    if has(s.known[seat], moved[i]):
                        seers[i] |= 1 << seat
        shown[i] = -1
        if k.DICE:
            if of.is_die[moved[i]]:
                shown[i] = die_seers(s, moved[i])
    draw(s, number, source, target)
    taken: Pieces = 0
    arrived = buffer(k.SEVERAL)
    made = 0
    for i in range(count):
        if s.location[moved[i]] == target + 1:
            taken |= piece_bit(moved[i])
            seers[i] = both_seers(seers[i], seers_of(s, moved[i]))
            made = arrange_told(arrived, made, i, moved, old, seers)
    for j in range(made):
        i = arrived[j]
        row = note(s, k.EVENT_DRAWN, seers[i], 3)
        row[0] = moved[i]
        row[1] = source + 1
        row[2] = target + 1
    if k.DICE:
        for die in bits(taken):
            if of.is_die[die]:
                i = 0
                while moved[i] != die:
                    i += 1
                appear(s, die, shown[i])


# ---- chance, faces -----------------------------------------------------------------------------------


def tell_shuffle(s: Position, zone: int) -> None:
    shuffle(s, zone)
    if s.teller:
        row = note(s, k.EVENT_SHUFFLED, -1, 1)
        row[0] = zone + 1


def tell_lot(s: Position, limit: int) -> None:
    lot(s, limit)
    note_two(s, k.EVENT_ALLOTTED, 0, s.lot, limit)


def tell_roll(s: Position, die: int) -> None:
    roll(s, die)
    if die >= 0:
        note_two(s, k.EVENT_ROLLED, die_seers(s, die), die, s.die[die])


def tell_show(s: Position, pieces: Pieces, seats: int) -> None:
    before = buffer(k.SEVERAL)
    if k.DICE:
        i = 0
        for piece in bits(pieces):
            if of.is_die[piece]:
                before[i] = die_seers(s, piece)
                i += 1
    show(s, pieces, seats)
    if pieces and s.teller:
        row = note(s, k.EVENT_SHOWN, seats, 2)
        row[0] = seats
        store_pieces(row, 1, pieces)
        if k.DICE:
            i = 0
            for piece in bits(pieces):
                if of.is_die[piece]:
                    appear(s, piece, before[i])
                    i += 1


def tell_turn(s: Position, piece: int) -> None:
    turn(s, piece)
    if piece >= 0:
        note_two(s, k.EVENT_TURNED, seers_of(s, piece), piece, s.face[piece])


def tell_set_face(s: Position, piece: int, face: int) -> None:
    set_face(s, piece, face)
    if piece >= 0:
        note_two(s, k.EVENT_TURNED, seers_of(s, piece), piece, face)
