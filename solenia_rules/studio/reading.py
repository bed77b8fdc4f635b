"""What the page shows of the rules: sentences by topic, the printed pages, and a picture of the beginning."""

from __future__ import annotations

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.rules import records as r
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.sentences.said import Said
from solenia_rules.studio.drafts import Draft
from solenia_rules.studio.json_shapes import Asked, Json, text_in
from solenia_rules.tools.paper.pages import Pages

OWNERS = {
    "step": ("setup", "play", "scoring", "result"), "verb": ("verbs",), "phase": ("verbs",), "query": ("queries",),
    "rules": ("rules",), "counter": ("counters",), "state": ("state",), "history": ("history",), "zone": ("zones",),
    "board": ("boards",), "kind": ("pieces", "cells"), "words": ("kinds",), "param": ("params",),
}  # fmt: skip
"""The sections in which a topic of a sort can be declared; records and fields have sections of the ruleset."""


class Reading:
    """The rules of one draft in words and pictures. While there are errors, the last version without any is shown."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._told: tuple[str, str, Json] = ("", "", None)

    def sentences(self, asked: Asked) -> Json:
        """Every topic in the order of a rulebook: its sort, its title, its sentences, and where it is declared."""
        rules, lang = self.draft.rules(), text_in(asked, "lang", "en")
        if self._told[:2] != (rules.digest, lang):
            topics = rules.topics(lang)
            made: list[Json] = []
            for ident, sort in topics.ids():
                topic = topics.topic(ident, sort)
                if topic is not None:
                    steps = _steps((*topic.steps, *topic.users))
                    made.append({"id": ident, "sort": sort, "title": topic.title, "steps": steps,
                                 **self._declared(rules, ident, sort)})  # fmt: skip
            self._told = (rules.digest, lang, made)
        return {"digest": rules.digest, "current": self.draft.is_current(), "topics": self._told[2],
                "colon": rules.topics(lang).g.patterns["colon"]}  # fmt: skip

    def _declared(self, rules: Ruleset, ident: str, sort: str) -> dict[str, Json]:
        """The file and the place of the declaration."""
        spans = rules.world.spans
        known = self.draft.known(self.draft.main)
        if spans is None or known is None:
            return {}
        for path in _paths(rules, ident, sort):
            if path in spans:
                span = spans.key(path)
                file = known.paths.get(span.source.name)
                if file is not None:
                    return {"file": self.draft.name(file), "at": self.draft.range(span)[0]}
        return {}

    def rulebook(self, asked: Asked) -> Json:
        return Pages(self.draft.rules(), str(self.draft.path(self.draft.main)), text_in(asked, "lang", "en")).rulebook()

    def aid(self, asked: Asked) -> Json:
        return Pages(self.draft.rules(), str(self.draft.path(self.draft.main)), text_in(asked, "lang", "en")).aid()


def _paths(rules: Ruleset, ident: str, sort: str) -> list[KeyPath]:
    """Where a topic may be declared."""
    world = rules.world
    kinds: tuple[r.PieceKind | r.CellKind, ...] = (*world.pieces, *world.cells)
    if sort == "record":
        return [(kind.plural, ident) for kind in kinds if kind.plural]
    if sort == "field":
        holders = [("pieces", one.id) for one in world.pieces] + [("cells", one.id) for one in world.cells]
        holders += [("boards", one.id) for one in world.boards]
        return [(section, holder, "fields", ident) for section, holder in holders]
    return [(section, ident) for section in OWNERS.get(sort, ())]


def _steps(steps: tuple[Said, ...]) -> list[Json]:
    return [{"text": step.text, "steps": _steps(step.steps)} for step in steps]
