"""How an id of a ruleset is shown to people: its word in a language, its glyph, its colour."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from attrs import field, frozen
from rich.color import Color, ColorParseError
from rich.style import Style
from rich.text import Text

from solenia_rules.cli.texts import text
from solenia_rules.words.languages import IDS
from solenia_rules.words.phrases import name_in

Value: TypeAlias = int | bool | str
"""What a field holds."""
FEW_WORDS = 48
"""The most characters of a sentence on the table; `what` tells longer ones."""
NUMBER = re.compile(r"-?[0-9]+")
WORD = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?", re.ASCII)
"""A value that is an id: a word, a piece or a cell."""
SEAT_MARKS = "①②③④⑤⑥⑦⑧"
SEAT_STYLES = (
    Style(color="bright_cyan", bold=True),
    Style(color="bright_magenta", bold=True),
    Style(color="bright_yellow", bold=True),
    Style(color="bright_green", bold=True),
)

COLOURS = {
    # Names people use that terminals do not know.
    "brown": "#a0622d",
    "orange": "#e08a1e",
    "gold": "#d4af37",
    "grey": "#9e9e9e",
    "gray": "#9e9e9e",
    "silver": "#c0c0c0",
    "pink": "#e890a8",
    "purple": "#9b59d0",
    "violet": "#9b59d0",
    "indigo": "#6a5acd",
    "navy": "#3b5998",
    "teal": "#2aa198",
}


def _nothing(_record: str, _field: str) -> str | None:
    return None


@frozen
class Looks:
    """Words and looks of one ruleset for one reader; `ascii_only` if the terminal can show only ASCII."""

    words: Mapping[str, Mapping[str, Mapping[str, str]]]
    looks: Mapping[str, Mapping[str, str]]
    lang: str
    records: Mapping[str, tuple[tuple[str, Value], ...]] = field(factory=dict)
    """The fields of each record in the ruleset."""
    rows: frozenset[str] = frozenset()
    """Zones whose pieces are the rows of a board: drawn there."""
    lists: frozenset[str] = frozenset()
    """Boards that are plain lists of named cells."""
    seats: tuple[tuple[str, ...], ...] = ()
    """Words that the ruleset gives each seat, as its side or team."""
    seat_values: frozenset[str] = frozenset()
    """State variables and fields whose values are seats."""
    linked: frozenset[str] = frozenset()
    """Fields that name a piece or a cell."""
    ascii_only: bool = False
    short: Mapping[str, str] = field(factory=dict)
    """Signs of things on the boards that have no glyph."""
    bare: frozenset[str] = frozenset()
    """Fields whose numbers or seats are drawn on boards without the name of the field."""
    plurals: Mapping[str, str] = field(factory=dict)
    """The plurals that things declare, for those without words."""
    told: Callable[[str, str], str | None] = _nothing
    """Tells a text of a record in sentences, by record and field; None if there is no such text."""

    def name(self, id_: str) -> str:
        """The word for an id in the reader's language, else in English, else the id itself."""
        if "." in id_:
            return " ".join(map(self.name, id_.split(".")))
        for lang in (self.lang, IDS):
            forms = self.words.get(lang, {}).get(id_)
            if forms:
                return name_in(forms) or id_.replace("_", " ")
        return id_.replace("_", " ")

    def is_named(self, id_: str) -> bool:
        return any(id_ in self.words.get(lang, {}) for lang in (self.lang, IDS))

    def plural(self, id_: str) -> str:
        """The word for several of them; a language with a form for few uses that one without a number."""
        for lang in (self.lang, IDS):
            forms = self.words.get(lang, {}).get(id_)
            if forms:
                return forms.get("few") or forms.get("other") or forms.get("many") or self.name(id_)
        return self.plurals.get(id_, id_).replace("_", " ")

    def glyph(self, id_: str) -> str | None:
        glyph = self.looks.get(id_, {}).get("glyph")
        if not glyph or (self.ascii_only and not glyph.isascii()):
            return None
        return glyph

    def known_by(self, id_: str) -> str:
        """The id by which a board shows a piece. A piece that exists once for each word of a kind is shown by this
        word, if the word has a glyph and the piece has none."""
        word = id_.rpartition(".")[2]
        return word if word != id_ and self.glyph(id_) is None and self.glyph(word) else id_

    def style(self, id_: str) -> Style:
        """The colour of an id. An unknown colour is ignored, because it is only decoration."""
        colour = self.looks.get(id_, {}).get("colour")
        if not colour:
            return Style.null()
        try:
            return Style(color=Color.parse(COLOURS.get(colour, colour)))
        except ColorParseError:
            return Style.null()

    def badge(self, id_: str, several: bool = False) -> Text:
        """Glyph and word together: `♣ ore`."""
        glyph = self.glyph(id_)
        word = self.plural(id_) if several else self.name(id_)
        return Text(f"{glyph} {word}" if glyph else word, style=self.style(id_))

    def sign(self, id_: str, width: int = 6) -> Text:
        """The shortest thing that stands for an id: its glyph, else its sign on the boards, else its word cut to
        fit."""
        return Text(self.glyph(id_) or self.short.get(id_) or self.name(id_)[:width], style=self.style(id_))

    def is_cut(self, id_: str) -> bool:
        """Whether the sign of an id is only the beginning of its word."""
        word = self.name(id_)
        return self.sign(id_).plain != word and word.startswith(self.sign(id_).plain)

    def drawn(self, amounts: str) -> Text:
        """Amounts with a glyph for every word that has one: `1 ore + 2 salt` as `1♣ 2◆`."""
        drawn = Text()
        for part in re.split(r"([a-z][a-z0-9_]*)", " ".join(amounts.split()).replace(" + ", " ")):
            glyph = self.glyph(part)
            if glyph:
                drawn.right_crop(1 if drawn.plain.endswith(" ") else 0)
                drawn.append(glyph, style=self.style(part))
            else:
                drawn.append(self.name(part))
        return drawn

    def facts(self, id_: str, kind: str, now: Iterable[tuple[str, Value]] = ()) -> Text:
        """The fields of a piece that the look of its kind lists: `cost 2 · gain 1♣`. `now`: the current values of
        fields that change in play."""
        record = id_.partition(".")[0]
        values = dict(self.records.get(record, ())) | dict(now)
        facts = [
            Text(f"{self.name(name)} ").append_text(self.fact(record, name, value))
            for name in self.tells(kind)
            if (value := values.get(name)) is not None
        ]
        return Text(" | " if self.ascii_only else " · ").join(facts)

    def tells(self, kind: str) -> list[str]:
        """Fields that players should read beside the name of a piece."""
        return self.looks.get(kind, {}).get("tells", "").split()

    def fact(self, id_: str, name: str, value: Value) -> Text:
        """The value of a field: a text in sentences, amounts with their glyphs, a seat by its mark."""
        if isinstance(value, bool):
            return Text(text("yes" if value else "no", self.lang))
        if isinstance(value, int):
            return self.seat_mark(value) if name in self.seat_values else Text(str(value))
        told = self.told(id_, name)
        if told is not None:
            return Text(told)
        return self.badge(value) if WORD.fullmatch(value) else self.drawn(value)

    def brief(self, id_: str, kind: str, now: Iterable[tuple[str, Value]] = (), fixed: bool = True) -> list[Text]:
        """The facts beside the name of a piece on the table: the short ones among the fields that the look of its kind
        lists, or among all fields if the piece has no name of its own; and the current values of its fields. Without
        `fixed`, only the current values."""
        record = id_.partition(".")[0]
        current, told, named = dict(now), self.tells(kind), self.is_named(record)
        values = {name: current.get(name, value) for name, value in self.records.get(record, ())} if fixed else {}
        if told:
            known = [(name, values[name]) for name in told if name in values]
        else:
            known = [] if named else list(values.items())
        texts = {name for name, value in known if isinstance(value, str) and self.told(record, name) is not None}
        if named or any(self.aside(record, name, values[name]) is None for name in texts):
            known = [(name, value) for name, value in known if name not in texts]
        facts = [self.aside(record, name, value, bare=True) for name, value in known]
        rest = [(name, value) for name, value in current.items() if name not in dict(known) and name not in self.linked]
        facts += [self.aside(record, name, value) for name, value in self.held(rest)]
        return [fact for fact in facts if fact is not None]

    def held(self, fields: Iterable[tuple[str, Value]]) -> list[tuple[str, Value]]:
        """Fields with a value; the first seat, 0, is a value."""
        return [(name, value) for name, value in fields if value or (name in self.seat_values and value is not False)]

    def aside(self, id_: str, name: str, value: Value, bare: bool = False) -> Text | None:
        """A field in short form, with its name unless a word or sentence is clear without it; None if it is empty or
        too long."""
        if value is True:
            return Text(self.glyph(name) or self.name(name), style=self.style(name))
        if value is False:
            return None
        fact = self.fact(id_, name, value)
        if isinstance(value, str):
            if fact.cell_len > FEW_WORDS:
                return None
            if (bare or self.told(id_, name) is not None) and not NUMBER.fullmatch(fact.plain):
                return fact
        return Text(f"{self.name(name)} ").append_text(fact)

    def seat_words(self, seat: int) -> Text:
        """The words of the ruleset for a seat; empty if there are none."""
        words = self.seats[seat] if seat < len(self.seats) else ()
        return Text(" ").join([self.badge(word) for word in words])

    def seat_mark(self, seat: int) -> Text:
        mark = str(seat + 1) if self.ascii_only or seat >= len(SEAT_MARKS) else SEAT_MARKS[seat]
        return Text(mark, style=self.seat_style(seat))

    def seat_style(self, seat: int) -> Style:
        return SEAT_STYLES[seat % len(SEAT_STYLES)]
