"""One question of an editor: a document, a place in it, and what is known about its ruleset."""

from __future__ import annotations

import re
from functools import cached_property

from solenia_rules.dsl import nodes as n
from solenia_rules.lsp.cursor import Spot, locate
from solenia_rules.lsp.knowledge import Knowledge
from solenia_rules.lsp.occurrences import Occurrence, occurrences
from solenia_rules.lsp.targets import Target
from solenia_rules.lsp.writing import Writing, writing
from solenia_rules.rules.grid_ids import read_cell_id
from solenia_rules.rules.toml_spans import KeyPath

_WORD = re.compile(r"[a-z0-9_]*\Z", re.ASCII)
_QUOTES = ("'", '"')
_REST = re.compile(r"[a-z0-9_]*", re.ASCII)


class Question:
    """`text` has plain line ends; `offset` is a character of it."""

    def __init__(self, text: str, offset: int, known: Knowledge) -> None:
        self.text = text
        self.offset = offset
        self.known = known

    @cached_property
    def spot(self) -> Spot | None:
        return locate(self.text, self.offset)

    @cached_property
    def word(self) -> tuple[int, int]:
        """The word around the place; a key in quotes is one word, whatever it holds."""
        spot = self.spot
        if spot is not None and spot.place in ("key", "header") and self.text[spot.start : spot.start + 1] in _QUOTES:
            closed = spot.end - spot.start > 1 and self.text[spot.end - 1] == self.text[spot.start]
            return spot.start + 1, spot.end - closed
        before, after = _WORD.search(self.text, 0, self.offset), _REST.match(self.text, self.offset)
        return before.start() if before else self.offset, after.end() if after else self.offset

    @property
    def name(self) -> str:
        return self.text[self.word[0] : self.word[1]]

    @cached_property
    def path(self) -> KeyPath:
        """The path of the key at the place, or of the value."""
        if self.spot is None:
            return ()
        if self.spot.place in ("key", "header"):
            return (*self.spot.table, self.text[self.spot.start : self.spot.end].strip("\"'"))
        return self.spot.table

    @cached_property
    def writing(self) -> Writing | None:
        """The text of the language around the place."""
        if self.spot is None or self.spot.place != "string":
            return None
        text = self.text[self.spot.start : self.spot.end]
        return writing(self.spot.table, self.known.names, self.known.document, text)

    @cached_property
    def occurrence(self) -> tuple[Occurrence, n.LastingRule | None] | None:
        """The name at the place, in its text."""
        if self.writing is None or self.spot is None:
            return None
        tree = self.writing.tree()
        if tree is None:
            return None
        given = dict.fromkeys(name for name, _ in self.writing.params)
        parts: list[tuple[n.Tree, n.LastingRule | None]] = [(tree, None)]
        if isinstance(tree, n.Rules):
            parts = [(n.Rules((rule,), span=rule.span), rule) for rule in tree.rules]
        at = self.offset - self.spot.start
        for part, rule in parts:
            for found in occurrences(part, given, self.known.names):
                if found.name.span.start <= at <= found.name.span.end:
                    return found, rule
        return None

    @cached_property
    def target(self) -> Target | None:
        """The declaration that the name at the place refers to, if there is one."""
        if self.occurrence is not None and self.writing is not None:
            found, rule = self.occurrence
            return self.known.targets.of(found, self.writing, rule)
        if self.spot is None:
            return None
        if self.writing is not None:
            return self.known.targets.named(self.name)
        if self.spot.place in ("key", "header"):
            return self._key()
        return self._value()

    def _key(self) -> Target | None:
        path, targets = self.path, self.known.targets
        match path:
            case ("words", _, str(name)) | ("look", str(name)):
                return targets.named(name) or (("field", name) if name in targets.fields else None)
            case (_, _, "fields", str(name)) | ("seats", "fields", str(name)):
                return ("field", name)
            case ("verbs" | "queries", _, "params", str()) | (_, _):
                return path
            case (_, _, str(name)) if name in targets.fields:
                return ("field", name)
            case _:
                return None

    def _value(self) -> Target | None:
        match self.path:
            case ("kinds", str(kind), "words", int()):
                return ("kinds", kind, "words", self.name)
            case (_, _, "plural"):
                return self.path
            case (_, _, "resets") | (_, _, "fields", _, "resets"):
                return ("phase", self.name)
            case _:
                assert self.spot is not None
                on_grid = read_cell_id(self.text[self.spot.start : self.spot.end])
                if on_grid is not None and self.word[0] > self.spot.start:
                    return None
                return self.known.targets.named(self.name)
