"""Turns tables of a file into values of shapes, and reports every problem with its place in the file.

`Reading` is what one run of decoding shares: the places, the problems, and whether texts must be literal strings.
`Reading.entry` lets cattrs structure a table by its shape and reports what does not fit. An `Entry` is the result, with
the places of its keys for the problems that the decoders find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar, assert_never, get_args, get_origin

from attrs import AttrsInstance, fields

from solenia_rules.rules import caps, elsewhere
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.records import Text
from solenia_rules.rules.shapes import EffectText, Id, Limits
from solenia_rules.rules.spans import Spans
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.misfits import Misfit, Misfits, Refusal, WrongType, described
from solenia_rules.text.places import Span
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean, named_or_listed

if TYPE_CHECKING:
    from cattrs import Converter

ShapeT = TypeVar("ShapeT", bound=AttrsInstance)
ValueT = TypeVar("ValueT")
ChoiceT = TypeVar("ChoiceT", bound=str)
ORIGIN = ("source", "note")
"""Keys that every entry may have; the decoder reads them by itself."""
_ID_HINT = "an id is a lower-case letter, then up to 63 lower-case letters, digits or `_`"


class Entry(Generic[ShapeT]):
    """A table that fits its shape, with the places of its keys."""

    def __init__(self, reading: Reading, shape: ShapeT, content: dict[str, object], path: KeyPath) -> None:
        self.reading = reading
        self.shape = shape
        self.content = content
        self.path = path

    @property
    def span(self) -> Span:
        return self.reading.spans.key(self.path)

    def at(self, key: str) -> KeyPath:
        return (*self.path, key)

    def has(self, key: str) -> bool:
        return key in self.content

    def text(self, value: EffectText | None, key: str) -> Text | None:
        """A text of the effects language with its place."""
        return None if value is None else self.reading.text(value, self.at(key))

    def unique(self, words: tuple[Id, ...], key: str) -> tuple[str, ...]:
        """A list of ids; one that is listed twice is reported."""
        if len(set(words)) < len(words):
            twice = next(word for index, word in enumerate(words) if word in words[:index])
            self.reading.at_value("E016", f"`{twice}` is listed twice", self.at(key))
        return words

    def limits(
        self, limits: Limits | None, key: str, low: int = -caps.INTEGER, high: int = caps.INTEGER
    ) -> tuple[int, int] | None:
        """A range whose ends lie within bounds."""
        if limits is None:
            return None
        ends = (limits.low, limits.high)
        inside = [self.reading.within(end, (*self.at(key), i), low, high) for i, end in enumerate(ends)]
        if not all(inside):
            return None
        if limits.low > limits.high:
            message = f"the range begins at {limits.low} and ends below, at {limits.high}"
            self.reading.at_value("E013", message, self.at(key), f"write `[{limits.high}, {limits.low}]`")
            return None
        return ends

    def number(self, value: int | None, key: str, low: int = -caps.INTEGER, high: int = caps.INTEGER) -> int | None:
        """A number within bounds."""
        return value if value is not None and self.reading.within(value, self.at(key), low, high) else None


class Reading:
    """What one run of decoding shares."""

    def __init__(self, spans: Spans, problems: Problems, literal: bool) -> None:
        self.spans = spans
        self.problems = problems
        self.literal = literal

    # ---- reports ------------------------------------------------------------------

    def at_value(self, code: str, message: str, path: KeyPath, hint: str | None = None) -> None:
        self.problems.add(code, message, self.spans.value(path), hint, path=path)

    def at_key(self, code: str, message: str, path: KeyPath, hint: str | None = None) -> None:
        self.problems.add(code, message, self.spans.key(path), hint, path=path)

    def wrong(self, expected: str, value: object, path: KeyPath) -> None:
        hint = elsewhere.of_value(value, path)
        if hint is None and expected == "a list" and isinstance(value, str) and caps.is_id(value):
            hint = f'write `["{value}"]`'
        self.at_value("E012", f"expected {expected}, found {described(value)}", path, hint)

    def unknown(self, what: str, word: str, path: KeyPath, known: Iterable[str], code: str = "E017") -> None:
        self.at_value(code, f"there is no {what} {quoted(word)}", path, did_you_mean(word, known))

    def unknown_key(self, key: str, path: KeyPath, known: tuple[str, ...]) -> None:
        hint = elsewhere.of_key(key, path) or named_or_listed(key, known, "the keys here are")
        self.at_key("E010", f"unknown key {quoted(key)}", (*path, key), hint)

    def missing(self, key: str, path: KeyPath) -> None:
        self.at_key("E011", f"the key `{key}` is missing", path)

    # ---- values -------------------------------------------------------------------

    def is_id(self, word: str, path: KeyPath, key: bool = False) -> bool:
        if caps.is_id(word):
            return True
        (self.at_key if key else self.at_value)("E014", f"{quoted(word)} is not an id", path, _ID_HINT)
        return False

    def choice(self, value: object, path: KeyPath, choices: tuple[ChoiceT, ...]) -> ChoiceT | None:
        """One of several texts."""
        if not isinstance(value, str):
            self.wrong("a text", value, path)
            return None
        for choice in choices:
            if choice == value:
                return choice
        listed = ", ".join(f"`{choice}`" for choice in choices)
        hint = did_you_mean(value, choices) or f"one of {listed}"
        self.at_value("E013", f"{quoted(value)} is none of the values of `{path[-1]}`", path, hint)
        return None

    def within(self, value: int, path: KeyPath, low: int = -caps.INTEGER, high: int = caps.INTEGER) -> bool:
        """Whether a number lies within bounds; reported if it does not."""
        if low <= value <= high:
            return True
        self.at_value("E013", f"{value} is not within {low} and {high}", path, f"write a number from {low} to {high}")
        return False

    def text(self, value: str, path: KeyPath) -> Text:
        """A text of the effects language."""
        if self.literal and not self.spans.is_literal(path):
            self.at_value("E018", "an effects text stands in single quotes", path, "write '...' or '''...'''")
        if len(value) > caps.EFFECT_BYTES or (not value.isascii() and len(value.encode()) > caps.EFFECT_BYTES):
            self.at_value("E008", f"an effects text of more than {caps.EFFECT_BYTES} bytes", path)
        return Text(value, span=self.spans.inner(path))

    # ---- tables --------------------------------------------------------------------

    def entry(
        self, content: object, path: KeyPath, shape: type[ShapeT], besides: tuple[str, ...] = ()
    ) -> Entry[ShapeT] | None:
        """A table by its shape; `besides`: keys that it may also have.

        What does not fit is reported. The entry is made of the rest, so that problems of the rest are found, too; it
        is None if the rest lacks a required key.
        """
        known = (*(one.name.rstrip("_") for one in fields(shape)), *besides)
        if not isinstance(content, dict):
            self.wrong("a table", content, path)
            return None
        given = {key: value for key, value in content.items() if key not in besides}
        structure = _structure()
        try:
            return Entry(self, structure(given, shape), content, path)
        except Misfits as error:
            for problem in error.problems:
                self._report(problem, path, known)
            wrong = {problem.path[0] for problem in error.problems}
        try:
            rest = {key: value for key, value in given.items() if key not in wrong}
            return Entry(self, structure(rest, shape), content, path)
        except Misfits:
            return None

    def value(self, content: object, path: KeyPath, shape: type[ValueT]) -> ValueT | None:
        """Plain data by its type, or None and a report of everything that does not fit."""
        try:
            return _structure()(content, shape)
        except Misfits as error:
            for problem in error.problems:
                self._report(problem, path, ())
            return None

    def _report(self, problem: Misfit, path: KeyPath, known: tuple[str, ...]) -> None:
        where = (*path, *problem.path)
        match problem.sort:
            case "unknown key":
                self.unknown_key(str(where[-1]), where[:-1], known)
            case "missing key":
                self.missing(str(where[-1]), where[:-1])
            case "wrong value":
                self.wrong(problem.expected, problem.found, where)
            case "refused":
                self._refused(problem.found, where)
            case _:
                assert_never(problem.sort)

    def _refused(self, reason: object, where: KeyPath) -> None:
        match reason:
            case ("id", str(word)):
                self.is_id(word, where, key=where[-1] == word)
            case ("choice", str(word), tuple(choices)):
                self.choice(word, where, choices)
            case _:
                raise AssertionError(reason)


# ---- how cattrs reads the types of shapes --------------------------------------------------


class _Structure(Protocol):
    def __call__(self, data: object, shape: type[ValueT]) -> ValueT: ...


@cache
def _structure() -> _Structure:
    """How data becomes a shape. cattrs is imported here: a ruleset that is cached is not structured again."""
    from solenia_rules.text.structuring import Structurer

    return Structurer(_add_hooks).structure


def _add_hooks(converter: Converter) -> None:
    """How the types of shapes are read that are not plain ones."""
    converter.register_structure_hook_func(lambda kind: kind is Id, _id)
    converter.register_structure_hook_func(lambda kind: kind is EffectText, _effect_text)
    pair = converter.get_structure_hook(tuple[int, int])
    converter.register_structure_hook_func(lambda kind: kind is Limits, lambda value, _kind: _limits(value, pair))
    converter.register_structure_hook_func(_is_choice, _choice)


def _id(value: object, _kind: object) -> str:
    if not isinstance(value, str):
        raise WrongType("an id", value)
    if not caps.is_id(value):
        raise Refusal("not an id", ("id", value))
    return value


def _effect_text(value: object, _kind: object) -> str:
    if not isinstance(value, str):
        raise WrongType("a text of the effects language", value)
    return value


def _limits(value: object, pair: Callable[[object, object], tuple[int, int]]) -> Limits:
    if not isinstance(value, list) or len(value) != 2:
        raise WrongType("`[low, high]`", value)
    return Limits(*pair(value, tuple[int, int]))


def _is_choice(kind: object) -> bool:
    return get_origin(kind) is Literal


def _choice(value: object, kind: object) -> str:
    if not isinstance(value, str):
        raise WrongType("a text", value)
    choices = get_args(kind)
    if value not in choices:
        raise Refusal("none of the values", ("choice", value, choices))
    return value
