"""What a picture needs to know about a ruleset besides a view: names, looks, kinds of fields and what records say.

All of it is public: it is the same for every seat and every position. An album is made once for a ruleset and a
language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from solenia_rules.pictures.graphs import Point
from solenia_rules.pictures.icons import drawing, token
from solenia_rules.pictures.palette import MARKS, SEATS, look_colour
from solenia_rules.pictures.scene import Piece
from solenia_rules.pictures.signs import Signs, Sum, signs_of
from solenia_rules.rules import records as r
from solenia_rules.sentences.topics import Topics
from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.words.languages import IDS
from solenia_rules.words.looks import BARE_SHAPES, COLOURS, PAPER_SHAPES, is_shape
from solenia_rules.words.phrases import name_in

GREY = "#8b8f98"
WORD_COLOURS = ("#7d9cc0", "#d6a35c", "#8db07c", "#b98bb0", "#c9b64e", "#c97f6d", "#6fa8a3", "#9a9a9a")
"""Colours for words without a look, so that the words of a kind can be told apart."""
LONG = 70
"""A printed text of more characters needs a large piece."""
Value = int | bool | str


@frozen
class Fact:
    """A field of a record as it is drawn: its signs or its sentence, and its name."""

    field: str
    name: str
    value: Value
    signs: Signs | None
    said: str


@frozen
class Face:
    """What is printed on a piece: a title, a number in the corner, the words that it bears, what it asks or gives, and
    its text."""

    title: str
    corner: Fact | None
    words: tuple[str, ...]
    signs: tuple[Fact, ...]
    texts: tuple[Fact, ...]


class Album:
    """Everything public about one ruleset for one reader."""

    def __init__(self, world: r.World, lang: str, topics: Callable[[], Topics]) -> None:
        self.world, self.lang, self.looks = world, lang, world.looks
        self._topics = topics
        self.records = {record.id: record for record in world.records}
        self.piece_kinds = {kind.id: kind for kind in world.pieces}
        self.boards = {board.id: board for board in world.boards}
        self.zones = {zone.id: zone for zone in world.zones}
        self.counters = {counter.id: counter for counter in world.counters}
        self.words = {word: kind.id for kind in world.kinds for word in kind.words}
        self.word_kinds = frozenset(kind.id for kind in world.kinds)
        self._word_colours = {
            word: COLOURS.get(word, WORD_COLOURS[number % len(WORD_COLOURS)])
            for kind in world.kinds
            for number, word in enumerate(kind.words)
        }
        self.row_zones = {board.rows: board.id for board in world.boards if isinstance(board.rows, str)}
        self.title = dict(world.titles).get(lang) or dict(world.titles).get(IDS) or world.id
        self.kind_of_field = dict(self._kinds_of_fields())
        self._faces: dict[str, Face] = {}
        self._icons: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._wordy: dict[str, bool] = {}
        self._layouts: dict[str, dict[str, Point]] = {}
        self._facts: dict[tuple[str, str], Fact] = {}
        self._seats = [self._seat_colour(seat) for seat in range(max(8, world.seats.high))]

    def _kinds_of_fields(self) -> Iterable[tuple[str, str]]:
        for group in (self.world.boards, self.world.cells, self.world.pieces):
            for holder in group:
                yield from ((decl.id, decl.kind.rstrip("?")) for decl in holder.fields)
        yield from ((variable.id, variable.kind.rstrip("?")) for variable in self.world.state)

    # ---- names -------------------------------------------------------------------------------

    def name(self, id_: str) -> str:
        """The word for an id in the reader's language, else in English, else the id with spaces."""
        if id_ not in self._names:
            self._names[id_] = self._named(id_)
        return self._names[id_]

    def _named(self, id_: str) -> str:
        if "." in id_:
            return " ".join(map(self.name, id_.split(".")))
        for lang in (self.lang, IDS):
            forms = self.world.words.get(lang, {}).get(id_)
            if forms:
                return name_in(forms) or id_.replace("_", " ")
        return id_.replace("_", " ")

    def several(self, id_: str) -> str:
        """The word for several of a thing."""
        for lang in (self.lang, IDS):
            forms = self.world.words.get(lang, {}).get(id_)
            if forms:
                return forms.get("few") or forms.get("other") or forms.get("many") or self.name(id_)
        plural = self.counters[id_].plural if id_ in self.counters else None
        return self.name(id_) if plural is None else plural.replace("_", " ")

    def heading(self, id_: str, several: bool = False) -> str:
        name = self.several(id_) if several else self.name(id_)
        return name[:1].upper() + name[1:]

    # ---- looks -------------------------------------------------------------------------------

    def look(self, id_: str, key: str) -> str | None:
        return self.looks.get(id_, {}).get(key)

    def colour(self, id_: str, usual: str | None = None) -> str:
        """The colour of a thing: that of its look. A word without one has the colour that it names, or one of its
        own."""
        return look_colour(self.look(id_, "colour"), usual or self._word_colours.get(id_, GREY))

    def has_icon(self, id_: str) -> bool:
        look = self.looks.get(id_, {})
        return bool(look.get("shape") or look.get("glyph"))

    def icon(self, id_: str, colour: str | None = None) -> str:
        """The drawing of an id, 24 by 24: its shape, else its glyph or its first letters on a disc."""
        if colour is None:
            if id_ not in self._icons:
                self._icons[id_] = self._icon(id_, self.colour(id_))
            return self._icons[id_]
        return self._icon(id_, colour)

    def _icon(self, id_: str, colour: str) -> str:
        shape = self.look(id_, "shape")
        if shape and (is_shape(shape) or not self.look(id_, "glyph")):
            return drawing(shape, colour)
        return token(colour, self.look(id_, "glyph") or initials(self.name(id_)))

    def icon_of(self, shape: str, colour: str) -> str:
        """A shape in a colour, for what has no look of its own."""
        return drawing(shape, colour)

    def kept(self, what: str, work: Callable[[], dict[str, Point]]) -> dict[str, Point]:
        """A layout that is worked out once."""
        if what not in self._layouts:
            self._layouts[what] = work()
        return self._layouts[what]

    def is_paper(self, kind: str) -> bool:
        """Whether pieces of a kind are cards or tiles: by their look, else if they bear fields or are of many sorts."""
        declared = self.piece_kinds.get(kind)
        if declared is None or declared.sides is not None:
            return False
        shape = self.look(kind, "shape")
        if shape in PAPER_SHAPES or shape in BARE_SHAPES:
            return shape in PAPER_SHAPES
        plain = bool(declared.fields) or sum(record.kind == kind for record in self.world.records) > 2
        return plain and declared.faces is None

    def is_wordy(self, kind: str) -> bool:
        """Whether some printed pieces of a kind have long texts."""
        if kind not in self._wordy:
            faces = (self.face(record.id, kind) for record in self.world.records if record.kind == kind)
            self._wordy[kind] = any(sum(len(fact.said) for fact in face.texts) > LONG for face in faces)
        return self._wordy[kind]

    # ---- seats -------------------------------------------------------------------------------

    def _seat_colour(self, seat: int) -> str:
        """The colour of a seat: its own look, else that of a word that the ruleset gives the seat."""
        usual = SEATS[seat % len(SEATS)]
        own = self.look(f"seat_{seat + 1}", "colour")
        if own is not None:
            return look_colour(own, usual)
        for decl, values in self.world.seats.fields:
            if decl.kind in {kind.id for kind in self.world.kinds} and seat < len(values):
                shade = self.look(str(values[seat]), "colour")
                if shade is not None:
                    return look_colour(shade, usual)
        return usual

    def seat_colour(self, seat: int) -> str:
        return self._seats[seat]

    def side(self, piece: Piece) -> int | None:
        """The seat that plays with a piece, wherever it lies: that of its kind, or the one that a field names."""
        kind = self.piece_kinds.get(piece.kind)
        if kind is not None and kind.per == "seat":
            return piece.owner
        fields = () if kind is None else kind.fields
        seats = {decl.id for decl in fields if decl.kind.rstrip("?") == "seat"}
        return next((value for name, value in piece.fields if name in seats and type(value) is int), None)

    def word_of(self, piece: Piece) -> str | None:
        """The word of a piece of a kind of which there is one for each word."""
        kind = self.piece_kinds.get(piece.kind)
        return piece.id.rpartition(".")[2] if kind is not None and kind.per in self.word_kinds else None

    def values(self, piece: Piece) -> tuple[str, ...]:
        """What the fields of a piece hold now, besides seats, cells and pieces: words, numbers, and the names of tests
        that hold."""
        kind = self.piece_kinds.get(piece.kind)
        fields = () if kind is None else kind.fields
        seats = {decl.id for decl in fields if decl.kind.rstrip("?") == "seat"}
        made = []
        for name, value in piece.fields:
            if value is True:
                made.append(name)
            elif type(value) is int and value and name not in seats:
                made.append(str(value))
            elif isinstance(value, str) and value in self.words:
                made.append(value)
        return tuple(made)

    def seat_mark(self, seat: int) -> str:
        return MARKS[seat % len(MARKS)]

    def seat_words(self, seat: int) -> str:
        """The words that the ruleset gives a seat, as its side or team."""
        kinds = {kind.id for kind in self.world.kinds}
        given = [str(v[seat]) for decl, v in self.world.seats.fields if decl.kind in kinds and seat < len(v)]
        return " ".join(map(self.name, given))

    # ---- what records say --------------------------------------------------------------------

    def face(self, id_: str, kind: str) -> Face:
        """What is printed on a piece or cell."""
        record = id_.partition(".")[0]
        if record not in self._faces:
            self._faces[record] = self._face(record, kind)
        return self._faces[record]

    def _face(self, id_: str, kind: str) -> Face:
        record = self.records.get(id_)
        fields = {} if record is None else {name: value for name, value, _span in record.fields}
        look = self.looks.get(kind, {})
        hidden = self.world.unshown
        told = [name for name in look.get("tells", "").split() if name in fields]
        shown = told or [name for name in fields if name not in hidden]
        facts = [self._fact(id_, name, fields[name]) for name in shown]
        placed = {key: look[key].split() for key in ("corner", "icons", "text") if key in look}
        fixed = {name for names in placed.values() for name in names}
        facts += [self._fact(id_, name, fields[name]) for name in fields if name in fixed and name not in shown]
        corner: Fact | None = None
        words: list[str] = []
        signs: list[Fact] = []
        texts: list[Fact] = []
        for fact in facts:
            if fact.field in placed.get("corner", ()) or (
                "corner" not in placed and corner is None and fact.field not in fixed and _is_number(fact)
            ):
                corner = self._as_sign(fact)
            elif fact.field in placed.get("text", ()):
                texts.append(fact)
            elif isinstance(fact.value, str) and fact.value in self.words:
                sign = self.look(fact.value, "glyph")
                if corner is None and sign is not None and self.look(fact.value, "shape") is None:
                    # A word that is only a sign, as the rank of a playing card, stands in the corner.
                    corner = evolve(fact, said=sign)
                else:
                    words.append(fact.value)
            elif fact.signs is not None and not ("icons" in placed and fact.field not in placed["icons"]):
                signs.append(fact)
            elif fact.value is True:
                texts.append(evolve(fact, said=fact.name))
            elif type(fact.value) is int:
                texts.append(evolve(fact, said=f"{fact.name}: {fact.said}"))
            elif fact.value is not False:
                texts.append(fact)
        title_field = look.get("title")
        title = self.name(id_)
        if title_field is not None and title_field in fields:
            title = self._fact(id_, title_field, fields[title_field]).said
        return Face(title, corner, tuple(words), tuple(signs), tuple(texts))

    def _as_sign(self, fact: Fact) -> Fact:
        """A field in the corner of a card: a word is said by its glyph."""
        glyph = self.look(fact.value, "glyph") if isinstance(fact.value, str) and fact.value in self.words else None
        return fact if glyph is None else evolve(fact, said=glyph)

    def place(self, piece: Piece) -> str | None:
        """The cell beside which a piece is drawn, if its look names a field that says it."""
        field = self.look(piece.kind, "place")
        if field is None:
            return None
        found = dict(piece.fields).get(field)
        fact = self.fact(piece.id.partition(".")[0], field) if found is None else None
        value = found if fact is None else fact.value
        return value if isinstance(value, str) else None

    def fact(self, id_: str, field: str) -> Fact | None:
        """A field of a record; None if the record does not have it."""
        record = self.records.get(id_)
        if record is None:
            return None
        return next((self._fact(id_, name, value) for name, value, _span in record.fields if name == field), None)

    def _fact(self, id_: str, field: str, value: r.FieldValue) -> Fact:
        key = (id_, field)
        if key not in self._facts:
            self._facts[key] = self._told(id_, field, value)
        return self._facts[key]

    def _told(self, id_: str, field: str, value: r.FieldValue) -> Fact:
        name = self.name(field)
        if isinstance(value, tuple):
            said = ", ".join(self.name(one.text) for one in value)
            drawn = bool(value) and all(self.has_icon(one.text) for one in value)
            return Fact(field, name, said, tuple(Sum(1, one.text) for one in value) if drawn else None, said)
        if isinstance(value, r.Text):
            topics = self._topics()
            checked = topics.checked
            text = checked.held.get((id_, field))
            if text is not None or (id_, field) in checked.held_by_field:
                signs = None if text is None else signs_of(text, checked.names, self.looks)
                steps = topics.field(checked.names.records[id_], field, value)
                said = topics.explainer.line(steps)
                if self.kind_of_field.get(field) == "test":
                    # What a test is for is clear from its name only.
                    said = f"{self.heading(field)}{topics.g.patterns['colon']}{said}"
                return Fact(field, name, "", signs, said)
            value = value.text
        if isinstance(value, str):
            return Fact(field, name, value, None, self.name(value))
        return Fact(field, name, value, None, str(value))


def _is_number(fact: Fact) -> bool:
    """Whether a field is one number, also if a text of the language gives it."""
    return type(fact.value) is int or (fact.value == "" and fact.signs is None and fact.said.isdecimal())


def initials(name: str) -> str:
    """Up to two letters that stand for a name."""
    parts = [part for part in name.replace(":", " ").split() if part[0].isalnum()]
    if not parts:
        return ""
    return (
        (parts[0][0] + parts[1][0] if len(parts) > 1 else parts[0][:2]).upper()
        if not parts[0].isdigit()
        else parts[0][:2]
    )
