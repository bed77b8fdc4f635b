"""One file: bytes to a plain TOML document with the places of its keys."""

from __future__ import annotations

import tomllib
from typing import TypeAlias

from solenia_rules.rules import caps
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.spans import Spans
from solenia_rules.rules.toml_spans import Capped, KeyPath, Mark, NotToml, scan
from solenia_rules.rules.toml_words import told
from solenia_rules.text.frozen import field, frozen
from solenia_rules.text.places import Source, Span

Document: TypeAlias = dict[str, object]


@frozen
class Read:
    """A document as it stands in one file."""

    source: Source
    document: Document = field(repr=False)
    spans: Spans = field(repr=False)


def read(source: Source, problems: Problems, values: int = caps.VALUES) -> Read | None:
    """The document, or nothing and a problem; one with problems serves only to find its base."""
    stopped: int | None = None
    marks: dict[KeyPath, Mark] = {}
    try:
        marks = scan(source.text, values)
    except Capped as cap:
        problems.add(cap.code, cap.message, Span(source, cap.start, cap.end))
        return None
    except NotToml as stop:
        stopped = stop.start
    try:
        document: Document = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        problems.add("E005", *told(str(error), source))
        return None
    except (ValueError, RecursionError):
        problems.add("E005", "this is not TOML", Span(source, 0, 0))
        return None
    if stopped is not None:
        problems.add("E005", "this is not TOML", Span(source, stopped, min(stopped + 1, len(source.text))))
        return None
    spans = Spans(source, {path: (source, mark) for path, mark in marks.items()})
    _check_values(document, (), spans, problems)
    return Read(source, document, spans)


def _check_values(value: object, path: KeyPath, spans: Spans, problems: Problems) -> None:
    """Only whole numbers within bounds, yes and no, texts of bounded length, lists and tables."""
    match value:
        case bool():
            pass
        case int():
            if not -caps.INTEGER <= value <= caps.INTEGER:
                problems.add("E007", "a number beyond ±1,000,000,000", spans.value(path))
        case str():
            if len(value) * 4 > caps.STRING_BYTES and len(value.encode()) > caps.STRING_BYTES:
                problems.add("E008", f"a text of more than {caps.STRING_BYTES} bytes", spans.value(path))
        case dict():
            for key, item in value.items():
                _check_values(item, (*path, key), spans, problems)
        case list():
            for index, item in enumerate(value):
                _check_values(item, (*path, index), spans, problems)
        case float():
            problems.add("E009", "a fraction; numbers are whole", spans.value(path))
        case _:
            problems.add("E009", "a date or time", spans.value(path))
