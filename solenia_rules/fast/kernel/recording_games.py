"""Games whose answers are recorded, and the same games told again.

A simulated game is played twice. First bots choose the answers, which are recorded. Then the same answers are given
again, and this time everything is told and counted: by then the length of the game is known.
"""

from __future__ import annotations

from solenia_rules.fast.dialect import Position, Workplace, address_of, copy_position, numbers_at, resized, run
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.kernel.choosing import begin_minds, choose_answer
from solenia_rules.fast.kernel.luck import seed_high, seed_low
from solenia_rules.fast.kernel.playing import answered
from solenia_rules.fast.kernel.telling import asked_at, note_two, tell_answer
from solenia_rules.fast.kernel.trying import used


def start_game(x: Workplace, fresh: Position, s: Position, seed: int, tells: int) -> int:
    """Begin a game and run to its first decision; returns the reason for stopping. `tells`: whether to log events."""
    copy_position(s, fresh, used(fresh))
    s.seed_low = seed_low(seed)
    s.seed_high = seed_high(seed)
    s.steps = k.MOST_STEPS
    s.place = -1
    s.calls = 0
    s.teller = 0
    if tells:
        s.teller = address_of(x)
    x.log_count = 0
    x.log_asked = 0
    return go_on(x, s, k.MAIN)


def go_on(x: Workplace, s: Position, block: int) -> int:
    block = run(x, s, block)
    if s.fault:
        x.fault = s.fault
    return block


def give_answer(x: Workplace, s: Position, choice: int) -> int:
    """Give an answer, log it, and run to the next decision; returns the reason for stopping."""
    if s.teller:
        s.place = asked_at(s)
        x.log_asked = x.log_count
        tell_answer(s, s.spec, s.asked, choice, 0)
    block = answered(s, choice)
    if s.over:
        note_two(s, k.EVENT_WON, -1, 0, k.DECISION_CAP)
        return block
    return go_on(x, s, block)


def record(x: Workplace, fresh: Position, s: Position, seed: int, minds: list[int], tells: int) -> int:
    """Play a game and record its answers; returns their number. `minds`: the bots of the seats. `tells`: whether a bot
    needs the log."""
    block = start_game(x, fresh, s, seed, tells)
    begin_minds(x, s, minds, seed)
    return record_on(x, s, minds, block, 0)


def record_on(x: Workplace, s: Position, minds: list[int], block: int, count: int) -> int:
    """Play a game to its end. Its answers are recorded from the place `count` on; returns the place after the last."""
    while block == k.ASKED and not x.fault:
        choice = choose_answer(x, s, minds)
        if x.fault:
            break
        count = keep_answer(x, count, choice)
        block = give_answer(x, s, choice)
    return count


def keep_answer(x: Workplace, count: int, choice: int) -> int:
    """Record an answer; returns the place of the next one."""
    if count == x.answers_room:
        x.answers_room = 2 * x.answers_room + 256
        x.answers = resized(x.answers, x.answers_room)
    answers = numbers_at(x.answers)
    answers[count] = choice
    return count + 1


def retell(x: Workplace, fresh: Position, s: Position, seed: int, count: int) -> int:
    """Play the recorded game again and log everything; returns the number of events."""
    start_game(x, fresh, s, seed, 1)
    answers = numbers_at(x.answers)
    for number in range(count):
        if x.fault:
            break
        give_answer(x, s, answers[number])
    return x.log_count
