"""Replays games in a program that counts the statements, branches and options that are reached."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from attrs import frozen

from solenia_rules.api.decision import Asker
from solenia_rules.api.errors import SetupError
from solenia_rules.api.game import Game, new_game, play_again
from solenia_rules.api.options import Option
from solenia_rules.api.random_games import random_answer
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.words import Words
from solenia_rules.checked.acts import Act, Acts, If, all_acts, blocks_of
from solenia_rules.checked.checked import Checked
from solenia_rules.core.compiled import Program
from solenia_rules.core.outcomes import Form
from solenia_rules.fast.cover_words import CoverSheet
from solenia_rules.lower.program import compile_program
from solenia_rules.play import chance, reading
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.events import Recorder
from solenia_rules.play.executor import Executor
from solenia_rules.text.places import NOWHERE, Span
from solenia_rules.tools.coverage.records import Branch, Choice, Counts, Coverage, Key, Line, key_of


@frozen
class Statement:
    act: Act
    owner: str


def owned_texts(checked: Checked) -> Iterator[tuple[str, Acts]]:
    """Every text with effects, with its owner."""
    for _section, text in checked.steps:
        yield text.name, text.acts
    for verb, text in checked.verbs.items():
        yield f"verbs.{verb}", text.acts
    for (record, field), text in checked.held.items():
        yield f"{record}.{field}", text.acts
    for ident, rules in checked.rules.items():
        for rule in rules:
            yield f"rules.{ident}", rule.body.acts
    for record, rules in checked.held_rules.items():
        for rule in rules:
            yield f"{record}", rule.body.acts


def statements(checked: Checked) -> dict[Key, Statement]:
    """All statements, each once, in the order of the files and texts."""
    found: dict[Key, Statement] = {}
    for owner, acts in owned_texts(checked):
        for act in all_acts(acts):
            if act.span != NOWHERE and act.span.source.text:
                found.setdefault(key_of(act.span), Statement(act, owner))
    return found


def first_of(acts: Acts) -> Span | None:
    """The first statement with a place: if it ran, the block ran."""
    return next((act.span for act in acts if act.span != NOWHERE), None)


def names_of_branches(act: Act) -> tuple[str, ...]:
    """The names of the branches that play takes by itself; what seats choose is counted as choices."""
    if not isinstance(act, If):
        return ()
    return ("then", *(f"else if {number}" for number in range(1, len(act.tests))), "else")


Policy = Callable[[Game], Option]
"""A function that chooses an answer."""


class Tally(Recorder):
    """A log that counts every statement that runs."""

    def __init__(self) -> None:
        self._place = -1
        self.run: dict[int, int] = {}
        self.window: set[int] | None = None
        """Places reached since the window was opened; it closes when a phase begins."""
        self.closed: frozenset[int] = frozenset()
        super().__init__()

    @property
    def place(self) -> int:
        return self._place

    @place.setter
    def place(self, place: int) -> None:
        self._place = place
        if place >= 0:
            self.run[place] = self.run.get(place, 0) + 1
            if self.window is not None:
                self.window.add(place)

    def stand(self, place: int) -> None:
        self._place = place

    def add(self, kind: str, args: tuple[int, ...], seers: int = -1) -> None:
        if kind == "entered":
            self.close()
        super().add(kind, args, seers)

    def open(self) -> None:
        self.window, self.closed = set(), frozenset()

    def close(self) -> None:
        if self.window is not None:
            self.closed = frozenset(self.window)
            self.window = None


class Counting:
    """The unoptimized program for one number of seats: every statement reports when it runs."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        program = compile_program(rules.checked, seats, refined=False)
        self.program = program
        self.tally = Tally()
        self.executor = EmittingExecutor(Executor(program), self.tally, Form.COUNTING)
        self.executor.places = (-1,) * len(program.flat.blocks)
        self.asker = Asker(program, Words(rules.world))
        self._names: dict[tuple[int, int, int], tuple[Key, str]] = {}

    def named(self, spec: int, seat: int, value: int) -> tuple[Key, str]:
        """A decision and the name of its answer, without the variable and the owner."""
        asked = spec, seat, value
        if asked not in self._names:
            found = self.program.outline.specs[spec]
            ident = self.asker.named(found, value, seat).id
            self._names[asked] = key_of(found.span), (ident.partition("=")[2] or ident).partition("@")[0]
        return self._names[asked]


class Collector:
    """Counts the coverage of games of one ruleset. `add` takes any game value; `counts` of several collectors can be
    added."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.statements = statements(rules.checked)
        self.counts = Counts()
        self._programs: dict[int, Counting] = {}
        self._followed: tuple[Game, list[Game]] | None = None
        """The last game that was added, and its positions: the next pair begins in one of them."""

    def add(self, game: Game) -> None:
        """Count a game up to its current position."""
        self._followed = game, list(self._follow(game))
        self.counts.games += 1

    def play(self, seats: int, seed: int, answer: Policy = random_answer) -> Game:
        """Play a whole game and count it."""
        game = finished(new_game(self.rules, seats, seed), answer)
        self.add(game)
        return game

    def compare(self, first: Game, second: Game) -> None:
        """Count what made the difference between two games whose answers differ first in one answer."""
        pair = (first, second)
        if first.rules is not second.rules or first.seed != second.seed or first.seats != second.seats:
            raise SetupError("two games of the same rules, seats and seed are compared")
        both = zip(first.answers, second.answers, strict=False)
        at_answer = next((n for n, (one, other) in enumerate(both) if one != other), None)
        if at_answer is None:
            return
        turned = outcome(first) != outcome(second)
        asked = self._position(first, at_answer)
        windows = []
        for game in pair:
            before = asked if game.position == first.position else self._position(game, at_answer)
            name, met = self._window(before, game.answers[at_answer:])
            _count(self.counts.compared, name)
            if turned:
                _count(self.counts.turned, name)
            windows.append(met)
        if turned:
            for key in windows[0] ^ windows[1]:
                _count(self.counts.decisive, key)
        self.counts.pairs += 1

    # ---- what machine code counted ---------------------------------------------------------------------------

    def program(self, seats: int) -> Executor:
        """The program in which statements are counted."""
        return self._counting(seats).executor.silent

    def take(self, seats: int, games: int, sheet: CoverSheet, spans: Sequence[Span]) -> None:
        """Add what machine code counted in the same program; `spans`: its statements by number."""
        counting, counts = self._counting(seats), self.counts
        counts.games += games
        counts.pairs += sheet.pairs
        for place, number in sheet.counted("RUN"):
            _count(counts.run, key_of(counting.program.outline.places[place]), number)
        for statement, number in sheet.counted("DECISIVE"):
            _count(counts.decisive, key_of(spans[statement]), number)
        for table, name in (
            (counts.offered, "OFFERED"), (counts.taken, "TAKEN"), (counts.compared, "COMPARED"),
            (counts.turned, "TURNED"),
        ):  # fmt: skip
            for spec, seat, value, number in sheet.answers(name):
                _count(table, counting.named(spec, seat, value), number)

    # ---- playing again ---------------------------------------------------------------------------------------

    def _counting(self, seats: int) -> Counting:
        if seats not in self._programs:
            self._programs[seats] = Counting(self.rules, seats)
        return self._programs[seats]

    def _follow(self, game: Game) -> Iterator[Game]:
        """The positions of a game; each is counted when it is produced."""
        if game.rules.digest != self.rules.digest:
            raise SetupError("this game is not of the ruleset whose coverage is counted")
        counting = self._counting(game.seats)
        counting.tally.run = {}
        for position in play_again(game, counting.executor):
            self._options(counting, position)
            yield position
        for place, number in counting.tally.run.items():
            _count(self.counts.run, key_of(counting.program.outline.places[place]), number)

    def _options(self, counting: Counting, position: Game) -> None:
        """Count the answers that led to a position, and the options in it."""
        for event in position._news:
            if event.kind == "answered":
                spec, seat, value, single = event.args
                name = counting.named(spec, seat, value)
                _count(self.counts.taken, name)
                if single:
                    _count(self.counts.offered, name)
        if position.decision is not None:
            s = position._state
            for value in reading.options(s):
                _count(self.counts.offered, counting.named(reading.asked_spec(s), reading.asked_seat(s), value))

    def _position(self, game: Game, answers: int) -> Game:
        """The position of a game after some of its answers, in the program that counts."""
        if self._followed is not None and self._followed[0] is game:
            return self._followed[1][answers]
        positions = play_again(game, self._counting(game.seats).executor)
        return next(islice(positions, answers, None))

    def _window(self, asked: Game, answers: Sequence[str]) -> tuple[tuple[Key, str], frozenset[Key]]:
        """The first of the answers that follow a position, and the statements that ran from it to the end of its
        phase."""
        counting = self._counting(asked.seats)
        tally, places = counting.tally, counting.program.outline.places
        tally.open()
        first = position = asked.choose(answers[0])
        for answer in answers[1:]:
            if tally.window is None:
                break
            position = position.choose(answer)
        tally.close()
        given = next(event for event in first._news if event.kind == "answered")
        name = counting.named(given.args[0], given.args[1], given.args[2])
        return name, frozenset(key_of(places[place]) for place in tally.closed)

    # ---- what came of it ---------------------------------------------------------------------------------------

    def coverage(self) -> Coverage:
        """The coverage: everything that can be covered, with its counts."""
        order = {source.name: number for number, source in enumerate(self.rules.sources)}
        keys = sorted(self.statements, key=lambda key: (order.get(key[0], len(order)), key))
        lines = [self._line(key, self.statements[key]) for key in keys]
        branches = [branch for key in keys for branch in self._branches(self.statements[key])]
        choices = sorted(self._choices(), key=lambda x: (order.get(x.span.source.name, len(order)), key_of(x.span)))
        counts = self.counts
        return Coverage(
            self.rules.id, counts.games, counts.pairs, tuple(lines), tuple(branches), tuple(choices)
        )  # fmt: skip

    def _line(self, key: Key, statement: Statement) -> Line:
        run, decisive = self.counts.run.get(key, 0), self.counts.decisive.get(key, 0)
        return Line(statement.act.span, statement.owner, run, decisive)

    def _branches(self, statement: Statement) -> Iterator[Branch]:
        act = statement.act
        whole = self.counts.run.get(key_of(act.span), 0)
        for name, block in zip(names_of_branches(act), blocks_of(act), strict=False):
            first = first_of(block)
            run = whole if first is None else self.counts.run.get(key_of(first), 0)
            if first is not None:
                whole = max(0, whole - run)
            yield Branch(act.span, statement.owner, name, run)

    def _choices(self) -> Iterator[Choice]:
        """All options that were offered or could be: branches, words, records of the kind that is chosen from."""
        seats = self.rules.seats[0] if not self._programs else min(self._programs)
        program = self._counting(seats).program
        known = {key_of(spec.span): spec.span for spec in program.outline.specs}
        names: dict[tuple[Key, str], None] = {}
        for spec in program.outline.specs:
            names |= {(key_of(spec.span), name): None for name in _possible(program, spec.id)}
        names |= dict.fromkeys(sorted(self.counts.offered, key=lambda offered: (offered[0], _natural(offered[1]))))
        counts = self.counts
        for key, name in names:
            if key not in known:
                continue
            tables = (counts.offered, counts.taken, counts.compared, counts.turned)
            yield Choice(known[key], self._owner(key), name, *(table.get((key, name), 0) for table in tables))

    def _owner(self, key: Key) -> str:
        """The owner of the text that contains a decision."""
        if key in self.statements:
            return self.statements[key].owner
        file, first, last = key
        inside = (
            s.owner for (name, start, _end), s in self.statements.items() if name == file and first <= start < last
        )
        return next(inside, "")


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """A name as it is sorted: numbers by their value."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name))


def fork(game: Game) -> Game | None:
    """The same game after another answer at one of its decisions; the seed of the game determines which."""
    line = [position for position in game._line() if position._answer is not None and position._before is not None]
    if not line:
        return None
    key = chance.stream_key(*chance.split_seed(game.seed), chance.FORKS)
    after = line[chance.below(key, 0, len(line))]
    before = after._before
    assert before is not None
    assert before.decision is not None
    others = [option for option in before.decision.options if option.id != after._answer]
    return before.choose(others[chance.below(key, 1, len(others))])


def outcome(game: Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The outcome by which two games are compared: the winners; for a single seat also its score."""
    return tuple(sorted(game.winners)), tuple(game.scores.values()) if game.seats == 1 else ()


def finished(game: Game, answer: Policy) -> Game:
    while game.decision is not None:
        game = game.choose(answer(game))
    return game


def _possible(program: Program, number: int) -> Iterator[str]:
    """The answers that are possible by the declarations, whether or not they can ever be offered."""
    spec = program.outline.specs[number]
    if spec.labelled:
        yield from spec.labels
    elif spec.domain.startswith("word:"):
        yield from program.names.word_kinds[spec.domain.removeprefix("word:")].words
    elif spec.domain == "piece" and -1 - number in program.grounds:
        kind = program.grounds[-1 - number].source.kind.member
        if kind is not None and kind.of is not None:
            records = (piece.record for piece in program.inventory.pieces if piece.kind == kind.of)
            yield from dict.fromkeys(record for record in records if record is not None)
    if spec.done:
        yield "done"


def _count(table: dict, key: object, number: int = 1) -> None:  # type: ignore[type-arg]
    table[key] = table.get(key, 0) + number
