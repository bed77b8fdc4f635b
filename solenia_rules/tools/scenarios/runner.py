"""Plays scenarios and compares the results with the expectations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TypeAlias

from attrs import evolve, field, frozen

from solenia_rules.api.comparison import Difference
from solenia_rules.api.decision import Decision
from solenia_rules.api.errors import PositionError, RulesetError, SetupError
from solenia_rules.api.events import Event
from solenia_rules.api.game import Game, new_game, overwritten
from solenia_rules.api.loading import load
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.stopping import UNASKED, differences_at, reason_between
from solenia_rules.play.sketch import Flaw
from solenia_rules.rules.records import Counter, FieldDecl, StateVariable, World
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Source, Span
from solenia_rules.tools.scenarios.records import Answer, Expected, Scenario, Step

LISTED = 20
"""The most options or events that a message lists."""
STUCK = "stuck"
"""The line of the event that tells of a seat that got stuck."""
MORE = "..."
ANSWER = "the answer"
"""The name of the failed check if an answer cannot be given."""


@frozen
class Failure:
    """A result that was not expected; `rule` and `place` say what caused it."""

    what: str
    expected: str
    found: str
    span: Span
    rule: str = ""
    place: str = ""


@frozen
class Outcome:
    """With diagnostics, the scenario could not be played. With failures, it was played and a result was not as
    expected."""

    scenario: Scenario
    failures: tuple[Failure, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    game: Game | None = field(default=None, eq=False, repr=False)
    """The position at the end of the scenario."""
    at_random: int = 0
    """The questions before the sketch that `before` does not answer; the seed answered them at random."""

    @property
    def passed(self) -> bool:
        return not self.failures and not self.diagnostics


def _at_random(scenario: Scenario, game: Game) -> int:
    """How many questions of several options were answered before the sketch without `before`."""
    listed = scenario.given.get("before")
    given = list(listed) if isinstance(listed, list) else []
    found = 0
    for event in takewhile(lambda event: event.kind != "sketched", game.news):
        if event.kind == "answered" and given and given[0] in event.names:
            del given[0]
        elif event.kind == "answered" and not event.details["single"]:
            found += 1
    return found


def unanswered(game: Game) -> str:
    """The decision that interrupts the action of the last answer, in words; nothing if no move is interrupted."""
    if game.decision is None or not game.answers or any(event.kind == "entered" for event in game.news):
        return ""
    return f"seat {game.decision.seat + 1} is asked: {game.decision.prompt}; on offer: {_options(game.decision)}"


def _speaks_of_question(step: Step) -> bool:
    return isinstance(step, Expected) and (step.asked is not None or step.offered is not None or bool(step.refused))


Load: TypeAlias = Callable[[str, dict[str, int]], Ruleset]


class Runner:
    """Plays scenarios. It loads every ruleset once for each set of parameters."""

    def __init__(self, load: Load = load) -> None:
        self._load = load
        self._rulesets: dict[tuple[str, tuple[tuple[str, int], ...]], Ruleset | RulesetError] = {}

    def run(self, scenario: Scenario) -> Outcome:
        game = self._begin(scenario)
        if isinstance(game, Outcome):
            return game
        try:
            play = _Play(scenario, game)
            failures = tuple(play.failures())
            return Outcome(scenario, failures, (), play.game, _at_random(scenario, game))
        except PositionError as error:
            return _flawed(scenario, error.flaws)

    def look(self, scenario: Scenario) -> tuple[Diagnostic, ...]:
        """The problems of a scenario that can be found without giving its answers."""
        game = self._begin(scenario)
        if isinstance(game, Outcome):
            return game.diagnostics
        found: list[Diagnostic] = []
        for step in scenario.steps:
            if isinstance(step, Expected):
                try:
                    game.differences(step.world)
                except PositionError as error:
                    found += _flawed(scenario, _inside(step.path, error.flaws)).diagnostics
                found += _flawed(scenario, tuple(_unseated(step, game))).diagnostics
        return tuple(found)

    def sources(self, scenario: Scenario) -> tuple[Source, ...]:
        """The source files of a scenario's ruleset."""
        rules = self._rules(scenario)
        return rules.sources if isinstance(rules, Ruleset) else ()

    def world(self, scenario: Scenario) -> World | None:
        """The declarations of a scenario's ruleset."""
        rules = self._rules(scenario)
        return rules.world if isinstance(rules, Ruleset) else None

    def _begin(self, scenario: Scenario) -> Game | Outcome:
        rules = self._rules(scenario)
        if isinstance(rules, RulesetError):
            return Outcome(scenario, (), rules.diagnostics)
        try:
            game = new_game(rules, scenario.seats, scenario.seed, scenario.given)
        except PositionError as error:
            return _flawed(scenario, tuple(_given(scenario, error.flaws)))
        except SetupError as error:
            where = (*scenario.path, "seats") if (*scenario.path, "seats") in scenario.spans else ("seats",)
            return _flawed(scenario, (Flaw("E703", str(error), where),))
        vain = tuple(_given(scenario, overwritten(game)))
        return _flawed(scenario, vain) if vain else game

    def _rules(self, scenario: Scenario) -> Ruleset | RulesetError:
        key = scenario.ruleset, scenario.params
        if key not in self._rulesets:
            try:
                self._rulesets[key] = self._load(scenario.ruleset, dict(scenario.params))
            except RulesetError as error:
                self._rulesets[key] = error
        return self._rulesets[key]


def _flawed(scenario: Scenario, flaws: tuple[Flaw, ...]) -> Outcome:
    """An outcome with diagnostics for flaws whose paths are paths of the file."""
    spans = scenario.spans
    places = (spans.key(flaw.path) if flaw.of_key else spans.value(flaw.path) for flaw in flaws)
    found = tuple(Diagnostic(f.code, f.message, place, f.hint) for f, place in zip(flaws, places, strict=True))
    return Outcome(scenario, (), found)


def _given(scenario: Scenario, flaws: Iterable[Flaw]) -> Iterator[Flaw]:
    """Flaws of the sketch, with their paths in the file."""
    return (evolve(flaw, path=scenario.given_path(flaw.path)) for flaw in flaws)


def _inside(path: KeyPath, flaws: tuple[Flaw, ...]) -> tuple[Flaw, ...]:
    return tuple(flaw.inside(path) for flaw in flaws)


def _unseated(expected: Expected, game: Game) -> Iterator[Flaw]:
    """Flaws for seats that do not take part in the game."""
    for word, seats in (
        ("asked", () if expected.asked is None else (expected.asked,)),
        ("winners", expected.winners or ()),
        ("scores", tuple(seat for seat, _score in expected.scores)),
    ):
        if any(seat >= game.seats for seat in seats):
            yield Flaw("E703", f"there are {game.seats} seats", (*expected.path, word))


class _Play:
    def __init__(self, scenario: Scenario, game: Game) -> None:
        self.scenario = scenario
        self.game = game
        news = game.news
        begun = next(i for i, event in enumerate(news) if event.kind == "sketched")
        self.events: list[Event] = list(news[begun + 1 :])
        self.looked_at = 0
        """The number of events already searched for answers that the engine gave by itself."""

    def failures(self) -> Iterator[Failure]:
        for step in self.scenario.steps:
            if isinstance(step, Expected):
                yield from self._check(step)
                continue
            problem = self._answer(step)
            if problem is not None:
                yield problem
                return
        yield from self._unsaid()

    # ---- answers ------------------------------------------------------------------------------------------

    def _answer(self, answer: Answer) -> Failure | None:
        decision = self.game.decision
        option = decision.find(answer.text) if decision is not None else None
        if option is None:
            return None if self._gave_itself(answer) else self._no_such(answer, decision)
        self.looked_at = len(self.events)
        self.game = self.game.choose(option)
        self.events += self.game.news
        # Skip the answer that the scenario gave.
        self.looked_at += 1
        return None

    def _gave_itself(self, answer: Answer) -> bool:
        """Whether the engine has just given this answer, because it was the only option."""
        for index in range(self.looked_at, len(self.events)):
            event = self.events[index]
            if event.kind == "answered" and answer.text in event.names:
                self.looked_at = index + 1
                return True
        return False

    def _no_such(self, answer: Answer, decision: Decision | None) -> Failure:
        span = self.scenario.spans.value(answer.path)
        if decision is None:
            return Failure(ANSWER, f"`{answer.text}`", "the game is over", span)
        found = f"seat {decision.seat + 1} is asked: {decision.prompt}; on offer: {_options(decision)}"
        why = self.game.why_not(answer.text)
        return Failure(ANSWER, f"`{answer.text}` on offer", f"{found}; {why}", span, place=decision.place)

    # ---- what is expected -------------------------------------------------------------------------------------

    def _check(self, expected: Expected) -> Iterator[Failure]:
        try:
            differences = self._differences(expected)
        except PositionError as error:
            raise PositionError(_inside(expected.path, error.flaws)) from None
        if differences is None:
            news = self.game.news if self.game.answers else self.events
            found = (
                f"since the {'last answer' if self.game.answers else 'beginning'}: {_listed([e.line for e in news])}"
            )
            yield Failure("at", f"`{expected.at}`", found, self._at(expected, "at"))
        for difference in differences or ():
            yield self._differs(difference, expected)
        yield from self._asked(expected)
        yield from self._offered(expected)
        yield from self._refused(expected)
        yield from self._happened(expected)
        yield from self._never(expected)
        yield from self._ended(expected)

    def _differences(self, expected: Expected) -> tuple[Difference, ...] | None:
        """What is different in the position; None if the event at which it is looked at did not happen."""
        if expected.at is None:
            return self.game.differences(expected.world)
        return differences_at(self.game, expected.at, expected.world)

    def _differs(self, difference: Difference, expected: Expected) -> Failure:
        event, span = difference.event, self.scenario.spans.value((*expected.path, *difference.path))
        rule, place = ("", "") if event is None else _made_by(event, difference, self.game.rules.world)
        return Failure(difference.what, difference.expected, difference.found, span, rule, place)

    def _at(self, expected: Expected, word: str) -> Span:
        return self.scenario.spans.value((*expected.path, word))

    def _asked(self, expected: Expected) -> Iterator[Failure]:
        decision = self.game.decision
        if expected.asked is not None and (decision is None or decision.seat != expected.asked):
            found = "nobody" if decision is None else f"seat {decision.seat + 1}"
            place = "" if decision is None else decision.place
            yield Failure("asked", f"seat {expected.asked + 1}", found, self._at(expected, "asked"), place=place)

    def _offered(self, expected: Expected) -> Iterator[Failure]:
        if expected.offered is None:
            return
        decision = self.game.decision
        options = decision.options if decision is not None else ()
        found = [decision.find(text) if decision is not None else None for text in expected.offered]
        named = [option.id for option in found if option is not None]
        if None in found or (not expected.among_others and len(set(named)) < len(options)):
            wanted = ", ".join(expected.offered) + (", ..." if expected.among_others else "")
            shown = "nothing" if decision is None else _options(decision)
            span, place = self._at(expected, "offered"), "" if decision is None else decision.place
            yield Failure("offered", wanted or "nothing", shown, span, place=place)

    def _refused(self, expected: Expected) -> Iterator[Failure]:
        decision = self.game.decision
        for text, reason, path in expected.refused:
            span, place = self.scenario.spans.value(path), "" if decision is None else decision.place
            if decision is not None and decision.find(text) is not None:
                yield Failure("refused", f"`{text}` not on offer", _options(decision), span, place=place)
            elif reason is not None:
                why = self.game.reason(text)
                if why.key in UNASKED:  # a question with a single answer, which the engine gave, may have known it
                    why = reason_between(self.game, text) or why
                if reason not in why.text() and reason not in why.rule:
                    found = f"{why.text()}; the rule: {why.rule}" if why.rule else why.text()
                    yield Failure(f"reason against `{text}`", reason, found, span, place=place)

    def _happened(self, expected: Expected) -> Iterator[Failure]:
        """Check that the lines occurred in this order; other lines may be between them."""
        lines = [event.line for event in self.events]
        at = 0
        for index, text in enumerate(expected.events):
            try:
                at = lines.index(text, at) + 1
            except ValueError:
                earlier = text in lines
                rest = [line for line in lines[at:] if " answers " not in line]
                then = f"then: {_listed(rest)}" if rest else "nothing"
                found = f"it happened earlier; {then}" if earlier else then
                span = self.scenario.spans.value((*expected.path, "events", index))
                yield Failure("event", text, found, span)
                return

    def _never(self, expected: Expected) -> Iterator[Failure]:
        """Check that no event has one of these lines."""
        for index, text in enumerate(expected.never):
            for event in self.events:
                line = event.line
                if line == text or (text.endswith(MORE) and line.startswith(text.removesuffix(MORE))):
                    span = self.scenario.spans.value((*expected.path, "never", index))
                    yield Failure("event", f"never `{text}`", line, span, event.rule, event.place)
                    break

    def _unsaid(self) -> Iterator[Failure]:
        """What spoils a scenario that does not speak of it: a seat that gets stuck, or answers that end in the middle
        of a move."""
        steps, span = self.scenario.steps, self.scenario.span
        stuck = next((event for event in self.events if event.kind == STUCK), None)
        if stuck is not None and not any(isinstance(step, Expected) and STUCK in step.events for step in steps):
            yield Failure(STUCK, "every seat can go on", stuck.text(), span, stuck.rule, stuck.place)
        last = max((index for index, step in enumerate(steps) if isinstance(step, Answer)), default=-1)
        asked = unanswered(self.game)
        if asked and not any(_speaks_of_question(step) for step in steps[last + 1 :]):
            yield Failure("the end", "the move is over, or `then` says who is asked or what is offered", asked, span)

    def _ended(self, expected: Expected) -> Iterator[Failure]:
        game = self.game
        over = game.decision is None
        last = next((e for e in reversed(self.events) if e.kind == "won"), None)
        rule, place = (last.rule, last.place) if last is not None else ("", "")
        if expected.over is not None and expected.over != over:
            shown = ["it goes on", "the game is over"]
            yield Failure("over", shown[expected.over], shown[over], self._at(expected, "over"), rule, place)
        if expected.winners is not None and set(expected.winners) != set(game.winners):
            span = self._at(expected, "winners")
            yield Failure("winners", _seats(expected.winners), _seats(game.winners), span, rule, place)
        for seat, score in expected.scores:
            if game.scores.get(seat) != score:
                span = self.scenario.spans.value((*expected.path, "scores", str(seat + 1)))
                rule, place = self._scored(seat, score)
                yield Failure(f"score of seat {seat + 1}", str(score), str(game.scores.get(seat)), span, rule, place)

    def _scored(self, seat: int, score: int) -> tuple[str, str]:
        """The rule that last changed a score, and its place."""
        counters = [counter.id for counter in self.game.rules.world.counters if counter.score]
        try:
            found = self.game.differences({counter: {str(seat + 1): score} for counter in counters})
        except PositionError:  # the expected value is outside the range of the counter
            return "", ""
        event = found[0].event if found else None
        return ("", "") if event is None else _made_by(event, found[0], self.game.rules.world)


def _made_by(event: Event, difference: Difference, world: World) -> tuple[str, str]:
    """The text that changed a value; if a phase reset it at its beginning, the declaration of the reset."""
    if event.kind != "entered":
        return event.rule, event.place
    phase, path = event.details["phase"], difference.path
    lists = [x.fields for x in world.pieces] + [x.fields for x in world.cells] + [x.fields for x in world.boards]
    declared: list[Counter | StateVariable | FieldDecl] = [*world.counters, *world.declared_state]
    declared += [decl for fields in lists for decl in fields]
    spans = [decl.span for decl in declared if decl.id in (path[0], path[-1]) and decl.resets == phase]
    where = f"{spans[0].source.name}:{spans[0].line}:{spans[0].column}" if spans else event.place
    return f'resets = "{phase}"', where


def _seats(seats: tuple[int, ...]) -> str:
    return ", ".join(f"seat {seat + 1}" for seat in sorted(seats)) or "nobody"


def _options(decision: Decision) -> str:
    return _listed([option.id for option in decision.options], ", ")


def _listed(texts: Sequence[str], sign: str = "; ") -> str:
    """The first of the texts, and how many more there are."""
    more = f" and {len(texts) - LISTED} more" if len(texts) > LISTED else ""
    return (sign.join(texts[:LISTED]) or "nothing") + more
