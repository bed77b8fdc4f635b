"""Events: the same rows, in the same order, as `play/events.py` records them. This module writes rows, finds the text
that an event belongs to, and tells answers and phases; `telling_pieces.py` tells what happens to pieces.

Only the telling form of machine code calls these functions. A position whose `teller` is 0 tells nothing: positions
that looking ahead tries, imagined positions, positions that Python made. A row of the log has `k.EVENT_WORDS` words:
kind, place, behalf, seers, number of arguments, arguments.
"""

from __future__ import annotations

from solenia_rules.fast.dialect import Position, Workplace, has, numbers_at, resized, workplace_at
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.phases import enter, leave, stuck, win


def event_row(x: Workplace, number: int) -> list[int]:
    """A row of the log."""
    return numbers_at(x.log + number * k.EVENT_WORDS * 8)


def known_to(seers: int, seat: int) -> int:
    """Whether a seat is one of those who may know an event or see a value; below 0: all of them."""
    return seers < 0 or seers >> seat & 1


def sees(s: Position, place: int, piece: int, seat: int) -> int:
    """Whether a seat knows the identity of a piece at a place."""
    return known_to(of.seen_at[place], seat) or has(s.known[seat], piece)


def add_event(s: Position, kind: int, seers: int, count: int, behalf: int) -> list[int]:
    """Append a row to the log; returns the place of its arguments."""
    x = workplace_at(s.teller)
    if x.log_count == x.log_room:
        x.log_room = 2 * x.log_room + 256
        x.log = resized(x.log, x.log_room * k.EVENT_WORDS)
    row = event_row(x, x.log_count)
    x.log_count += 1
    row[0] = kind
    row[1] = s.place
    row[2] = behalf
    row[3] = seers
    row[4] = count
    return numbers_at(x.log + (x.log_count * k.EVENT_WORDS - k.EVENT_ARGS) * 8)


def note(s: Position, kind: int, seers: int, count: int) -> list[int]:
    """Append an event that happens on behalf of the text that runs, or of its nearest caller."""
    return add_event(s, kind, seers, count, on_behalf(s))


def note_two(s: Position, kind: int, seers: int, first: int, second: int) -> None:
    if s.teller:
        row = note(s, kind, seers, 2)
        row[0] = first
        row[1] = second


# ---- the place of the text that runs -----------------------------------------------------------------


def on_behalf(s: Position) -> int:
    """The place of the record or rule on whose behalf the present text runs; -1: none."""
    if k.BEHALVES:
        found = of.behalf_of[s.place + 1]
        if found >= 0:
            return found
        if s.over:
            return -1
        calls = s.calls
        while calls:
            call = numbers_at(calls)
            found = of.behalf_of[call[0] + 1]
            if found >= 0:
                return found
            calls = call[1]
        frame = s.word[s.frame + 2]
        while frame >= 0:
            found = of.behalf_of[of.block_calls[s.word[frame + 1]] + 1]
            if found >= 0:
                return found
            frame = s.word[frame + 2]
    return -1


def back(s: Position) -> None:
    """Set the place to that of the nearest caller that has one: the code after this has none of its own."""
    if s.teller:
        calls = s.calls
        while calls:
            call = numbers_at(calls)
            if call[0] >= 0:
                s.place = call[0]
                return
            calls = call[1]
        frame = s.word[s.frame + 2]
        while frame >= 0:
            place = of.block_calls[s.word[frame + 1]]
            if place >= 0:
                s.place = place
                return
            frame = s.word[frame + 2]


def asked_at(s: Position) -> int:
    """The place of the pending decision. Code without a text of its own has the place of its caller."""
    frame = s.frame
    while frame >= 0:
        place = of.block_places[s.word[frame + 1]]
        if place >= 0:
            return place
        frame = s.word[frame + 2]
    return -1


# ---- answers and phases ------------------------------------------------------------------------------


def tell_answer(s: Position, spec: int, seat: int, answer: int, single: int) -> None:
    if s.teller:
        row = add_event(s, k.EVENT_ANSWERED, -1 if of.spec_open[spec] else 1 << seat, 4, -1)
        row[0] = spec
        row[1] = seat
        row[2] = answer
        row[3] = single


def tell_stuck(s: Position, place: int) -> int:
    note_two(s, k.EVENT_STUCK, -1, place, k.SEATS)
    return stuck(s)


def tell_enter(s: Position, phase: int, seat: int) -> int:
    note_two(s, k.EVENT_ENTERED, -1, phase, seat)
    ended = enter(s, phase, seat)
    if ended:
        note_two(s, k.EVENT_WON, -1, 0, k.PHASE_CAP)
    return ended


def tell_leave(s: Position, phase: int, seat: int) -> None:
    note_two(s, k.EVENT_LEFT, -1, phase, seat)
    leave(s, phase, seat)


def tell_win(s: Position, seats: int) -> int:
    note_two(s, k.EVENT_WON, -1, seats, k.NO_CAP)
    return win(s, seats)
