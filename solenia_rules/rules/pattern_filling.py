"""Fills the braces of a pattern of records: what stands for them in one record, in its fields and in its words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from solenia_rules.rules.braces import BRACES, HOLE, RUNS, NoValue
from solenia_rules.rules.reader import Document
from solenia_rules.text.frozen import frozen

Value: TypeAlias = int | str
"""What a variable stands for: a number, or a word."""


@frozen
class Filling:
    """What stands for the holes of one record."""

    values: Mapping[str, Value]
    words: Mapping[str, tuple[str, ...]]
    """The words of each kind, in their order."""
    spoken: Mapping[str, object] | None = None
    """The words that people read, if the text is for people."""

    def filled(self, braces: str) -> Value | None:
        """What stands for braces; None: they stay as they are."""
        hole = HOLE.fullmatch(braces)
        if hole is not None:
            return self.value(hole)
        try:
            found = self.worked_out(braces)
        except NoValue:
            return None
        return found if self.spoken is None else _spoken(found, self.spoken)

    def worked_out(self, braces: str) -> Value:
        """The value of the language in braces. Few rulesets need the language before they are checked."""
        from solenia_rules.rules.pattern_values import Evaluator

        return Evaluator(self.values, {word for kind in self.words.values() for word in kind}).value(braces[1:-1])

    def value(self, hole: re.Match[str]) -> Value | None:
        """The value of a variable, the sum or difference of two numbers, or the word some places after or before."""
        name, sign, other = hole.groups()
        found = self.values.get(name)
        if sign is not None and found is not None:
            right = int(other) if other.isdigit() else self.values.get(other)
            if not isinstance(right, int):
                return None
            step = right if sign == "+" else -right
            found = found + step if isinstance(found, int) else self._later(found, step)
        return found if self.spoken is None or found is None else _spoken(found, self.spoken)

    def _later(self, word: str, step: int) -> str | None:
        kind = kind_of(word, self.words)
        place = kind.index(word) + step if word in kind else -1
        return kind[place] if 0 <= place < len(kind) else None


def filled(content: Document, filling: Filling, texts: frozenset[str]) -> Document:
    return {
        key: value if key in texts or key == "note" else fill_all(value, filling)
        for key, value in content.items()
        if key != RUNS
    }


def fill_all(value: object, filling: Filling) -> object:
    match value:
        case str():
            return fill(value, filling)
        case list():
            return [fill_all(item, filling) for item in value]
        case dict():
            return {key: fill_all(item, filling) for key, item in value.items()}
        case _:
            return value


def fill(text: str, filling: Filling) -> Value:
    """A text with its holes filled; a text that is only a hole with a number becomes that number."""
    if BRACES.fullmatch(text):
        found = filling.filled(text)
        return text if found is None else found

    def put(hole: re.Match[str]) -> str:
        found = filling.filled(hole[0])
        return hole[0] if found is None else str(found)

    return BRACES.sub(put, text)


def _spoken(value: Value, words: Mapping[str, object]) -> Value:
    """A word as people read it: its form `one`, or its id with spaces."""
    if isinstance(value, int):
        return str(value)
    said = words.get(value)
    one = said.get("one") if isinstance(said, dict) else said
    return one if isinstance(one, str) else value.replace("_", " ")


def kind_of(word: str, words: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The words of the kind of a word, in their order; a word belongs to one kind."""
    return next((kind for kind in words.values() if word in kind), ())
