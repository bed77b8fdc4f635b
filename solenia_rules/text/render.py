"""Writes diagnostics as text: for people, as JSON, and as annotations of GitHub."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias, assert_never

from solenia_rules.text.codes import BREAKING
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.text.printable import printable, width

Format: TypeAlias = Literal["human", "json", "github"]

SHOWN = 50
"""How many problems are shown; the rest is counted."""
NAME = 300
"""Longest name of a file in a message; of a longer one the end is told."""
LINE = 160
"""Longest piece of a line shown."""
BEFORE = 60
"""How much of a long line is shown before the place."""
TAB = "    "


def render(diagnostics: Iterable[Diagnostic], form: Format = "human") -> str:
    """The diagnostics as text, without a newline at the end. They are sorted by place, but findings that break games in
    play come first. If there are more than can be shown, warnings are left out before errors."""
    ordered = sorted(diagnostics, key=lambda d: (d.severity != "error", d.sort_key()))
    shown = sorted(ordered[:SHOWN], key=lambda d: (d.code not in BREAKING, d.sort_key()))
    more = max(0, len(ordered) - SHOWN)
    match form:
        case "human":
            return _human(shown, more)
        case "json":
            return _json(shown, more)
        case "github":
            return _github(shown, more)
        case _:
            assert_never(form)


def render_one(diagnostic: Diagnostic) -> str:
    """One problem as people read it: what, where, the line, what to do."""
    lines = [f"{diagnostic.severity}[{diagnostic.code}]: {printable(diagnostic.told)}"]
    gutter = max(len(str(s.line)) for s in (diagnostic.span, *(s for s, _ in diagnostic.also)))
    lines += _place(diagnostic.span, "-->", "^", "", gutter)
    for span, label in diagnostic.also:
        lines += _place(span, ":::", "-", printable(label), gutter)
    if diagnostic.hint:
        lines.append(f"{' ' * gutter} = hint: {printable(diagnostic.hint)}")
    return "\n".join(lines)


def _human(shown: Sequence[Diagnostic], more: int) -> str:
    blocks = [render_one(d) for d in shown]
    if more:
        blocks.append(f"... and {more} more")
    return "\n\n".join(blocks)


def _place(span: Span, arrow: str, mark: str, label: str, gutter: int) -> list[str]:
    name = span.source.name
    name = printable(name if len(name) <= NAME else "…" + name[-NAME:])
    margin = " " * gutter
    if not span.source.text:
        return [f"{margin}{arrow} {name}"] if name else []
    line, marks = _excerpt(span, mark)
    return [
        f"{margin}{arrow} {name}:{span.line}:{span.column}",
        f"{margin} |",
        f"{span.line:>{gutter}} | {line}".rstrip(),
        f"{margin} | {marks} {label}".rstrip(),
    ]


def _excerpt(span: Span, mark: str) -> tuple[str, str]:
    """The line of a span, cut where it is long, and the marks under it."""
    text = span.source.text
    first = text.rfind("\n", 0, span.start) + 1
    last = text.find("\n", span.start)
    last = len(text) if last < 0 else last
    opening = closing = ""
    if last - first > LINE:
        first, opening = (span.start - BEFORE, "…") if span.start - first > BEFORE else (first, "")
        last, closing = (first + LINE, "…") if last - first > LINE else (last, "")
    before = opening + _shown(text[first : span.start])
    marked = _shown(text[span.start : min(span.end, last)].rstrip("\r"))
    after = _shown(text[max(span.start, min(span.end, last)) : last].rstrip("\r")) + closing
    return before + marked + after, " " * width(before) + mark * max(1, width(marked))


def _shown(text: str) -> str:
    return printable(text.replace("\t", TAB))


def _json(shown: Sequence[Diagnostic], more: int) -> str:
    return json.dumps({"diagnostics": [_plain(d) for d in shown], "left_out": more}, indent=2)


def _plain(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": printable(diagnostic.told),
        **_plain_place(diagnostic.span),
        "hint": printable(diagnostic.hint) if diagnostic.hint else None,
        "also": [{**_plain_place(span), "label": printable(label)} for span, label in diagnostic.also],
    }


def _plain_place(span: Span) -> dict[str, object]:
    end = Span(span.source, span.end, span.end)
    return {
        "file": printable(span.source.name),
        "line": span.line,
        "column": span.column,
        "end_line": end.line,
        "end_column": end.column,
    }


def _github(shown: Sequence[Diagnostic], more: int) -> str:
    lines = [_annotation(d) for d in shown]
    if more:
        lines.append(f"::notice::... and {more} more")
    return "\n".join(lines)


def _annotation(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    end = Span(span.source, span.end, span.end)
    place = f"line={span.line},col={span.column},endLine={end.line},endColumn={end.column}"
    message = printable(diagnostic.told) + (f" ({printable(diagnostic.hint)})" if diagnostic.hint else "")
    file = _escape(printable(span.source.name)).replace(":", "%3A").replace(",", "%2C")
    return f"::{diagnostic.severity} file={file},{place},title={diagnostic.code}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
