"""Decodes a merged document to a world. All problems are collected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias, TypeVar

from solenia_rules.rules import caps, elsewhere
from solenia_rules.rules.allowances import decode_allowances
from solenia_rules.rules.amounts import effect_texts
from solenia_rules.rules.boards import decode_board, link_records, place_parts
from solenia_rules.rules.declarations import Declarations
from solenia_rules.rules.declared import ALLOW, HEAD, SECTIONS, Declared, declared
from solenia_rules.rules.merger import SOURCE_HINT
from solenia_rules.rules.origin import Origin
from solenia_rules.rules.piece_records import RecordDecoder
from solenia_rules.rules.programs import decode_query, decode_rule, decode_verb
from solenia_rules.rules.reader import Document
from solenia_rules.rules.reading import ORIGIN, Entry, Reading, ShapeT
from solenia_rules.rules.records import (
    STOPPED,
    CellKind,
    PieceKind,
    Provenance,
    Record,
    Seats,
    StateVariable,
    Step,
    Text,
    World,
)
from solenia_rules.rules.shapes import (
    BoardShape,
    CellShape,
    CounterShape,
    EffectText,
    HistoryShape,
    KindShape,
    ParamShape,
    PieceShape,
    QueryShape,
    RuleShape,
    SeatsShape,
    StateShape,
    StepShape,
    VerbShape,
    ZoneShape,
)
from solenia_rules.rules.spoken import (
    complete_languages,
    decode_languages,
    decode_looks,
    decode_title,
    decode_words,
    spoken,
)
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.frozen import evolve
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean

LANGUAGE_VERSION = 1
StepSection: TypeAlias = Literal["setup", "play", "scoring", "result"]
STEP_ORDER: tuple[StepSection, ...] = ("setup", "play", "scoring", "result")

ORIGINS: tuple[Origin, ...] = ("seed", "public", "ours")
EntryT = TypeVar("EntryT")


def decode(document: Document, name: str, chosen: Mapping[str, int], reading: Reading) -> World:
    """The world. It is only useful if no problems were found."""
    return _Decoder(document, name, chosen, reading).world()


_STOP = re.compile(r"#[^\n]*|\bstop[ \t]+([a-z][a-z0-9_]*)")
"""A comment, or a statement that stops a phase."""


def _stopped(text: str) -> Iterator[str]:
    """The phases that a text stops."""
    return (match[1] for match in _STOP.finditer(text) if match[1])


class _Decoder:
    def __init__(self, document: Document, name: str, chosen: Mapping[str, int], reading: Reading) -> None:
        self.document = document
        self.name = name
        self.chosen = chosen
        self.reading = reading
        self.names: Declared = declared(document)
        self.languages = complete_languages(document)
        self.declarations = Declarations(reading, self.names)
        self.provenance: list[Provenance] = []

    def world(self) -> World:
        self._check_head()
        d = self.declarations
        params = self._section("params", ParamShape, lambda name, entry: d.param(name, entry, self.chosen))
        kinds = self._section("kinds", KindShape, d.kind)
        counters = self._section("counters", CounterShape, d.counter)
        state = self._section("state", StateShape, d.state)
        pieces = self._section("pieces", PieceShape, d.piece)
        zones = self._section("zones", ZoneShape, d.zone)
        cells = self._section("cells", CellShape, d.cell)
        given = self._section("boards", BoardShape, lambda name, entry: decode_board(d, name, entry))
        boards = place_parts(self.reading, given)
        steps = [step for section in STEP_ORDER for step in self._steps(section)]
        records = RecordDecoder(self.reading, self.names, {board.id: board for board in boards})
        holders: tuple[PieceKind | CellKind, ...] = (*pieces, *cells)
        made = World(
            id=self.name,
            language=LANGUAGE_VERSION,
            languages=self.languages,
            titles=self._titles(),
            seats=self._seats(),
            params=params,
            kinds=kinds,
            counters=counters,
            state=state,
            pieces=pieces,
            zones=zones,
            cells=cells,
            boards=boards,
            histories=self._section("history", HistoryShape, d.history),
            records=tuple(self._records(records, {kind.id: kind for kind in holders})),
            queries=self._section("queries", QueryShape, lambda name, entry: decode_query(d, name, entry)),
            verbs=self._section("verbs", VerbShape, lambda name, entry: decode_verb(d, name, entry)),
            rules=self._section("rules", RuleShape, decode_rule),
            steps=tuple(steps),
            estimate=self._estimate(),
            budget=self._budget(),
            words=decode_words(self.reading, self.document.get("words", {})),
            looks=decode_looks(self.reading, self.document.get("look", {})),
            provenance=tuple(self.provenance),
            allowances=decode_allowances(self.reading, self.document.get(ALLOW, {}), self.names),
            spans=self.reading.spans,
            span=self.reading.spans.key(("ruleset",)),
        )
        made = evolve(made, boards=link_records(made.boards, made.records))
        stopped = sorted({phase for text in effect_texts(made) for phase in _stopped(text.text)})
        flags = [StateVariable(STOPPED + phase, "yes_no", None, None, None, "all", False) for phase in stopped]
        return evolve(made, state=(*made.state, *flags)) if flags else made

    # ---- the head ----------------------------------------------------------------

    def _check_head(self) -> None:
        known = (*HEAD, *SECTIONS, *self.names.record_sections)
        whole = "seats" in self.document or self.document.get("abstract") is not True
        for key in (
            self.document if whole else ()
        ):  # a variant without a base brings records of kinds it does not declare
            if key not in HEAD and key not in SECTIONS and key not in self.names.record_sections:
                hint = elsewhere.of_key(key, ()) or did_you_mean(key, known)
                hint = hint or "a section of records is named by the plural of a piece or cell kind"
                self.reading.at_key("E010", f"unknown key {quoted(key)}", (key,), hint)
        for key in ("ruleset", "language", "title", "seats"):
            if key not in self.document:
                self.reading.missing(key, ())
        language = self.document.get("language", LANGUAGE_VERSION)
        if isinstance(language, bool) or language != LANGUAGE_VERSION:
            hint = f"this engine knows version {LANGUAGE_VERSION}"
            self.reading.at_value("E027", "an unknown version of the effects language", ("language",), hint)
        if "about" in self.document:
            decode_title(self.reading, self.document["about"], ("about",), self.languages)
        if "languages" in self.document:
            decode_languages(self.reading, self.document["languages"])
        self._origin(self.document, (), "ruleset")

    def _titles(self) -> tuple[tuple[str, str], ...]:
        if "title" not in self.document:
            return ()
        return decode_title(self.reading, self.document["title"], ("title",), self.languages)

    def _seats(self) -> Seats:
        given = self.document.get("seats")
        entry = self.reading.entry(given, ("seats",), SeatsShape) if given is not None else None
        return (self.declarations.seats(entry) if entry else None) or Seats(1, 1, ())

    def _estimate(self) -> Text | None:
        value = self.reading.value(self.document.get("estimate", ""), ("estimate",), EffectText)
        return self.reading.text(value, ("estimate",)) if value else None

    def _budget(self) -> int:
        value = self.reading.value(self.document.get("budget", caps.BUDGET), ("budget",), int)
        known = value is not None and self.reading.within(value, ("budget",), 1, caps.MOST_BUDGET)
        return value if value is not None and known else caps.BUDGET

    # ---- sections ------------------------------------------------------------------

    def _tables(self, section: str) -> Iterator[tuple[str, dict[str, object], KeyPath]]:
        """The tables of a section; their origins are noted. A name that is no id is reported."""
        content = self.document.get(section, {})
        if not isinstance(content, dict):
            self.reading.wrong("a table", content, (section,))
            return
        for name, value in content.items():
            path: KeyPath = (section, name)
            self.reading.is_id(name, path, key=True)
            if isinstance(value, str) and section in (*STEP_ORDER, "verbs"):
                hint = "write { effect = '...', source = \"...\" }"
                self.reading.at_value("E012", "expected a table, found a bare text", path, hint)
            elif section == "params" and type(value) is int:
                hint = f'a new parameter needs its range: {{ default = {value}, range = [low, high], source = "ours" }}'
                self.reading.at_value("E012", f"expected a table, found the number {value}", path, hint)
            elif not isinstance(value, dict):
                self.reading.wrong("a table", value, path)
            else:
                self._origin(value, path, f"{section}.{name}")
                yield name, value, path

    def _entries(self, section: str, shape: type[ShapeT]) -> Iterator[tuple[str, Entry[ShapeT]]]:
        for name, content, path in self._tables(section):
            entry = self.reading.entry(content, path, shape, ORIGIN)
            if entry is not None and caps.is_id(name):
                yield name, entry

    def _section(
        self, section: str, shape: type[ShapeT], decode_one: Callable[[str, Entry[ShapeT]], EntryT | None]
    ) -> tuple[EntryT, ...]:
        found = (decode_one(name, entry) for name, entry in self._entries(section, shape))
        return tuple(decoded for decoded in found if decoded is not None)

    def _steps(self, section: StepSection) -> Iterator[Step]:
        for name, entry in self._entries(section, StepShape):
            yield Step(section, name, self.reading.text(entry.shape.effect, entry.at("effect")), span=entry.span)

    def _records(self, decoder: RecordDecoder, kinds: Mapping[str, PieceKind | CellKind]) -> Iterator[Record]:
        for section in self.document:
            _, kind = self.names.record_sections.get(section, ("", ""))
            if kind not in kinds:
                continue
            for name, content, path in self._tables(section):
                record = decoder.decode(name, content, path, kinds[kind]) if caps.is_id(name) else None
                if record:
                    yield record

    def _origin(self, content: Mapping[str, object], path: KeyPath, shown: str) -> None:
        if "source" not in content:
            self.reading.at_key("E019", "there is no `source`", path, SOURCE_HINT)
            return
        source = self.reading.choice(content["source"], (*path, "source"), ORIGINS) or "ours"
        note = spoken(self.reading, content["note"], (*path, "note")) if "note" in content else None
        self.provenance.append(Provenance(shown, source, note))
