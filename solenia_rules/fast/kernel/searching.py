"""Tree search in imagined worlds: each playout goes down the tree in one world, then continues with random answers."""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Mind,
    Options,
    Position,
    Workplace,
    bits,
    buffer,
    copy_position,
    desk,
    more_stands,
    root,
    stand,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.desk import any_option, begin_lots, lots_seed, take
from solenia_rules.fast.kernel.imagining import imagine
from solenia_rules.fast.kernel.looking import best_of, look_from, press_on
from solenia_rules.fast.kernel.remembering import read_past
from solenia_rules.fast.kernel.tree import branch_of, joint_of, new_branch, node_after, pick
from solenia_rules.fast.kernel.trying import used
from solenia_rules.fast.kernel.valuing import bounded, clamped, lead, tell_worths, verdict


def search(x: Workplace, s: Position, mind: Mind, playouts: int) -> int:
    """The answer of a tree search with this many playouts."""
    count = max(1, min(playouts, 4 + playouts // 16))
    begin_lots(mind, s)
    if k.FIRST_WORLD + count > k.MOST_STANDS:
        x.fault = k.TOO_MUCH_MEMORY
        return 0
    if x.stands_room < k.FIRST_WORLD + count:
        more_stands(x, k.FIRST_WORLD + count)
    x.desk_used = 0
    read_past(x, s, mind)
    for i in range(count):
        imagine(x, s, mind, lots_seed(mind), k.FIRST_WORLD + i)
    settle(x, mind, count)
    outlook = look_from(x, mind, k.FIRST_WORLD, k.PRIOR)
    if x.fault:
        return 0
    start = new_branch(x, 0, -1)
    joint = take(x, 3)
    d = desk(x)
    d[joint] = -1
    d[joint + 1] = -1
    d[joint + 2] = -1
    mind.nodes = 0
    first = node_after(x, mind, start, s.spec, s.asked, joint)
    give_hints(x, mind, first, outlook, best_of(x, outlook), joint)
    mind.path = take(x, 2 * (mind.nodes + playouts + 1))
    for i in range(playouts):
        descend(x, mind, k.FIRST_WORLD + i % count, start, joint)
        if x.desk_used > k.MOST_DESK:
            x.fault = k.TOO_MUCH_MEMORY
        if x.fault:
            return 0
    return most_visited(x, first, s.options)


def settle(x: Workplace, mind: Mind, count: int) -> None:
    """Estimate the usual value after a playout from a few playouts; rewards are measured relative to it."""
    leads = buffer(k.SAMPLES)
    worths = buffer(k.SEATS)
    usual = take(x, k.SEATS)
    mind.usual = usual
    d = desk(x)
    for seat in range(k.SEATS):
        d[usual + seat] = 0
    samples = 0
    for i in range(min(count, k.SETTLING)):
        for _j in range(k.SETTLING):
            t = stand(x, k.FIRST_LEVEL)
            origin = stand(x, k.FIRST_WORLD + i)
            copy_position(t, origin, used(origin))
            wander_on(x, t, mind)
            if x.fault:
                return
            tell_worths(t, worths)
            for seat in range(k.SEATS):
                d[usual + seat] += clamped(lead(worths, seat))
            leads[samples] = clamped(lead(worths, mind.seat))
            samples += 1
    squares = 0
    for i in range(samples):
        distance = samples * leads[i] - d[usual + mind.seat]
        squares += distance * distance
    squares = squares // samples
    found = root(squares)
    while found * found > squares:
        found -= 1
    while (found + 1) * (found + 1) <= squares:
        found += 1
    mind.samples = samples
    mind.scale = max(samples, found)


def wander_on(x: Workplace, s: Position, mind: Mind) -> None:
    """Give some random answers, then go on until another phase begins."""
    phases = s.phases
    for number in range(k.LONGEST):
        if number <= k.PLIES:
            phases = s.phases
        if s.over or s.phases != phases or x.fault:
            return
        press_on(x, s, any_option(mind, s.options))


def give_hints(x: Workplace, mind: Mind, node: int, outlook: int, best: int, joint: int) -> None:
    """Use the result of the lookahead as one playout of each answer."""
    place = outlook + k.OUTLOOK_HEAD
    d = desk(x)
    for _i in range(d[outlook + 1]):
        d = desk(x)
        option = d[place]
        hint = bounded(mind, mind.samples * clamped(d[place + 1] - best))
        after = d[place + 2]
        branch = branch_of(x, node, option)
        d = desk(x)
        d[branch + 5] = hint
        if after >= 0:
            further = node_after(x, mind, branch, d[after], mind.seat, joint)
            give_hints(x, mind, further, after, best, joint)
        place += 3


def descend(x: Workplace, mind: Mind, world: int, start: int, nothing: int) -> None:
    """Go down the tree to a new decision. A seat that answers in secret does not know the secret answers of others."""
    s = stand(x, k.FIRST_LEVEL)
    origin = stand(x, world)
    copy_position(s, origin, used(origin))
    # While answers are secret: for each seat the branch of its own last answer. All start from the anchor.
    secret = buffer(k.SEATS)
    secrets = 0
    branch = start
    anchor = start
    phases = s.phases
    joint = nothing
    steps = 0
    while not s.over:
        known = x.desk_used
        seat = s.asked
        hidden = of.spec_hidden[s.spec]
        parent = branch
        if hidden:
            if secrets == 0 or s.phases != phases:
                anchor = branch
                phases = s.phases
                for other in range(k.SEATS):
                    secret[other] = -1
                secrets = 0
            parent = anchor if secret[seat] < 0 else secret[seat]
            node = node_after(x, mind, parent, s.spec, seat, nothing)
        else:
            node = node_after(x, mind, parent, s.spec, seat, joint)
            secrets = 0
            joint = nothing
        fresh = node >= known
        if fresh:
            branch = branch_of(x, node, any_option(mind, s.options))
        else:
            branch = pick(x, node, s.options)
        d = desk(x)
        d[mind.path + 2 * steps] = branch
        d[mind.path + 2 * steps + 1] = seat
        steps += 1
        option = d[branch]
        if hidden:
            secret[seat] = branch
            secrets += 1
            joint = joint_of(x, joint, option)
        press_on(x, s, option)
        if fresh or x.fault:
            break
    wander_on(x, s, mind)
    if not x.fault:
        learn(x, mind, s, steps)


def learn(x: Workplace, mind: Mind, s: Position, steps: int) -> None:
    """Give the rewards of a playout to the branches of its path."""
    worths = buffer(k.SEATS)
    rewards = buffer(k.SEATS)
    tell_worths(s, worths)
    d = desk(x)
    for seat in range(k.SEATS):
        reward = bounded(mind, mind.samples * clamped(lead(worths, seat)) - d[mind.usual + seat])
        found = verdict(s, seat)
        if found != 0:
            reward = (reward + (found + 1) * k.ONE) // 3
        rewards[seat] = reward
    for i in range(steps):
        branch = d[mind.path + 2 * i]
        d[branch + 2] += 1
        d[branch + 4] += rewards[d[mind.path + 2 * i + 1]]


def most_visited(x: Workplace, node: int, options: Options) -> int:
    """The final choice: most visits first, then best average, then the best value of the lookahead."""
    chosen = -1
    most = -1
    mean = -1
    hint = -1
    for option in bits(options):
        branch = branch_of(x, node, option)
        d = desk(x)
        tried = d[branch + 2] - 1
        average = d[branch + 4] // max(1, tried)
        expected = max(0, d[branch + 5])
        better = average > mean or (average == mean and expected > hint)
        if tried > most or (tried == most and better):
            chosen = option
            most = tried
            mean = average
            hint = expected
    return chosen
