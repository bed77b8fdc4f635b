"""The statistics of games: what `tools/lab/watcher.py` computes from a game of plain Python, in the same units.

`c` is a ledger: its words are numbers and the addresses of tables and sums, which Python lays out (`fast/ledger.py`).
Sums run over all games of a block; what belongs to one game is cleared at its end.
"""

from __future__ import annotations

from solenia_rules.fast.dialect import Options, Position, Workplace, bits, numbers_at, popcount
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.recording_games import give_answer, record, start_game
from solenia_rules.fast.kernel.telling import event_row
from solenia_rules.fast.kernel.valuing import worth


def count_games(
    x: Workplace, fresh: Position, s: Position, seeds: list[int], count: int, minds: list[int], tells: int,
    c: list[int],
) -> int:  # fmt: skip
    """Play whole games and count everything that happens in them; returns the number of games played. It stops early
    if a table of results is full, after a fault, or if it is told to."""
    for number in range(count):
        if c[k.STOP]:
            return number
        if c[k.PARTS_COUNT] + c[k.PARTS_MOST] > c[k.PARTS_ROOM]:
            return number
        if c[k.STUCKS_COUNT] + c[k.STUCKS_MOST] > c[k.STUCKS_ROOM]:
            return number
        length = record(x, fresh, s, seeds[number], minds, tells)
        if x.fault:
            return number
        count_game(x, fresh, s, seeds[number], length, c)
        row = numbers_at(c[k.RESULTS_OF_GAMES] + number * k.ROW_SIZE * 8)
        close_game(s, row, c)
    return count


def count_game(x: Workplace, fresh: Position, s: Position, seed: int, length: int, c: list[int]) -> None:
    """Play the recorded game again and count what happens."""
    scores = numbers_at(c[k.SCORES])
    for seat in range(k.SEATS):
        if k.SCORED:
            scores[seat] = fresh.word[k.SCORE + seat]
    c[k.ACTOR] = -1
    c[k.DEPTH] = 0
    answers = numbers_at(x.answers)
    start_game(x, fresh, s, seed, 1)
    count_events(x, c)
    step = count_values(s, 0, 0, length, c)
    for number in range(length):
        count_offer(s.options, s.spec, s.asked, c)
        give_answer(x, s, answers[number])
        count_events(x, c)
        step = count_values(s, step, number + 1, length, c)


def count_values(s: Position, step: int, number: int, length: int, c: list[int]) -> int:
    """Add the values of the seats after `number` answers to each step of the game that ends there; returns the next
    step."""
    while step <= k.COURSE_STEPS and length * step // k.COURSE_STEPS == number:
        sums = numbers_at(c[k.COURSE])
        for seat in range(k.SEATS):
            sums[seat * (k.COURSE_STEPS + 1) + step] += worth(s, seat)
        step += 1
    return step


# ---- options -----------------------------------------------------------------------------------------


def count_offer(options: Options, spec: int, seat: int, c: list[int]) -> None:
    """Count the options of one decision; options with the same name count once."""
    names = numbers_at(c[k.NAMES] + spec * k.OPTION_BITS * k.SEATS * 8)
    c[k.ASKS] += 1
    for option in bits(options):
        name = names[option * k.SEATS + seat]
        if name >= 0:
            offer(name, seat, c)


def offer(name: int, seat: int, c: list[int]) -> None:
    seen = numbers_at(c[k.SEEN] + name * k.SEEN_SIZE * 8)
    if seen[2] != c[k.ASKS]:
        seen[2] = c[k.ASKS]
        use = numbers_at(c[k.USES] + name * k.USE_SIZE * 8)
        use[0] += 1
        if seen[0] == 0:
            touched = numbers_at(c[k.TOUCHED])
            touched[c[k.TOUCHED_COUNT]] = name
            c[k.TOUCHED_COUNT] += 1
        seen[0] |= 1 << seat


def count_answer(spec: int, seat: int, choice: int, single: int, c: list[int]) -> None:
    names = numbers_at(c[k.NAMES] + spec * k.OPTION_BITS * k.SEATS * 8)
    name = names[choice * k.SEATS + seat]
    if name >= 0:
        if single:
            c[k.ASKS] += 1
            offer(name, seat, c)
        use = numbers_at(c[k.USES] + name * k.USE_SIZE * 8)
        use[1] += 1
        seen = numbers_at(c[k.SEEN] + name * k.SEEN_SIZE * 8)
        seen[1] |= 1 << seat


# ---- events ------------------------------------------------------------------------------------------


def count_events(x: Workplace, c: list[int]) -> None:
    """Count the events of the log, and empty it."""
    for number in range(x.log_count):
        row = event_row(x, number)
        sort = of.event_sort[row[0]]
        if sort >= k.SORT_DEED:
            if row[1] >= 0:
                count_deed(row, sort, c)
        elif sort == k.SORT_ANSWER:
            c[k.ACTOR] = row[6]
            count_answer(row[5], row[6], row[7], row[8], c)
        elif sort == k.SORT_ENTER:
            c[k.ACTOR] = row[6]
            phases = numbers_at(c[k.ENTERED])
            phases[c[k.DEPTH]] = row[6]
            c[k.DEPTH] += 1
        elif sort == k.SORT_LEAVE:
            c[k.ACTOR] = row[6]
            c[k.DEPTH] = max(0, c[k.DEPTH] - 1)
        elif sort == k.SORT_STUCK:
            count_stuck(row[5], c)
    x.log_count = 0


def count_deed(row: list[int], sort: int, c: list[int]) -> None:
    """Count what a text did, and the score points that it gave."""
    owners = numbers_at(c[k.OWNERS])
    who = owners[row[1]]
    seat = c[k.ACTOR]
    points = 0
    if sort == k.SORT_MORE or sort == k.SORT_LESS:
        seat = row[5]
        scoring = numbers_at(c[k.SCORING])
        if scoring[row[6]]:
            points = row[7] if sort == k.SORT_MORE else 0 - row[7]
    elif k.SCORED and sort == k.SORT_SET:
        if row[5] >= k.SCORE and row[5] < k.SCORE + k.SEATS:
            seat = row[5] - k.SCORE
            scores = numbers_at(c[k.SCORES])
            points = row[6] - scores[seat]
    did(who, seat, c)
    if points:
        scores = numbers_at(c[k.SCORES])
        scores[seat] += points
        gained = numbers_at(c[k.POINTS] + who * k.SEATS * 8)
        gained[seat] += points
    if row[2] >= 0:
        other = owners[row[2]]
        if other != who:
            did(other, seat, c)


def did(who: int, seat: int, c: list[int]) -> None:
    deed = numbers_at(c[k.DEEDS] + who * k.DEED_SIZE * 8)
    acted = numbers_at(c[k.ACTED])
    deed[0] += 1
    if acted[who] == 0:
        actors = numbers_at(c[k.ACTORS])
        actors[c[k.ACTORS_COUNT]] = who
        c[k.ACTORS_COUNT] += 1
    acted[who] |= 1 << (seat if seat >= 0 and seat < k.SEATS else k.SEATS)


def count_stuck(place: int, c: list[int]) -> None:
    """Count that a seat got stuck: the seat of the innermost phase; the place of the text, or -1 minus the decision."""
    seat = -1
    if c[k.DEPTH] > 0:
        phases = numbers_at(c[k.ENTERED])
        seat = phases[c[k.DEPTH] - 1]
    key = (place + k.SPECS) * (k.SEATS + 1) + seat + 1
    times = numbers_at(c[k.STUCK_TIMES])
    if times[key] == 0:
        keys = numbers_at(c[k.STUCK_KEYS])
        keys[c[k.STUCK_COUNT]] = key
        c[k.STUCK_COUNT] += 1
    times[key] += 1


# ---- the end of a game -------------------------------------------------------------------------------


def close_game(s: Position, row: list[int], c: list[int]) -> None:
    """Write the results of a game to its row, add the wins of the seats to what they did, and clear what belongs to
    the game."""
    share = 0
    if s.winners:
        share = k.WIN // popcount(s.winners)
    row[0] = s.decisions
    row[1] = s.winners
    row[2] = s.phases
    row[3] = 0
    if c[k.WATCHED] >= 0:
        seen = numbers_at(c[k.SEEN] + c[k.WATCHED] * k.SEEN_SIZE * 8)
        row[3] = seen[1]
    for seat in range(k.SEATS):
        if k.SCORED:
            row[k.ROW_HEAD + seat] = s.word[k.SCORE + seat]
    close_options(s.winners, share, c)
    row[4] = close_deeds(s.winners, share, c)
    row[5] = close_stuck(c)


def close_options(winners: int, share: int, c: list[int]) -> None:
    touched = numbers_at(c[k.TOUCHED])
    for number in range(c[k.TOUCHED_COUNT]):
        seen = numbers_at(c[k.SEEN] + touched[number] * k.SEEN_SIZE * 8)
        use = numbers_at(c[k.USES] + touched[number] * k.USE_SIZE * 8)
        use[2] += popcount(seen[0])
        use[3] += popcount(seen[1])
        use[4] += share * popcount(seen[1] & winners)
        use[5] += share * popcount(seen[0] & ~seen[1] & winners)
        seen[0] = 0
        seen[1] = 0
    c[k.TOUCHED_COUNT] = 0


def close_deeds(winners: int, share: int, c: list[int]) -> int:
    """Returns the number of parts of the score: rows with the source and the points of each seat."""
    actors = numbers_at(c[k.ACTORS])
    acted = numbers_at(c[k.ACTED])
    every = (1 << k.SEATS) - 1
    parts = 0
    for number in range(c[k.ACTORS_COUNT]):
        who = actors[number]
        deed = numbers_at(c[k.DEEDS] + who * k.DEED_SIZE * 8)
        deed[1] += popcount(acted[who] & every)
        deed[2] += share * popcount(acted[who] & winners)
        acted[who] = 0
        gained = numbers_at(c[k.POINTS] + who * k.SEATS * 8)
        some = 0
        for seat in range(k.SEATS):
            some |= gained[seat]
        if some:
            part = numbers_at(c[k.PARTS] + c[k.PARTS_COUNT] * 8)
            part[0] = who
            for seat in range(k.SEATS):
                part[1 + seat] = gained[seat]
                gained[seat] = 0
            c[k.PARTS_COUNT] += 1 + k.SEATS
            parts += 1
    c[k.ACTORS_COUNT] = 0
    return parts


def close_stuck(c: list[int]) -> int:
    """Returns the number of places and seats that got stuck: rows with the key and how often."""
    keys = numbers_at(c[k.STUCK_KEYS])
    times = numbers_at(c[k.STUCK_TIMES])
    found = c[k.STUCK_COUNT]
    for number in range(found):
        told = numbers_at(c[k.STUCKS] + c[k.STUCKS_COUNT] * 8)
        told[0] = keys[number]
        told[1] = times[keys[number]]
        times[keys[number]] = 0
        c[k.STUCKS_COUNT] += 2
    c[k.STUCK_COUNT] = 0
    return found
