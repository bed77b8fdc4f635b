"""Decodes what a world consists of: parameters, kinds, counters, state, pieces, zones, cells, histories, seats, and the
fields of these. Boards stand in `boards.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from solenia_rules.rules import caps
from solenia_rules.rules.declared import Declared
from solenia_rules.rules.kind_texts import BUILT_IN_KINDS, BUNDLE_KIND, SET_OF_SEATS, parse_kind
from solenia_rules.rules.reading import Entry, Reading, ShapeT
from solenia_rules.rules.records import (
    CellKind,
    Counter,
    FieldDecl,
    FirstValue,
    History,
    Parameter,
    PieceKind,
    Scalar,
    Seats,
    StateVariable,
    Text,
    WordKind,
    Zone,
)
from solenia_rules.rules.shapes import (
    CellShape,
    CounterShape,
    FieldShape,
    HistoryShape,
    Id,
    KindShape,
    ParamShape,
    PieceShape,
    SeatsShape,
    StateShape,
    ZoneShape,
)
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.printable import quoted
from solenia_rules.text.set_kinds import LIST

KEPT_SECTIONS = ("boards", "zones", "counters", "state")
"""The sections whose entries a history may keep."""
ACTING = "me"
"""In a history: the seat that acts."""
WIDTHS = {"nobody": 0, "owner": 1, "all": 2}
"""The values of `seen`, ordered by how many seats they mean."""
UNSETTLED = "it is not known before the game who sits there"


_OTHER_KINDS = {
    "bool": "yes_no", "boolean": "yes_no", "flag": "yes_no", "int": "number", "integer": "number",
    "string": "name", "text": "name", "str": "name", "player": "seat", "players": "seats", "amount": "bundle",
}  # fmt: skip
"""Kinds of values as other languages call them."""


class Declarations:
    """Decodes the sections of declarations, knowing which names are declared."""

    def __init__(self, reading: Reading, names: Declared) -> None:
        self.reading = reading
        self.names = names

    # ---- what is declared -----------------------------------------------------

    def param(self, name: str, entry: Entry[ParamShape], chosen: Mapping[str, int]) -> Parameter | None:
        limits = entry.limits(entry.shape.range, "range")
        default = entry.number(entry.shape.default, "default", *(limits or (-caps.INTEGER, caps.INTEGER)))
        if limits is None or default is None:
            return None
        value = chosen.get(name, default)
        fits = isinstance(value, int) and not isinstance(value, bool) and limits[0] <= value <= limits[1]
        return Parameter(name, default, *limits, value if fits else default, span=entry.span)

    def kind(self, name: str, entry: Entry[KindShape]) -> WordKind:
        words = entry.unique(entry.shape.words, "words")
        if not words:
            self.reading.at_value("E013", "a kind has at least one word", entry.at("words"))
        return WordKind(name, entry.shape.plural, words, span=entry.span)

    def counter(self, name: str, entry: Entry[CounterShape]) -> Counter:
        shape = entry.shape
        per = entry.unique(shape.per, "per")
        for index, word in enumerate(per):
            self._per(word, (*entry.at("per"), index))
        low, high = entry.limits(shape.range, "range") or (0, caps.INTEGER)
        starts = entry.number(shape.starts, "starts", low, high)
        if shape.starts is None and not low <= 0 <= high:
            self.reading.at_key("E011", "the key `starts` is missing, and 0 is not in the range", entry.path)
        if shape.size_seen is not None and not set(per) - {"seat"}:
            hint = "a counter that is `per` a kind has a total over its words"
            self.reading.at_value("E013", "this counter counts no words", entry.at("size_seen"), hint)
        if shape.size_seen is not None and WIDTHS[shape.size_seen] < WIDTHS[shape.seen]:
            message = f"who sees the words (`{shape.seen}`) also sees how many there are"
            self.reading.at_value("E013", message, entry.at("size_seen"))
        return Counter(
            name, shape.plural, per, entry.text(shape.limit, "limit"), shape.past_limit, low, high, starts or 0,
            shape.resets, shape.score, shape.seen, shape.size_seen or shape.seen, span=entry.span,
        )  # fmt: skip

    def state(self, name: str, entry: Entry[StateShape]) -> StateVariable | None:
        shape = entry.shape
        if isinstance(shape.kind, str) and BUNDLE_KIND.fullmatch(shape.kind):
            return self._bundle_state(name, shape.kind, entry)
        kind = self.kind_text(shape.kind, entry.at("kind"), "state holds one value")
        per = self.seat_or_shared(shape.per, entry.at("per"), "state")
        if kind is None:
            return None
        parsed = parse_kind(kind)
        if parsed and (parsed.is_text or parsed.name == "name"):
            hint = {
                "bundle": 'say of what, and how many at most: `kind = "3 ores"` holds a member of `bundles(3 ores)`',
                "name": 'declare its values as words of a kind in [kinds], and write `kind = "THAT_KIND"`',
            }.get(parsed.name, "store the piece or cell that holds the text, and read its field")
            self.reading.at_value("E020", f"`{kind}` cannot be stored in the state", entry.at("kind"), hint)
            return None
        if parsed and parsed.optional and (parsed.is_range or parsed.name in ("number", "yes_no")):
            what = "yes or no" if parsed.name == "yes_no" else "a number"
            hint = (
                "begin with a number that has no other meaning, such as -1 in `-1..8`, or add a value of kind `yes_no`"
            )
            self.reading.at_value(
                "E020", f"{what} is never none: write `{kind.removesuffix('?')}`", entry.at("kind"), hint
            )
        starts = self._plain(shape.starts, kind, entry.at("starts"))
        return StateVariable(name, kind, per, starts, shape.resets, shape.seen, shape.judged, span=entry.span)

    def seat_or_shared(self, per: str | None, path: KeyPath, what: str) -> Literal["seat"] | None:
        """Whether there is one for each seat. Another value is a mistake, and most likely means that."""
        if per is not None and per != "seat":
            self.reading.at_value("E013", f"{what} is shared or per `seat`", path, 'write `per = "seat"`')
        return None if per is None else "seat"

    def _bundle_state(self, name: str, kind: str, entry: Entry[StateShape]) -> StateVariable:
        """State that holds a bundle; it begins empty."""
        shape = entry.shape
        per = self.seat_or_shared(shape.per, entry.at("per"), "state")
        if shape.starts is not None:
            self.reading.at_value("E025", "a bundle begins empty: leave out `starts`", entry.at("starts"))
        return StateVariable(name, kind, per, None, shape.resets, shape.seen, shape.judged, span=entry.span)

    def piece(self, name: str, entry: Entry[PieceShape]) -> PieceKind:
        shape = entry.shape
        if shape.per is not None:
            self._per(shape.per, entry.at("per"))
        fields = self.fields(entry, shape.fields)
        for decl in fields:
            if decl.id == shape.per:
                path = (*entry.at("fields"), decl.id)
                self.reading.at_key("E016", f"`per` gives these pieces a field `{decl.id}` already", path)
        return PieceKind(
            name,
            shape.plural,
            shape.per,
            self.reference(shape.starts, entry.at("starts"), "zone", "zones"),
            self.reference(shape.also, entry.at("also"), "zone", "zones"),
            entry.number(shape.sides, "sides", 2, caps.SIDES),
            self.reference(shape.faces, entry.at("faces"), "board", "boards"),
            fields,
            entry.text(shape.while_, "while"),
            span=entry.span,
        )

    def zone(self, name: str, entry: Entry[ZoneShape]) -> Zone:
        shape = entry.shape
        if shape.per is not None:
            self._per(shape.per, entry.at("per"))
        one = isinstance(shape.of, str)
        listed: list[object] | object = [shape.of] if one else shape.of
        of = self.reading.value(listed, entry.at("of"), tuple[Id, ...]) or ()
        if not one:
            entry.unique(of, "of")
        for index, word in enumerate(of):
            path = entry.at("of") if one else (*entry.at("of"), index)
            self._known(word, path, "kind of piece", "pieces")
        if shape.of == []:
            self.reading.at_value("E013", "a zone is of at least one kind of piece", entry.at("of"))
        capacity = entry.number(shape.capacity, "capacity", 1, caps.PIECES)
        return Zone(name, shape.per, of, shape.order, shape.seen, capacity, shape.size_seen, span=entry.span)

    def cell(self, name: str, entry: Entry[CellShape]) -> CellKind:
        shape = entry.shape
        fields = self.fields(entry, shape.fields)
        return CellKind(name, shape.plural, fields, entry.text(shape.while_, "while"), span=entry.span)

    def history(self, name: str, entry: Entry[HistoryShape]) -> History | None:
        shape = entry.shape
        keeps = entry.unique(shape.keeps, "keeps")
        if not keeps:
            self.reading.at_value("E013", "a history keeps at least one thing", entry.at("keeps"))
        known = [ident for section in KEPT_SECTIONS for ident in self.names.ids(section)]
        for index, word in enumerate(keeps):
            if word != ACTING and word not in known:
                what = "board, zone, counter or state"
                self.reading.unknown(what, word, (*entry.at("keeps"), index), (*known, ACTING))
        most = entry.number(shape.most, "most", 1, caps.POSITIONS)
        return None if most is None else History(name, keeps, most, shape.when_full, span=entry.span)

    def seats(self, entry: Entry[SeatsShape]) -> Seats | None:
        limits = entry.limits(entry.shape.range, "range", 1, caps.SEATS)
        fields: list[tuple[FieldDecl, tuple[Scalar, ...]]] = []
        for name, items in entry.shape.fields.items():
            path = (*entry.at("fields"), name)
            values = tuple(item for item in items if isinstance(item, (int, str)))
            for index, item in enumerate(items):
                if not isinstance(item, (int, str)):
                    self.reading.wrong("a number, true, false or a word", item, (*path, index))
            kind = self._kind_of_values(values, path)
            if kind and limits and len(values) != limits[1]:
                hint = f"write one value for each seat, {limits[1]} in all"
                self.reading.at_value("E013", f"{len(values)} values for {limits[1]} seats", path, hint)
            if kind:
                fields.append((FieldDecl(name, kind, span=self.reading.spans.key(path)), values))
        return Seats(*limits, tuple(fields), span=entry.span) if limits else None

    # ---- parts of declarations ---------------------------------------------------

    def fields(
        self, entry: Entry[ShapeT], given: Mapping[Id, object], sets: str | None = None
    ) -> tuple[FieldDecl, ...]:
        """`sets`: why these fields hold no sets, if they do not."""
        found = (self._field(name, value, (*entry.at("fields"), name), sets) for name, value in given.items())
        return tuple(decl for decl in found if decl is not None)

    def _field(self, name: str, value: object, path: KeyPath, sets: str | None) -> FieldDecl | None:
        span = self.reading.spans.key(path)
        if isinstance(value, str):
            kind = self.kind_text(value, path, sets)
            return FieldDecl(name, kind, span=span) if kind else None
        entry = self.reading.entry(value, path, FieldShape)
        kind = self.kind_text(entry.shape.kind, entry.at("kind"), sets) if entry else None
        if entry is None or kind is None:
            return None
        shape = entry.shape
        starts: FirstValue | None = None
        if kind.startswith(LIST):
            for key in ("starts", "resets"):
                if entry.has(key):
                    self.reading.at_key("E025", f"a list is given by each record: it has no `{key}`", entry.at(key))
        elif kind.removesuffix("?") not in self.names.sets:
            starts = self._plain(shape.starts, kind, entry.at("starts"))
        else:
            if entry.has("starts"):
                words = self.reading.value(shape.starts, entry.at("starts"), tuple[str, ...]) or ()
                inner = self.reading.spans.inner
                starts = tuple(Text(word, span=inner((*entry.at("starts"), i))) for i, word in enumerate(words))
            if entry.has("resets"):
                self.reading.at_key("E025", "a set is fixed: there is nothing to reset", entry.at("resets"))
        return FieldDecl(name, kind, starts, shape.resets, span=span)

    def kind_text(
        self, value: object, path: KeyPath, sets: str | None = None, seats: str | None = UNSETTLED
    ) -> str | None:
        """A kind text that names an existing kind. `sets`, `seats`: why a set, or a set of seats, is not allowed
        here."""
        if not isinstance(value, str):
            self.reading.wrong("a kind", value, path)
            return None
        parsed = parse_kind(value)
        if parsed and parsed.length is not None:
            if sets is None and seats is not None and self.names.sets.get(parsed.name) in self.names.words:
                return value
            hint = 'records of pieces and cells hold lists of words, as in "list of 4 lands"'
            self.reading.at_value("E020", f"`{value}` is no kind that can stand here", path, hint)
            return None
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
        word = value.removesuffix("?")
        if (meant := self._meant_kind(word)) is not None:
            self.reading.at_value("E020", f"there is no kind {quoted(word)}", path, meant)
        else:
            self.reading.unknown("kind", word, path, known, "E020")
        return None

    def _meant_kind(self, word: str) -> str | None:
        """The kind that a word of other languages, or the name of a board or zone, stands for."""
        if word in self.names.ids("boards"):
            return f"a cell of `{word}` has the kind `cell`"
        if word.startswith("list of "):
            several = next((name for name, kind in self.names.sets.items() if kind == word[8:]), word[8:])
            return f"a list has a fixed length, and its words are named in the plural: `list of 4 {several}`"
        if word in self.names.ids("zones"):
            return "a zone is no kind: `pieces`, or the plural of a piece kind, is a set of pieces"
        return f"write `{_OTHER_KINDS[word]}`" if word in _OTHER_KINDS else None

    def reference(self, word: Id | None, path: KeyPath, what: str, section: str) -> str | None:
        """An id of something declared in a section."""
        if word is not None:
            self._known(word, path, what, section)
        return word

    def _known(self, word: str, path: KeyPath, what: str, section: str) -> None:
        if not self.names.has(section, word):
            self.reading.unknown(what, word, path, self.names.ids(section))

    def _per(self, word: str, path: KeyPath) -> None:
        if word != "seat" and not self.names.has("kinds", word):
            self.reading.unknown("kind of words", word, path, ("seat", *self.names.ids("kinds")))

    def _plain(self, value: object, kind: str, path: KeyPath) -> Scalar | None:
        """A first value that suits the kind."""
        parsed = parse_kind(kind)
        if value is None or parsed is None:
            return None
        if parsed.is_range or parsed.name == "number":
            number = self.reading.value(value, path, int)
            return number if number is not None and self.reading.within(number, path, parsed.low, parsed.high) else None
        if parsed.name == "yes_no":
            return self.reading.value(value, path, bool)
        if parsed.name == "cell" or self.names.has("pieces", parsed.name) or self.names.has("cells", parsed.name):
            if not isinstance(value, str):
                self.reading.wrong(f"the id of a {parsed.name}", value, path)
                return None
            return value
        word = self.reading.value(value, path, Id)
        if word is not None and parsed.name in self.names.words and word not in self.names.words[parsed.name]:
            self.reading.unknown(f"{parsed.name}", word, path, self.names.words[parsed.name])
        return word

    def _kind_of_values(self, values: tuple[Scalar, ...], path: KeyPath) -> str | None:
        """The kind of what a field of the seats holds."""
        if values and all(isinstance(value, bool) for value in values):
            return "yes_no"
        if values and all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            return "number"
        for kind, words in self.names.words.items():
            if values and all(isinstance(value, str) and value in words for value in values):
                return kind
        if all(isinstance(value, str) for value in values):
            # Whether each id exists is checked later, so that an id which a layer removed gets a message about the
            # removal.
            named = [one for value in values if (one := self.names.named(str(value))) is not None]
            sections, kinds = {section for section, _ in named}, {kind for _, kind in named}
            if len(kinds) == 1 or sections == {"cells"}:
                return kinds.pop() if len(kinds) == 1 else "cell"
        self.reading.at_value("E012", "expected numbers, words of one kind, or cells or pieces of one kind", path)
        return None
