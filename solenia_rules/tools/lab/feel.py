"""How a game feels: length, choices, leads, waiting, interaction and kingmaking, measured in games that are replayed
position by position. Each figure has an interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

from attrs import frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.fast.errors import Fault
from solenia_rules.play.contest import all_win_or_lose
from solenia_rules.play.physics import BITS
from solenia_rules.tools.lab.chunk import game_seed
from solenia_rules.tools.lab.intervals import LEVEL, Measured, mean, mean_share, wilson
from solenia_rules.tools.lab.replaying import Line, PlainReplaying, Replaying, Trials, compiled_replaying
from solenia_rules.tools.lab.wire import Job

P = TypeVar("P")

MOST_REPLAYED = 200
"""The most games that are replayed."""
MOST_TURNS = 12
"""The most turns of a game for which other turns are tried."""
OTHER_TURNS = 3
"""How many other turns are tried for each."""
LONGEST_TURN = 60
"""The most answers of a turn that is tried."""
LATE = 4
"""Decisions at the end of a game, in its last quarter, at which a seat may be a kingmaker."""
PLAYOUTS = 24
"""Random games from each of the options of such a decision."""
MOST_OPTIONS = 4
"""The most options of such a decision that are tried."""
WEIGHED = 4
"""Decisions of a game whose options are compared."""
MOST_WEIGHED = 6
"""The most options of such a decision that are played out, each with `PLAYOUTS` random games."""
NEAR = 0.1
"""An option is about as good as the best one if it wins at most this share of games less, or gets at most this part of
the score less in a game without opponents."""
DECIDES = 0.5
"""A seat decides between others if its options differ so much in the share of wins of another seat."""


@frozen
class Felt:
    """What one game says. Shares are in fractions of 1; None: it cannot be said of this game."""

    answers: int
    turns: int
    choices: float
    """The mean number of options of its decisions."""
    near: float | None
    """The mean share of the options of a decision that are about as good as the best one."""
    waits: float | None
    """The mean number of answers of others between two turns of a seat."""
    longest_wait: int | None
    single_winner: bool
    lead_changes: int | None
    left: float | None
    """The share of the game that was left when its winner went ahead for good."""
    comeback: bool | None
    """Whether the winner was behind after half of the answers."""
    runaway: bool | None
    """Whether the winner was ahead from the end of the first quarter on."""
    changed: float | None
    """The share of turns after which another seat can do other things than after other turns."""
    kingmaker: bool | None
    """Whether a seat without any chance decided between others."""


@frozen
class Feel:
    """The figures of many games; None: they have no meaning for this game."""

    games: int
    answers: Measured
    turns: Measured
    choices: Measured
    near_equal: Measured | None
    waits: Measured | None
    longest_wait: Measured | None
    decisive: Measured | None
    lead_changes: Measured | None
    left: Measured | None
    comebacks: Measured | None
    runaways: Measured | None
    interaction: Measured | None
    kingmaking: Measured | None


def feel_of(rules: Ruleset, job: Job, games: int, progress: Callable[[int], None], plainly: bool = False) -> Feel:
    """Replay the first games of a job, at most `MOST_REPLAYED`. `plainly`: in plain Python."""
    return summed(felt_games(rules, job, 0, min(games, MOST_REPLAYED), progress, plainly))


def felt_games(
    rules: Ruleset, job: Job, first: int, count: int, progress: Callable[[int], None], plainly: bool = False
) -> list[Felt]:
    """Replay games `first` to `first + count - 1` of a job."""
    program = rules.executor(job.seats).program
    against = not all_win_or_lose(program)
    valued = against and (program.score is not None or program.estimate is not None)
    plain = PlainReplaying(rules, job)
    compiled = None if plainly else compiled_replaying(rules, job, count)
    found = []
    for index in range(first, first + count):
        seed = game_seed(job.seed, index)
        try:
            if compiled is None:
                raise Fault("plain Python was asked for")
            felt = _felt(compiled, seed, job.seats, against, valued)
        except Fault:
            felt = _felt(plain, seed, job.seats, against, valued)
        found.append(felt)
        progress(1)
    return found


def summed(found: Sequence[Felt], level: float = LEVEL) -> Feel:
    """The means and shares over games."""
    return Feel(
        len(found),
        mean([one.answers for one in found], level, 0), mean([one.turns for one in found], level, 0),
        mean([one.choices for one in found], level, 1), _mean_share([one.near for one in found], level),
        _mean([one.waits for one in found], level), _mean([one.longest_wait for one in found], level),
        wilson(sum(one.single_winner for one in found), len(found), level),
        _mean([one.lead_changes for one in found], level), _mean_share([one.left for one in found], level),
        _share([one.comeback for one in found], level), _share([one.runaway for one in found], level),
        _mean_share([one.changed for one in found], level), _share([one.kingmaker for one in found], level),
    )  # fmt: skip


def _mean(values: Sequence[float | None], level: float) -> Measured | None:
    known = [value for value in values if value is not None]
    return mean(known, level, 0) if known else None


def _mean_share(values: Sequence[float | None], level: float) -> Measured | None:
    known = [value for value in values if value is not None]
    return mean_share(known, level) if known else None


def _share(values: Sequence[bool | None], level: float) -> Measured | None:
    known = [value for value in values if value is not None]
    return wilson(sum(known), len(known), level) if known else None


def _felt(replaying: Replaying[P], seed: int, seats: int, against: bool, valued: bool) -> Felt:
    line = Line(replaying, seed)
    turns = list(line.turns(replaying))
    choices = [replaying.asked(position)[2].bit_count() for position in line.positions[:-1]]
    winners = replaying.winners(line.positions[-1])
    waits = _waits(turns) if seats > 1 else []
    several = seats > 1 and bool(turns)
    changes, left, comeback, runaway = _leads(replaying, line, winners) if valued else (None, None, None, None)
    return Felt(
        len(line.given), len(turns), sum(choices) / max(1, len(choices)), _near(replaying, line, seed, against),
        sum(waits) / len(waits) if waits else None, max(waits) if waits else None,
        len(winners) == 1, changes, left, comeback, runaway,
        _changed(replaying, line, turns, seed) if several else None,
        _kingmaker(replaying, line, seed, seats) if against and seats > 2 else None,
    )  # fmt: skip


def _near(replaying: Replaying[P], line: Line[P], seed: int, against: bool) -> float | None:
    """How many of the options of some decisions are about as good as the best one: all are played out with the same
    random numbers."""
    trials, found = Trials(seed ^ 2), []
    real = [n for n in range(len(line.given)) if replaying.asked(line.positions[n])[2].bit_count() > 1]
    for number in real[:: max(1, -(-len(real) // WEIGHED))]:
        seat, _spec, mask = replaying.asked(line.positions[number])
        seeds, options = trials.seeds(PLAYOUTS), BITS[mask]
        tried = options[:: max(1, -(-len(options) // MOST_WEIGHED))]
        worths = []
        for option in tried:
            ends = replaying.ends(replaying.answered(line.positions[number], option), seeds)
            if against:
                worths.append(sum((seat in end.winners) / max(1, len(end.winners)) for end in ends) / PLAYOUTS)
            else:
                worths.append(sum(sum(end.scores) or len(end.winners) for end in ends) / PLAYOUTS)
        best = max(worths)
        least = best - (NEAR if against else NEAR * abs(best))
        found.append(sum(worth >= least for worth in worths) / len(worths))
    return sum(found) / len(found) if found else None


def _waits(turns: Sequence[tuple[int, int, int]]) -> list[int]:
    """The answers of others between two turns of the same seat."""
    waits, last = [], dict[int, int]()
    for first, end, seat in turns:
        if seat in last:
            waits.append(first - last[seat])
        last[seat] = end
    return waits


def _leads(
    replaying: Replaying[P], line: Line[P], winners: Sequence[int]
) -> tuple[int, float | None, bool | None, bool | None]:
    """Changes of the lead; and for a game with one winner: what was left when the winner went ahead for good, whether
    the winner was behind at half time, and whether the winner ran away."""
    worths = [replaying.worths(position) for position in line.positions]
    ahead = [_leader(one) for one in worths]
    known = [seat for seat in ahead if seat is not None]
    changes = sum(one != other for one, other in pairwise(known))
    answers = len(line.given)
    if len(winners) != 1 or not answers:
        return changes, None, None, None
    winner = winners[0]
    since = answers
    while since > 0 and ahead[since - 1] == winner:
        since -= 1
    half = worths[answers // 2]
    behind = max(half[:winner] + half[winner + 1 :]) > half[winner]
    return changes, (answers - since) / answers, behind, since <= answers // 4


def _leader(worths: Sequence[int]) -> int | None:
    """The seat that is ahead of all others; None if several are."""
    best = max(worths)
    return worths.index(best) if worths.count(best) == 1 else None


def _changed(replaying: Replaying[P], line: Line[P], turns: Sequence[tuple[int, int, int]], seed: int) -> float | None:
    """The share of turns that matter to others: some random turn in their place leads to another seat's decision with
    other options. Turns after which nobody is asked do not count."""
    trials, found = Trials(seed), []
    counted = [turn for turn in turns if turn[1] < len(line.given)]
    step = max(1, -(-len(counted) // MOST_TURNS))
    for first, end, seat in counted[::step]:
        real = replaying.asked(line.positions[end])
        found.append(
            any(_other_turn(replaying, line.positions[first], seat, trials) != real for _ in range(OTHER_TURNS))
        )
    return sum(found) / len(found) if found else None


def _other_turn(replaying: Replaying[P], position: P, seat: int, trials: Trials) -> tuple[int, int, int] | None:
    """What is asked after a random turn; None if the game is over."""
    for _ in range(LONGEST_TURN):
        if replaying.over(position):
            return None
        asked = replaying.asked(position)
        if asked[0] != seat:
            return asked
        options = BITS[asked[2]]
        position = replaying.answered(position, options[trials.below(len(options))])
    return None


def _kingmaker(replaying: Replaying[P], line: Line[P], seed: int, seats: int) -> bool:
    """Whether at one of the last decisions the asked seat wins no random game with any option, and its options differ
    in who else wins."""
    trials = Trials(seed ^ 1)
    answers = len(line.given)
    late = [n for n in range(answers * 3 // 4, answers) if replaying.asked(line.positions[n])[2].bit_count() > 1]
    for number in late[:: max(1, -(-len(late) // LATE))]:
        seat, _spec, mask = replaying.asked(line.positions[number])
        seeds = trials.seeds(PLAYOUTS)
        shares = []
        for option in BITS[mask][:MOST_OPTIONS]:
            ends = replaying.ends(replaying.answered(line.positions[number], option), seeds)
            won = [end.winners for end in ends if end.winners]
            shares.append([sum((s in one) / len(one) for one in won) / PLAYOUTS for s in range(seats)])
        if not any(one[seat] for one in shares) and any(
            max(one[s] for one in shares) - min(one[s] for one in shares) >= DECIDES for s in range(seats)
        ):
            return True
    return False
