"""Judged state reveals hidden things to the seats that see it: the same as `play/judgements.py`, and `_same` of
`play/resample.py`.

A workplace keeps an entry for each answer after which judged state was set: the number of words of the entry, the
number of events before the answer, the answer; for each slot of judged state whether it was set, and its value; for
each seat whether it tells something (-1: not known yet); and the position before the answer. Behind the last entry
lies the position before an answer that is not given yet.
"""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Mind,
    Position,
    Workplace,
    copy_position,
    desk,
    numbers_at,
    position_at,
    resized,
    stand,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.desk import below_in_world, shuffle_words
from solenia_rules.fast.kernel.looking import press_on
from solenia_rules.fast.kernel.luck import stream_key
from solenia_rules.fast.kernel.permuting import permute, write_values
from solenia_rules.fast.kernel.telling import event_row, known_to, sees
from solenia_rules.fast.kernel.trying import used

# ---- what was judged --------------------------------------------------------------------------------


def begin_judging(x: Workplace) -> None:
    """Forget the judgements of an earlier game."""
    x.kept_used = 0
    x.kept_waits = 0


def note_judged(x: Workplace, s: Position) -> None:
    """Keep the last answer if judged state was set after it, and the position before the next answer. It is called at
    every decision of a game."""
    if x.kept_waits:
        keep_judged(x, s)
    await_judged(x, s)


def remember_answer(x: Workplace, before: Position, after: Position, begun: int) -> None:
    """Keep an answer of a game that is played elsewhere, if judged state was set after it. `begun`: the number of
    events before the answer; those after it are in the log."""
    x.log_asked = begun
    await_judged(x, before)
    keep_judged(x, after)


def await_judged(x: Workplace, s: Position) -> None:
    """Copy a position behind the last entry."""
    words = x.kept_used + k.JUDGED_HEAD + used(s)
    if words > k.MOST_DESK:
        x.fault = k.TOO_MUCH_MEMORY
        return
    if words > x.kept_room:
        x.kept_room = 2 * words
        x.kept = resized(x.kept, x.kept_room)
    copy_position(position_at(x.kept + (x.kept_used + k.JUDGED_HEAD) * 8), s, used(s))
    x.kept_waits = 1


def keep_judged(x: Workplace, after: Position) -> None:
    """Make an entry of the position that was copied, if judged state was set since."""
    entry = numbers_at(x.kept + x.kept_used * 8)
    for i in range(k.JUDGED):
        entry[3 + 2 * i] = 0
    found = 0
    for index in range(x.log_asked, x.log_count):
        row = event_row(x, index)
        if row[0] == k.EVENT_SET or row[0] == k.EVENT_ADDED:
            number = of.judged_number[row[5]]
            if number >= 0:
                entry[3 + 2 * number] = 1
                entry[4 + 2 * number] = after.word[row[5]]
                found = 1
    if found:
        row = event_row(x, x.log_asked)
        entry[0] = k.JUDGED_HEAD + used(position_at(x.kept + (x.kept_used + k.JUDGED_HEAD) * 8))
        entry[1] = x.log_asked
        entry[2] = row[7]
        for seat in range(k.SEATS):
            entry[k.JUDGED_TELLS + seat] = -1
        x.kept_used += entry[0]
    x.kept_waits = 0


# ---- whether an imagined world fits --------------------------------------------------------------------


def told_to(entry: list[int], seat: int) -> int:
    """Whether a seat sees one of the values."""
    for i in range(k.JUDGED):
        if entry[3 + 2 * i] and known_to(of.judged_seers[i], seat):
            return 1
    return 0


def count_judgements(x: Workplace, mind: Mind) -> int:
    """The number of answers after which the seat saw judged state. Of those that are not among the last ones, it is
    found out whether they tell something."""
    count = 0
    place = 0
    while place < x.kept_used:
        entry = numbers_at(x.kept + place * 8)
        count += told_to(entry, mind.seat)
        place += entry[0]
    number = 0
    place = 0
    while number < count - k.MOST_JUDGED:
        entry = numbers_at(x.kept + place * 8)
        if told_to(entry, mind.seat):
            number += 1
            if entry[k.JUDGED_TELLS + mind.seat] < 0:
                entry[k.JUDGED_TELLS + mind.seat] = tells(x, mind, place)
        place += entry[0]
    return count


def tells(x: Workplace, mind: Mind, place: int) -> int:
    """Whether a judgement would be different in one of a few trials."""
    entry = numbers_at(x.kept + place * 8)
    mind.world_key = stream_key(entry[1], mind.seat, k.TRIAL_STREAM)
    mind.world_count = 0
    before = position_at(x.kept + (place + k.JUDGED_HEAD) * 8)
    for _trial in range(k.JUDGED_TRIALS):
        exchange_hidden(x, before, mind)
        t = stand(x, k.FIRST_LEVEL)
        permute(x, before, t, mind)
        for piece in range(k.DIE_PIECES):
            if of.is_die[piece] and is_hidden(before, piece, mind.seat):
                t.die[piece] = 1 + below_in_world(mind, of.sides[piece])
        if not judged_alike(x, mind, entry, before, t):
            return 1
    return 0


def is_hidden(s: Position, piece: int, seat: int) -> int:
    """Whether a piece lies in a zone where the seat does not see it."""
    place = s.location[piece]
    if place == 0 or place >= k.FIRST_CELL:
        return 0
    return not sees(s, place, piece, seat)


def exchange_hidden(x: Workplace, s: Position, mind: Mind) -> None:
    """Exchange the hidden pieces of each kind and owner."""
    who = mind.past + 4 * k.PIECES
    others = who + k.PIECES
    d = desk(x)
    for piece in range(k.PIECES):
        d[who + piece] = piece
    for first in range(k.PIECES):
        if of.alike_first[first] == first:
            size = 0
            for piece in range(first, k.PIECES):
                if of.alike_first[piece] == first and is_hidden(s, piece, mind.seat):
                    d[others + size] = piece
                    size += 1
            shuffle_words(mind, d, others, size)
            for piece in range(first, k.PIECES):
                if of.alike_first[piece] == first and is_hidden(s, piece, mind.seat):
                    d[who + piece] = d[others]
                    others += 1
            others = who + k.PIECES


def judge_until(x: Workplace, mind: Mind, until: int) -> None:
    """Test the judgements before an event, from the one on that is next, in the world that is being drawn."""
    while mind.judging < x.kept_used and not mind.contradicted:
        entry = numbers_at(x.kept + mind.judging * 8)
        if entry[1] > until:
            return
        if told_to(entry, mind.seat):
            mind.judging_number += 1
            if mind.judging_number > mind.judgements - k.MOST_JUDGED or entry[k.JUDGED_TELLS + mind.seat] > 0:
                if not fits_judgement(x, mind, entry):
                    mind.contradicted = 1
        mind.judging += entry[0]


def fits_judgement(x: Workplace, mind: Mind, entry: list[int]) -> int:
    """Whether a judgement is the same in the world that is being drawn."""
    d = desk(x)
    before = position_at(x.kept + (mind.judging + k.JUDGED_HEAD) * 8)
    t = stand(x, k.FIRST_LEVEL)
    permute(x, before, t, mind)
    count = 0
    while count < mind.written and d[mind.write_list + count * k.WRITTEN_WORDS] < entry[1]:
        count += 1
    write_values(x, before, t, mind, count)
    return judged_alike(x, mind, entry, before, t)


def judged_alike(x: Workplace, mind: Mind, entry: list[int], before: Position, t: Position) -> int:
    """Whether a judgement is the same in another world; `t`: the position before the answer there."""
    d = desk(x)
    answer = entry[2]
    if of.spec_pieces[before.spec] and answer < k.PIECES:
        answer = d[mind.past + 4 * k.PIECES + answer]
    press_on(x, t, answer)
    if x.fault:
        return 0
    for i in range(k.JUDGED):
        if entry[3 + 2 * i] and known_to(of.judged_seers[i], mind.seat):
            if t.word[of.judged_slot[i]] != entry[4 + 2 * i]:
                return 0
    return 1
