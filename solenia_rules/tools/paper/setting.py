"""Typesets the texts of a ruleset in one language: headings, sentences, nested lists, icons."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from attrs import evolve

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.rules.records import Counter
from solenia_rules.rules.resolver import resolve
from solenia_rules.sentences.said import Said
from solenia_rules.sentences.topics import Topics
from solenia_rules.tools.paper.styles import COMMON
from solenia_rules.words.by_language import paper_words
from solenia_rules.words.tables.paper import LabelKey

SEE = "→ "
"""The mark before the name of a phase that has its own heading."""


class Setting:
    """Texts about one ruleset in one language, as HTML."""

    def __init__(self, rules: Ruleset, spec: str, lang: str) -> None:
        self.rules, self.spec, self.lang = rules, spec, lang
        self.world = rules.world
        self.topics: Topics = rules.topics(lang)
        self.g = self.topics.g
        self.paper = paper_words(lang)

    def plain_label(self, key: LabelKey, **values: object) -> str:
        return self.paper.LABELS[key].format(**values)

    def label(self, key: LabelKey, **values: object) -> str:
        return self.text(self.plain_label(key, **values))

    def text(self, said: str) -> str:
        """Text as HTML."""
        return self.paper.typeset(escape(said))

    def capital(self, said: str) -> str:
        return self.text(said[:1].upper() + said[1:])

    def sentence(self, step: Said, ends: bool = True, within: bool = False) -> str:
        """A step as a sentence; `within` another step it continues after that step's colon."""
        end = "." if ends else self.g.patterns["semicolon"].rstrip()
        if step.steps:
            end = self.g.patterns["colon"].rstrip()
        elif step.text.endswith("."):
            end = ""
        return self.text(step.text + end) if within else self.capital(step.text + end)

    def steps(self, steps: Sequence[Said], within: bool = False, ends: bool = True) -> str:
        """Steps as nested lists. Each outermost step is one sentence; with `ends` its last step ends in a full stop."""
        made = []
        for step in steps:
            last = not within or (ends and step is steps[-1])
            made.append(f"<li>{self.sentence(step, last, within)}{self.steps(step.steps, True, last)}</li>")
        return f"<ul>{''.join(made)}</ul>" if made else ""

    def referring(self, steps: Sequence[Said], phase: str = "") -> tuple[Said, ...]:
        """Steps in which phases are only named: each phase is described once, under its own heading. `phase` is the
        phase being described."""
        told = []
        for step in steps:
            if step.phase and step.phase != phase and step.steps:
                title = self.topics.title(step.phase, "phase")
                case = self.topics.case_of(step.phase, step.place)
                which = "" if case is None else f" ({case})"
                told.append(Said(f"{step.lead.rstrip()} {SEE}{title[:1].upper()}{title[1:]}{which}".lstrip()))
            else:
                told.append(evolve(step, steps=self.referring(step.steps, phase)))
        return tuple(told)

    def line(self, steps: Sequence[Said], phase: str = "") -> str:
        """Steps on one line; phases are only named."""
        return self.topics.explainer.line(self.referring(steps, phase))

    def icon(self, ident: str) -> str:
        """The drawing of a thing in the text; empty if it has none."""
        album = self.rules.album(self.lang)
        if not album.has_icon(ident):
            return ""
        label = escape(self.g.title(ident))
        return f'<svg class="icon" viewBox="0 0 24 24" role="img" aria-label="{label}">{album.icon(ident)}</svg>'

    def sign(self, ident: str) -> str:
        return f"<span>{self.icon(ident)} {self.text(self.g.title(ident))}</span>"

    def tells_counter(self, counter: Counter) -> bool:
        """Whether a table lists a counter: the looks do not hide it, or it has a limit, which is a rule."""
        return counter.id not in self.world.unshown or counter.id in self.rules.checked.limits

    def title(self) -> str:
        return dict(self.world.titles).get(self.lang, self.rules.id)

    def about(self) -> str:
        """The description of the ruleset, if it has one."""
        told = resolve(self.spec).document.get("about")
        return str(told.get(self.lang, "")) if isinstance(told, dict) else ""

    def players(self) -> str:
        low, high = self.world.seats.low, self.world.seats.high
        if low != high:
            return self.label("players", low=low, high=high)
        return self.label("players_one" if low == 1 else "players_two" if low == 2 else "players_same", low=low)

    def page(self, kind: LabelKey, style: str, body: str) -> str:
        title = f"{self.title()} · {self.plain_label(kind)}"
        return (
            f'<!doctype html>\n<html lang="{self.lang}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{COMMON}{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
        )

    def entries(self, sort: str, ids: Sequence[str]) -> str:
        """The entries of a sort with these ids, each under a heading."""
        made = []
        for ident in ids:
            topic = self.topics.topic(ident, sort)
            if topic is not None:
                steps = self.referring(topic.steps, ident)
                made.append(f"<h3>{self.capital(topic.title)}</h3>{self.steps(steps)}")
        return "".join(made)

    def phases(self) -> str:
        return self.entries("phase", [ident for ident, sort in self.topics.ids() if sort == "phase"])

    def verbs(self) -> list[str]:
        """Verbs that are not the whole content of a phase, which would describe them."""
        phases = {verb for verb in (self.topics.verb_of_phase(ident) for ident in self.topics.phases()) if verb}
        return [verb.id for verb in self.world.verbs if verb.id not in phases]
