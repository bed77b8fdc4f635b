"""Goes through games of bots position by position, in machine code if that is available and otherwise in plain Python,
with the same results. Measures of single decisions are taken here: they try other answers and play them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from attrs import frozen

from solenia_rules.api.course import Course
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.play import chance, reading
from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.chunk import GAMES
from solenia_rules.tools.lab.judge import judge_for
from solenia_rules.tools.lab.machine import MACHINES, compiled_bots
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.tools.lab.wire import Job

if TYPE_CHECKING:
    from solenia_rules.fast.accelerated import Position
    from solenia_rules.fast.telling import Telling

P = TypeVar("P")


TRIALS = GAMES - 1
"""The random stream of the answers and games that are tried."""


@frozen
class End:
    """The end of a game."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Trials:
    """Random numbers for what is tried in one game."""

    def __init__(self, seed: int) -> None:
        self.key, self.count = chance.stream_key(*chance.split_seed(seed), TRIALS), 0

    def below(self, limit: int) -> int:
        self.count += 1
        return chance.below(self.key, self.count, limit)

    def seeds(self, count: int) -> list[int]:
        return [self.below(1 << 30) << 31 | self.below(1 << 30) for _ in range(count)]


class Replaying(Protocol[P]):
    """Positions of one program as values."""

    def answers(self, seed: int) -> list[int]:
        """The answers of the bots in the game with this seed."""
        ...

    def begin(self, seed: int) -> P: ...

    def answered(self, position: P, option: int) -> P: ...

    def over(self, position: P) -> bool: ...

    def asked(self, position: P) -> tuple[int, int, int]:
        """The seat that is asked, the decision, and the mask of its options."""
        ...

    def worths(self, position: P) -> tuple[int, ...]:
        """The value for each seat, in the unit of the estimate; at the end of the game, of the score."""
        ...

    def winners(self, position: P) -> tuple[int, ...]: ...

    def ends(self, position: P, seeds: Sequence[int]) -> list[End]:
        """The ends of random games from a position, one for each seed; also draws, rolls and shuffles depend on
        it."""
        ...


class PlainReplaying:
    """Positions in plain Python."""

    def __init__(self, rules: Ruleset, job: Job) -> None:
        self.rules, self.seats = rules, job.seats
        self.judge = judge_for(rules, job.seats)
        self.executor = rules.executor(job.seats)
        self.makers = [bot_maker(word) for word in job.bots]

    def answers(self, seed: int) -> list[int]:
        course = Course.begin(self.rules, self.seats, seed)
        bots = [make(seed, seat) for seat, make in enumerate(self.makers)]
        given = []
        while not course.over:
            given.append(bots[course.asked].answer(Seen(course, self.judge)))
            course.answer(given[-1])
        return given

    def begin(self, seed: int) -> list[int]:
        return self.executor.start(seed)

    def answered(self, position: list[int], option: int) -> list[int]:
        made = position[:]
        self.executor.answer(made, option)
        return made

    def over(self, position: list[int]) -> bool:
        return reading.is_over(position)

    def asked(self, position: list[int]) -> tuple[int, int, int]:
        return reading.asked_seat(position), reading.asked_spec(position), reading.option_mask(position)

    def worths(self, position: list[int]) -> tuple[int, ...]:
        return tuple(self.judge.worth(position, seat) for seat in range(self.seats))

    def winners(self, position: list[int]) -> tuple[int, ...]:
        return reading.winners(position)

    def ends(self, position: list[int], seeds: Sequence[int]) -> list[End]:
        found = [self.executor.played_out(position, seed) for seed in seeds]
        return [End(reading.winners(s), reading.scores(self.executor.program, s)) for s in found]


class CompiledReplaying:
    """Positions in machine code. A fault is raised as `Fault`; then the game is replayed in plain Python."""

    def __init__(self, code: Telling, bots: Sequence[tuple[int, int]], scored: bool) -> None:
        self.code, self.bots, self.scored = code, bots, scored

    def answers(self, seed: int) -> list[int]:
        return self.code.answers(seed, self.bots)

    def begin(self, seed: int) -> Position:
        return self.code.start(seed)

    def answered(self, position: Position, option: int) -> Position:
        return self.code.step(position, option)

    def over(self, position: Position) -> bool:
        return position.over

    def asked(self, position: Position) -> tuple[int, int, int]:
        return position.asked, position.spec, self.code.options(position)

    def worths(self, position: Position) -> tuple[int, ...]:
        found = self.code.outcome(position, estimates=True)
        return found.scores if found.over and self.scored else found.estimates

    def winners(self, position: Position) -> tuple[int, ...]:
        return self.code.outcome(position).winners

    def ends(self, position: Position, seeds: Sequence[int]) -> list[End]:
        return [End(one.winners, one.scores) for one in self.code.playouts(position, seeds, luck=True)]


class Line(Generic[P]):
    """One game: its positions from the first decision to the end, and the answers between them."""

    def __init__(self, replaying: Replaying[P], seed: int) -> None:
        self.given = replaying.answers(seed)
        self.positions = [replaying.begin(seed)]
        for option in self.given:
            self.positions.append(replaying.answered(self.positions[-1], option))

    def turns(self, replaying: Replaying[P]) -> Iterator[tuple[int, int, int]]:
        """The first answer of each turn, the end of the turn, and the seat: answers of one seat without another seat's
        answers between them."""
        first, seat = 0, -1
        for number in range(len(self.given)):
            asked = replaying.asked(self.positions[number])[0]
            if number and asked != seat:
                yield first, number, seat
                first = number
            seat = asked
        if self.given:
            yield first, len(self.given), seat


def compiled_replaying(rules: Ruleset, job: Job, games: int) -> CompiledReplaying | None:
    """Positions in machine code, if bots and rules allow it and it is worthwhile."""
    counting, bots = MACHINES.find(rules, job, games), compiled_bots(job.bots)
    if counting is None or bots is None:
        return None
    return CompiledReplaying(counting.code, bots, counting.scored)
