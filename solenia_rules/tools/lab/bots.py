"""Bots. A bot knows only what its seat may see, and gives the same answers in the same game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from solenia_rules.api.course import Course
from solenia_rules.api.game import Game
from solenia_rules.api.options import Option
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.fast.errors import Fault
from solenia_rules.play import chance, reading
from solenia_rules.play.events import RawEvent
from solenia_rules.play.thinking import BUDGET, WORLDS
from solenia_rules.tools.lab.judge import Judge
from solenia_rules.tools.lab.lookahead import Lookahead, Outlook
from solenia_rules.tools.lab.lots import Lots
from solenia_rules.tools.lab.worlds import World

if TYPE_CHECKING:
    from solenia_rules.fast.thinker import Thinker


Mark: TypeAlias = tuple[int, tuple[list[int], tuple[RawEvent, ...]]]
"""A moment of a game: the number of its positions, and the last one with its events."""


class Seen:
    """A pending decision of a game, limited to what the asked seat may know."""

    def __init__(self, course: Course, judge: Judge) -> None:
        self._course = course
        self.judge = judge
        self.seat = course.asked
        self.seats = course.seats
        self.moment = reading.decisions(course.state)
        """The number of answers given so far."""
        self.values = course.options
        """The values of the options."""
        self.mask, self.spec = reading.option_mask(course.state), reading.asked_spec(course.state)

    def world(self, seed: int) -> World:
        """A position that looks like the real one to the seat, with everything hidden drawn again. It need not fit what
        the answers of other seats tell, which machine code does not find out."""
        return self.judge.worlds.world(self._course.imagine(self.seat, seed, inferring=False))

    def imagine(self, seed: int) -> Game:
        """A world as a `Game` with names, which can be played on freely."""
        return self._course.game().resample(self.seat, seed)

    @property
    def rules(self) -> Ruleset:
        return self._course.rules

    @property
    def observation(self) -> list[int]:
        """What the seat may know, as the numbers of `rules.observation(seats)`."""
        return self.rules.observation(self.seats).of_state(self._course.state, self.seat)

    @property
    def view(self) -> dict[str, object]:
        """Everything that the seat may know, as plain data."""
        return dict(self._course.game().view(self.seat))

    @property
    def options(self) -> tuple[Option, ...]:
        """The options with their names, in the order of `values`."""
        decision = self._course.game().decision
        return () if decision is None else decision.options


class Coded:
    """The thoughts of one bot in machine code, which draws the worlds itself."""

    def __init__(self, seed: int, seat: int, bot: str, playouts: int = 0) -> None:
        self._made = seed, seat, bot, playouts
        self._thinker: Thinker | None = None
        self._mark: Mark | None = None

    def answer(self, seen: Seen) -> int | None:
        """The answer; None if plain Python must find it. Raises `Fault` if the position exceeds a limit of machine
        code."""
        code = seen.judge.worlds.code
        if code is None:
            return None
        course = seen._course
        if self._thinker is None or self._mark is None or not continues(course, self._mark):
            from solenia_rules.fast.thinker import Thinker

            self._thinker, self._mark = Thinker(code, *self._made), None
        read = 0 if self._mark is None else self._mark[0]
        self._thinker.tell(course.line[read:])
        self._mark = mark_of(course)
        return self._thinker.answer(course.state, course.services.resampler.secrets(course.line))

    @property
    def equals(self) -> list[int]:
        """The options with the same value as the last answer of greedy, including that answer."""
        return [] if self._thinker is None else self._thinker.equals


def mark_of(course: Course) -> Mark:
    return len(course.line), course.line[-1]


def continues(course: Course, mark: Mark) -> bool:
    """Whether a game went through a moment: it is still the same game, and no answers were taken back."""
    number, last = mark
    return number <= len(course.line) and (course.line[number - 1] is last or course.line[number - 1] == last)


class Bot(Protocol):
    """Answers for one seat in one game."""

    def answer(self, seen: Seen) -> int:
        """The answer of the bot: one of `seen.values`."""
        ...


class RandomBot:
    """Uniformly random answers. If it plays every seat of a game, the answers are those of `sr.playout`."""

    def __init__(self, seed: int) -> None:
        self.key = chance.answer_key(*chance.split_seed(seed))

    def answer(self, seen: Seen) -> int:
        return seen.values[chance.answer(self.key, seen.moment, len(seen.values))]


class GreedyBot:
    """Takes the option with the highest value at the end of its own move."""

    def __init__(self, seed: int, seat: int) -> None:
        self.seed = seed
        self.seat = seat
        self.plan: Outlook | None = None
        self.equals: list[int] = []
        """The options with the same value as the last answer, including that answer."""
        self._mark: Mark | None = None
        self._coded = Coded(seed, seat, "greedy")

    def answer(self, seen: Seen) -> int:
        course = seen._course
        if self._mark is not None and not continues(course, self._mark):
            self.plan = None
        self._mark = mark_of(course)
        if self._fits(seen):
            return self.think(seen)
        self.plan = None
        try:
            found = self._coded.answer(seen)
        except Fault:
            self._plan_again(course, seen.judge)
            return self.think(seen)
        if found is None:
            return self.think(seen)
        self.equals = self._coded.equals
        return found

    def _plan_again(self, course: Course, judge: Judge) -> None:
        """Think again in plain Python about the decisions of this move before the last one: the plan is made in the
        first of them."""
        line, phases = course.line, reading.phases(course.state)
        first = len(line) - 1
        while first and not reading.is_over(before := line[first - 1][0]):
            if reading.asked_seat(before) != self.seat or reading.phases(before) != phases:
                break
            first -= 1
        for end in range(first + 1, len(line)):
            self.think(Seen(Course(course.rules, course.services, course.seed, line[:end]), judge))

    def _fits(self, seen: Seen) -> bool:
        """Whether the plan foresaw this decision."""
        plan = self.plan
        return plan is not None and (plan.spec, plan.mask, plan.moment) == (seen.spec, seen.mask, seen.moment)

    def think(self, seen: Seen) -> int:
        """The answer in plain Python."""
        plan = self.plan if self._fits(seen) else None
        self.plan = None
        lots = Lots(self.seed, self.seat, seen.moment)
        if plan is None:
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
