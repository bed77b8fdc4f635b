"""Finds modifiers that change nothing: it evaluates a query with and without each modifier, in many positions.

It tries more arguments than play does (any piece with any cell), so that a modifier without effect here has none in
play.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from attrs import define, field

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.checked.acts import CheckedRule
from solenia_rules.core.compiled import Program
from solenia_rules.core.inventory import Inventory
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play import chance, reading
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.events import MOVE_EVENTS
from solenia_rules.play.executor import Executor
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.tools.findings.own import Own
from solenia_rules.tools.findings.players import HelpedPlayer, Places, Purse, RandomPlayer

if TYPE_CHECKING:
    from solenia_rules.lower.arguments import Lane
    from solenia_rules.lower.lowering import Lowering

GAMES = 30
POSITIONS = 10
"""The number of positions of a game in which queries are evaluated."""
QUESTIONS = 400
"""The most argument lists tried for one modifier in one position."""
FEW = 12
"""The number of sample values for a parameter without a narrow range."""


@define
class Question:
    """A modifier, and its query compiled with and without it."""

    rule: CheckedRule
    functions: tuple[int, int]
    lanes: tuple[list[Lane], list[Lane]]
    domains: list[range | list[int]]
    open: bool = field(default=True)
    """Whether no difference was found so far."""


class Modifiers:
    def __init__(self, rules: Ruleset, seats: int, own: Own) -> None:
        self.checked = rules.checked
        self.own = own
        self.questions: list[Question] = []
        self.positions = 0
        if not any(rule.sort == "modifier" for rule in self._rules()):
            return
        # Imported only where it is needed: few rulesets have modifiers of their own.
        from solenia_rules.lower.program import compile_program

        program = compile_program(self.checked, seats, refined=False, also=self._ask)
        if self.questions:
            self._play(program)

    def find(self) -> Iterator[Diagnostic]:
        for question in self.questions:
            if question.open:
                target = question.rule.target
                message = f"this never changed `{target}`, in {self.positions} positions of {GAMES} games"
                hint = f"check its `where` and `while`: whenever they hold, `{target}` keeps its value"
                yield Diagnostic("W604", message, question.rule.span, hint, "warning")

    def _rules(self) -> Iterator[CheckedRule]:
        checked = self.checked
        for record, rules in checked.held_rules.items():
            held = self.own.holds(checked.names.records[record].span)
            yield from (rule for rule in rules if held or self.own.holds(rule.span))
        for rules in checked.rules.values():
            yield from (rule for rule in rules if self.own.holds(rule.span))

    def _ask(self, lowering: Lowering) -> None:
        unit, queries = lowering.unit, lowering.queries
        for rule in self._rules():
            if rule.sort != "modifier":
                continue
            params = unit.checked.queries[rule.target].params
            domains = [range(unit.inventory.seats), *(domain_of(kind, unit.inventory) for _p, _n, kind in params)]
            if any(not domain for domain in domains):
                continue
            whole = queries.function(rule.target)
            without, lanes = queries.without(rule.target, rule)
            pair = (queries.lanes[rule.target], lanes)
            self.questions.append(Question(rule, (whole.id, without.id), pair, domains))

    def _play(self, program: Program) -> None:
        executor = EmittingExecutor(Executor(program))
        purse, places = Purse(self.checked, executor.silent), Places(executor.silent)
        for seed in range(GAMES):
            self._game(executor, HelpedPlayer(seed, purse, places, RandomPlayer(seed)), places, seed)
            if not any(question.open for question in self.questions):
                return

    def _game(self, executor: EmittingExecutor, player: HelpedPlayer, places: Places, seed: int) -> None:
        s, events = executor.start(seed)
        moment = 0
        while not reading.is_over(s):
            if moment % 7 == seed % 7 and moment < 7 * POSITIONS:
                self._compare(executor.silent, s, seed * 1000 + moment)
            for event in events:
                if event.kind in MOVE_EVENTS:
                    places.note(event.args[0], event.args[2])
            moment += 1
            s, events = executor.answer(s, player.answer(s))
        self._compare(executor.silent, s, seed * 1000 + 999)

    def _compare(self, executor: Executor, s: list[int], seed: int) -> None:
        self.positions += 1
        for question in self.questions:
            if question.open and any(self._differ(executor, s, question, args) for args in asked(question, seed)):
                question.open = False

    def _differ(self, executor: Executor, s: list[int], question: Question, args: tuple[int, ...]) -> bool:
        answers = [executor.results(s, function, *args) for function in question.functions]
        found = [
            {lane: n for lane, n in zip(lanes, values, strict=True) if n}
            for lanes, values in zip(question.lanes, answers, strict=True)
        ]
        return found[0] != found[1]


def asked(question: Question, seed: int) -> Iterator[tuple[int, ...]]:
    """All argument lists, or a random sample if there are many."""
    total = 1
    for domain in question.domains:
        total *= len(domain)
    if total <= QUESTIONS:
        yield from product(*question.domains)
        return
    key = chance.stream_key(*chance.split_seed(seed), 0)
    for number in range(QUESTIONS):
        picks = (chance.below(key, number * 8 + i, len(domain)) for i, domain in enumerate(question.domains))
        yield tuple(domain[pick] for domain, pick in zip(question.domains, picks, strict=True))


def domain_of(kind: Kind, inventory: Inventory) -> range | list[int]:
    """Every value of a parameter, if the values can be listed; otherwise empty."""
    match kind.base:
        case "seat":
            return range(inventory.seats)
        case "piece":
            return [p.index for p in inventory.pieces if kind.of in (None, p.kind)]
        case "cell":
            boards = inventory.names.boards
            return [
                x.index for x in inventory.cells if x.passable and kind.of in (None, boards[x.board].cells or x.board)
            ]
        case "word":
            return range(len(inventory.names.word_kinds[str(kind.of)].words))
        case "number":
            low, high = kind.low or 0, FEW if kind.high is None else kind.high
            return range(max(low, 0), min(high, low + FEW) + 1)
        case "test":
            return range(2)
        case _:
            return []
