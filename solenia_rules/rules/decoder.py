"""A merged document decoded into the world it declares, all problems collected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias, TypeVar

from solenia_rules.rules.allowances import decode_allowances
from solenia_rules.rules.caps import is_id
from solenia_rules.rules.declarations import (
    BOARD_KEYS,
    CELL_KEYS,
    COUNTER_KEYS,
    KIND_KEYS,
    PARAM_KEYS,
    PIECE_KEYS,
    SEATS_KEYS,
    STATE_KEYS,
    ZONE_KEYS,
    Declarations,
)
from solenia_rules.rules.declared import ALLOW, HEAD, SECTIONS, Declared, declared
from solenia_rules.rules.merger import SOURCE_HINT
from solenia_rules.rules.origin import Origin
from solenia_rules.rules.piece_records import RecordDecoder
from solenia_rules.rules.programs import (
    QUERY_KEYS,
    RULE_KEYS,
    STEP_KEYS,
    VERB_KEYS,
    decode_query,
    decode_rule,
    decode_verb,
)
from solenia_rules.rules.reader import Document
from solenia_rules.rules.records import CellKind, PieceKind, Provenance, Record, Seats, Step, World
from solenia_rules.rules.spoken import decode_looks, decode_title, decode_words, spoken
from solenia_rules.rules.tables import Reading, Table
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean

LANGUAGE_VERSION = 1
StepSection: TypeAlias = Literal["setup", "play", "scoring", "result"]
STEP_ORDER: tuple[StepSection, ...] = ("setup", "play", "scoring", "result")
ORIGINS: tuple[Origin, ...] = ("seed", "public", "ours")

EntryT = TypeVar("EntryT")


def decode(document: Document, name: str, chosen: Mapping[str, int], reading: Reading) -> World:
    """The world; only of use where no problem was found."""
    return _Decoder(document, name, chosen, reading).world()


class _Decoder:
    def __init__(self, document: Document, name: str, chosen: Mapping[str, int], reading: Reading) -> None:
        self.document = document
        self.name = name
        self.chosen = chosen
        self.reading = reading
        self.names: Declared = declared(document)
        self.declarations = Declarations(reading, self.names)
        self.provenance: list[Provenance] = []

    def world(self) -> World:
        self._check_head()
        d = self.declarations
        params = self._section("params", PARAM_KEYS, lambda name, table: d.param(name, table, self.chosen))
        kinds = self._section("kinds", KIND_KEYS, d.kind)
        counters = self._section("counters", COUNTER_KEYS, d.counter)
        state = self._section("state", STATE_KEYS, d.state)
        pieces = self._section("pieces", PIECE_KEYS, d.piece)
        zones = self._section("zones", ZONE_KEYS, d.zone)
        cells = self._section("cells", CELL_KEYS, d.cell)
        boards = self._section("boards", BOARD_KEYS, d.board)
        steps = [step for section in STEP_ORDER for step in self._steps(section)]
        records = RecordDecoder(self.reading, self.names, {board.id: board for board in boards})
        holders: tuple[PieceKind | CellKind, ...] = (*pieces, *cells)
        top = Table(self.reading, self.document, ())
        return World(
            id=self.name,
            language=LANGUAGE_VERSION,
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
            records=tuple(self._records(records, {kind.id: kind for kind in holders})),
            queries=self._section("queries", QUERY_KEYS, lambda name, table: decode_query(d, name, table)),
            verbs=self._section("verbs", VERB_KEYS, lambda name, table: decode_verb(d, name, table)),
            rules=self._section("rules", RULE_KEYS, decode_rule),
            steps=tuple(steps),
            estimate=top.text("estimate"),
            words=decode_words(self.reading, self.document.get("words", {})),
            looks=decode_looks(self.reading, self.document.get("look", {})),
            provenance=tuple(self.provenance),
            allowances=decode_allowances(self.reading, self.document.get(ALLOW, {}), self.names),
            spans=self.reading.spans,
            span=self.reading.spans.key(("ruleset",)),
        )

    # ---- the head ----------------------------------------------------------------

    def _check_head(self) -> None:
        known = (*HEAD, *SECTIONS, *self.names.record_sections)
        whole = "seats" in self.document or self.document.get("abstract") is not True
        for key in (
            self.document if whole else ()
        ):  # a variant without a base brings records of kinds it does not declare
            if key not in HEAD and key not in SECTIONS and key not in self.names.record_sections:
                hint = did_you_mean(key, known) or "a section of records is named by the plural of a piece or cell kind"
                self.reading.at_key("E010", f"unknown key {quoted(key)}", (key,), hint)
        top = Table(self.reading, self.document, ())
        for key in ("ruleset", "language", "title", "seats"):
            top.require(key)
        language = self.document.get("language", LANGUAGE_VERSION)
        if isinstance(language, bool) or language != LANGUAGE_VERSION:
            hint = f"this engine knows version {LANGUAGE_VERSION}"
            self.reading.at_value("E027", "an unknown version of the effects language", ("language",), hint)
        if "about" in self.document:
            decode_title(self.reading, self.document["about"], ("about",))
        self._origin(top, "ruleset")

    def _titles(self) -> tuple[tuple[str, str], ...]:
        return decode_title(self.reading, self.document["title"], ("title",)) if "title" in self.document else ()

    def _seats(self) -> Seats:
        table = Table.open(self.reading, self.document.get("seats", {}), ("seats",), SEATS_KEYS)
        seats = self.declarations.seats(table) if table and "seats" in self.document else None
        return seats or Seats(1, 1, ())

    # ---- sections ------------------------------------------------------------------

    def _entries(self, section: str, keys: tuple[str, ...] | None) -> Iterator[tuple[str, Table]]:
        """The tables of a section whose ids are ids; their origins are noted."""
        content = self.document.get(section, {})
        if not isinstance(content, dict):
            self.reading.wrong("a table", content, (section,))
            return
        for name, value in content.items():
            path: KeyPath = (section, name)
            self.reading.is_id(name, path, key=True)
            if isinstance(value, str) and keys is not None and "effect" in keys:
                hint = "write { effect = '...', source = \"...\" }"
                self.reading.at_value("E012", "expected a table, found a bare text", path, hint)
                continue
            if not isinstance(value, dict):
                self.reading.wrong("a table", value, path)
                continue
            table = Table(self.reading, value, path) if keys is None else Table.open(self.reading, value, path, keys)
            if table is not None:
                self._origin(table, f"{section}.{name}")
                if is_id(name):
                    yield name, table

    def _section(
        self, section: str, keys: tuple[str, ...], decode_one: Callable[[str, Table], EntryT | None]
    ) -> tuple[EntryT, ...]:
        found = (decode_one(name, table) for name, table in self._entries(section, keys))
        return tuple(entry for entry in found if entry is not None)

    def _steps(self, section: StepSection) -> Iterator[Step]:
        for name, table in self._entries(section, STEP_KEYS):
            effect = table.text("effect") if table.require("effect") else None
            if effect:
                yield Step(section, name, effect, span=table.span)

    def _records(self, decoder: RecordDecoder, kinds: Mapping[str, PieceKind | CellKind]) -> Iterator[Record]:
        for section in self.document:
            _, kind = self.names.record_sections.get(section, ("", ""))
            if kind not in kinds:
                continue
            for name, table in self._entries(section, None):
                record = decoder.decode(name, table.content, table.path, kinds[kind])
                if record:
                    yield record

    def _origin(self, table: Table, shown: str) -> None:
        if not table.has("source"):
            self.reading.at_key("E019", "there is no `source`", table.path, SOURCE_HINT)
            return
        source = table.choice("source", ORIGINS, "ours")
        note = spoken(self.reading, table.content["note"], table.at("note")) if table.has("note") else None
        self.provenance.append(Provenance(shown, source, note))
