"""What is wrong with a file that is no TOML, in the author's words: the likeliest slip, its place, what to write."""

from __future__ import annotations

import re

from solenia_rules.text.places import Source, Span
from solenia_rules.text.printable import printable

_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_QUOTES = re.compile(r"'''.*?'''|\"\"\".*?\"\"\"|'''|\"\"\"|'[^'\n]*'|\"(?:[^\"\\\n]|\\.)*\"|#[^\n]*|['\"]", re.DOTALL)
"""What stands in quotes, comments, and a quote that opens and is not closed."""
_OTHER_QUOTES = "‘’‚‛“”„‟«»`´"
_BARE = re.compile(r"[^\W\d][^\n,\]}#]*")
_HINTS = (
    ("inline table", "`{ ... }` stands on one line, its entries separated by `,`; perhaps a quote before is missing"),
    ("unclosed array", "write `]` where the list ends"),
    ("at the end of a table declaration", "a section is `[NAME]` on a line of its own"),
    ("after a key", "write `name = value`"),
)
MULTI = "a text of several lines stands between two lines '''"


def told(error: str, source: Source) -> tuple[str, Span, str | None]:
    """The parser's words, or better ones; the place; a hint."""
    match = _AT.search(error)
    words = error[: match.start()] if match else error
    words = printable(words[:1].lower() + words[1:])
    text = source.text
    end = len(text.rstrip())
    if match is None or match.group(1) is None:
        start = max(0, end - 1)
    else:
        start = 0
        for _ in range(int(match.group(1)) - 1):
            start = text.find("\n", start) + 1
        start = min(start + int(match.group(2)) - 1, len(text))
    opened = _unclosed(text, start)
    if opened is not None:
        quote = text[opened : opened + 3] if text[opened : opened + 3] in ("'''", '"""') else text[opened]
        place = Span(source, opened, opened + len(quote))
        return f"`{quote}` is never closed", place, f"write {quote} where the text ends; {MULTI}"
    place = Span(source, start, min(start + 1, len(text)))
    sign = text[start : start + 1]
    if sign and sign in _OTHER_QUOTES:
        return f"`{sign}` is no quote here", place, "write a straight one: '...' for effects, \"...\" for other texts"
    if "invalid value" in words and (bare := _BARE.match(text, start)) is not None:
        hint = "texts stand in quotes: '...' for effects, \"...\" for others"
        return words, Span(source, start, start + len(bare.group().rstrip())), hint
    if sign and "after a statement" in words and text[max(0, start - 1)] in "'\"":
        return words, place, f"the quote before it ends the text: inside '...' there is no '; {MULTI}"
    return words, place, next((hint for slip, hint in _HINTS if slip in words), None)


def _unclosed(text: str, until: int) -> int | None:
    """Where a quote opens before or at a place and is not closed on its line, or at all."""
    for found in _QUOTES.finditer(text):
        if found.start() > until:
            return None
        if found.group() in ("'", '"', "'''", '"""'):
            return found.start()
    return None
