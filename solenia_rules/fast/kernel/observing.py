"""Observations: what a seat may know of a position, as `play/observed_parts.py` reads it from a state.

`out` is a row of 32-bit integers. The tables list, for each seat that observes, what to write where.
"""

from __future__ import annotations

from solenia_rules.fast.dialect import Pieces, Position, bits, buffer, has, int32_in, popcount, put_int32, shown
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of


def observe(s: Position, me: int, out: list[int]) -> None:
    """Write all numbers of an observation."""
    see_course(s, me, out)
    see_stored(s, me, out)
    if k.SEEN_BUNCHES:
        see_lots(s, me, out)
    if k.SEEN_QUERIES:
        for i in range(of.query_first[me], of.query_first[me + 1]):
            put_int32(out, of.query_out[i], shown(s, of.query_number[i], of.query_argument[i]))


def see_course(s: Position, me: int, out: list[int]) -> None:
    over = 1 if s.over else 0
    put_int32(out, 0, me)
    put_int32(out, 1, over)
    seat = me
    for step in range(k.SEATS):
        put_int32(out, 2 + step, s.winners >> seat & 1)
        put_int32(out, 2 + k.SEATS + step, 0)
        seat += 1
        if seat == k.SEATS:
            seat = 0
    first = 2 + 2 * k.SEATS
    for i in range(k.PHASES_TOLD + k.SPECS):
        put_int32(out, first + i, 0)
    if not over:
        step = s.asked - me
        if step < 0:
            step += k.SEATS
        put_int32(out, 2 + k.SEATS + step, 1)
        if step == 0:
            put_int32(out, first + k.PHASES_TOLD + s.spec, 1)
        phase = told_phase(s)
        if phase >= 0:
            put_int32(out, first + phase, 1)


def told_phase(s: Position) -> int:
    """The number of the innermost running phase; -1: none."""
    frame = s.frame
    while frame > 0:
        phase = of.phase_told[s.word[frame]]
        if phase > -2:
            return phase
        frame = s.word[frame + 2]
    return -1


def see_stored(s: Position, me: int, out: list[int]) -> None:
    """Values of slots in runs, sums of slots, and sizes of zones."""
    for run in range(of.run_first[me], of.run_first[me + 1]):
        slot = of.run_slot[run]
        to = of.run_out[run]
        end = to + of.run_count[run]
        code = of.run_code[run]
        if of.run_there[run] >= 0 and popcount(s.zone_mask[of.run_there[run]]) < of.run_row[run]:
            while to < end:
                put_int32(out, to, -1)
                to += 1
        elif code == k.AS_IT_IS:
            while to < end:
                put_int32(out, to, s.word[slot])
                to += 1
                slot += 1
        else:
            while to < end:
                put_int32(out, to, coded(s.word[slot], code))
                to += 1
                slot += 1
    for i in range(of.total_first[me], of.total_first[me + 1]):
        total = 0
        for slot in range(of.total_slot[i], of.total_slot[i] + of.total_width[i]):
            total += s.word[slot]
        put_int32(out, of.total_out[i], total)
    if k.ZONES:
        for i in range(of.size_first[me], of.size_first[me + 1]):
            put_int32(out, of.size_out[i], popcount(s.zone_mask[of.size_zone[i]]))


def coded(value: int, code: int) -> int:
    """How a stored value is told: as it is, as a flag, or by a table that begins at `code` with the entry for -1."""
    if code == k.AS_IT_IS:
        return value
    if code == k.AS_FLAG:
        return 1 if value else 0
    return of.code_table[code + value + 1]


# ---- pieces -------------------------------------------------------------------------------------------


def see_lots(s: Position, me: int, out: list[int]) -> None:
    """Rows of equal pieces: those that the seat sees, sorted; then rows of -1."""
    places = buffer(k.PIECES)
    if k.SEEN_ORDERS:
        note_positions(s, me, places)
    see_singles(s, me, out, places)
    knows: Pieces = s.known[me]
    some = 1 if knows else 0
    for bunch in range(k.SEEN_BUNCHES):
        if of.bunch_single[bunch] == 0:
            see_bunch(s, me, out, places, bunch, some)
    if some:
        for piece in bits(knows):
            bunch = of.single_of[me * k.PIECES + piece]
            if bunch >= 0:
                see_bunch(s, me, out, places, bunch, some)


def see_singles(s: Position, me: int, out: list[int], places: list[int]) -> None:
    """Pieces that have no equals and are told by their place, or by their place and their position; this is most of
    what is seen in many games. Here a seat sees what lies where it may look; what it was shown comes after it."""
    seen = me * k.ALL_PLACES
    for i in range(me * k.PLAIN_SINGLES, (me + 1) * k.PLAIN_SINGLES):
        put_int32(out, of.plain_out[i], of.place_seen[seen + s.location[of.plain_piece[i]]])
    for i in range(me * k.ORDERED_SINGLES, (me + 1) * k.ORDERED_SINGLES):
        piece = of.ordered_piece[i]
        to = of.ordered_out[i]
        put_int32(out, to, of.place_seen[seen + s.location[piece]])
        put_int32(out, to + 1, places[piece])


def see_bunch(s: Position, me: int, out: list[int], places: list[int], bunch: int, some: int) -> None:
    """`some`: whether some pieces were shown to the seat."""
    width = of.bunch_width[bunch]
    to = of.bunch_out[bunch]
    first = of.bunch_pieces[bunch * k.SEATS + me]
    start = to
    for i in range(first, first + of.bunch_count[bunch]):
        piece = of.bunch_member[i]
        place = s.location[piece]
        seen = 0
        if place > 0:
            seen = of.seen_at[place] >> me & 1
            if some and not seen:
                seen = 1 if has(s.known[me], piece) else 0
        if seen:
            put_int32(out, to, of.place_told[me * k.ALL_PLACES + place])
            if width > 1:
                see_traits(s, me, out, to, bunch, piece, places)
            to = sorted_in(out, start, to, width)
        elif of.bunch_die[bunch] and (place <= 0 or of.seen_at[place] == -1):
            put_int32(out, to, -1)
            see_die_only(s, out, to, bunch, piece)
            to = sorted_in(out, start, to, width)
    end = start + width * of.bunch_count[bunch]
    while to < end:
        put_int32(out, to, -1)
        to += 1


def see_traits(s: Position, me: int, out: list[int], to: int, bunch: int, piece: int, places: list[int]) -> None:
    to += 1
    if of.bunch_ordered[bunch]:
        put_int32(out, to, places[piece])
        to += 1
    if of.bunch_faced[bunch]:
        put_int32(out, to, s.face[piece])
        to += 1
    if of.bunch_die[bunch]:
        put_int32(out, to, s.die[piece])
        to += 1
    for i in range(of.bunch_fields[bunch], of.bunch_fields[bunch + 1]):
        put_int32(out, to, coded(s.word[of.field_base[i] + piece], of.field_code[i * k.SEATS + me]))
        to += 1


def see_die_only(s: Position, out: list[int], to: int, bunch: int, piece: int) -> None:
    """The row of a die that everybody sees although it lies nowhere."""
    end = to + of.bunch_width[bunch]
    shows = to + 1 + of.bunch_ordered[bunch] + of.bunch_faced[bunch]
    to += 1
    while to < end:
        put_int32(out, to, s.die[piece] if to == shows else -1)
        to += 1


def sorted_in(out: list[int], start: int, to: int, width: int) -> int:
    """Move the row at `to` before the rows from `start` on that are larger; returns where the next row begins."""
    here = to
    while here > start and larger(out, here - width, here, width):
        for i in range(width):
            before = int32_in(out, here - width + i)
            put_int32(out, here - width + i, int32_in(out, here + i))
            put_int32(out, here + i, before)
        here -= width
    return to + width


def larger(out: list[int], a: int, b: int, width: int) -> int:
    for i in range(width):
        one = int32_in(out, a + i)
        other = int32_in(out, b + i)
        if one != other:
            return 1 if one > other else 0
    return 0


def note_positions(s: Position, me: int, places: list[int]) -> None:
    """The position of each piece in its zone, for ordered zones that the seat sees; -1 for other pieces."""
    for piece in range(k.PIECES):
        places[piece] = -1
    for zone in range(k.ZONES):
        if of.ordered[zone + 1] and of.seen_at[zone + 1] >> me & 1:
            for i in range(s.order_count[zone]):
                places[s.order[zone, i]] = i
