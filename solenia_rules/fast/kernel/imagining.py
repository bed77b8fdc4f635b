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
from solenia_rules.fast.kernel.judging import judge_until
from solenia_rules.fast.kernel.looking import press_on
from solenia_rules.fast.kernel.luck import seed_high, seed_low, stream_key
from solenia_rules.fast.kernel.permuting import permute, write_values
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
    tries = k.MOST_TRIES
    if mind.judgements:
        tries = k.MOST_JUDGED_TRIES
    for _try in range(tries):
        draw_values(x, mind)
        exchange_identities(x, mind)
        if x.fault:
            return
        if mind.contradicted:
            continue
        origin = now
        if mind.secrets > 0:
            origin = stand(x, 0)
        permute(x, origin, made, mind)
        write_values(x, origin, made, mind, mind.written)
        made.seed_low = seed_low(fresh)
        made.seed_high = seed_high(fresh)
        made.steps = k.MOST_STEPS
        if mind.judgements == 0:
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
    """Follow the shuffles: at each of them, unknown pieces of one kind exchange their identities. On the way, test what
    was judged."""
    who = mind.past + 4 * k.PIECES
    d = desk(x)
    mind.judging = 0
    mind.judging_number = 0
    mind.contradicted = 0
    for piece in range(k.PIECES):
        d[who + piece] = piece
    place = mind.mix_list
    number = 0
    for _i in range(mind.mixes):
        number = follow_written(x, mind, number, d[place] + 1)
        if k.JUDGED:
            judge_until(x, mind, d[place])
        groups = d[place + 1]
        place += k.MIX_WORDS
        for _j in range(groups):
            size = d[place]
            names: Pieces = 0
            for i in range(size):
                names |= piece_bit(d[who + d[place + 1 + i]])
            others = mind.past + 5 * k.PIECES
            count = 0
            for name in bits(names):
                d[others + count] = name
                count += 1
            shuffle_words(mind, d, others, size)
            for i in range(size):
                d[who + d[place + 1 + i]] = d[others + i]
            place += 1 + size
    follow_written(x, mind, number, mind.events + 1)
    if k.JUDGED:
        judge_until(x, mind, mind.events)


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


# ---- hidden amounts ---------------------------------------------------------------------------------


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
    for word in range(width):
        for owner in range(k.SEATS):
            if hides(s, counter, owner, mind.seat):
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
