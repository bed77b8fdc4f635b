"""What a seat may know of the events that led to a position, read from the log: the same as `read` of
`play/resample.py`.

It lies on the desk. For every piece: the number of the last event at which the seat knew it, and where it lay. Then the
shuffles that mixed pieces unknown to the seat: for each the number of its event, the number of groups, the place of the
shuffle before it (-1: none), and for each group its size and its pieces. Then what was written on pieces that may be
different: for each value the number of its event, its slot, its piece, the value, the sides of a die that the seat did
not see (0: none), and the number of the next value of the same slot.
"""

from __future__ import annotations

from solenia_rules.fast.dialect import Mind, Position, Workplace, bits, desk, pieces_in
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.desk import take
from solenia_rules.fast.kernel.judging import count_judgements
from solenia_rules.fast.kernel.telling import event_row, known_to, sees


def read_past(x: Workplace, s: Position, mind: Mind) -> None:
    mind.events = x.log_count
    mind.past = take(x, k.PAST_WORDS)
    find_last_seen(x, s, mind)
    find_mixes(x, s, mind)
    find_written(x, s, mind)
    mind.judgements = 0
    if k.JUDGED:
        mind.judgements = count_judgements(x, mind)


def piece_written(row: list[int]) -> int:
    """The piece on which an event wrote a value; -1: none."""
    kind = row[0]
    if kind == k.EVENT_ROLLED or kind == k.EVENT_TURNED:
        return row[5]
    if k.PIECE_FIELDS:
        if kind == k.EVENT_SET or kind == k.EVENT_ADDED:
            return of.slot_piece[row[5]]
    return -1


def piece_named(row: list[int]) -> int:
    """The piece that an event names to the seats that may know it; -1: none, or several."""
    kind = row[0]
    if kind == k.EVENT_MOVED or kind == k.EVENT_DRAWN or kind == k.EVENT_SEEN:
        return row[5]
    if kind == k.EVENT_ANSWERED:
        if of.spec_pieces[row[5]] and row[7] < k.PIECES:
            return row[7]
        return -1
    return piece_written(row)


def find_last_seen(x: Workplace, s: Position, mind: Mind) -> None:
    seen = mind.past
    begin_reading(x, mind, seen)
    d = desk(x)
    for index in range(mind.events):
        row = read_event(x, mind, index)
        if k.WRITES:
            if piece_written(row) >= 0:
                mind.written += 1
        if not known_to(witnesses(x, mind, row), mind.seat):
            continue
        if row[0] == k.EVENT_SHOWN:
            for piece in bits(pieces_in(row, 6)):
                d[seen + piece] = index
        else:
            piece = piece_named(row)
            if piece >= 0:
                d[seen + piece] = index
    for i in range(k.PIECE_RANGES):
        for slot in range(of.piece_range_low[i], of.piece_range_high[i]):
            if s.word[slot] >= 0:
                d[seen + s.word[slot]] = mind.events
    for piece in range(k.PIECES):
        if sees(s, s.location[piece], piece, mind.seat):
            d[seen + piece] = mind.events


def begin_reading(x: Workplace, mind: Mind, noted: int) -> None:
    """Begin to read the events from the first on. `noted`: the place of a number for each piece, which is -1 now."""
    mind.written = 0
    d = desk(x)
    for piece in range(k.PIECES):
        d[noted + piece] = -1
    begin_places(x, mind)


def read_event(x: Workplace, mind: Mind, index: int) -> list[int]:
    """An event. The events before it were read: where it leaves the pieces is followed."""
    row = event_row(x, index)
    if k.PIECE_FIELDS:
        follow_places(x, mind, row)
    return row


def begin_places(x: Workplace, mind: Mind) -> None:
    """Begin to follow where each piece lies, and to which seats it was shown there."""
    places = mind.past + k.PIECES
    d = desk(x)
    for piece in range(k.PIECES):
        d[places + piece] = of.start_place[piece]
        d[places + k.PIECES + piece] = of.start_known[piece]


def follow_places(x: Workplace, mind: Mind, row: list[int]) -> None:
    places = mind.past + k.PIECES
    known = places + k.PIECES
    kind = row[0]
    d = desk(x)
    if kind == k.EVENT_MOVED or kind == k.EVENT_DRAWN:
        d[places + row[5]] = row[7]
        d[known + row[5]] = 0
    elif kind == k.EVENT_SHOWN:
        for piece in bits(pieces_in(row, 6)):
            d[known + piece] |= row[5]
    elif kind == k.EVENT_ROLLED:
        d[known + row[5]] = 0
    elif kind == k.EVENT_SHUFFLED:
        for piece in range(k.PIECES):
            if d[places + piece] == row[5]:
                d[known + piece] = 0


def witnesses(x: Workplace, mind: Mind, row: list[int]) -> int:
    """The seats that may know an event: a value written on a piece is known to those who see the piece."""
    if k.PIECE_FIELDS:
        if row[0] == k.EVENT_SET or row[0] == k.EVENT_ADDED:
            piece = of.slot_piece[row[5]]
            if piece >= 0:
                d = desk(x)
                places = mind.past + k.PIECES
                seers = of.seen_at[d[places + piece]]
                return seers if seers < 0 else seers | d[places + k.PIECES + piece]
    return row[3]


def find_mixes(x: Workplace, s: Position, mind: Mind) -> None:
    """Pieces of one kind, which have the same name in a log, exchange identities."""
    mind.mixes = 0
    mind.mix_list = x.desk_used
    last = -1
    begin_places(x, mind)
    for index in range(mind.events):
        row = event_row(x, index)
        kind = row[0]
        d = desk(x)
        if kind == k.EVENT_MOVED or kind == k.EVENT_DRAWN:
            d[mind.past + k.PIECES + row[5]] = row[7]
        elif kind == k.EVENT_SHUFFLED:
            if of.ordered[row[5]] and not known_to(of.seen_at[row[5]], mind.seat):
                last = note_mix(x, mind, index, row[5], last)
    order_mixes(x, s, mind, last)


def note_mix(x: Workplace, mind: Mind, index: int, place: int, before: int) -> int:
    """Note the groups of pieces that a shuffle mixed. `before`: where the shuffle before it is noted; returns where
    this one is."""
    head = take(x, k.MIX_WORDS)
    seen = mind.past
    places = seen + k.PIECES
    mind.mixes += 1
    groups = 0
    for first in range(k.PIECES):
        if of.kind_first[first] != first:
            continue
        group = take(x, 1 + of.kind_last[first] - first)
        d = desk(x)
        size = 0
        for piece in range(first, of.kind_last[first]):
            if of.kind_of[piece] == of.kind_of[first] and d[places + piece] == place and d[seen + piece] < index:
                size += 1
                d[group + size] = piece
        d[group] = size
        x.desk_used = group
        if size:
            x.desk_used = group + 1 + size
            groups += 1
    d = desk(x)
    d[head] = index
    d[head + 1] = groups
    d[head + 2] = before
    return head


def order_mixes(x: Workplace, s: Position, mind: Mind, last: int) -> None:
    """Put the pieces of each group in an order that the seat may know: the same as `order` of `play/resample.py`.
    `last`: where the last shuffle is noted."""
    if last < 0:
        return
    keys = mind.past + 3 * k.PIECES
    ties = mind.events + k.PIECES
    again = ties * (k.FIRST_CELL + k.CELLS)
    d = desk(x)
    for piece in range(k.PIECES):
        d[keys + piece] = ties * s.location[piece]
    for zone in range(k.ZONES):
        if of.ordered[zone + 1]:
            for i in range(s.order_count[zone]):
                d[keys + s.order[zone, i]] += i
    index = mind.events - 1
    while last >= 0:
        if index == d[last]:
            place = last + k.MIX_WORDS
            for _i in range(d[last + 1]):
                sort_pieces(d, place + 1, d[place], keys)
                for i in range(d[place]):
                    d[keys + d[place + 1 + i]] = again + index
                place += 1 + d[place]
            last = d[last + 2]
        else:
            row = event_row(x, index)
            if row[0] == k.EVENT_MOVED or row[0] == k.EVENT_DRAWN:
                key = keys + row[5]
                lies = s.location[row[5]]
                if d[key] < again and (lies >= k.FIRST_CELL or not of.ordered[lies]):
                    d[key] = ties * lies + index
        index -= 1


def sort_pieces(d: list[int], first: int, count: int, keys: int) -> None:
    """Sort pieces by their keys; pieces with equal keys stay in their order."""
    for i in range(1, count):
        piece = d[first + i]
        j = first + i
        while j > first and d[keys + d[j - 1]] > d[keys + piece]:
            d[j] = d[j - 1]
            j -= 1
        d[j] = piece


def find_written(x: Workplace, s: Position, mind: Mind) -> None:
    """What may be different in another world: rolls that the seat does not know, and whatever was written on pieces
    that exchange their identities."""
    mind.write_list = x.desk_used
    if k.WRITES:
        if mind.written:
            collect_written(x, s, mind)
            keep_changing(x, mind)


def collect_written(x: Workplace, s: Position, mind: Mind) -> None:
    unseen = mind.past + 3 * k.PIECES
    begin_reading(x, mind, unseen)
    d = desk(x)
    for index in range(mind.events):
        row = read_event(x, mind, index)
        known = known_to(witnesses(x, mind, row), mind.seat)
        d = desk(x)
        if row[0] == k.EVENT_ROLLED:
            d[unseen + row[5]] = -1
        elif known:
            if row[0] == k.EVENT_SHOWN:
                for piece in bits(pieces_in(row, 6)):
                    reveal(x, unseen, piece)
            else:
                reveal(x, unseen, piece_named(row))
        piece = piece_written(row)
        if piece < 0:
            continue
        entry = take(x, k.WRITTEN_WORDS)
        mind.written += 1
        d = desk(x)
        d[entry] = index
        d[entry + 1] = row[5]
        d[entry + 2] = piece
        d[entry + 3] = row[6]
        d[entry + 4] = 0
        if row[0] == k.EVENT_ROLLED:
            d[entry + 1] = k.DICE_SLOTS + piece
            if not known:
                d[entry + 4] = of.sides[piece]
                d[unseen + piece] = entry
        elif row[0] == k.EVENT_TURNED:
            d[entry + 1] = k.FACE_SLOTS + piece
    for piece in range(k.PIECES):
        if d[unseen + piece] >= 0:
            place = s.location[piece]
            if place == 0 or sees(s, place, piece, mind.seat):
                reveal(x, unseen, piece)


def reveal(x: Workplace, unseen: int, piece: int) -> None:
    """The seat knows what a die shows."""
    if piece >= 0:
        d = desk(x)
        if d[unseen + piece] >= 0:
            d[d[unseen + piece] + 4] = 0
            d[unseen + piece] = -1


def keep_changing(x: Workplace, mind: Mind) -> None:
    """Keep only values on pieces that exchange their identities, and on dice that the seat did not see; find the
    next value of each slot."""
    changing = mind.past + 3 * k.PIECES
    d = desk(x)
    for piece in range(k.PIECES):
        d[changing + piece] = 0
    place = mind.mix_list
    for _i in range(mind.mixes):
        groups = d[place + 1]
        place += k.MIX_WORDS
        for _j in range(groups):
            for number in range(d[place]):
                d[changing + d[place + 1 + number]] = 1
            place += 1 + d[place]
    first = mind.write_list
    for i in range(mind.written):
        if d[first + i * k.WRITTEN_WORDS + 4]:
            d[changing + d[first + i * k.WRITTEN_WORDS + 2]] = 1
    count = 0
    for i in range(mind.written):
        entry = first + i * k.WRITTEN_WORDS
        if d[changing + d[entry + 2]]:
            to = first + count * k.WRITTEN_WORDS
            for word in range(k.WRITTEN_WORDS):
                d[to + word] = d[entry + word]
            d[to + 5] = k.FARTHEST
            for j in range(count):
                if d[first + j * k.WRITTEN_WORDS + 1] == d[to + 1]:
                    d[first + j * k.WRITTEN_WORDS + 5] = min(d[first + j * k.WRITTEN_WORDS + 5], count)
            count += 1
    mind.written = count
    x.desk_used = first + count * k.WRITTEN_WORDS
