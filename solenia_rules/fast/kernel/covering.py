"""What coverage counts: what `tools/coverage/collector.py` counts in a counting program of plain Python.

Each game is played twice more. The first one is recorded by the bots; in the second one another answer is given at one
decision, which the seed selects, and the bots play it to its end. Then the first one is played again and counted, and
the second one from its other answer to the next phase. Nothing is counted before both are recorded, so a fault leaves
no traces. `c` is a cover sheet (`fast/cover_words.py`).
"""

from __future__ import annotations

from solenia_rules.fast.dialect import Position, Workplace, bits, numbers_at, option_bit, popcount, workplace_at
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.kernel.choosing import attend, begin_minds
from solenia_rules.fast.kernel.luck import number_of, seed_high, seed_low, stream_key
from solenia_rules.fast.kernel.playing import option_at
from solenia_rules.fast.kernel.recording_games import give_answer, keep_answer, record, record_on, start_game
from solenia_rules.fast.kernel.telling import event_row


def hit(s: Position, place: int) -> None:
    """Count a statement that begins to run. What is tried on copies is not counted."""
    if s.teller:
        x = workplace_at(s.teller)
        if x.hits:
            hits = numbers_at(x.hits)
            hits[place] += 1
        if x.window:
            seen = numbers_at(x.window)
            seen[place] = 1


def close_window(s: Position) -> None:
    """A phase begins."""
    if s.teller:
        x = workplace_at(s.teller)
        x.window = 0


def cover_games(
    x: Workplace, fresh: Position, s: Position, seeds: list[int], count: int, minds: list[int], tells: int,
    c: list[int],
) -> int:  # fmt: skip
    """Play pairs of games and count what they reach; returns the number of pairs played. It stops after a fault."""
    for number in range(count):
        x.hits = 0
        x.window = 0
        length = record(x, fresh, s, seeds[number], minds, tells)
        if x.fault:
            return number
        winners = s.winners
        score = only_score(s)
        at = 0
        end = length
        if length:
            key = stream_key(seed_low(seeds[number]), seed_high(seeds[number]), k.FORKS)
            at = number_of(key, 0) * length >> 31
            end = record_other(x, fresh, s, seeds[number], minds, tells, at, length, key)
            if x.fault:
                return number
        turned = 0
        if winners != s.winners or score != only_score(s):
            turned = 1
        cover_game(x, fresh, s, seeds[number], length, at, turned, c)
        if length:
            cover_other(x, fresh, s, seeds[number], at, length, end, turned, c)
            c[k.PAIRS] += 1
    x.hits = 0
    x.window = 0
    return count


def only_score(s: Position) -> int:
    """With a single seat its score also tells games apart."""
    if k.SCORED and k.SEATS == 1:
        return s.word[k.SCORE]
    return 0


def record_other(
    x: Workplace, fresh: Position, s: Position, seed: int, minds: list[int], tells: int, at: int, length: int, key: int,
) -> int:  # fmt: skip
    """Play a game in which another answer than the recorded one is given at the decision `at`. Its answers are recorded
    behind those of the first game; returns the place after the last."""
    block = start_game(x, fresh, s, seed, tells)
    begin_minds(x, s, minds, seed)
    count = length
    for number in range(at):
        answers = numbers_at(x.answers)
        choice = answers[number]
        attend(x, s, minds)
        count = keep_answer(x, count, choice)
        block = give_answer(x, s, choice)
        if x.fault:
            return count
    answers = numbers_at(x.answers)
    others = s.options & ~option_bit(answers[at])
    choice = option_at(others, number_of(key, 1) * popcount(others) >> 31)
    attend(x, s, minds)
    if x.fault:
        return count
    count = keep_answer(x, count, choice)
    block = give_answer(x, s, choice)
    return record_on(x, s, minds, block, count)


def cover_game(
    x: Workplace, fresh: Position, s: Position, seed: int, length: int, at: int, turned: int, c: list[int]
) -> None:
    """Play the first game of a pair again and count everything."""
    answers = numbers_at(x.answers)
    x.hits = c[k.RUN]
    start_game(x, fresh, s, seed, 1)
    cover_events(x, c)
    for number in range(length):
        if number == at:
            clear(c[k.FIRST_WINDOW], k.STATEMENTS)
            x.window = c[k.FIRST_WINDOW]
            compare_answer(s, answers[number], turned, c)
        offered = numbers_at(c[k.OFFERED])
        for option in bits(s.options):
            offered[answer_place(s.spec, s.asked, option)] += 1
        give_answer(x, s, answers[number])
        cover_events(x, c)
    x.hits = 0
    x.window = 0


def cover_other(
    x: Workplace, fresh: Position, s: Position, seed: int, at: int, length: int, end: int, turned: int, c: list[int]
) -> None:
    """Play the second game of a pair again, as far as the phase in which its answers become different; count what made
    the difference."""
    answers = numbers_at(x.answers)
    start_game(x, fresh, s, seed, 1)
    for number in range(length, length + at):
        give_answer(x, s, answers[number])
        x.log_count = 0
    clear(c[k.OTHER_WINDOW], k.STATEMENTS)
    x.window = c[k.OTHER_WINDOW]
    compare_answer(s, answers[length + at], turned, c)
    for number in range(length + at, end):
        if x.window:
            give_answer(x, s, answers[number])
            x.log_count = 0
    x.window = 0
    if turned:
        differ(c)


def answer_place(spec: int, seat: int, option: int) -> int:
    return (spec * k.OPTION_BITS + option) * k.SEATS + seat


def compare_answer(s: Position, choice: int, turned: int, c: list[int]) -> None:
    compared = numbers_at(c[k.COMPARED])
    compared[answer_place(s.spec, s.asked, choice)] += 1
    if turned:
        turning = numbers_at(c[k.TURNED])
        turning[answer_place(s.spec, s.asked, choice)] += 1


def cover_events(x: Workplace, c: list[int]) -> None:
    """Count the answers in the log, and empty it. An answer that the engine gave was offered, too."""
    taken = numbers_at(c[k.TAKEN])
    offered = numbers_at(c[k.OFFERED])
    for number in range(x.log_count):
        row = event_row(x, number)
        if row[0] == k.EVENT_ANSWERED:
            place = answer_place(row[5], row[6], row[7])
            taken[place] += 1
            if row[8]:
                offered[place] += 1
    x.log_count = 0


def differ(c: list[int]) -> None:
    """Count the statements that ran in only one of the two windows."""
    clear(c[k.FIRST_KEYS], c[k.KEYS])
    clear(c[k.OTHER_KEYS], c[k.KEYS])
    found = numbers_at(c[k.PLACE_KEYS])
    first = numbers_at(c[k.FIRST_WINDOW])
    other = numbers_at(c[k.OTHER_WINDOW])
    firsts = numbers_at(c[k.FIRST_KEYS])
    others = numbers_at(c[k.OTHER_KEYS])
    for place in range(k.STATEMENTS):
        firsts[found[place]] |= first[place]
        others[found[place]] |= other[place]
    decisive = numbers_at(c[k.DECISIVE])
    for key in range(c[k.KEYS]):
        decisive[key] += firsts[key] ^ others[key]


def clear(address: int, count: int) -> None:
    numbers = numbers_at(address)
    for number in range(count):
        numbers[number] = 0
