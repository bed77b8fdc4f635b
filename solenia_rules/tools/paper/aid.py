"""The player aid: the turn, the actions, the powers, scoring and the end of the game on one sheet."""

from __future__ import annotations

from collections.abc import Iterable

from solenia_rules.rules import records as r
from solenia_rules.tools.paper.fitting import largest
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
        yield "actions", self._lines(self.s.verbs())
        yield "rules", self._lines([rule.id for rule in self.s.world.rules])
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
        for counter in self.s.world.counters:
            noun = self.s.g.lexicon.noun(counter.id)
            said = [said.text for said in self.s.topics.counter(counter)][counter.resets is not None :]
            if said:
                named = self.s.g.np(noun, "bare", noun.countable).text
                told += self._entry(named, self.s.g.patterns["semicolon"].join(said))
        return told

    def _lines(self, ids: Iterable[str]) -> str:
        found = (self.s.topics.topic(ident) for ident in ids)
        return "".join(self._entry(topic.title, self.s.line(topic.steps)) for topic in found if topic is not None)

    def _section(self, section: str) -> str:
        topic = self.s.topics.topic(section)
        steps = () if topic is None else topic.steps
        return "".join(self._entry(step.text, self.s.line(step.steps)) for step in steps)

    def _entry(self, title: str, line: str) -> str:
        return f"<p><b>{self.s.capital(title)}.</b> {self.s.capital(line)}.</p>"

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
        words = [word for kind in self.s.world.kinds for word in kind.words]
        words += [counter.id for counter in self.s.world.counters]
        found = [self.s.sign(ident) for ident in words if self.s.world.looks.get(ident)]
        return f"<div class='signs'>{''.join(found)}</div>" if found else ""
