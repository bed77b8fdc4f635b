"""Finds the key path under which a name is declared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from solenia_rules.checked.names import Names
from solenia_rules.dsl import nodes as n
from solenia_rules.lsp.occurrences import Occurrence
from solenia_rules.lsp.writing import Writing
from solenia_rules.rules.toml_spans import KeyPath

Target: TypeAlias = KeyPath
"""A declared thing: its key path. Fields and phases, which may be declared several times: `("field", name)`,
`("phase", name)`."""

_SECTIONS = {
    "counter": "counters",
    "param": "params",
    "state": "state",
    "zone": "zones",
    "board": "boards",
    "history": "history",
    "query": "queries",
    "verb": "verbs",
    "single": "pieces",
    "pieces": "pieces",
    "cells": "cells",
    "words": "kinds",
}
"""Sort of a meaning -> the section that declares it."""


class Targets:
    """Targets of the names of one world."""

    def __init__(self, names: Names) -> None:
        self.names = names
        world = names.world
        self.sections = {kind.id: kind.plural for kind in (*world.pieces,) if kind.plural}
        self.sections |= {kind.id: kind.plural for kind in world.cells if kind.plural}
        """Kind -> section of its records."""
        self.fields: dict[str, list[KeyPath]] = {}
        """Field -> where it is declared."""
        for path in self._field_paths():
            self.fields.setdefault(str(path[-1]), []).append(path)

    def _field_paths(self) -> Iterator[KeyPath]:
        world = self.names.world
        for piece in world.pieces:
            yield from (("pieces", piece.id, "fields", decl.id) for decl in piece.fields)
        for cell in world.cells:
            yield from (("cells", cell.id, "fields", decl.id) for decl in cell.fields)
        for board in world.boards:
            yield from (("boards", board.id, "fields", decl.id) for decl in board.fields)
        yield from (("seats", "fields", decl.id) for decl, _ in world.seats.fields)

    def of(self, occurrence: Occurrence, writing: Writing, rule: n.LastingRule | None) -> Target | None:
        """What an occurrence stands for; None for words of the language and for variables of the text."""
        text = occurrence.name.text
        if occurrence.variable:
            return self._param(text, writing, rule) if occurrence.bound is None else None
        match occurrence.role:
            case "verb" | "event":
                return ("verbs", text) if text in self.names.verbs else None
            case "phase":
                return ("phase", text)
            case "binder" | "branch" | "who":
                return None
            case "field" | "my" if text in self.fields and text not in self.names.meanings:
                return ("field", text)
            case _:
                return self.named(text)

    def _param(self, text: str, writing: Writing, rule: n.LastingRule | None) -> Target | None:
        match writing.path:
            case ("verbs" | "queries", str(owner), _):
                return (writing.path[0], owner, "params", text)
        if isinstance(rule, n.Modifier):
            query = self.names.queries.get(rule.query.text)
            known = query is not None and any(param.id == text for param in query.params)
            return ("queries", rule.query.text, "params", text) if known else None
        if rule is not None:
            verb = self.names.verbs.get(rule.verb.text)
            known = verb is not None and any(param.id == text for param in verb.params)
            return ("verbs", rule.verb.text, "params", text) if known else None
        return None

    def named(self, text: str) -> Target | None:
        """What a name of the world stands for."""
        meaning = self.names.meanings.get(text)
        if meaning is None:
            for section, group in (
                ("kinds", self.names.word_kinds),
                ("pieces", self.names.pieces),
                ("cells", self.names.cells),
            ):
                if text in group:
                    return (section, text)
            return None
        if meaning.sort == "word":
            return ("kinds", meaning.id, "words", text)
        if meaning.sort == "record":
            records = self.sections.get(self.names.records[meaning.id].kind)
            return (records, meaning.id) if records else None
        section = _SECTIONS[meaning.sort]
        return (section, meaning.id) if text == meaning.id else (section, meaning.id, "plural")

    def paths(self, target: Target) -> list[KeyPath]:
        """Key paths under which a target may be declared in a file."""
        match target:
            case ("field", str(name)):
                return self.fields.get(name, [])
            case ("kinds", str(kind), "words", str(word)):
                known = self.names.word_kinds.get(kind)
                return [("kinds", kind, "words", known.words.index(word))] if known and word in known.words else []
            case ("phase", _):
                return []
            case _:
                return [target]
