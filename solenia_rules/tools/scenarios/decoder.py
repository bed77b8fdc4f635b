"""Decodes scenario files strictly: unknown keys are errors, and every error has its place in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import field, frozen

from solenia_rules.api.requests import MOST_SEED
from solenia_rules.rules import caps
from solenia_rules.rules.files import Bundle, read_bytes
from solenia_rules.rules.precheck import clean_text
from solenia_rules.rules.problems import Problems, TooManyProblems
from solenia_rules.rules.reader import Document, read
from solenia_rules.rules.reading import Entry, Reading
from solenia_rules.rules.shapes import Id
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.printable import quoted
from solenia_rules.tools.scenarios.files import ScenarioFile, named_ruleset, own_ruleset
from solenia_rules.tools.scenarios.records import Answer, Expected, Scenario, Step

EXPECTED_WORDS = ("at", "offered", "refused", "events", "never", "asked", "over", "winners", "scores")
MORE = "..."
MOST_SCENARIOS = 1000
MOST_NAME = 200


@frozen
class FileShape:
    """A scenario file: the part that all its scenarios share, and the scenarios."""

    ruleset: str | None = None
    seats: int | None = None
    seed: int | None = None
    params: dict[Id, int] = field(factory=dict)
    given: dict[str, object] = field(factory=dict)
    scenario: tuple[object, ...] = ()


@frozen
class ScenarioShape:
    """One `[[scenario]]`."""

    name: str | None = None
    then: dict[str, object] | None = None
    seats: int | None = None
    seed: int | None = None
    params: dict[Id, int] = field(factory=dict)
    given: dict[str, object] = field(factory=dict)
    when: tuple[object, ...] = ()


@frozen
class ExpectedShape:
    """The expectations at one point, apart from the position."""

    at: str | None = None
    offered: tuple[str, ...] | None = None
    refused: object = field(factory=list)
    events: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    asked: int | None = None
    over: bool | None = None
    winners: tuple[int, ...] | None = None
    scores: object = field(factory=dict)


@frozen
class Decoded:
    """The scenarios of a file that have no problems; none if there are problems outside of the scenarios."""

    scenarios: tuple[Scenario, ...]
    diagnostics: tuple[Diagnostic, ...]


def decode_file(file: ScenarioFile, bundle: Bundle, content: bytes | None = None, own: str | None = None) -> Decoded:
    """Decode a file. `content`: its content, if it must not be read from the disk; `own`: the ruleset that it is about
    if it names none and lies beside none."""
    problems = Problems()
    scenarios: tuple[Scenario, ...] = ()
    try:
        if content is None:
            content = read_bytes(file.path, file.shown, None, problems)
        source = clean_text(content, file.shown, problems) if content is not None else None
        found = read(source, problems, caps.RESOLVED_VALUES, _largest) if source is not None else None
        if found is not None and not problems:
            decoder = _Decoder(file, bundle, found.document, Reading(found.spans, problems, False), own)
            scenarios = tuple(decoder.scenarios())
    except TooManyProblems:
        pass
    return Decoded(scenarios, problems.all())


def _largest(path: KeyPath) -> int:
    """The largest number at a place: seeds are larger than other numbers."""
    return MOST_SEED if path == ("seed",) or (path[:1] == ("scenario",) and path[2:] == ("seed",)) else caps.INTEGER


class _Decoder:
    def __init__(
        self, file: ScenarioFile, bundle: Bundle, document: Document, reading: Reading, own: str | None
    ) -> None:
        self.own = own
        self.file = file
        self.bundle = bundle
        self.reading = reading
        self.document = document

    def scenarios(self) -> Iterator[Scenario]:
        head = self.reading.entry(self.document, (), FileShape)
        if head is None:
            return
        ruleset = self._ruleset(head)
        listed = head.shape.scenario
        if not listed:
            self.reading.problems.about_file("E011", "there is no `[[scenario]]`", self.file.shown)
        if len(listed) > MOST_SCENARIOS:
            self.reading.at_key("E013", f"more than {MOST_SCENARIOS} scenarios", ("scenario", MOST_SCENARIOS))
            return
        names: set[str] = set()
        of_file = len(self.reading.problems.all())
        for index, item in enumerate(listed):
            before = len(self.reading.problems.all())
            entry = self.reading.entry(item, ("scenario", index), ScenarioShape)
            if entry is None:
                continue
            scenario = self._scenario(entry, head, ruleset)
            if scenario.name in names:
                where = (*scenario.path, "name")
                self.reading.at_value("E709", f"two scenarios are called {quoted(scenario.name)}", where)
            names.add(scenario.name)
            if not of_file and len(self.reading.problems.all()) == before:
                yield scenario

    def _ruleset(self, head: Entry[FileShape]) -> str:
        chosen = head.shape.ruleset
        if chosen is not None:
            if not all(map(caps.is_id, chosen.split("+"))):
                self.reading.at_value("E014", f"{quoted(chosen)} is not the name of a ruleset", ("ruleset",))
            return named_ruleset(chosen, self.file, self.bundle)
        own = self.own or own_ruleset(self.file, self.bundle)
        if own is None:
            message = f"there is no `{self.file.own_name}.toml` beside this file"
            self.reading.problems.about_file("E708", message, self.file.shown, 'say which: ruleset = "NAME"')
        return own or ""

    def _scenario(self, entry: Entry[ScenarioShape], head: Entry[FileShape], ruleset: str) -> Scenario:
        shape, common = entry.shape, head.shape.given
        if not entry.has("name"):
            self.reading.missing("name", entry.path)
        name = shape.name or ""
        if shape.name is not None and not (name.strip() and len(name) <= MOST_NAME and name.isprintable()):
            self.reading.at_value("E013", f"a name is one line of 1 to {MOST_NAME} characters", entry.at("name"))
        steps = [*self._when(entry)]
        if not entry.has("then") and not any(isinstance(step, Expected) for step in steps):
            self.reading.missing("then", entry.path)
        if shape.then is not None:
            steps += [x for x in [self._expected(shape.then, entry.at("then"))] if x is not None]
        seats = self._number(entry, head, "seats", 1, caps.SEATS)
        seed = self._number(entry, head, "seed", 0, MOST_SEED)
        return Scenario(
            name,
            ruleset,
            tuple(sorted({**self._params(head), **self._params(entry)}.items())),
            seats,
            seed or 0,
            {**common, **shape.given},
            tuple(steps),
            entry.path,
            frozenset(common) - frozenset(shape.given),
            self.reading.spans,
        )

    def _number(
        self, entry: Entry[ScenarioShape], head: Entry[FileShape], key: Literal["seats", "seed"], low: int, high: int
    ) -> int | None:
        """The number given by the scenario, or else by the file."""
        own, common = getattr(entry.shape, key), getattr(head.shape, key)
        return entry.number(own, key, low, high) if own is not None else head.number(common, key, low, high)

    def _params(self, entry: Entry[ScenarioShape] | Entry[FileShape]) -> dict[str, int]:
        path = entry.at("params")
        return {k: v for k, v in entry.shape.params.items() if self.reading.within(v, (*path, k))}

    # ---- when and then --------------------------------------------------------------------------------

    def _when(self, entry: Entry[ScenarioShape]) -> Iterator[Step]:
        for index, item in enumerate(entry.shape.when):
            path = (*entry.at("when"), index)
            if isinstance(item, str):
                yield Answer(item, path)
            elif isinstance(item, dict):
                expected = self._expected(item, path)
                if expected is not None:
                    yield expected
            else:
                self.reading.wrong("an answer, or a table of what is expected in between", item, path)

    def _expected(self, content: dict[str, object], path: KeyPath) -> Expected | None:
        if not content:
            self.reading.at_value("E013", "nothing is expected here", path)
        world = {key: item for key, item in content.items() if key not in EXPECTED_WORDS}
        entry = self.reading.entry(content, path, ExpectedShape, tuple(world))
        if entry is None:
            return None
        shape, offered = entry.shape, entry.shape.offered
        more = offered is not None and offered[-1:] == (MORE,)
        return Expected(
            path,
            world,
            offered[:-1] if offered is not None and more else offered,
            more,
            self._refused(shape.refused, entry.at("refused")),
            shape.events,
            shape.never,
            None if shape.asked is None else self._seat(shape.asked, entry.at("asked")),
            shape.over,
            self._winners(shape.winners, entry.at("winners")),
            self._scores(shape.scores, entry.at("scores")),
            shape.at,
        )

    def _refused(self, value: object, path: KeyPath) -> tuple[tuple[str, str | None, KeyPath], ...]:
        if isinstance(value, dict):
            reasons = self.reading.value(value, path, dict[str, str]) or {}
            return tuple((name, reason, (*path, name)) for name, reason in reasons.items())
        names = self.reading.value(value, path, tuple[str, ...]) or ()
        return tuple((name, None, (*path, index)) for index, name in enumerate(names))

    def _seat(self, seat: int, path: KeyPath) -> int | None:
        return seat - 1 if self.reading.within(seat, path, 1, caps.SEATS) else None

    def _winners(self, seats: tuple[int, ...] | None, path: KeyPath) -> tuple[int, ...] | None:
        if seats is None:
            return None
        found = (self._seat(seat, (*path, index)) for index, seat in enumerate(seats))
        return tuple(seat for seat in found if seat is not None)

    def _scores(self, value: object, path: KeyPath) -> tuple[tuple[int, int], ...]:
        if not isinstance(value, dict):
            self.reading.wrong("a table by seats, as in { 1 = ... }", value, path)
            return ()
        found = []
        for key, item in value.items():
            named = self.reading.value(int(key) if key.isdecimal() and len(key) < 4 else key, (*path, key), int)
            seat = None if named is None else self._seat(named, (*path, key))
            score = self.reading.value(item, (*path, key), int)
            if seat is not None and score is not None and self.reading.within(score, (*path, key)):
                found.append((seat, score))
        return tuple(found)
