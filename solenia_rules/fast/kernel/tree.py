"""The tree of a search, on the desk.

A node is a decision: its spec, the asked seat, the secret answers before it, the next node after the same answer, and
its first branch. A branch is an answer: the option, the next branch (in the order of the options), how often it was
tried (one virtual visit included) and offered, the sum of its rewards, the value from the lookahead (-1: none), and the
first node after it. The secret answers that were given together are entries of a second tree: the option, the next
entry, the first entry below.
"""

from __future__ import annotations

from solenia_rules.fast.dialect import Mind, Options, Workplace, bits, desk, has, root
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.kernel.desk import take
from solenia_rules.fast.kernel.valuing import logarithm


def node_after(x: Workplace, mind: Mind, branch: int, spec: int, seat: int, joint: int) -> int:
    """The node of a decision after an answer; it is made if there is none."""
    d = desk(x)
    node = d[branch + 6]
    while node >= 0:
        if d[node] == spec and d[node + 1] == seat and d[node + 2] == joint:
            return node
        node = d[node + 3]
    node = take(x, 5)
    mind.nodes += 1
    d = desk(x)
    d[node] = spec
    d[node + 1] = seat
    d[node + 2] = joint
    d[node + 3] = d[branch + 6]
    d[node + 4] = -1
    d[branch + 6] = node
    return node


def new_branch(x: Workplace, option: int, after: int) -> int:
    branch = take(x, 7)
    d = desk(x)
    d[branch] = option
    d[branch + 1] = after
    d[branch + 2] = 1
    d[branch + 3] = 0
    d[branch + 4] = 0
    d[branch + 5] = -1
    d[branch + 6] = -1
    return branch


def branch_of(x: Workplace, node: int, option: int) -> int:
    """The branch of an answer; it is made if there is none."""
    d = desk(x)
    before = -1
    branch = d[node + 4]
    while branch >= 0 and d[branch] < option:
        before = branch
        branch = d[branch + 1]
    if branch >= 0 and d[branch] == option:
        return branch
    return hung(x, node, before, new_branch(x, option, branch))


def hung(x: Workplace, node: int, before: int, branch: int) -> int:
    """Insert a branch after another one (-1: as the first)."""
    d = desk(x)
    if before < 0:
        d[node + 4] = branch
    else:
        d[before + 1] = branch
    return branch


def pick(x: Workplace, node: int, options: Options) -> int:
    """The branch of the most promising option. Options that are rarely offered are not penalized for it."""
    d = desk(x)
    before = -1
    branch = d[node + 4]
    total = k.ONE // 2
    tries = 1
    for option in bits(options):
        while branch >= 0 and d[branch] < option:
            before = branch
            branch = d[branch + 1]
        if branch < 0 or d[branch] != option:
            branch = hung(x, node, before, new_branch(x, option, branch))
            d = desk(x)
        total += d[branch + 4]
        tries += d[branch + 2] - 1
        before = branch
        branch = d[branch + 1]
    middle = total // tries
    best = -1
    chosen = -1
    branch = d[node + 4]
    while branch >= 0:
        if has(options, d[branch]):
            d[branch + 3] += 1
            hint = d[branch + 5]
            if hint < 0:
                hint = middle
            tries = d[branch + 2]
            hope = (d[branch + 4] + hint) // tries + root(logarithm(d[branch + 3] + 1) // tries)
            if hope > best:
                best = hope
                chosen = branch
        branch = d[branch + 1]
    return chosen


def joint_of(x: Workplace, joint: int, option: int) -> int:
    """The entry of a secret answer after others; it is made if there is none."""
    d = desk(x)
    entry = d[joint + 2]
    while entry >= 0:
        if d[entry] == option:
            return entry
        entry = d[entry + 1]
    entry = take(x, 3)
    d = desk(x)
    d[entry] = option
    d[entry + 1] = d[joint + 2]
    d[entry + 2] = -1
    d[joint + 2] = entry
    return entry
