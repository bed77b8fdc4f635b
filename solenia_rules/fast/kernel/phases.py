"""Beginning, ending and skipping phases; the end of a game."""

from __future__ import annotations

from solenia_rules.fast.dialect import Options, Position, reset
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of


def phase_frame(s: Position) -> int:
    frame = s.frame
    while not of.is_phase[s.word[frame]] and s.word[frame + 2] >= 0:
        frame = s.word[frame + 2]
    return frame


def stuck(s: Position) -> int:
    """The rest of the phase cannot be done, and is skipped. In a trial the trial fails, unless the phase began in the
    trial."""
    frame = phase_frame(s)
    if s.trial and frame <= s.trial:
        return k.FAILED
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
    """Begin a phase: reset its state. Returns whether the cap on phases ended the game."""
    s.phases += 1
    if s.phases >= k.MOST_PHASES:
        win(s, 0)
        return 1
    s.steps = k.MOST_STEPS
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
