"""Strict decoding of scenario files: nothing unknown is ignored, every mistake has its place."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from solenia_rules.rules import caps
from solenia_rules.rules.files import Bundle, read_bytes
from solenia_rules.rules.precheck import clean_text
from solenia_rules.rules.problems import Problems, TooManyProblems
from solenia_rules.rules.reader import Document, read
from solenia_rules.rules.tables import Reading, Table, number
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.printable import quoted
from solenia_rules.tools.scenarios.files import ScenarioFile, named_ruleset, own_ruleset
from solenia_rules.tools.scenarios.records import Answer, Expected, Scenario, Step

FILE_KEYS = ("ruleset", "seats", "seed", "params", "given", "scenario")
SCENARIO_KEYS = ("name", "seats", "seed", "params", "given", "when", "then")
EXPECTED_WORDS = ("offered", "refused", "events", "asked", "over", "winners", "scores")
MORE = "..."
MOST_SCENARIOS = 1000
MOST_NAME = 200
MOST_SEED = min(caps.INTEGER, (1 << 62) - 1)


@frozen
class Decoded:
    """The scenarios of a file, none of them if it has problems."""

    scenarios: tuple[Scenario, ...]
    diagnostics: tuple[Diagnostic, ...]


def decode_file(file: ScenarioFile, bundle: Bundle, content: bytes | None = None) -> Decoded:
    """The scenarios of a file; `content`: what stands in it, if that is not to be read from the disk."""
    problems = Problems()
    scenarios: tuple[Scenario, ...] = ()
    try:
        if content is None:
            content = read_bytes(file.path, file.shown, None, problems)
        source = clean_text(content, file.shown, problems) if content is not None else None
        found = read(source, problems, caps.RESOLVED_VALUES) if source is not None else None
        if found is not None and not problems:
            decoder = _Decoder(file, bundle, found.document, Reading(found.spans, problems, False))
            scenarios = tuple(decoder.scenarios())
    except TooManyProblems:
        pass
    return Decoded(() if problems else scenarios, problems.all())


class _Decoder:
    def __init__(self, file: ScenarioFile, bundle: Bundle, document: Document, reading: Reading) -> None:
        self.file = file
        self.bundle = bundle
        self.reading = reading
        self.document = document

    def scenarios(self) -> Iterator[Scenario]:
        head = Table.open(self.reading, self.document, (), FILE_KEYS)
        assert head is not None
        ruleset = self._ruleset(head)
        common = self._table(head, "given")
        listed = self.document.get("scenario", [])
        if not isinstance(listed, list):
            self.reading.wrong("tables `[[scenario]]`", listed, ("scenario",))
            return
        if not listed:
            self.reading.problems.about_file("E011", "there is no `[[scenario]]`", self.file.shown)
        if len(listed) > MOST_SCENARIOS:
            self.reading.at_key("E013", f"more than {MOST_SCENARIOS} scenarios", ("scenario", MOST_SCENARIOS))
            return
        names: set[str] = set()
        for index, item in enumerate(listed):
            table = Table.open(self.reading, item, ("scenario", index), SCENARIO_KEYS)
            scenario = self._scenario(table, head, common, ruleset) if table is not None else None
            if scenario is None:
                continue
            if scenario.name in names:
                where = (*scenario.path, "name")
                self.reading.at_value("E709", f"two scenarios are called {quoted(scenario.name)}", where)
            names.add(scenario.name)
            yield scenario

    def _ruleset(self, head: Table) -> str:
        chosen = head.string("ruleset", "the name of a ruleset, or layers as in `base+variant`")
        if chosen is not None:
            if not all(map(caps.is_id, chosen.split("+"))):
                self.reading.at_value("E014", f"{quoted(chosen)} is not the name of a ruleset", ("ruleset",))
            return named_ruleset(chosen, self.file, self.bundle)
        own = own_ruleset(self.file, self.bundle)
        if own is None:
            message = f"there is no `{self.file.own_name}.toml` beside this file"
            self.reading.problems.about_file("E708", message, self.file.shown, 'say which: ruleset = "NAME"')
        return own or ""

    def _table(self, table: Table, key: str) -> dict[str, object]:
        value = table.content.get(key, {})
        if not isinstance(value, dict):
            self.reading.wrong("a table", value, table.at(key))
            return {}
        return value

    def _scenario(self, table: Table, head: Table, common: dict[str, object], ruleset: str) -> Scenario | None:
        table.require("name")
        name = table.string("name") or ""
        if table.has("name") and not (name.strip() and len(name) <= MOST_NAME and name.isprintable()):
            self.reading.at_value("E013", f"a name is one line of 1 to {MOST_NAME} characters", table.at("name"))
        own = self._table(table, "given")
        steps = [*self._when(table)]
        if table.require("then"):
            steps += [x for x in [self._expected(table.content["then"], table.at("then"))] if x is not None]
        seats = self._number(table, head, "seats", 1, caps.SEATS)
        seed = self._number(table, head, "seed", 0, MOST_SEED)
        return Scenario(
            name,
            ruleset,
            tuple(sorted({**self._params(head), **self._params(table)}.items())),
            seats,
            seed or 0,
            {**common, **own},
            tuple(steps),
            table.path,
            frozenset(common) - frozenset(own),
            self.reading.spans,
        )

    def _number(self, table: Table, head: Table, key: str, low: int, high: int) -> int | None:
        """A scenario's own number, or the file's."""
        own = table.number(key, low, high)
        return own if table.has(key) else head.number(key, low, high)

    def _params(self, table: Table) -> dict[str, int]:
        inner = Table.open(self.reading, table.content.get("params", {}), table.at("params"), None)
        found = {key: inner.number(key) for key, _value, _path in inner.items()} if inner else {}
        return {key: value for key, value in found.items() if value is not None}

    # ---- when and then --------------------------------------------------------------------------------

    def _when(self, table: Table) -> Iterator[Step]:
        value = table.content.get("when", [])
        if not isinstance(value, list):
            self.reading.wrong("a list of answers", value, table.at("when"))
            return
        for index, item in enumerate(value):
            path = (*table.at("when"), index)
            if isinstance(item, str):
                yield Answer(item, path)
            elif isinstance(item, dict):
                expected = self._expected(item, path)
                if expected is not None:
                    yield expected
            else:
                self.reading.wrong("an answer, or a table of what is expected in between", item, path)

    def _expected(self, value: object, path: KeyPath) -> Expected | None:
        if not isinstance(value, dict):
            self.reading.wrong("a table", value, path)
            return None
        table = Table(self.reading, value, path)
        if not value:
            self.reading.at_value("E013", "nothing is expected here", path)
        offered = self._texts(table, "offered") if table.has("offered") else None
        more = offered is not None and offered[-1:] == (MORE,)
        return Expected(
            path,
            {key: item for key, item in value.items() if key not in EXPECTED_WORDS},
            offered[:-1] if offered is not None and more else offered,
            more,
            self._refused(table),
            self._texts(table, "events"),
            self._seat(table.content["asked"], table.at("asked")) if table.has("asked") else None,
            table.flag("over") if table.has("over") else None,
            self._winners(table),
            self._scores(table),
        )

    def _texts(self, table: Table, key: str) -> tuple[str, ...]:
        return table.listed(key, _text)

    def _refused(self, table: Table) -> tuple[tuple[str, str | None, KeyPath], ...]:
        value, path = table.content.get("refused", []), table.at("refused")
        if isinstance(value, list):
            return tuple((text, None, (*path, index)) for index, text in enumerate(self._texts(table, "refused")))
        inner = Table.open(self.reading, value, path, value.keys() if isinstance(value, dict) else ())
        if inner is None:
            return ()
        return tuple((name, inner.string(name, "a part of the reason"), (*path, name)) for name in inner.content)

    def _seat(self, value: object, path: KeyPath) -> int | None:
        seat = number(self.reading, value, path, 1, caps.SEATS)
        return None if seat is None else seat - 1

    def _winners(self, table: Table) -> tuple[int, ...] | None:
        if not table.has("winners"):
            return None
        return table.listed("winners", lambda _reading, value, path: self._seat(value, path))

    def _scores(self, table: Table) -> tuple[tuple[int, int], ...]:
        value, path = table.content.get("scores", {}), table.at("scores")
        if not isinstance(value, dict):
            self.reading.wrong("a table by seats, as in { 1 = ... }", value, path)
            return ()
        found = []
        for key, item in value.items():
            seat = self._seat(int(key) if key.isdecimal() and len(key) < 4 else key, (*path, key))
            score = number(self.reading, item, (*path, key))
            if seat is not None and score is not None:
                found.append((seat, score))
        return tuple(found)


def _text(reading: Reading, value: object, path: KeyPath) -> str | None:
    if isinstance(value, str):
        return value
    reading.wrong("a text", value, path)
    return None
