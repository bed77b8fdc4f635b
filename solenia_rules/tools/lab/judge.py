"""Evaluates a position for each seat: by the ruleset's estimate, or by its score if there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.play import reading
from solenia_rules.play.contest import all_win_or_lose
from solenia_rules.play.events import RawEvent
from solenia_rules.play.executor import Executor
from solenia_rules.play.generated import MOST_DECISIONS, MOST_PHASES
from solenia_rules.play.thinking import WON
from solenia_rules.tools.lab.record import GameRecord
from solenia_rules.tools.lab.stuck import stuck_seats, stuck_words
from solenia_rules.tools.lab.worlds import CodeMaker, Standing, Worlds, code_maker


class Judge:
    """Evaluates positions of one program, and creates the worlds that bots play in."""

    def __init__(self, executor: Executor, maker: CodeMaker | None = None, eager: bool = False) -> None:
        """`eager`: compile machine code at once, because bots will think much."""
        program = executor.program
        self.worlds = Worlds(executor, maker, eager)
        self.specs = program.outline.specs
        self.seats = program.inventory.seats
        self.together = all_win_or_lose(program)
        self.program = program

    def worth(self, s: list[int], seat: int) -> int:
        """The value of a state for a seat."""
        return self.worlds.worth(s, seat)

    def leads(self, found: Standing) -> tuple[int, ...]:
        """For each seat, its lead over the best other seat; in a cooperative game, the sum of all values."""
        worths = found.worths
        if self.together:
            return (sum(worths),) * self.seats
        if self.seats == 2:
            return worths[0] - worths[1], worths[1] - worths[0]
        return tuple(w - max(worths[:i] + worths[i + 1 :]) for i, w in enumerate(worths))

    def verdicts(self, found: Standing) -> tuple[int, ...]:
        """For each seat 1 if it has won, -1 if others have, and 0 if nobody has won or the game is not decided. In a
        cooperative game that ended without winners it is -1."""
        winners = found.winners
        if not winners or (len(winners) == self.seats and not self.together):
            return (-1 if found.over and self.together else 0,) * self.seats
        return tuple(1 if seat in winners else -1 for seat in range(self.seats))

    def record(self, s: Sequence[int], index: int, seed: int, events: Iterable[RawEvent] = ()) -> GameRecord:
        """The record of a finished game; `events`: all of them, if they were told."""
        winners = reading.winners(s)
        capped = not winners and (reading.decisions(s) >= MOST_DECISIONS or reading.phases(s) >= MOST_PHASES)
        stuck: Counter[str] = Counter()
        for (seat, span), times in stuck_seats(self.program, events).items():
            stuck[stuck_words(seat, span)] += times
        return GameRecord(
            index, seed, winners, reading.scores(self.program, s), reading.decisions(s), capped, dict(stuck)
        )

    def value(self, found: Standing, seat: int) -> int:
        """A number by which a seat can compare positions."""
        return self.leads(found)[seat] + WON * self.verdicts(found)[seat]


@lru_cache(maxsize=4)
def judge_for(rules: Ruleset, seats: int) -> Judge:
    """A judge whose worlds use machine code if that is available and worth compiling."""
    return Judge(rules.executor(seats), code_maker(rules, seats))
