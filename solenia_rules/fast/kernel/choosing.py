"""Chooses the answers of bots."""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Mind,
    Position,
    Workplace,
    bits,
    copy_position,
    desk,
    mind_in,
    more_stands,
    options_in,
    popcount,
    resized,
    stand,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.desk import begin_lots, below, lots_seed, take
from solenia_rules.fast.kernel.imagining import imagine
from solenia_rules.fast.kernel.judging import begin_judging, note_judged
from solenia_rules.fast.kernel.looking import best_of, look_from
from solenia_rules.fast.kernel.luck import answer_key, seed_high, seed_low
from solenia_rules.fast.kernel.playing import option_at
from solenia_rules.fast.kernel.remembering import read_past
from solenia_rules.fast.kernel.searching import search
from solenia_rules.fast.kernel.telling import event_row
from solenia_rules.fast.kernel.trying import used


def begin_minds(x: Workplace, s: Position, minds: list[int], seed: int) -> None:
    """Prepare the bots of a game. `minds`: for each seat the sort of its bot, then its number of playouts, then the
    mind that they share: only one of them thinks at a time."""
    mind = mind_in(minds)
    mind.seed_low = seed_low(seed)
    mind.seed_high = seed_high(seed)
    mind.walk = answer_key(mind.seed_low, mind.seed_high, 0)
    mind.walked = 0
    mind.plan_moment = -1
    mind.secrets = 0
    mind.secret_spec = -1
    begin_judging(x)
    if x.stands_room < k.FIRST_WORLD + 1:
        more_stands(x, k.FIRST_WORLD + 1)


def choose_answer(x: Workplace, s: Position, minds: list[int]) -> int:
    """The answer of the bot of the asked seat."""
    attend(x, s, minds)
    return think(x, s, minds)


def attend(x: Workplace, s: Position, minds: list[int]) -> None:
    """Note what bots must know of a decision, whoever answers it. It is called at every decision of a game, so that
    bots see where secret answers begin. Only random bots do without a log."""
    if s.teller:
        note_secret(x, s, mind_in(minds))
        if k.JUDGED:
            note_judged(x, s)


def think(x: Workplace, s: Position, minds: list[int]) -> int:
    mind = mind_in(minds)
    sort = minds[s.asked]
    if sort == k.GREEDY:
        return greedy(x, s, mind)
    if sort == k.SEARCH:
        return search(x, s, mind, minds[k.SEATS + s.asked])
    return random_answer(s, mind)


def random_answer(s: Position, mind: Mind) -> int:
    """A uniformly random answer: the walk through random answers stands at the number of answers given so far."""
    while mind.walked <= s.decisions:
        mind.walk = mind.walk * k.ANSWER_STEP % k.PRIME
        mind.walked += 1
    return option_at(s.options, mind.walk * popcount(s.options) >> 30)


def note_secret(x: Workplace, s: Position, mind: Mind) -> None:
    """Keep the position before the secret answers that are not yet revealed, and these answers."""
    goes_on = 0
    if of.spec_hidden[s.spec]:
        goes_on = s.frame == mind.secret_frame and mind.secret_spec >= 0
        if goes_on:
            goes_on = mind.secret_spec <= s.spec and mind.secret_asked <= s.asked and only_answers(x)
        if goes_on:
            if mind.secrets >= k.MOST_SECRETS:
                x.fault = k.TOO_LONG
                return
            row = event_row(x, x.log_asked)
            mind.secret[2 * mind.secrets] = mind.secret_asked
            mind.secret[2 * mind.secrets + 1] = row[7]
            mind.secrets += 1
        else:
            copy_position(stand(x, 0), s, used(s))
            mind.secrets = 0
        mind.secret_spec = s.spec
        mind.secret_asked = s.asked
        mind.secret_frame = s.frame
    else:
        mind.secrets = 0
        mind.secret_spec = -1


def only_answers(x: Workplace) -> int:
    """Whether nothing was told since the last decision but answers."""
    for index in range(x.log_asked, x.log_count):
        row = event_row(x, index)
        if row[0] != k.EVENT_ANSWERED:
            return 0
    return 1


# ---- greedy -----------------------------------------------------------------------------------------


def greedy(x: Workplace, s: Position, mind: Mind) -> int:
    """The option with the highest value at the end of the seat's own move."""
    begin_lots(mind, s)
    outlook = mind.plan
    if not fits(x, s, mind):
        x.desk_used = 0
        read_past(x, s, mind)
        imagine(x, s, mind, lots_seed(mind), k.FIRST_WORLD)
        outlook = look_from(x, mind, k.FIRST_WORLD, k.BUDGET)
        if x.fault:
            return 0
        if mind.lucky:
            return on_average(x, s, mind, outlook)
    return pick_best(x, mind, outlook)


def glance(x: Workplace, s: Position, minds: list[int], budget: int) -> int:
    """The option with the highest value at the end of the seat's own move, in the real position: the answer of a player
    that knows everything."""
    mind = mind_in(minds)
    begin_lots(mind, s)
    x.desk_used = 0
    t = stand(x, k.FIRST_WORLD)
    copy_position(t, s, used(s))
    t.teller = 0
    outlook = look_from(x, mind, k.FIRST_WORLD, budget)
    if x.fault:
        return 0
    return pick_best(x, mind, outlook)


def pick_best(x: Workplace, mind: Mind, outlook: int) -> int:
    """One of the best options of an outlook; what was found after it is the plan for the next decision."""
    mind.plan_moment = -1
    best = best_of(x, outlook)
    d = desk(x)
    count = d[outlook + 1]
    equals = take(x, 1 + count)
    d = desk(x)
    d[equals] = 0
    first = outlook + k.OUTLOOK_HEAD
    for i in range(count):
        if d[first + 3 * i + 1] == best:
            d[equals] += 1
            d[equals + d[equals]] = i
    chosen = first + 3 * d[equals + 1 + below(mind, d[equals])]
    for i in range(d[equals]):
        d[equals + 1 + i] = d[first + 3 * d[equals + 1 + i]]
    mind.equals = equals
    if d[chosen + 2] >= 0:
        mind.plan = d[chosen + 2]
        mind.plan_moment = d[mind.plan + 2]
        mind.plan_seat = mind.seat
    return d[chosen]


def fits(x: Workplace, s: Position, mind: Mind) -> int:
    """Whether the plan of the seat foresaw this decision."""
    if mind.plan_moment != s.decisions or mind.plan_seat != s.asked:
        return 0
    d = desk(x)
    return d[mind.plan] == s.spec and options_in(d, mind.plan + 3) == s.options


def on_average(x: Workplace, s: Position, mind: Mind, outlook: int) -> int:
    """Sum the values over several worlds, for moves that depend on chance. No plan is kept."""
    mind.plan_moment = -1
    count = popcount(s.options)
    totals = take(x, 2 * count)
    d = desk(x)
    place = totals
    for option in bits(s.options):
        d[place] = option
        d[place + 1] = 0
        place += 2
    add_values(x, totals, count, outlook)
    for _i in range(k.BOT_WORLDS - 1):
        imagine(x, s, mind, lots_seed(mind), k.FIRST_WORLD)
        outlook = look_from(x, mind, k.FIRST_WORLD, k.BUDGET // 2)
        if x.fault:
            return 0
        add_values(x, totals, count, outlook)
    equals = take(x, 1 + count)
    d = desk(x)
    best = d[totals + 1]
    for i in range(count):
        best = max(best, d[totals + 2 * i + 1])
    d[equals] = 0
    for i in range(count):
        if d[totals + 2 * i + 1] == best:
            d[equals] += 1
            d[equals + d[equals]] = d[totals + 2 * i]
    mind.equals = equals
    return d[equals + 1 + below(mind, d[equals])]


def add_values(x: Workplace, totals: int, count: int, outlook: int) -> None:
    """Add the values of an outlook to the totals of the options that are really there."""
    d = desk(x)
    place = outlook + k.OUTLOOK_HEAD
    number = 0
    for _i in range(d[outlook + 1]):
        while number < count and d[totals + 2 * number] < d[place]:
            number += 1
        if number < count and d[totals + 2 * number] == d[place]:
            d[totals + 2 * number + 1] += d[place + 1]
        place += 3


# ---- bots that are called from outside ------------------------------------------------------------


def add_events(x: Workplace, rows: list[int], count: int) -> None:
    """Append events to the log."""
    if x.log_count + count > x.log_room:
        x.log_room = 2 * x.log_room + count
        x.log = resized(x.log, x.log_room * k.EVENT_WORDS)
    for i in range(count):
        row = event_row(x, x.log_count)
        for word in range(k.EVENT_WORDS):
            row[word] = rows[i * k.EVENT_WORDS + word]
        x.log_count += 1


def draw_world(x: Workplace, s: Position, minds: list[int], seed: int, made: Position) -> int:
    """Draw a world for the asked seat; returns the number of words in use."""
    mind = mind_in(minds)
    mind.seat = s.asked
    plan = x.desk_used
    read_past(x, s, mind)
    imagine(x, s, mind, seed, k.FIRST_WORLD)
    x.desk_used = plan
    found = stand(x, k.FIRST_WORLD)
    copy_position(made, found, used(found))
    return used(found)
