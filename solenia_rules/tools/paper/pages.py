"""Writes the rulebook and the player aid, each as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable

from solenia_rules.rules import records as r
from solenia_rules.tools.paper.aid import TEXTS, Aid
from solenia_rules.tools.paper.box import Box
from solenia_rules.tools.paper.setting import Setting
from solenia_rules.tools.paper.stories import Story, stories
from solenia_rules.tools.paper.styles import BOOK
from solenia_rules.words.tables.paper import LabelKey

EXAMPLES = 4


class Pages(Setting):
    """Pages about one ruleset in one language."""

    def aid(self) -> str:
        """One sheet: the turn, the actions, the powers, scoring and the end."""
        return Aid(self).page()

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

    def _sections(self) -> Iterable[tuple[LabelKey, str]]:
        box = Box(self)
        yield "components", box.components()
        yield "map", box.maps()
        yield "setup", self._section("setup") + f"<figure>{self.rules.svg(self.lang, width=720)}</figure>"
        yield "play", self._section("play") + self.phases()
        yield "actions", self.entries("verb", self.verbs())
        yield "words", self._words()
        yield "rules", self.entries("rules", [rule.id for rule in self.world.rules])
        yield "pieces", self._pieces()
        yield "scoring", self._section("scoring")
        yield "result", self._section("result")
        yield "examples", self._examples()

    def _section(self, section: str) -> str:
        topic = self.topics.topic(section, "section")
        if topic is None:
            return ""
        steps = ((step.text, self.referring(step.steps)) for step in topic.steps)
        return "".join(f"<h3>{self.capital(title)}</h3>{self.steps(inner)}" for title, inner in steps)

    def _words(self) -> str:
        made = []
        for query in self.world.queries:
            topic = self.topics.topic(query.id, "query")
            if topic is not None:
                cases = len(topic.steps) > 1
                told = self.steps(topic.steps) if cases else f"{self.capital(topic.line())}."
                made.append(f"<dt>{self.capital(topic.title)}</dt><dd>{told}</dd>")
        return f"<dl>{''.join(made)}</dl>" if made else ""

    def _pieces(self) -> str:
        made = []
        kinds: tuple[r.PieceKind | r.CellKind, ...] = (*self.world.pieces, *self.world.cells)
        for kind in kinds:
            found = [record for record in self.world.records if record.kind == kind.id and self._is_told(kind, record)]
            if not found and kind.id not in self.rules.checked.active_while:
                continue
            noun = self.g.lexicon.noun(kind.id)
            made.append(f"<h3>{self.capital(self.g.np(noun, 'bare', noun.countable).text)}</h3>")
            if kind.id in self.rules.checked.active_while:
                said = self.topics.explainer.test(self.rules.checked.active_while[kind.id])
                made.append(f"<p>{self.capital(self.g.finish(self.g.say('holds while', test=said)))}.</p>")
            each = self.topics.for_each_word(kind.id)
            if each:
                made.append(f"<p>{self.capital(each)}.</p>")
            if any(field.kind.rstrip("?") in TEXTS for field in kind.fields) or any(x.front for x in found):
                made.append(f"<div class='grid'>{''.join(map(self._piece, found))}</div>")
            else:
                items = "".join(f"<li>{self.icon(x.id)} {self._brief(x)}</li>" for x in found)
                made.append(f"<ul class='small'>{items}</ul>")
        return "".join(made)

    def _is_told(self, kind: r.PieceKind | r.CellKind, record: r.Record) -> bool:
        """Whether a record is listed: it has a text, which is a rule, or faces, or the looks do not hide it, its kind,
        or all boards of its cells."""
        texts = {field.id for field in kind.fields if field.kind.rstrip("?") in TEXTS}
        if record.front or any(field in texts for field, _value, _span in record.fields):
            return True
        boards = {board.id for board in self.world.boards if board.cells == kind.id}
        hidden = self.world.unshown
        return not ({record.id, kind.id} & hidden or (boards and boards <= hidden))

    def _piece(self, record: r.Record) -> str:
        topic = self.topics.topic(record.id, "record")
        assert topic is not None
        head = f"<div class='cell-title'>{self.icon(record.id)}<span>{self.capital(topic.title)}</span></div>"
        return f"<div class='piece'>{head}{self.steps(topic.steps)}</div>"

    def _brief(self, record: r.Record) -> str:
        """A piece without powers: its name, and its fields unless its own wording gives the numbers."""
        topic = self.topics.topic(record.id, "record")
        assert topic is not None
        title = self.capital(topic.title)
        if self.g.lexicon.has(record.id) and any(character.isdigit() for character in topic.title):
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
