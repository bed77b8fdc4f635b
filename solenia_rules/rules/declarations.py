"""Decoding of what the world consists of: parameters, kinds, counters, state, pieces, zones, cells, boards, seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from solenia_rules.rules import caps, keys
from solenia_rules.rules.declared import Declared
from solenia_rules.rules.kind_texts import BUILT_IN_KINDS, SET_OF_SEATS, parse_kind
from solenia_rules.rules.records import (
    Board,
    CellKind,
    Counter,
    FieldDecl,
    FirstValue,
    Parameter,
    PieceKind,
    Plain,
    Seats,
    StateVariable,
    Text,
    WordKind,
    Zone,
)
from solenia_rules.rules.tables import Reading, Table, number
from solenia_rules.rules.toml_spans import KeyPath

Seen: TypeAlias = Literal["all", "owner", "nobody"]
SEEN: tuple[Seen, ...] = ("all", "owner", "nobody")
PAST_LIMIT: tuple[Literal["owner gives up", "lost"], ...] = ("owner gives up", "lost")
ORDER: tuple[Literal["none", "stack", "line"], ...] = ("none", "stack", "line")
GRID: tuple[Literal["square", "hex"], ...] = ("square", "hex")
WRAPS: tuple[Literal["none", "rows", "columns", "both"], ...] = ("none", "rows", "columns", "both")

UNSETTLED = "who sits there is settled when the game begins"

ORIGIN = tuple(keys.ORIGIN)
PARAM_KEYS = keys.keys_of("params")
KIND_KEYS = keys.keys_of("kinds")
COUNTER_KEYS = keys.keys_of("counters")
STATE_KEYS = keys.keys_of("state")
PIECE_KEYS = keys.keys_of("pieces")
ZONE_KEYS = keys.keys_of("zones")
CELL_KEYS = keys.keys_of("cells")
BOARD_KEYS = keys.keys_of("boards")
FIELD_KEYS = tuple(keys.FIELD)
SEATS_KEYS = tuple(keys.SEATS)


class Declarations:
    """Decodes the sections of declarations, knowing which names are declared."""

    def __init__(self, reading: Reading, names: Declared) -> None:
        self.reading = reading
        self.names = names

    # ---- what is declared -----------------------------------------------------

    def param(self, name: str, table: Table, chosen: Mapping[str, int]) -> Parameter | None:
        table.require("default")
        table.require("range")
        limits = table.limits("range")
        default = table.number("default", *(limits or (-caps.INTEGER, caps.INTEGER)))
        if limits is None or default is None:
            return None
        value = chosen.get(name, default)
        fits = isinstance(value, int) and not isinstance(value, bool) and limits[0] <= value <= limits[1]
        return Parameter(name, default, *limits, value if fits else default, span=table.span)

    def kind(self, name: str, table: Table) -> WordKind:
        words = table.ids("words")
        if table.require("words") and table.content["words"] == []:
            self.reading.at_value("E013", "a kind has at least one word", table.at("words"))
        return WordKind(name, table.identifier("plural"), words, span=table.span)

    def counter(self, name: str, table: Table) -> Counter:
        per = table.ids("per")
        for index, word in enumerate(per):
            self._per(word, (*table.at("per"), index), table)
        low, high = table.limits("range") or (0, caps.INTEGER)
        starts = table.number("starts", low, high)
        if starts is None and not low <= 0 <= high and not table.has("starts"):
            self.reading.at_key("E011", "the key `starts` is missing, and 0 is not in the range", table.path)
        return Counter(
            name,
            table.identifier("plural"),
            per,
            table.text("limit"),
            table.choice("past_limit", PAST_LIMIT, "owner gives up"),
            low,
            high,
            starts or 0,
            table.identifier("resets"),
            table.flag("score"),
            table.choice("seen", SEEN, "all"),
            span=table.span,
        )

    def state(self, name: str, table: Table) -> StateVariable | None:
        table.require("kind")
        kind = self.kind_text(table.content.get("kind", "number"), table.at("kind"), "state holds one value")
        per = table.string("per")
        if per is not None and per != "seat":
            self.reading.at_value("E013", "state is shared or per `seat`", table.at("per"))
        if kind is None:
            return None
        parsed = parse_kind(kind)
        if parsed and (parsed.is_text or parsed.name == "name"):
            self.reading.at_value("E020", f"`{kind}` cannot be stored in the state", table.at("kind"))
        if parsed and parsed.optional and (parsed.is_range or parsed.name in ("number", "yes_no")):
            what = "yes or no" if parsed.name == "yes_no" else "a number"
            hint = (
                "let it begin as something that it cannot be otherwise, as -1 in `-1..8`, or keep a `yes_no` beside it"
            )
            self.reading.at_value(
                "E020", f"{what} is never none: write `{kind.removesuffix('?')}`", table.at("kind"), hint
            )
        starts = self._plain(table, "starts", kind)
        seen = table.choice("seen", SEEN, "all")
        judged = table.flag("judged")
        return StateVariable(name, kind, per, starts, table.identifier("resets"), seen, judged, span=table.span)

    def piece(self, name: str, table: Table) -> PieceKind:
        per = table.string("per")
        if per is not None:
            self._per(per, table.at("per"), table)
        fields = self.fields(table)
        for decl in fields:
            if decl.id == per:
                self.reading.at_key(
                    "E016", f"`per` gives these pieces a field `{per}` already", (*table.at("fields"), per)
                )
        return PieceKind(
            name,
            table.identifier("plural"),
            per,
            self.reference(table, "starts", "zone", "zones"),
            self.reference(table, "also", "zone", "zones"),
            table.number("sides", 2, caps.SIDES),
            self.reference(table, "faces", "board", "boards"),
            fields,
            table.text("while"),
            span=table.span,
        )

    def zone(self, name: str, table: Table) -> Zone:
        per = table.string("per")
        if per is not None:
            self._per(per, table.at("per"), table)
        table.require("of")
        value = table.content.get("of")
        if isinstance(value, str):
            only = self.reference(table, "of", "kind of piece", "pieces")
            of: tuple[str, ...] = (only,) if only else ()
        else:
            of = table.ids("of")
            for index, word in enumerate(of):
                self._known(word, (*table.at("of"), index), "kind of piece", "pieces")
            if value == []:
                self.reading.at_value("E013", "a zone is of at least one kind of piece", table.at("of"))
        return Zone(
            name,
            per,
            of,
            table.choice("order", ORDER, "none"),
            table.choice("seen", SEEN, "nobody"),
            table.number("capacity", 1, caps.PIECES),
            table.choice("size_seen", SEEN, "all"),
            span=table.span,
        )

    def cell(self, name: str, table: Table) -> CellKind:
        return CellKind(name, table.identifier("plural"), self.fields(table), table.text("while"), span=table.span)

    def board(self, name: str, table: Table) -> Board:
        is_list = table.has("cells")
        for key in ("columns", "rows", "impassable", "grid", "wraps", "fields") if is_list else ("links",):
            if table.has(key):
                sort = "a list of cells" if is_list else "a grid"
                self.reading.at_key("E025", f"a board that is {sort} has no `{key}`", table.at(key))
        if not is_list and table.require("columns"):
            table.require("rows")
        rows: int | str | None = None
        if isinstance(table.content.get("rows"), str):
            rows = self.reference(table, "rows", "zone", "zones")
        else:
            rows = table.number("rows", 1, caps.CELLS)
        columns = table.number("columns", 1, caps.CELLS)
        impassable = table.listed("impassable", _number_pair)
        for index, (row, column) in enumerate(impassable):
            if not (1 <= row <= (rows if isinstance(rows, int) else row) and 1 <= column <= (columns or column)):
                self.reading.at_value("E013", "outside the board", (*table.at("impassable"), index))
        per = table.string("per")
        if per is not None and per != "seat":
            self.reading.at_value("E013", "a board is shared or per `seat`", table.at("per"))
        grid, wraps = table.choice("grid", GRID, "square"), table.choice("wraps", WRAPS, "none")
        if grid == "hex" and isinstance(rows, str):
            self.reading.at_value("E013", "a hex grid has a number of rows", table.at("rows"))
        elif grid == "hex" and wraps in ("rows", "both") and isinstance(rows, int) and rows % 2:
            self.reading.at_value("E013", "rows of a hex grid meet only if their number is even", table.at("wraps"))
        return Board(
            name,
            per,
            columns,
            rows,
            grid,
            wraps,
            impassable,
            self.reference(table, "cells", "kind of cell", "cells"),
            table.listed("links", _id_pair),
            self.fields(table, "the cells of a grid have no records"),
            span=table.span,
        )

    def seats(self, table: Table) -> Seats | None:
        table.require("range")
        limits = table.limits("range", 1, caps.SEATS)
        fields: list[tuple[FieldDecl, tuple[Plain, ...]]] = []
        inner = Table.open(self.reading, table.content.get("fields", {}), table.at("fields"), None)
        for name, _, path in inner.items() if inner else ():
            values: tuple[Plain, ...] = inner.listed(name, _plain_item) if inner else ()
            kind = self._kind_of_values(values, path)
            if kind and limits and len(values) != limits[1]:
                self.reading.at_value("E013", f"{len(values)} values for {limits[1]} seats", path)
            if kind:
                fields.append((FieldDecl(name, kind, span=self.reading.spans.key(path)), values))
        return Seats(*limits, tuple(fields), span=table.span) if limits else None

    # ---- parts of declarations ---------------------------------------------------

    def fields(self, table: Table, sets: str | None = None) -> tuple[FieldDecl, ...]:
        """`sets`: why these fields hold no sets, if they do not."""
        inner = Table.open(self.reading, table.content.get("fields", {}), table.at("fields"), None)
        found = (self._field(name, value, path, sets) for name, value, path in inner.items()) if inner else ()
        return tuple(decl for decl in found if decl is not None)

    def _field(self, name: str, value: object, path: KeyPath, sets: str | None) -> FieldDecl | None:
        span = self.reading.spans.key(path)
        if isinstance(value, str):
            kind = self.kind_text(value, path, sets)
            return FieldDecl(name, kind, span=span) if kind else None
        table = Table.open(self.reading, value, path, FIELD_KEYS)
        if table is None or not table.require("kind"):
            return None
        kind = self.kind_text(table.content["kind"], table.at("kind"), sets)
        if kind is None:
            return None
        starts: FirstValue | None = None
        if kind.removesuffix("?") not in self.names.sets:
            starts = self._plain(table, "starts", kind)
        else:
            starts = table.listed("starts", _id_item) if table.has("starts") else None
            if table.has("resets"):
                self.reading.at_key("E025", "a set is fixed: there is nothing to reset", table.at("resets"))
        return FieldDecl(name, kind, starts, table.identifier("resets"), span=span)

    def kind_text(
        self, value: object, path: KeyPath, sets: str | None = None, seats: str | None = UNSETTLED
    ) -> str | None:
        """A kind text that names a kind there is. `sets`, `seats`: why it cannot be that of a set, or of seats."""
        if not isinstance(value, str):
            self.reading.wrong("a kind", value, path)
            return None
        parsed = parse_kind(value)
        if parsed and (parsed.is_range or parsed.name in BUILT_IN_KINDS or self.names.is_kind(parsed.name)):
            return value
        if parsed and (parsed.name in self.names.sets or parsed.name == SET_OF_SEATS):
            why = sets or (seats if parsed.name == SET_OF_SEATS else None)
            if why is None:
                return value
            hint = "records of pieces and cells hold sets of words, pieces and cells"
            self.reading.at_value("E020", f"`{value}` is a set: {why}", path, hint)
            return None
        known = (*BUILT_IN_KINDS, *self.names.kinds(), *(self.names.sets if sets is None else ()))
        self.reading.unknown("kind", value.removesuffix("?"), path, known, "E020")
        return None

    def reference(self, table: Table, key: str, what: str, section: str) -> str | None:
        """An id of something declared in a section."""
        word = table.identifier(key)
        if word is not None:
            self._known(word, table.at(key), what, section)
        return word

    def _known(self, word: str, path: KeyPath, what: str, section: str) -> None:
        if not self.names.has(section, word):
            self.reading.unknown(what, word, path, self.names.ids(section))

    def _per(self, word: str, path: KeyPath, table: Table) -> None:
        if word != "seat" and not self.names.has("kinds", word):
            self.reading.unknown("kind of words", word, path, ("seat", *self.names.ids("kinds")))

    def _plain(self, table: Table, key: str, kind: str) -> Plain | None:
        """A first value that suits the kind."""
        value, parsed, path = table.content.get(key), parse_kind(kind), table.at(key)
        if value is None or parsed is None:
            return None
        if parsed.is_range or parsed.name == "number":
            return number(self.reading, value, path, parsed.low, parsed.high)
        if parsed.name == "yes_no":
            return table.flag(key)
        if parsed.name == "cell" or self.names.has("pieces", parsed.name) or self.names.has("cells", parsed.name):
            return table.string(key, f"the id of a {parsed.name}")
        word = table.identifier(key)
        if word is not None and parsed.name in self.names.words and word not in self.names.words[parsed.name]:
            self.reading.unknown(f"{parsed.name}", word, path, self.names.words[parsed.name])
        return word

    def _kind_of_values(self, values: tuple[Plain, ...], path: KeyPath) -> str | None:
        """The kind of what a field of the seats holds."""
        if values and all(isinstance(value, bool) for value in values):
            return "yes_no"
        if values and all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            return "number"
        for kind, words in self.names.words.items():
            if values and all(isinstance(value, str) and value in words for value in values):
                return kind
        if all(isinstance(value, str) for value in values):
            # Whether each of them is there is asked later: one that was taken away should be told as such.
            named = [one for value in values if (one := self.names.named(str(value))) is not None]
            sections, kinds = {section for section, _ in named}, {kind for _, kind in named}
            if len(kinds) == 1 or sections == {"cells"}:
                return kinds.pop() if len(kinds) == 1 else "cell"
        self.reading.at_value("E012", "expected numbers, words of one kind, or cells or pieces of one kind", path)
        return None


def _number_pair(reading: Reading, value: object, path: KeyPath) -> tuple[int, int] | None:
    if not isinstance(value, list) or len(value) != 2:
        reading.wrong("`[row, column]`", value, path)
        return None
    row, column = (number(reading, item, (*path, index)) for index, item in enumerate(value))
    return None if row is None or column is None else (row, column)


def _id_pair(reading: Reading, value: object, path: KeyPath) -> tuple[str, str] | None:
    match value:
        case [str(first), str(second)]:
            return first, second
        case _:
            reading.wrong("two ids", value, path)
            return None


def _id_item(reading: Reading, value: object, path: KeyPath) -> Text | None:
    if isinstance(value, str):
        return Text(value, span=reading.spans.inner(path))
    reading.wrong("an id", value, path)
    return None


def _plain_item(reading: Reading, value: object, path: KeyPath) -> Plain | None:
    if isinstance(value, int | str):
        return value
    reading.wrong("a number, true, false or a word", value, path)
    return None
