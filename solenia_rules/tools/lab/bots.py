"""Bots. A bot knows only what its seat may see, and gives the same answers in the same game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from solenia_rules.api.course import Course
from solenia_rules.api.decision import Option
from solenia_rules.api.game import Game
from solenia_rules.fast.errors import Fault
from solenia_rules.play import chance, reading
from solenia_rules.tools.lab.judge import Judge
from solenia_rules.tools.lab.lookahead import Lookahead, Outlook
from solenia_rules.tools.lab.lots import Lots
from solenia_rules.tools.lab.worlds import World


class Seen:
    """A pending decision of a game, limited to what the asked seat may know."""

    def __init__(self, course: Course, judge: Judge, in_python: bool = False) -> None:
        self._course = course
        self._in_python = in_python
        self.judge = judge
        self.seat = course.asked
        self.seats = course.seats
        self.moment = reading.decisions(course.state)
        """The number of answers given so far."""
        self.values = course.options
        """The values of the options."""
        self.mask, self.spec = reading.option_mask(course.state), reading.asked_spec(course.state)

    def world(self, seed: int) -> World:
        """A position that looks like the real one to the seat, with everything hidden drawn again."""
        state, worlds = self._course.imagine(self.seat, seed), self.judge.worlds
        return worlds.in_python(state) if self._in_python else worlds.world(state)

    def thought(self, think: Callable[[Seen], int]) -> int:
        """Run `think` on this moment. If the position exceeds a limit of machine code, run it again in plain Python."""
        try:
            return think(self)
        except Fault:
            return think(Seen(self._course, self.judge, in_python=True))

    def imagine(self, seed: int) -> Game:
        """The same as `world`, as a `Game` with names, which can be played on freely."""
        return self._course.game().resample(self.seat, seed)

    @property
    def view(self) -> dict[str, object]:
        """Everything that the seat may know, as plain data."""
        return dict(self._course.game().view(self.seat))

    @property
    def options(self) -> tuple[Option, ...]:
        """The options with their names, in the order of `values`."""
        decision = self._course.game().decision
        return () if decision is None else decision.options


class Bot(Protocol):
    """Answers for one seat in one game."""

    def answer(self, seen: Seen) -> int:
        """One of `seen.values`."""
        ...


class RandomBot:
    """Uniformly random answers. If it plays every seat of a game, the answers are those of `sr.playout`."""

    def __init__(self, seed: int) -> None:
        self.key = chance.answer_key(*chance.split_seed(seed))

    def answer(self, seen: Seen) -> int:
        return seen.values[chance.answer(self.key, seen.moment, len(seen.values))]


BUDGET = 300
"""The number of ends of its own move that greedy evaluates in one world."""
WORLDS = 6
"""The number of worlds over which greedy averages if dice or shuffles matter."""


class GreedyBot:
    """Takes the option with the highest value at the end of its own move."""

    def __init__(self, seed: int, seat: int) -> None:
        self.seed = seed
        self.seat = seat
        self.plan: Outlook | None = None
        self.equals: list[int] = []
        """The options with the same value as the last answer, including that answer."""

    def answer(self, seen: Seen) -> int:
        return seen.thought(self._think)

    def _think(self, seen: Seen) -> int:
        plan, self.plan = self.plan, None
        fits = plan is not None and (plan.spec, plan.mask, plan.moment) == (seen.spec, seen.mask, seen.moment)
        lots = Lots(self.seed, self.seat, seen.moment)
        if not fits or plan is None:
            look = Lookahead(seen.judge, self.seat, lots)
            plan = look.look(seen.world(lots.seed()), BUDGET)
            if look.lucky:
                return self._on_average(seen, plan, lots)
        best = plan.best()
        self.equals = [option for option, value in plan.values.items() if value == best]
        answer = lots.pick(self.equals)
        self.plan = plan.after.get(answer)
        return answer

    def _on_average(self, seen: Seen, first: Outlook, lots: Lots) -> int:
        """Sum the values over several worlds, for moves that depend on chance. No plan is kept."""
        total = dict(first.values)
        for _ in range(WORLDS - 1):
            found = Lookahead(seen.judge, self.seat, lots).look(seen.world(lots.seed()), BUDGET // 2)
            for option, value in found.values.items():
                total[option] = total.get(option, 0) + value
        best = max(total[option] for option in seen.values)
        self.equals = [option for option in seen.values if total[option] == best]
        return lots.pick(self.equals)
