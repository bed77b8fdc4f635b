"""Draws another position that looks the same to a seat: the same as `world` of `play/resample.py`."""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Mind,
    Options,
    Pieces,
    Position,
    Workplace,
    as_options,
    as_pieces,
    bits,
    copy_position,
    desk,
    items_at,
    low_options,
    option_bit,
    passes,
    piece_bit,
    popcount,
    stand,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.desk import below_in_world, shuffle_words, take
from solenia_rules.fast.kernel.looking import press_on
from solenia_rules.fast.kernel.luck import seed_high, seed_low, stream_key
from solenia_rules.fast.kernel.playing import option_at
from solenia_rules.fast.kernel.showing import dedupe
from solenia_rules.fast.kernel.trying import used, viable


def imagine(x: Workplace, now: Position, mind: Mind, seed: int, to: int) -> None:
    """Draw a position for a seed and put it on a stand."""
    mind.world_key = stream_key(seed_low(seed), seed_high(seed), k.WORLD_STREAM)
    mind.world_count = 0
    high = below_in_world(mind, 1 << 31)
    fresh = high << 31 | below_in_world(mind, 1 << 31)
    made = stand(x, to)
    for _try in range(k.MOST_TRIES):
        draw_values(x, mind)
        exchange_identities(x, mind)
        origin = now
        if mind.secrets > 0:
            origin = stand(x, 0)
        permute(x, origin, made, mind)
        write_values(x, origin, made, mind)
        made.seed_low = seed_low(fresh)
        made.seed_high = seed_high(fresh)
        made.steps = k.MOST_STEPS
        exchange_amounts(x, made, mind)
        if made.over:
            return
        made.options = options_now(x, made)
        answer_again(x, made, mind)
        if x.fault:
            return
        if (
            not made.over
            and made.asked == now.asked
            and made.spec == now.spec
            and made.decisions == now.decisions
            and made.phases == now.phases
        ):
            return
    copy_position(made, now, used(now))
    made.teller = 0
    made.seed_low = seed_low(fresh)
    made.seed_high = seed_high(fresh)


# ---- who is who -----------------------------------------------------------------------------------


def draw_values(x: Workplace, mind: Mind) -> None:
    """Draw what dice show that the seat did not see."""
    if k.WRITES:
        d = desk(x)
        for i in range(mind.written):
            entry = mind.write_list + i * k.WRITTEN_WORDS
            d[entry + 6] = d[entry + 3]
            if d[entry + 4]:
                d[entry + 6] = 1 + below_in_world(mind, d[entry + 4])


def exchange_identities(x: Workplace, mind: Mind) -> None:
    """Follow the shuffles: at each of them, unknown pieces of one kind exchange their identities."""
    who = mind.past + 4 * k.PIECES
    d = desk(x)
    for piece in range(k.PIECES):
        d[who + piece] = piece
    place = mind.mix_list
    number = 0
    for _i in range(mind.mixes):
        number = follow_written(x, mind, number, d[place] + 1)
        groups = d[place + 1]
        place += 2
        for _j in range(groups):
            size = d[place]
            others = mind.past + 5 * k.PIECES
            for i in range(size):
                d[others + i] = d[who + d[place + 1 + i]]
            shuffle_words(mind, d, others, size)
            for i in range(size):
                d[who + d[place + 1 + i]] = d[others + i]
            place += 1 + size
    follow_written(x, mind, number, mind.events + 1)


def follow_written(x: Workplace, mind: Mind, number: int, until: int) -> int:
    """For the values that events before `until` wrote: find the slot of the piece that has the place of the real one.
    Returns the number of values followed so far."""
    if k.WRITES:
        who = mind.past + 4 * k.PIECES
        d = desk(x)
        while number < mind.written:
            entry = mind.write_list + number * k.WRITTEN_WORDS
            if d[entry] >= until:
                return number
            d[entry + 7] = d[entry + 1] - d[entry + 2] + d[who + d[entry + 2]]
            number += 1
    return number


# ---- the state ------------------------------------------------------------------------------------


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
    """Exchange the pieces in a set that lies in so many words."""
    for i in range(words):
        made.word[slot + i] = 0
    for i in range(words):
        for bit in bits(s.word[slot + i]):
            piece = 64 * i + bit
            if piece < k.PIECES:
                piece = d[who + piece]
            made.word[slot + piece // 64] |= 1 << piece % 64


def write_values(x: Workplace, s: Position, made: Position, mind: Mind) -> None:
    """Write what was written on pieces. A phase may have reset a value since; the real state has it then."""
    if k.WRITES:
        if mind.written == 0:
            return
        d = desk(x)
        for i in range(mind.written):
            slot = d[mind.write_list + i * k.WRITTEN_WORDS + 1]
            made.word[slot] = of.start_value[slot]
        for i in range(mind.written):
            entry = mind.write_list + i * k.WRITTEN_WORDS
            if d[entry + 5] and not d[entry + 4]:
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


def exchange_amounts(x: Workplace, s: Position, mind: Mind) -> None:
    """Exchange the words of hidden counters among the seats that the seat cannot look at."""
    for i in range(k.HIDDEN_COUNTERS):
        width = of.hidden_width[i]
        owners = 0
        units = 0
        bad = 0
        for owner in range(k.SEATS):
            if hides(s, i, owner, mind.seat):
                owners += 1
                for word in range(width):
                    amount = s.word[of.hidden_base[i] + owner * width + word]
                    if amount < 0 or amount > k.MOST_UNITS:
                        bad = 1
                    units += amount
        if owners < 2 or bad or units > min(k.MOST_UNITS, of.hidden_high[i]):
            continue
        hand_out(x, s, mind, i, units)


def hides(s: Position, counter: int, owner: int, seat: int) -> int:
    mask = of.hidden_seers[counter * k.SEATS + owner]
    if mask < 0 or mask >> seat & 1:
        return 0
    return s.over or owner != s.asked


def hand_out(x: Workplace, s: Position, mind: Mind, counter: int, units: int) -> None:
    used_before = x.desk_used
    first = take(x, units)
    width = of.hidden_width[counter]
    d = desk(x)
    number = first
    for owner in range(k.SEATS):
        if hides(s, counter, owner, mind.seat):
            for word in range(width):
                for _unit in range(s.word[of.hidden_base[counter] + owner * width + word]):
                    d[number] = word
                    number += 1
    shuffle_words(mind, d, first, units)
    number = first
    for owner in range(k.SEATS):
        if hides(s, counter, owner, mind.seat):
            base = of.hidden_base[counter] + owner * width
            size = 0
            for word in range(width):
                size += s.word[base + word]
                s.word[base + word] = 0
            for _unit in range(size):
                s.word[base + d[number]] += 1
                number += 1
    x.desk_used = used_before


# ---- the pending decision -------------------------------------------------------------------------


def options_now(x: Workplace, s: Position) -> Options:
    """The options of the pending decision, computed from the state alone."""
    spec = s.spec
    options = s.options
    follow = s.word[s.frame + 1]
    done: Options = 0
    if of.spec_done[spec] >= 0:
        done = options & option_bit(of.spec_done[spec])
    if of.spec_branches[spec]:
        options = low_options(of.spec_branches[spec])
    elif of.spec_tested[spec]:
        among = options & ~done
        if of.spec_tested[spec] == 2:
            among = low_options(of.spec_domain[spec])
        found: Options = 0
        for value in bits(among):
            if passes(s, spec, value):
                found |= option_bit(value)
        if of.spec_pieces[spec]:
            found = as_options(dedupe(s, as_pieces(found)))
        options = found | done
    if of.spec_looks[spec] or of.block_unsure[follow]:
        options = viable(x, s, s.dest, follow, options, s.asked)
    return options


def answer_again(x: Workplace, s: Position, mind: Mind) -> None:
    """Repeat the secret answers: the seat gives its own answers again, other seats give random ones."""
    given = 0
    while given < mind.secrets and not s.over and s.options and not x.fault:
        number = next_secret(mind, s)
        if number < 0:
            break
        choice = mind.secret[2 * number + 1]
        mind.secret[2 * number] -= k.SEATS
        if s.asked != mind.seat:
            choice = option_at(s.options, below_in_world(mind, popcount(s.options)))
        press_on(x, s, choice)
        given += 1
    for i in range(mind.secrets):
        if mind.secret[2 * i] < 0:
            mind.secret[2 * i] += k.SEATS


def next_secret(mind: Mind, s: Position) -> int:
    """The number of the next secret answer of the asked seat that was not repeated yet; -1: none."""
    for i in range(mind.secrets):
        if mind.secret[2 * i] == s.asked:
            return i
    return -1
