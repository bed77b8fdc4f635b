"""What primitives do to a position in memory, in the part of Python that `translator` makes machine code of.

It is read, never run: each function does what its namesake in `runtime` does to a state of the plain executor. `k` has
the numbers of one ruleset and `of` its tables; `constants` works them out.
"""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Cells,
    Items,
    Options,
    Pieces,
    Position,
    Workplace,
    bits,
    buffer,
    cell_bit,
    cells_at,
    copy_position,
    estimate,
    grow,
    has,
    insert_at,
    low_cells,
    lowest,
    move_words,
    option_bit,
    piece_bit,
    popcount,
    position_after,
    position_in,
    put_cells,
    release,
    remove_at,
    reset,
    run,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of

# ---- one piece from one place to another ---------------------------------------------------------


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


def move_all(s: Position, pieces: Pieces, place: int, position: int, step: int) -> None:
    """Pieces that lie in one ordered zone go in its order, others in order of declaration."""
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


# ---- boards whose rows are pieces --------------------------------------------------------------------


def put_row(s: Position, piece: int, old: int, place: int, position: int, board: int) -> None:
    before = buffer(k.IN_ZONE)
    count = s.order_count[board - 1]
    for i in range(count):
        before[i] = s.order[board - 1, i]
    shift(s, piece, old, place, position)
    change_rows(s, board, before, count)


def change_rows(s: Position, board: int, before: list[int], count: int) -> None:
    """Rearrange cells after the rows of a board changed."""
    zone = board - 1
    now = s.order_count[zone]
    columns = of.board_columns[board]
    first = of.board_first[board]
    cells = of.board_cells[board]
    if now == count:
        i = 0
        while i < count and s.order[zone, i] == before[i]:
            i += 1
        if i == count:
            return
        i = 1
        while i < count and s.order[zone, i - 1] == before[i]:
            i += 1
        if i == count and count * columns == cells:
            first_to_last(s, first, columns, cells)
            return
    if now == count + 1:
        i = 0
        while i < count and s.order[zone, i] == before[i]:
            i += 1
        if i == count:
            start = first + count * columns
            nothing: Pieces = 0
            for i in range(columns):
                s.at[start + i] = nothing
            fill(s, s.order[zone, count], start, columns)
            return
    arrange_rows(s, zone, before, count, first, columns, cells)


def first_to_last(s: Position, first: int, columns: int, cells: int) -> None:
    saved = buffer(k.ROW_WORDS)
    for number in range(k.MOVED):
        step = of.moved_step[number]
        start = of.moved_at[number] + first * step
        row, whole = columns * step, cells * step
        for i in range(row):
            saved[i] = s.word[start + i]
        move_words(s, start, start + row, whole - row)
        for i in range(row):
            s.word[start + whole - row + i] = saved[i]
    for number in range(k.CELL_MASKS):
        low, rest = of.cell_mask_low[number], of.cell_mask_rest[number]
        mask = cells_at(s, low, rest)
        part = mask >> first & low_cells(cells)
        if part:
            now: Cells = part >> columns | (part & low_cells(columns)) << cells - columns
            put_cells(s, low, rest, mask ^ (part ^ now) << first)
    moving: Pieces = 0
    for cell in range(first, first + cells):
        moving |= s.at[cell]
    start = k.FIRST_CELL + first
    for piece in bits(moving):
        place = s.location[piece] - columns
        s.location[piece] = place if place >= start else place + cells


def index_in(items: list[int], count: int, item: int) -> int:
    for i in range(count):
        if items[i] == item:
            return i
    return -1


def arrange_rows(s: Position, zone: int, before: list[int], count: int, first: int, columns: int, cells: int) -> None:
    now = s.order_count[zone]
    after = buffer(k.IN_ZONE)
    for i in range(now):
        after[i] = s.order[zone, i]
    lost: Pieces = 0
    for row in range(count):
        if index_in(after, now, before[row]) < 0:
            for i in range(columns):
                lost |= s.at[first + row * columns + i]
    for number in range(k.MOVED):
        arrange(s, number, before, count, after, now, first, columns)
    for row in range(now):
        if index_in(before, count, after[row]) < 0:
            fill(s, after[row], first + row * columns, columns)
    relocate(s, lost, first, cells)
    count_watched(s)


def arrange(
    s: Position, number: int, before: list[int], count: int, after: list[int], now: int, first: int, columns: int
) -> None:
    """One list of what cells hold, row by row as the rows lie now."""
    old = buffer(k.BOARD_WORDS)
    step = of.moved_step[number]
    start = of.moved_at[number] + first * step
    row_words = columns * step
    for i in range(count * row_words):
        old[i] = s.word[start + i]
    for row in range(now):
        found = index_in(before, count, after[row])
        if found >= 0:
            for i in range(row_words):
                s.word[start + row * row_words + i] = old[found * row_words + i]
        elif of.moved_empty[number] == 0:
            for i in range(row_words):
                s.word[start + row * row_words + i] = 0
    for i in range(now * row_words, count * row_words):
        s.word[start + i] = of.moved_empty[number]


def relocate(s: Position, lost: Pieces, first: int, cells: int) -> None:
    """Locations and occupied cells anew from the masks on the board's cells."""
    board = low_cells(cells) << first
    for group in range(k.GROUPS):
        low, rest = of.group_low[group], of.group_rest[group]
        put_cells(s, low, rest, cells_at(s, low, rest) & ~board)
    for cell in range(first, first + cells):
        lost &= ~s.at[cell]
        for piece in bits(s.at[cell]):
            s.location[piece] = k.FIRST_CELL + cell
            low, rest = of.group_low[of.group_of[piece]], of.group_rest[of.group_of[piece]]
            put_cells(s, low, rest, cells_at(s, low, rest) | cell_bit(cell))
            own = of.own_group_of[piece]
            if own >= 0:
                low, rest = of.group_low[own], of.group_rest[own]
                put_cells(s, low, rest, cells_at(s, low, rest) | cell_bit(cell))
    for piece in bits(lost):
        s.location[piece] = 0


def count_watched(s: Position) -> None:
    """Masks of cells whose field holds a value anew."""
    for number in range(k.CELL_WATCHES):
        found: Cells = 0
        for cell in range(k.CELLS):
            if s.word[of.watch_base[number] + cell] == of.watch_value[number]:
                found |= cell_bit(cell)
        put_cells(s, of.watch_low[number], of.watch_rest[number], found)


def fill(s: Position, piece: int, start: int, columns: int) -> None:
    """The cells of a row get the values of its face."""
    side = of.side_of[piece]
    if side < 0:
        return
    face = 2 * side + s.face[piece]
    for number in range(k.FACE_FIELDS):
        if of.face_has[side * k.FACE_FIELDS + number]:
            values = (face * k.FACE_FIELDS + number) * k.MOST_COLUMNS
            for i in range(columns):
                s.word[of.face_base[number] + start + i] = of.face_value[values + i]
    cells = low_cells(columns) << start
    for number in range(k.CELL_WATCHES):
        field = of.watch_field[number]
        if field >= 0:
            if of.face_has[side * k.FACE_FIELDS + field]:
                low, rest = of.watch_low[number], of.watch_rest[number]
                here = of.face_bits[face * k.CELL_WATCHES + number] << start
                put_cells(s, low, rest, cells_at(s, low, rest) & ~cells | here)


def turned(s: Position, piece: int) -> None:
    """A row on a board shows its other face."""
    board = s.location[piece]
    if of.board_cells[board] > 0:
        row = 0
        while s.order[board - 1, row] != piece:
            row += 1
        fill(s, piece, of.board_first[board] + row * of.board_columns[board], of.board_columns[board])


# ---- chance ------------------------------------------------------------------------------------------


def mix(x: int) -> int:
    x ^= x >> 15
    x = x * k.CHANCE_B & k.CHANCE_WORD
    x ^= x >> 12
    x = x * k.CHANCE_C & k.CHANCE_WORD
    return x ^ x >> 15


def stream_key(low: int, high: int, stream: int) -> int:
    return mix(mix(low ^ stream * k.CHANCE_A & k.CHANCE_WORD) ^ high)


def number_of(key: int, count: int) -> int:
    """31 random bits of a stream."""
    x = (key ^ count * k.CHANCE_B & k.CHANCE_WORD) * k.CHANCE_C & k.CHANCE_WORD
    x = (x ^ x >> 15) * k.CHANCE_A & k.CHANCE_WORD
    return x ^ x >> 13


def seed_low(seed: int) -> int:
    return mix(seed & k.CHANCE_WORD ^ k.CHANCE_A & k.CHANCE_WORD)


def seed_high(seed: int) -> int:
    return mix((seed >> 31 & k.CHANCE_WORD) + mix(seed & k.CHANCE_WORD) & k.CHANCE_WORD)


def answer_key(low: int, high: int, count: int) -> int:
    """How far the walk through random answers is after so many."""
    key = stream_key(low, high, k.ANSWERS) % (k.PRIME - 1) + 1
    step = k.ANSWER_STEP
    while count > 0:
        if count & 1:
            key = key * step % k.PRIME
        step = step * step % k.PRIME
        count = count >> 1
    return key


def shuffle(s: Position, zone: int) -> None:
    if of.ordered[zone + 1]:
        key = stream_key(s.seed_low, s.seed_high, zone)
        x = number_of(key, s.stream[zone]) % (k.CHANCE_WORD - 1) + 1
        i = s.order_count[zone] - 1
        while i > 0:
            x = x * k.CHANCE_STEP % k.CHANCE_WORD
            j = x * (i + 1) // k.CHANCE_WORD
            item = s.order[zone, i]
            s.order[zone, i] = s.order[zone, j]
            s.order[zone, j] = item
            i -= 1
    s.stream[zone] += 1
    for seat in range(k.SEATS):
        s.known[seat] &= ~s.zone_mask[zone]


def roll(s: Position, die: int) -> None:
    if die < 0:
        return
    stream = k.ZONES + die
    key = stream_key(s.seed_low, s.seed_high, stream)
    s.die[die] = 1 + (number_of(key, s.stream[stream]) * of.sides[die] >> 31)
    s.stream[stream] += 1


# ---- faces and sight -----------------------------------------------------------------------------------


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
    """One of each lot of equal pieces that lie together without order."""
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
    for number in range(k.PIECE_FIELDS):
        if s.word[of.piece_field[number] + a] != s.word[of.piece_field[number] + b]:
            return 0
    return 1


# ---- sequences -----------------------------------------------------------------------------------------


def copy_items(to: Items, source: Items) -> None:
    count = source.length
    to.length = count
    for i in range(count):
        to[i] = source[i]


def pop_item(to: Items, source: Items) -> None:
    count = max(0, source.length - 1)
    for i in range(count):
        to[i] = source[i + 1]
    to.length = count


def push_item(s: Position, to: Items, most: int, item: int) -> None:
    if item < 0:
        return
    if to.length >= most:
        s.fault = k.TOO_LONG
        return
    to[to.length] = item
    to.length += 1


def reverse_items(to: Items, source: Items) -> None:
    items = buffer(k.MOST_ITEMS)
    count = source.length
    for i in range(count):
        items[i] = source[i]
    for i in range(count):
        to[i] = items[count - 1 - i]
    to.length = count


def same_items(a: Items, b: Items) -> int:
    if a.length != b.length:
        return 0
    for i in range(a.length):
        if a[i] != b[i]:
            return 0
    return 1


def sort_push(
    s: Position, to: Items, start: int, step: int, number: int, most: int, item: int, keys: list[int]
) -> None:
    """Insert an item by its keys, after those with equal keys; keys lie from word `start` + 1 on."""
    i = to.length
    if i >= most:
        s.fault = k.TOO_LONG
        return
    to.word[start] = number
    while i > 0:
        before = start + 1 + (i - 1) * step
        j = 0
        while j < number - 1 and to.word[before + j] == keys[j]:
            j += 1
        if to.word[before + j] <= keys[j]:
            break
        to[i] = to[i - 1]
        for j in range(number):
            to.word[before + step + j] = to.word[before + j]
        i -= 1
    to[i] = item
    for j in range(number):
        to.word[start + 1 + i * step + j] = keys[j]
    to.length += 1


# ---- relations between cells ---------------------------------------------------------------------------


def near(cells: Cells) -> Cells:
    made: Cells = 0
    for cell in bits(cells):
        made |= of.near_of[cell]
    return made


def around(cells: Cells) -> Cells:
    made: Cells = 0
    for cell in bits(cells):
        made |= of.around_of[cell]
    return made


def nearest(cell: int, cells: Cells) -> int:
    best = k.FAR
    if cell >= 0:
        for other in bits(cells):
            best = min(best, of.steps[cell * k.CELLS + other])
    return best


def within(cells: Cells, most: int) -> Cells:
    found: Cells = 0
    if most >= 0:
        for cell in bits(cells):
            found |= of.level_mask[of.level_first[cell] + min(most, of.level_count[cell] - 1)]
    return found


def connected(cell: int, cells: Cells) -> Cells:
    made: Cells = 0
    if not has(cells, cell):
        return made
    edge = cell_bit(cell)
    while edge:
        made |= edge
        edge = near(edge) & cells & ~made
    return made


# ---- phases and the end ----------------------------------------------------------------------------------


def phase_frame(s: Position) -> int:
    frame = s.frame
    while not of.is_phase[s.word[frame]] and s.word[frame + 2] >= 0:
        frame = s.word[frame + 2]
    return frame


def stuck(s: Position) -> int:
    """The rest cannot be done: in a trial that is the answer, in play the rest of the phase is skipped."""
    if s.trial:
        return k.FAILED
    frame = phase_frame(s)
    if k.LASTING:
        fn = s.word[frame]
        if of.phase_of[fn] >= 0:
            end_rules(s, of.phase_of[fn], 0, s.word[frame + of.seat_at[fn]])
    s.frame = s.word[frame + 2]
    return s.word[s.frame + 1]


def win(s: Position, seats: int) -> int:
    if s.trial:
        return k.HORIZON
    s.over = 1
    s.winners = seats
    s.frame = 0
    s.spec = 0
    s.asked = 0
    none: Options = 0
    s.options = none
    s.dest = 0
    return k.ENDED


def enter(s: Position, phase: int, seat: int) -> int:
    """Resets of a phase; whether the cap on phases ended the game."""
    s.phases += 1
    if s.phases >= k.MOST_PHASES:
        win(s, 0)
        return 1
    reset(s, phase)
    if k.LASTING:
        end_rules(s, phase, 1, seat)
    return 0


def leave(s: Position, phase: int, seat: int) -> None:
    if k.LASTING:
        end_rules(s, phase, 0, seat)


def end_rules(s: Position, phase: int, when: int, seat: int) -> None:
    named = 16 * (1 + 2 * phase + when)
    for number in range(k.STARTED):
        for slot in range(of.started[number], of.started[number] + k.PIECES + k.CELLS):
            mark = s.word[slot]
            if mark:
                mark = mark // 16
                if mark == named or mark == named + seat + 1:
                    s.word[slot] = 0


# ---- looking ahead -----------------------------------------------------------------------------------------


def used(s: Position) -> int:
    """Words of a position that hold anything."""
    return k.FRAMES if s.over else s.frame + of.frame_words[s.word[s.frame]]


def viable(x: Workplace, s: Position, dest: int, follow: int, mask: Options, seat: int) -> Options:
    """Options after which the rest can be done, as far as the seat that is asked can know."""
    found: Options = 0
    phase = phase_frame(s)
    size = used(s)
    x.fuel = k.TRIAL_FUEL
    if x.room == 0:
        grow(x)
    for option in bits(mask):
        t = position_in(x, 0)
        copy_position(t, s, size)
        t.trial = phase
        t.trial_seat = seat
        t.word[dest] = option
        if possible(x, follow):
            found |= option_bit(option)
    return found


def possible(x: Workplace, block: int) -> int:
    """Whether one way through ends well; the lowest options first, as deep as it goes. Positions that wait lie in
    the arena below the one that is tried; they keep the options still to try."""
    here = 0
    waiting = 0
    while True:
        x.fuel -= 1
        if x.fuel < 0:
            return 1
        s = position_in(x, here)
        block = run(x, s, block)
        if s.fault:
            x.fault = s.fault
            return 1
        if block == k.ASKED and s.asked == s.trial_seat:
            waiting = here + 1
        elif block != k.FAILED:
            return 1
        if waiting == 0:
            return 0
        here = waiting - 1
        s = position_in(x, here)
        options = s.options
        option = lowest(options)
        options = options & (options - 1)
        s.options = options
        if options:
            if waiting >= x.room:
                grow(x)
                s = position_in(x, here)
            copy_position(position_in(x, waiting), s, used(s))
            here = waiting
            s = position_in(x, here)
        else:
            waiting -= 1
        s.word[s.dest] = option
        block = s.word[s.frame + 1]


# ---- playing ---------------------------------------------------------------------------------------------------


def answered(s: Position, choice: int) -> int:
    """The block to go on with after an answer."""
    s.word[s.dest] = choice
    s.decisions += 1
    if s.decisions >= k.MOST_DECISIONS:
        return win(s, 0)
    return s.word[s.frame + 1]


def play(x: Workplace, s: Position, block: int, key: int, most: int) -> int:
    """Go on with random answers, at most so many; why it stopped. `key`: how far the walk through answers is."""
    while True:
        block = run(x, s, block)
        if s.fault:
            x.fault = s.fault
        if block != k.ASKED or most == 0 or x.fault:
            return block
        most -= 1
        options = s.options
        key = key * k.ANSWER_STEP % k.PRIME
        left = key * popcount(options) >> 30
        while left > 0:
            options = options & (options - 1)
            left -= 1
        block = answered(s, lowest(options))


def tell(s: Position, results: list[int], row: int, values: int) -> None:
    results[row] = s.decisions
    results[row + 1] = s.over
    results[row + 2] = s.winners
    for seat in range(k.SEATS):
        if k.SCORE >= 0:
            results[row + 3 + seat] = s.word[k.SCORE + seat]
        if values:
            results[row + 3 + k.SEATS + seat] = estimate(s, seat)


def begin(x: Workplace, fresh: Position, s: Position, seed: int) -> int:
    """A game at its first decision; how many words it takes."""
    copy_position(s, fresh, used(fresh))
    s.seed_low = seed_low(seed)
    s.seed_high = seed_high(seed)
    run(x, s, k.MAIN)
    if s.fault:
        x.fault = s.fault
    return used(s)


def step(x: Workplace, start: Position, s: Position, choice: int) -> int:
    """A position after an answer, at the next decision; how many words it takes."""
    copy_position(s, start, used(start))
    run(x, s, answered(s, choice))
    if s.fault:
        x.fault = s.fault
    return used(s)


def games(
    x: Workplace, fresh: Position, s: Position, seeds: list[int], count: int, results: list[int], finals: Position,
    wanted: int,
) -> int:  # fmt: skip
    """Whole games with random answers; how many were played."""
    for number in range(count):
        seed = seeds[number]
        t = s
        if wanted & k.WITH_STATES:
            t = position_after(finals, number)
        copy_position(t, fresh, used(fresh))
        t.seed_low = seed_low(seed)
        t.seed_high = seed_high(seed)
        play(x, t, k.MAIN, answer_key(t.seed_low, t.seed_high, 0), -1)
        if x.fault:
            return number
        tell(t, results, number * k.RESULTS, wanted & k.WITH_ESTIMATES)
    return count


def playouts(
    x: Workplace, start: Position, s: Position, seeds: list[int], count: int, most: int, results: list[int],
    finals: Position, wanted: int,
) -> int:  # fmt: skip
    """Random play from one position, once for each seed; how often."""
    size = used(start)
    for number in range(count):
        low, high = seed_low(seeds[number]), seed_high(seeds[number])
        t = s
        if wanted & k.WITH_STATES:
            t = position_after(finals, number)
        copy_position(t, start, size)
        if wanted & k.WITH_LUCK:
            t.seed_low = low
            t.seed_high = high
        if not t.over:
            play(x, t, k.ASKED, answer_key(low, high, t.decisions), most)
        if x.fault:
            return number
        tell(t, results, number * k.RESULTS, wanted & k.WITH_ESTIMATES)
    return count


def close(x: Workplace) -> None:
    """Give back what looking ahead took."""
    release(x)
