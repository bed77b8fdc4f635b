"""Reading one TOML table strictly: no unknown key, no coercion, every problem with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from solenia_rules.rules import caps
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.records import Text
from solenia_rules.rules.spans import Spans
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.places import Span
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean, named_or_listed

ChoiceT = TypeVar("ChoiceT", bound=str)
ItemT = TypeVar("ItemT")


class Reading:
    """What one decoding shares: the places, the problems, and whether texts must be literal strings."""

    def __init__(self, spans: Spans, problems: Problems, literal: bool) -> None:
        self.spans = spans
        self.problems = problems
        self.literal = literal

    def at_value(self, code: str, message: str, path: KeyPath, hint: str | None = None) -> None:
        self.problems.add(code, message, self.spans.value(path), hint)

    def at_key(self, code: str, message: str, path: KeyPath, hint: str | None = None) -> None:
        self.problems.add(code, message, self.spans.key(path), hint)

    def wrong(self, expected: str, value: object, path: KeyPath) -> None:
        self.at_value("E012", f"expected {expected}, found {describe(value)}", path)

    def unknown(self, what: str, word: str, path: KeyPath, known: Iterable[str], code: str = "E017") -> None:
        self.at_value(code, f"there is no {what} {quoted(word)}", path, did_you_mean(word, known))

    def is_id(self, word: str, path: KeyPath, key: bool = False) -> bool:
        if caps.is_id(word):
            return True
        hint = "an id is a lower-case letter, then up to 63 lower-case letters, digits or `_`"
        (self.at_key if key else self.at_value)("E014", f"{quoted(word)} is not an id", path, hint)
        return False

    def text(self, value: object, path: KeyPath) -> Text | None:
        """A text of the effects language."""
        if not isinstance(value, str):
            self.wrong("a text of the effects language", value, path)
            return None
        if self.literal and not self.spans.is_literal(path):
            self.at_value("E018", "an effects text stands in single quotes", path, "write '...' or '''...'''")
        if not value.isascii() or len(value) > caps.EFFECT_BYTES:
            self._check_length(value, path)
        return Text(value, span=self.spans.inner(path))

    def _check_length(self, value: str, path: KeyPath) -> None:
        if len(value.encode()) > caps.EFFECT_BYTES:
            self.at_value("E008", f"an effects text of more than {caps.EFFECT_BYTES} bytes", path)


def describe(value: object) -> str:
    """A TOML value in the author's words."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return f"the number {value}"
        case str():
            return f"the text {quoted(value)}"
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return "something else"


class Table:
    """One table of the document, with the keys it may hold."""

    def __init__(self, reading: Reading, content: dict[str, object], path: KeyPath) -> None:
        self.reading = reading
        self.content = content
        self.path = path

    @classmethod
    def open(cls, reading: Reading, value: object, path: KeyPath, keys: Iterable[str] | None) -> Table | None:
        """The table, its unknown keys reported; nothing where the value is no table. No `keys`: any id is a key."""
        if not isinstance(value, dict):
            reading.wrong("a table", value, path)
            return None
        known = tuple(keys) if keys is not None else None
        for key in value:
            if known is None:
                reading.is_id(key, (*path, key), key=True)
            elif key not in known:
                hint = named_or_listed(key, known, "the keys here are")
                reading.at_key("E010", f"unknown key {quoted(key)}", (*path, key), hint)
        return cls(reading, value, path)

    @property
    def span(self) -> Span:
        return self.reading.spans.key(self.path)

    def at(self, key: str) -> KeyPath:
        return (*self.path, key)

    def has(self, key: str) -> bool:
        return key in self.content

    def items(self) -> Iterator[tuple[str, object, KeyPath]]:
        """The entries whose keys are ids."""
        for key, value in self.content.items():
            if caps.is_id(key):
                yield key, value, self.at(key)

    def require(self, key: str) -> bool:
        if key in self.content:
            return True
        self.reading.at_key("E011", f"the key `{key}` is missing", self.path)
        return False

    def string(self, key: str, expected: str = "a text") -> str | None:
        if key not in self.content:
            return None
        value = self.content[key]
        if not isinstance(value, str):
            self.reading.wrong(expected, value, self.at(key))
            return None
        return value

    def identifier(self, key: str) -> str | None:
        value = self.string(key, "an id")
        return value if value is not None and self.reading.is_id(value, self.at(key)) else None

    def choice(self, key: str, choices: tuple[ChoiceT, ...], default: ChoiceT) -> ChoiceT:
        value = self.string(key)
        if value is None:
            return default
        for choice in choices:
            if choice == value:
                return choice
        listed = ", ".join(f"`{choice}`" for choice in choices)
        hint = did_you_mean(value, choices) or f"one of {listed}"
        self.reading.at_value("E013", f"{quoted(value)} is none of the values of `{key}`", self.at(key), hint)
        return default

    def number(self, key: str, low: int = -caps.INTEGER, high: int = caps.INTEGER) -> int | None:
        if key not in self.content:
            return None
        return number(self.reading, self.content[key], self.at(key), low, high)

    def flag(self, key: str) -> bool:
        value = self.content.get(key, False)
        if not isinstance(value, bool):
            self.reading.wrong("true or false", value, self.at(key))
            return False
        return value

    def text(self, key: str) -> Text | None:
        return self.reading.text(self.content[key], self.at(key)) if key in self.content else None

    def limits(self, key: str, low: int = -caps.INTEGER, high: int = caps.INTEGER) -> tuple[int, int] | None:
        """`[low, high]`"""
        if key not in self.content:
            return None
        value, path = self.content[key], self.at(key)
        if not isinstance(value, list) or len(value) != 2:
            self.reading.wrong("`[low, high]`", value, path)
            return None
        first, last = (number(self.reading, item, (*path, i), low, high) for i, item in enumerate(value))
        if first is None or last is None:
            return None
        if first > last:
            self.reading.at_value("E013", f"the range begins at {first} and ends below, at {last}", path)
            return None
        return first, last

    def listed(self, key: str, read: Callable[[Reading, object, KeyPath], ItemT | None]) -> tuple[ItemT, ...]:
        """A list whose items are read one by one."""
        value = self.content.get(key, [])
        if not isinstance(value, list):
            self.reading.wrong("a list", value, self.at(key))
            return ()
        items = (read(self.reading, item, (*self.at(key), index)) for index, item in enumerate(value))
        return tuple(item for item in items if item is not None)

    def ids(self, key: str) -> tuple[str, ...]:
        """A list of ids, none twice."""
        words = self.listed(key, _identifier)
        if len(set(words)) < len(words):
            twice = next(word for index, word in enumerate(words) if word in words[:index])
            self.reading.at_value("E016", f"`{twice}` is listed twice", self.at(key))
        return words


def _identifier(reading: Reading, value: object, path: KeyPath) -> str | None:
    if not isinstance(value, str):
        reading.wrong("an id", value, path)
        return None
    return value if reading.is_id(value, path) else None


def number(
    reading: Reading, value: object, path: KeyPath, low: int = -caps.INTEGER, high: int = caps.INTEGER
) -> int | None:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool):
        reading.wrong("a number", value, path)
        return None
    if not low <= value <= high:
        reading.at_value("E013", f"{value} is not within {low} and {high}", path)
        return None
    return value
