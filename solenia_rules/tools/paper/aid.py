"""The player aid: the turn, the actions, the powers, scoring and the end of the game on one sheet, in the largest
letters with which it fits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import ceil

from solenia_rules.rules import records as r
from solenia_rules.tools.paper.setting import Setting
from solenia_rules.tools.paper.styles import AID
from solenia_rules.words.tables.paper import LabelKey

EFFECTS = ("effect", "rules")
TEXTS = (*EFFECTS, "test", "value", "bundle")


class Aid:
    """The player aid of one ruleset, in letters small enough for one page."""

    def __init__(self, setting: Setting) -> None:
        self.s = setting

    def page(self) -> str:
        parts = [(key, body) for key, body in self._parts() if body]
        told = "".join(f"<h2>{self.s.label(key)}</h2>{body}" for key, body in parts)
        size = largest(told)
        body = (
            f'<div class="sheet" style="--size: {size}pt"><div class="top"><h1>{self.s.text(self.s.title())}</h1>'
            f'<span class="meta">{self.s.label("aid")} · {self.s.players()}</span></div>'
            f'<div class="flow">{told}</div></div>'
        )
        return self.s.page("aid", AID, body).replace("<body>", f'<body style="--size: {size}pt">')

    def _parts(self) -> Iterable[tuple[LabelKey, str]]:
        yield "numbers", self._numbers()
        yield "play", self._section("play") + self.s.phases()
        yield "actions", self._lines("verb", self.s.verbs())
        yield "rules", self._lines("rules", [rule.id for rule in self.s.world.rules])
        yield "pieces", self._powers()
        yield "scoring", self._section("scoring")
        yield "result", self._section("result")
        yield "signs", self._signs()

    def _numbers(self) -> str:
        """The parameters, and the start values and limits of counters. Values that a phase resets are described at the
        phase."""
        spans = (
            f"<span>{self.s.capital(self.s.g.say('entry', x=self.s.g.title(param.id), y=str(param.value)))}</span>"
            for param in self.s.world.params
        )
        told = f"<div class='signs'>{''.join(spans)}</div>" if self.s.world.params else ""
        for counter in filter(self.s.tells_counter, self.s.world.counters):
            noun = self.s.g.lexicon.noun(counter.id)
            said = [said.text for said in self.s.topics.counter(counter)][counter.resets is not None :]
            if said:
                named = self.s.g.np(noun, "bare", noun.countable).text
                told += self._entry(named, self.s.g.patterns["semicolon"].join(said))
        return told

    def _lines(self, sort: str, ids: Iterable[str]) -> str:
        found = (self.s.topics.topic(ident, sort) for ident in ids)
        return "".join(self._entry(topic.title, self.s.line(topic.steps)) for topic in found if topic is not None)

    def _section(self, section: str) -> str:
        topic = self.s.topics.topic(section, "section")
        steps = () if topic is None else topic.steps
        return "".join(self._entry(step.text, self.s.line(step.steps)) for step in steps)

    def _entry(self, title: str, line: str) -> str:
        told = f" {self.s.capital(line)}." if line else ""
        return f"<p><b>{self.s.capital(title)}.</b>{told}</p>"

    # ---- powers --------------------------------------------------------------------------------

    def _powers(self) -> str:
        """Pieces with an effect; pieces with the same effect are listed together."""
        told: dict[tuple[str, str], list[r.Record]] = {}
        for record in self.s.world.records:
            said = self._power(record)
            if said:
                told.setdefault((record.kind, said), []).append(record)
        return "".join(self._row(said, records) for (_kind, said), records in told.items())

    def _power(self, record: r.Record) -> str:
        """The texts of a record with their names. If the first effect of the kind is the only text, its name is left
        out. A price alone is not a power."""
        kinds = {field.id: field.kind.rstrip("?") for field in self.s.rules.checked.names.fields_of(record.kind)}
        texts = [(field, value) for field, value, _span in record.fields if kinds.get(field) in TEXTS]
        if all(kinds[field] == "bundle" for field, _value in texts):
            return ""
        main = next((field for field, kind in kinds.items() if kind in EFFECTS), None)
        told = []
        for field, value in texts:
            line = self.s.line(self.s.topics.field(record, field, value))
            if len(texts) == 1 and field == main:
                told.append(f"{self.s.capital(line)}.")
            else:
                name, colon = self.s.capital(self.s.g.title(field)), self.s.text(self.s.g.patterns["colon"])
                told.append(f"<i>{name}{colon.rstrip()}</i> {self.s.text(line)}.")
        return " ".join(told)

    def _row(self, said: str, records: list[r.Record]) -> str:
        icons = "".join(dict.fromkeys(self.s.icon(record.id) for record in records))
        names = ", ".join(dict.fromkeys(self.s.capital(self.s.g.title(record.id)) for record in records))
        return f"<div class='row'>{icons}<div><b>{names}.</b> {said}</div></div>"

    def _signs(self) -> str:
        hidden = self.s.world.unshown
        words = [word for kind in self.s.world.kinds if kind.id not in hidden for word in kind.words]
        words += [counter.id for counter in self.s.world.counters]
        found = [self.s.sign(ident) for ident in words if ident not in hidden and self.s.world.looks.get(ident)]
        return f"<div class='signs'>{''.join(found)}</div>" if found else ""


LARGEST, SMALLEST, STEP = 10.0, 4.0, 0.2
"""Letter sizes, in points."""
COLUMNS, WIDTH, HEIGHT = 3, 252.0, 544.0
"""A landscape page, in points: number of columns, their width, and the height inside the margins."""
LETTER, LINE = 0.49, 1.32
"""The width of a letter (of a wide typeface) and the height of a line, relative to the letter size."""
TOP, LEFT_OVER = 3.4, 3.0
"""The height of the title, and the space left empty below a column because paragraphs are not divided; relative to the
letter size."""
_DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)
_BLOCK = re.compile(r"</?(?:h2|h3|p|ul|li|div)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_SIGN = "\0"
"""A placeholder for a drawing."""
_ROW, _PARAGRAPH = 1.86, 0.22
"""The smallest height of a row with a drawing, and the space between two blocks; relative to the letter size."""


def largest(told: str) -> float:
    """The largest letter size, in points, at which this content probably fits on a page."""
    blocks = list(_blocks(told))
    for step in range(round((LARGEST - SMALLEST) / STEP)):
        size = round(LARGEST - step * STEP, 1)
        room = COLUMNS * (HEIGHT / size - TOP - LEFT_OVER)
        if sum(_height(block, WIDTH / size) for block in blocks) <= room:
            return size
    return SMALLEST


def _blocks(told: str) -> Iterator[tuple[str, str]]:
    """Each piece of text with the tag that contains it."""
    tag, at = "p", 0
    plain = _DRAWING.sub(_SIGN, told)
    for match in _BLOCK.finditer(plain):
        text = _TAG.sub("", plain[at : match.start()])
        if text.strip():
            yield tag, text
        tag, at = match.group(), match.end()


def _height(block: tuple[str, str], width: float) -> float:
    """The height of a block in a column of the given width; both relative to the letter size."""
    tag, text = block
    drawings = text.count(_SIGN)
    if "signs" in tag:
        return ceil((len(text) * LETTER * 1.25 + drawings * 2) / width) * LINE + _PARAGRAPH
    if drawings and len(text) == drawings:
        # The text of the row follows, beside the drawing.
        return _ROW - LINE
    larger = 1.75 if tag.startswith("<h") else 1.0
    return ceil(len(text) * LETTER / (width - 2)) * LINE * larger + _PARAGRAPH
