"""Reads one file: from bytes to a plain TOML document with the places of its keys. A file that is not TOML gets a
message that names the likely mistake and its place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import TypeAlias

from solenia_rules.rules import caps
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.spans import Spans
from solenia_rules.rules.toml_spans import Capped, KeyPath, Mark, NotToml, scan
from solenia_rules.text.frozen import field, frozen
from solenia_rules.text.places import Source, Span
from solenia_rules.text.printable import printable

Document: TypeAlias = dict[str, object]


@frozen(eq=False)
class Read:
    """The document of one file."""

    source: Source
    document: Document = field(repr=False)
    spans: Spans = field(repr=False)


def _largest(_path: KeyPath) -> int:
    return caps.INTEGER


def read(
    source: Source, problems: Problems, values: int = caps.VALUES, largest: Callable[[KeyPath], int] = _largest
) -> Read | None:
    """The document; None if a problem was reported. A document with problems is used only to find its base."""
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
        if not _add_repeated(str(error), source, marks, problems):
            problems.add("E005", *told(str(error), source))
        return None
    except (ValueError, RecursionError):
        problems.add("E005", "this is not TOML", Span(source, 0, 0))
        return None
    if stopped is not None:
        problems.add("E005", "this is not TOML", Span(source, stopped, min(stopped + 1, len(source.text))))
        return None
    spans = Spans(source, {path: (source, mark) for path, mark in marks.items()})
    _check_values(document, (), spans, problems, largest)
    return Read(source, document, spans)


def _check_values(
    value: object, path: KeyPath, spans: Spans, problems: Problems, largest: Callable[[KeyPath], int]
) -> None:
    """Reports values other than whole numbers within bounds, yes and no, texts of limited length, lists and tables."""
    match value:
        case bool():
            pass
        case int():
            most = largest(path)
            if not -caps.INTEGER <= value <= most:
                told = "a number beyond ±1,000,000,000" if most == caps.INTEGER else f"a number beyond {most:,}"
                problems.add("E007", told, spans.value(path))
        case str():
            if len(value) * 4 > caps.STRING_BYTES and len(value.encode()) > caps.STRING_BYTES:
                problems.add("E008", f"a text of more than {caps.STRING_BYTES} bytes", spans.value(path))
        case dict():
            for key, item in value.items():
                _check_values(item, (*path, key), spans, problems, largest)
        case list():
            for index, item in enumerate(value):
                _check_values(item, (*path, index), spans, problems, largest)
        case float():
            problems.add("E009", "a fraction; numbers are whole", spans.value(path))
        case _:
            problems.add("E009", "a date or time", spans.value(path))


_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_QUOTES = re.compile(r"'''.*?'''|\"\"\".*?\"\"\"|'''|\"\"\"|'[^'\n]*'|\"(?:[^\"\\\n]|\\.)*\"|#[^\n]*|['\"]", re.DOTALL)
"""What stands in quotes, comments, and a quote that opens and is not closed."""
_OTHER_QUOTES = "‘’‚‛“”„‟«»`´"
_BARE = re.compile(r"[^\W\d][^\n,\]}#]*")
_HINTS = (
    ("inline table", "write `{ ... }` on one line, with `,` between its entries; perhaps a quote before it is missing"),
    ("unclosed array", "write `]` where the list ends"),
    ("at the end of a table declaration", "a section is `[NAME]` on a line of its own"),
    ("after a key", "write `name = value`"),
)
INLINE = "a table in braces stands on one line; for more lines write `[SECTION.NAME]` and its entries below"
MULTI = "a text of several lines stands between two lines '''"


def told(error: str, source: Source) -> tuple[str, Span, str | None]:
    """A message about a TOML error, its place, and a hint. The message is that of the parser if there is no better
    one."""
    match = _AT.search(error)
    words = error[: match.start()] if match else error
    words = printable(words[:1].lower() + words[1:])
    text = source.text
    start = _place(error, text)
    opened = _unclosed(text, start)
    if opened is not None:
        quote = text[opened : opened + 3] if text[opened : opened + 3] in ("'''", '"""') else text[opened]
        place = Span(source, opened, opened + len(quote))
        return f"`{quote}` is never closed", place, f"write {quote} where the text ends; {MULTI}"
    place = Span(source, start, min(start + 1, len(text)))
    sign = text[start : start + 1]
    if (sign == "\n" and "for a key part" in words) or "unclosed inline table" in words:
        return f"{words}: the line ends inside of `{{ }}`", place, INLINE
    if sign and sign in _OTHER_QUOTES:
        hint = "write a straight one: '...' for effects, \"...\" for other texts"
        return f"`{sign}` is not a quote in TOML", place, hint
    if "invalid value" in words and (bare := _BARE.match(text, start)) is not None:
        hint = "texts stand in quotes: '...' for effects, \"...\" for others"
        return words, Span(source, start, start + len(bare.group().rstrip())), hint
    if sign == "{" and "invalid statement" in words:
        return words, place, 'the key of a pattern stands in quotes: `"{suit}_{rank}" = { ... }`'
    if sign and "after a statement" in words and text[max(0, start - 1)] in "'\"":
        return words, place, f"the quote before it ends the text: a text in '...' cannot contain '; {MULTI}"
    return words, place, next((hint for slip, hint in _HINTS if slip in words), None)


def _add_repeated(error: str, source: Source, marks: Mapping[KeyPath, Mark], problems: Problems) -> bool:
    """Report a key or section that the file gives twice, with both places; returns whether it is such an error. `marks`
    has the later place of each key."""
    if not any(words in error for words in ("overwrite a value", "Duplicate", "twice")):
        return False
    at = _place(error, source.text)
    ends = [(path, mark) for path, mark in marks.items() if at in (mark.end, mark.key_end)]
    if not ends:
        return False
    path, mark = min(ends, key=lambda end: end[1].key_start)
    try:
        first = scan(source.text[: source.text.rfind("\n", 0, mark.key_start) + 1]).get(path)
    except NotToml:  # the line of the key lies inside a list
        first = None
    also = () if first is None else ((Span(source, first.key_start, first.key_end), "it stands here, too"),)
    section = source.text[mark.start : mark.start + 1] == "[" and mark.start < mark.key_start
    name = printable(".".join(map(str, path)) if section else str(path[-1]))
    if section:
        hint = "write all its entries under one of them"
    elif "{" in name:
        hint = "patterns of one section need different keys; another name of the variable makes another key"
    else:
        hint = "leave one of them out, or give it another name"
    message = f"the section `[{name}]` stands here twice" if section else f"the key `{name}` is given twice"
    problems.add("E005", message, Span(source, mark.key_start, mark.key_end), hint, also)
    return True


def _place(error: str, text: str) -> int:
    """The offset that an error of the parser names."""
    match = _AT.search(error)
    if match is None or match.group(1) is None:
        return max(0, len(text.rstrip()) - 1)
    start = 0
    for _ in range(int(match.group(1)) - 1):
        start = text.find("\n", start) + 1
    return min(start + int(match.group(2)) - 1, len(text))


def _unclosed(text: str, until: int) -> int | None:
    """Where a quote opens before or at a place and is not closed on its line, or at all."""
    for found in _QUOTES.finditer(text):
        if found.start() > until:
            return None
        if found.group() in ("'", '"', "'''", '"""'):
            return found.start()
    return None
