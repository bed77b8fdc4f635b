"""Rulebook and player aid as one HTML page each, with nothing outside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from solenia_rules.api.explaining import topics as topics_of
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.paper.labels import label
from solenia_rules.paper.pictures import icon
from solenia_rules.paper.stories import Story, stories
from solenia_rules.paper.styles import AID, BOOK, COMMON
from solenia_rules.rules import records as r
from solenia_rules.rules.resolver import resolve
from solenia_rules.sentences.acts import Said
from solenia_rules.sentences.topics import Topics

EXAMPLES = 4
TEXTS = ("effect", "rules", "test", "value")
SIZES = ((3800, 10.0), (5000, 9.0), (6200, 8.2), (7900, 7.4), (9700, 6.5), (10700, 6.1), (14000, 5.6), (18000, 5.0))
"""Letters of an aid up to which it is set in this size, in points."""
SMALLEST = 4.4
_NARROW = re.compile(r" (?=[;:!?»])|(?<=«) ")


class Pages:
    """Pages about one ruleset in one language."""

    def __init__(self, rules: Ruleset, spec: str, lang: str) -> None:
        self.rules, self.spec, self.lang = rules, spec, lang
        self.world = rules.world
        self.topics: Topics = topics_of(rules, lang)
        self.g = self.topics.g

    # ---- pieces of text --------------------------------------------------------------------

    def label(self, key: str, **values: object) -> str:
        return self.text(label(key, self.lang, **values))

    def text(self, said: str) -> str:
        """Text as HTML; French signs keep to their words."""
        return _NARROW.sub("\u202f", escape(said)) if self.lang == "fr" else escape(said)

    def capital(self, said: str) -> str:
        return self.text(said[:1].upper() + said[1:])

    def sentence(self, step: Said) -> str:
        colon = self.g.patterns["colon"].rstrip()
        return self.capital(step.text + (colon if step.steps else "" if step.text.endswith(".") else "."))

    def steps(self, steps: Sequence[Said]) -> str:
        """Steps as lists in lists."""
        if not steps:
            return ""
        items = (f"<li>{self.sentence(step)}{self.steps(step.steps)}</li>" for step in steps)
        return f"<ul>{''.join(items)}</ul>"

    def icon(self, ident: str) -> str:
        return icon(self.world.looks.get(ident, {}), self.g.title(ident))

    def title(self) -> str:
        return dict(self.world.titles).get(self.lang, self.rules.id)

    def about(self) -> str:
        """The line on what the ruleset is for, if it has one."""
        told = resolve(self.spec).document.get("about")
        return str(told.get(self.lang, "")) if isinstance(told, dict) else ""

    def players(self) -> str:
        low, high = self.world.seats.low, self.world.seats.high
        if low != high:
            return self.label("players", low=low, high=high)
        return self.label({1: "players_one", 2: "players_two"}.get(low, "players_same"), low=low)

    def page(self, kind: str, style: str, body: str) -> str:
        title = f"{self.title()} · {label(kind, self.lang)}"
        return (
            f'<!doctype html>\n<html lang="{self.lang}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{COMMON}{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
        )

    # ---- the rulebook ------------------------------------------------------------------------

    def rulebook(self) -> str:
        sections = [(key, body) for key, body in self._sections() if body]
        contents = "".join(f'<li><a href="#{key}">{self.label(key)}</a></li>' for key, _body in sections)
        told = "".join(f'<section id="{key}"><h2>{self.label(key)}</h2>{body}</section>' for key, body in sections)
        head = (
            f'<header><div><p class="meta">{self.label("rulebook")} · {self.players()}</p>'
            f"<h1>{self.text(self.title())}</h1><p>{self.text(self.about())}</p></div></header>"
        )
        made = self.label("made", digest=self.rules.digest[:12])
        body = (
            f"{head}<main><nav><h3>{self.label('contents')}</h3><ol>{contents}</ol></nav>{told}</main>"
            f'<footer class="meta">{made}</footer>'
        )
        return self.page("rulebook", BOOK, body)

    def _sections(self) -> Iterable[tuple[str, str]]:
        yield "components", self._components()
        yield "setup", self._section("setup")
        yield "play", self._section("play") + self._phases()
        yield "actions", self._entries(verb.id for verb in self.world.verbs if verb.id not in self._told_as_phases())
        yield "words", self._words()
        yield "rules", self._entries(rule.id for rule in self.world.rules)
        yield "pieces", self._pieces()
        yield "scoring", self._section("scoring")
        yield "result", self._section("result")
        yield "examples", self._examples()

    def _section(self, section: str) -> str:
        topic = self.topics.topic(section)
        if topic is None:
            return ""
        return "".join(f"<h3>{self.capital(step.text)}</h3>{self.steps(step.steps)}" for step in topic.steps)

    def _phases(self) -> str:
        return self._entries(ident for ident, sort in self.topics.ids() if sort == "phase")

    def _told_as_phases(self) -> set[str]:
        """Verbs that are all of a phase."""
        return {verb for verb in (self.topics.verb_of_phase(ident) for ident in self.topics.phases()) if verb}

    def _entries(self, ids: Iterable[str]) -> str:
        made = []
        for ident in ids:
            topic = self.topics.topic(ident)
            if topic is not None:
                made.append(f"<h3>{self.capital(topic.title)}</h3>{self.steps(topic.steps)}")
        return "".join(made)

    def _words(self) -> str:
        made = []
        for query in self.world.queries:
            topic = self.topics.topic(query.id)
            if topic is not None:
                made.append(f"<dt>{self.capital(topic.title)}</dt><dd>{self.capital(topic.line())}.</dd>")
        return f"<dl>{''.join(made)}</dl>" if made else ""

    def _components(self) -> str:
        rows = []
        for kind in self.world.pieces:
            number = sum(record.copies for record in self.world.records if record.kind == kind.id) or 1
            count = (
                f"{number} {self.label('each_player')}" if kind.per == "seat" else str(number * self._words_of(kind))
            )
            noun = self.g.lexicon.noun(kind.id)
            name = self.g.np(noun, "bare", number > 1 and noun.countable).text
            rows.append(self._row(kind.id, count, name))
        for counter in self.world.counters:
            words = [w for kind in self.world.kinds if kind.id in counter.per for w in kind.words]
            shown = [self._sign(word) for word in words] if words and "seat" in counter.per else []
            noun = self.g.lexicon.noun(counter.id)
            named = self.capital(self.g.np(noun, "bare", noun.countable).text)
            extra = f"<br><span class='signs'>{' '.join(shown)}</span>" if shown else ""
            extra += "".join(
                f' <span class="meta">({self.text(said.text)})</span>' for said in self.topics.counter(counter)
            )
            rows.append(f"<tr><td class='count'>{self.icon(counter.id)}</td><td>{named}{extra}</td></tr>")
        return f"<table>{''.join(rows)}</table>"

    def _words_of(self, kind: r.PieceKind) -> int:
        return next((len(words.words) for words in self.world.kinds if words.id == kind.per), 1)

    def _row(self, ident: str, count: str, name: str) -> str:
        return f"<tr><td class='count'>{count}</td><td>{self.icon(ident)} {self.capital(name)}</td></tr>"

    def _sign(self, ident: str) -> str:
        return f"<span>{self.icon(ident)} {self.text(self.g.title(ident))}</span>"

    def _pieces(self) -> str:
        made = []
        kinds: tuple[r.PieceKind | r.CellKind, ...] = (*self.world.pieces, *self.world.cells)
        for kind in kinds:
            found = [record for record in self.world.records if record.kind == kind.id]
            if not found:
                continue
            noun = self.g.lexicon.noun(kind.id)
            made.append(f"<h3>{self.capital(self.g.np(noun, 'bare', noun.countable).text)}</h3>")
            if kind.id in self.rules.checked.active_while:
                said = self.topics.explainer.test(self.rules.checked.active_while[kind.id])
                made.append(f"<p>{self.capital(self.g.finish(self.g.say('holds while', test=said)))}.</p>")
            if any(field.kind.rstrip("?") in TEXTS for field in kind.fields) or any(x.front for x in found):
                made.append(f"<div class='grid'>{''.join(map(self._piece, found))}</div>")
            else:
                items = "".join(f"<li>{self.icon(x.id)} {self._brief(x)}</li>" for x in found)
                made.append(f"<ul class='small'>{items}</ul>")
        return "".join(made)

    def _piece(self, record: r.Record) -> str:
        topic = self.topics.topic(record.id)
        assert topic is not None
        head = f"<div class='cell-title'>{self.icon(record.id)}<span>{self.capital(topic.title)}</span></div>"
        return f"<div class='piece'>{head}{self.steps(topic.steps)}</div>"

    def _brief(self, record: r.Record) -> str:
        """A piece without powers: its name, and its fields where the name alone is told."""
        topic = self.topics.topic(record.id)
        assert topic is not None
        title = self.capital(topic.title)
        if any(character.isdigit() for character in topic.title):
            return f"<span>{title}</span>"
        return f"<span><b>{title}</b> {self.text(topic.line())}</span>"

    def _examples(self) -> str:
        found = stories(self.rules, self.spec, self.topics, self.lang, EXAMPLES)
        return "".join(self._story(story, number) for number, story in enumerate(found, 1))

    def _story(self, story: Story, number: int) -> str:
        colon = self.g.patterns["colon"]
        given = "".join(
            f"<li>{self.capital(key)}{self.text(colon)}{self.text(value)}</li>" for key, value in story.given
        )
        answers = "".join(f"<li>{self.capital(x)}</li>" for x in story.answers)
        events = "".join(f"<li>{self.capital(x)}</li>" for x in story.events)
        return (
            f"<div class='example'><h3>{self.label('example', n=number)}</h3>"
            f"<h4>{self.label('given')}</h4><ul>{given}</ul><h4>{self.label('answers')}</h4><ul>{answers}</ul>"
            f"<h4>{self.label('events')}</h4><ul>{events}</ul></div>"
        )

    # ---- the player aid ------------------------------------------------------------------------

    def aid(self) -> str:
        """One page: the turn, the actions, the powers, scoring and the end, as small as they must be."""
        parts = [(key, body) for key, body in self._aid_parts() if body]
        told = "".join(f"<h2>{self.label(key)}</h2>{body}" for key, body in parts)
        letters = len(re.sub(r"<[^>]*>", "", told)) + 25 * told.count("<svg")
        size = next((size for most, size in SIZES if letters <= most), SMALLEST)
        body = (
            f'<div class="sheet" style="--size: {size}pt"><div class="top"><h1>{self.text(self.title())}</h1>'
            f'<span class="meta">{self.label("aid")} · {self.players()}</span></div>'
            f'<div class="flow">{told}</div></div>'
        )
        return self.page("aid", AID, body).replace("<body>", f'<body style="--size: {size}pt">')

    def _aid_parts(self) -> Iterable[tuple[str, str]]:
        yield "numbers", self._numbers()
        yield "play", self._section_lines("play") + self._phases()
        yield "actions", self._lines(verb.id for verb in self.world.verbs if verb.id not in self._told_as_phases())
        yield "rules", self._lines(rule.id for rule in self.world.rules)
        yield "pieces", self._powers()
        yield "scoring", self._section_lines("scoring")
        yield "result", self._section_lines("result")
        yield "signs", self._signs()

    def _numbers(self) -> str:
        """What can be turned, and what counters start with and hold at most."""
        plain = [(self.g.title(param.id), str(param.value)) for param in self.world.params]
        spans = (f"<span>{self.capital(self.g.say('entry', x=x, y=y))}</span>" for x, y in plain)
        told = f"<div class='signs'>{''.join(spans)}</div>" if plain else ""
        for counter in self.world.counters:
            noun = self.g.lexicon.noun(counter.id)
            said = self.g.patterns["semicolon"].join(said.text for said in self.topics.counter(counter))
            if said:
                told += (
                    f"<p><b>{self.capital(self.g.np(noun, 'bare', noun.countable).text)}.</b> {self.capital(said)}.</p>"
                )
        return told

    def _lines(self, ids: Iterable[str]) -> str:
        made = []
        for ident in ids:
            topic = self.topics.topic(ident)
            if topic is not None:
                made.append(f"<p><b>{self.capital(topic.title)}.</b> {self.capital(topic.line())}.</p>")
        return "".join(made)

    def _section_lines(self, section: str) -> str:
        topic = self.topics.topic(section)
        if topic is None:
            return ""
        line = self.topics.explainer.line
        return "".join(
            f"<p><b>{self.capital(step.text)}.</b> {self.capital(line(step.steps))}.</p>" for step in topic.steps
        )

    def _powers(self) -> str:
        """Pieces that do something, those that do the same together."""
        told: dict[tuple[str, str], list[r.Record]] = {}
        for record in self.world.records:
            declared = {field.id: field.kind.rstrip("?") for field in self.rules.checked.names.fields_of(record.kind)}
            said = []
            for field, value, _span in record.fields:
                line = self.topics.explainer.line(self.topics.field(record, field, value))
                if declared.get(field) in ("effect", "rules"):
                    said.append(line)
                elif declared.get(field) in TEXTS:
                    said.append(self.g.say("entry", x=self.g.title(field), y=line))
            if said:
                told.setdefault((record.kind, self.g.patterns["semicolon"].join(said)), []).append(record)
        return "".join(self._power(line, records) for (_kind, line), records in told.items())

    def _power(self, line: str, records: list[r.Record]) -> str:
        icons = "".join(dict.fromkeys(self.icon(record.id) for record in records))
        names = ", ".join(dict.fromkeys(self.capital(self.g.title(record.id)) for record in records))
        return f"<div class='row'>{icons}<div><b>{names}.</b> {self.capital(line)}.</div></div>"

    def _signs(self) -> str:
        words = [word for kind in self.world.kinds for word in kind.words]
        words += [counter.id for counter in self.world.counters]
        found = [self._sign(ident) for ident in words if self.world.looks.get(ident)]
        return f"<div class='signs'>{''.join(found)}</div>" if found else ""
