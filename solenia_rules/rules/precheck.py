"""Checks the bytes of a file before a parser reads them."""

from __future__ import annotations

import re

from solenia_rules.rules import caps
from solenia_rules.rules.problems import Problems
from solenia_rules.text.places import Source, Span

_NOT_CLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_HIDDEN = re.compile("[\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]")
"""Characters that make a text look different from what it is."""


def clean_text(content: bytes, name: str, problems: Problems, limit: int = caps.FILE_BYTES) -> Source | None:
    """The text of a file with plain line ends, so that offsets agree with the values of TOML; None if a problem was
    reported."""
    if len(content) > limit:
        problems.about_file("E003", f"the file has more than {limit // 1024} KiB", name)
        return None
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8").replace("\r\n", "\n")
        place = Source(name, before + content[error.start :].decode("latin-1"))
        problems.add("E004", "this is not UTF-8", Span(place, len(before), len(before) + 1), "save the file as UTF-8")
        return None
    return clean_source(text, name, problems)


def clean_source(text: str, name: str, problems: Problems) -> Source | None:
    """The same for a text that is already decoded."""
    source = Source(name, text.replace("\r\n", "\n"))
    text = source.text
    if text.isascii() and text.isprintable():
        return source
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        problems.add("E004", "half a character", Span(source, error.start, error.start + 1))
        return None
    if match := _NOT_CLEAN.search(text) or _HIDDEN.search(text):
        what = "a control character" if match.group() < "\x80" else "an invisible character"
        hint = "save the file without a byte order mark" if match.group() == "\ufeff" else None
        problems.add("E004", f"{what}, U+{ord(match.group()):04X}", Span(source, match.start(), match.end()), hint)
        return None
    return source
