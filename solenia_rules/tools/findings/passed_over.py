"""Finds options that good bots are often offered and never take, and that lead to worse results when they are taken.

Bots look only a few moves ahead: a greedy bot misses what pays off at the end. So an option is reported only if no
greedy bot took it, tree search does not take it either, and games continued with it end worse than games with what was
taken.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from attrs import define, field, frozen

from solenia_rules.api.course import Course
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.checked.acts import ChooseWay, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.core.compiled import Program
from solenia_rules.core.specs import Spec
from solenia_rules.play import reading
from solenia_rules.play.events import RawEvent
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.tools.findings.never import all_idle
from solenia_rules.tools.findings.own import Own
from solenia_rules.tools.lab.bots import GreedyBot, Seen
from solenia_rules.tools.lab.intervals import wilson
from solenia_rules.tools.lab.judge import Judge
from solenia_rules.tools.lab.search import SearchBot

WORD = "word:"


@frozen
class Choosable:
    """`kind`: the kind of a record or a word. It is empty for a branch, which has the place of its choice."""

    name: str
    kind: str
    span: Span = field(repr=False)


def choosable(program: Program, spec: Spec, value: int) -> Choosable | None:
    """The identity of an option; None for `done`, a number, a seat, a cell without a record, and the order of rules."""
    if spec.domain == "branch":
        return Choosable(spec.labels[value], "", spec.span)
    inventory, names = program.inventory, program.names
    if value >= inventory.domain_count(spec.domain):
        return None
    if spec.domain.startswith(WORD):
        kind = names.word_kinds[spec.domain.removeprefix(WORD)]
        return Choosable(kind.words[value], kind.id, kind.span)
    if spec.domain not in ("piece", "cell"):
        return None
    id = inventory.pieces[value].record if spec.domain == "piece" else inventory.cells[value].record
    return None if id is None else Choosable(id, names.records[id].kind, names.records[id].span)


ANSWERS = 32
"""The most answers of good bots, for each requested game."""
FEWEST = 6
"""The fewest games of good bots."""
ENOUGH = 20
"""The number of seats that must have been offered the option. If one in seven seats took it, 20 seats would all pass it
over in one of 20 cases."""
PLAYOUTS = 60
TRIALS = 40
"""The most positions in which tree search is asked and from which games are continued."""
POOR = 1 / 2
"""With 95 % confidence, less than this share of the games with the option end better: that is about a third of those
tried."""
LONGER = 2
"""Games that take this many times as long as without the option are stopped."""
OUTLIERS = 1 / 5
"""The largest share of the records or words of a kind (at least one) that may be reported. If more are passed over, the
bots do not know their use, or they are chosen for another purpose."""
TAKING = ("choose", "branch", "may", "gain", "pick")
"""Kinds of choices in which a seat takes something, rather than pays, loses, spares or orders something."""


@frozen
class Moment:
    """A position of a game, and an option in it."""

    game: int
    seat: int
    answers: int
    value: int


@define
class Use:
    """The history of an option in all games of good bots."""

    times: int = 0
    taken: bool = False
    moments: dict[tuple[int, int], list[Moment]] = field(factory=dict)
    """Game and seat -> the moments at which it was offered."""

    def some(self) -> Iterator[Moment]:
        """A sample of the moments: all games and seats in turn, early and late moments."""
        seats = list(self.moments.values())
        for number in range(TRIALS):
            turn, place = divmod(number, len(seats))
            moments = seats[place]
            if turn < len(moments):
                yield moments[(place * 7 + turn * 5) % len(moments)]


class PassedOver:
    def __init__(self, rules: Ruleset, judges: Mapping[int, Judge], own: Own) -> None:
        """`judges`: by number of seats."""
        self.rules = rules
        self.own = own
        self.judges = judges
        self.seats = tuple(judges)
        self.games: list[Course] = []
        self.uses: dict[Choosable, Use] = {}
        self.idle = {
            (act.span, label)
            for text in Calls(rules.checked).texts.values()
            for act in all_acts(text.acts)
            if isinstance(act, ChooseWay)
            for label, block in zip(act.names, act.ways, strict=True)
            if all_idle(block)
        }
        """Branches that do nothing: it is no fault if nobody takes them."""

    def find(self, games: int, seed: int, beaten: Container[tuple[Span, str]] = ()) -> Iterator[Diagnostic]:
        """Report passed-over options. `beaten`: branches that already have a worse finding."""
        if not self._anything_own():
            return
        self._play(games, seed)
        for option, use in self.uses.items():
            if (option.span, option.name) not in beaten and self._odd(option, use) and not self._wanted(option, use):
                tried, better = self._try(use)
                if wilson(better, tried).interval.high < POOR:
                    yield self._found(option, use, tried, better)

    def _found(self, option: Choosable, use: Use, tried: int, better: float) -> Diagnostic:
        message = (
            f"good bots were offered `{option.name}` {use.times} times, {len(use.moments)} seats in {len(self.games)}"
            f" games, and always took something else; with it, {better:g} of {tried} games ended better"
        )
        hint = "let it give more or cost less: whenever it is offered, another option is better"
        return Diagnostic("W607", message, option.span, hint, "warning")

    # ---- games of good bots ----------------------------------------------------------------------

    def _play(self, games: int, seed: int) -> None:
        given, most = 0, ANSWERS * games
        while given < most and len(self.games) < games:
            count = self.seats[len(self.games) % len(self.seats)]
            course = Course.begin(self.rules, count, seed + len(self.games))
            self._note_forced(course, course.line[0][1])
            bots = self._bots(course)
            while not course.over and given < most:
                bot = bots[course.asked]
                answer = bot.answer(Seen(course, self.judges[count]))
                if len(bot.equals) < len(course.options):
                    self._note(course, bot.equals)
                self._note_forced(course, course.answer(answer))
                given += 1
            self.games.append(course)
            if len(self.games) >= FEWEST and not self._unsettled(given / most):
                return

    def _bots(self, course: Course) -> list[GreedyBot]:
        return [GreedyBot(course.seed, seat) for seat in range(course.seats)]

    def _note(self, course: Course, best: list[int]) -> None:
        """Count options with the same value as the answer as taken. A decision in which all options are equal is not
        recorded."""
        seat, moment = course.asked, len(course.line)
        for value, option in self._options(course).items():
            use = self.uses.setdefault(option, Use())
            use.times += 1
            use.taken |= value in best
            use.moments.setdefault((len(self.games), seat), []).append(Moment(len(self.games), seat, moment, value))

    def _note_forced(self, course: Course, events: tuple[RawEvent, ...]) -> None:
        """Count an option that was the only one as taken."""
        program = course.services.executor.program
        for event in events:
            if event.kind == "answered" and event.args[3]:
                option = self._option(program, program.outline.specs[event.args[0]], event.args[2])
                if option is not None:
                    self.uses.setdefault(option, Use()).taken = True

    def _options(self, course: Course) -> dict[int, Choosable]:
        program = course.services.executor.program
        spec = program.outline.specs[reading.asked_spec(course.state)]
        found = {value: self._option(program, spec, value) for value in course.options}
        return {value: option for value, option in found.items() if option is not None}

    def _option(self, program: Program, spec: Spec, value: int) -> Choosable | None:
        if spec.reads not in TAKING or (spec.reads == "may" and spec.labels[value] == "no"):
            return None
        return choosable(program, spec, value)

    # ---- what is odd -----------------------------------------------------------------------------

    def _anything_own(self) -> bool:
        """Whether any possible finding would belong to this ruleset."""
        specs = self.rules.executor(self.seats[0]).program.outline.specs
        world = self.rules.world
        ways = [spec.span for spec in specs if spec.domain == "branch"]
        places = [*ways, *(record.span for record in world.records), *(kind.span for kind in world.kinds)]
        return any(self.own.holds(span) for span in places)

    def _ignored(self, option: Choosable, use: Use) -> bool:
        return not use.taken and self.own.holds(option.span) and (option.span, option.name) not in self.idle

    def _unsettled(self, share: float) -> bool:
        """Whether an option that was never taken may still reach enough offers; `share`: the part of the games played
        so far."""
        return any(
            self._ignored(option, use) and ENOUGH * share <= len(use.moments) < ENOUGH
            for option, use in self.uses.items()
        )

    def _odd(self, option: Choosable, use: Use) -> bool:
        if not self._ignored(option, use) or len(use.moments) < ENOUGH:
            return False
        if not option.kind:
            return True
        others = [
            other.taken
            for like, other in self.uses.items()
            if like.kind == option.kind and (other.taken or len(other.moments) >= ENOUGH)
        ]
        return any(others) and others.count(False) <= max(1, OUTLIERS * len(others))

    def _wanted(self, option: Choosable, use: Use) -> bool:
        """Whether tree search takes the option in any of the sampled moments."""
        for moment in use.some():
            course = self._at(moment)
            bot = SearchBot(course.seed, moment.seat, PLAYOUTS)
            answer = bot.answer(Seen(course, self.judges[course.seats]))
            if self._options(course).get(answer) == option:
                return True
        return False

    def _try(self, use: Use) -> tuple[int, float]:
        """The number of games continued with the option, and how many ended better than without it; an equal result
        counts as half."""
        tried, better = 0, 0.0
        for moment in use.some():
            first, course = self.games[moment.game], self._at(moment)
            judge, bots = self.judges[course.seats], self._bots(course)
            course.answer(moment.value)
            while not course.over and len(course.line) < LONGER * len(first.line):
                course.answer(bots[course.asked].answer(Seen(course, judge)))
            if not (first.over and course.over):
                continue
            tried += 1
            with_it, without = (judge.worlds.world(game.state).standing() for game in (course, first))
            now, then = judge.value(with_it, moment.seat), judge.value(without, moment.seat)
            better += 1 if now > then else 0.5 if now == then else 0
            if wilson(better, TRIALS).interval.high >= POOR:
                break
        return tried, better

    def _at(self, moment: Moment) -> Course:
        game = self.games[moment.game]
        return Course(game.rules, game.services, game.seed, game.line[: moment.answers])
