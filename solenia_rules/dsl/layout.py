"""Lays out statements on lines, with the comments of the original text.

A statement is a row of clauses, each with a head and perhaps a block: `if a { }`, `else { }`. Short statements go on
one line. Comments keep their order. A comment behind a statement stays on its line, any other comment gets its own
line. A comment in the middle of a statement moves before the statement, or into the block that comes next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from solenia_rules.dsl.lexer import Token, comments
from solenia_rules.text.frozen import frozen

WIDTH = 100
STEP = 2
CROWD = 4
"""The most simple statements on one line of a text of several lines."""
CROWDED_WIDTH = 80
"""The most characters of such a line if it holds more than one statement."""

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_AT_WHERE = re.compile(r" (?=where )")
_AT_ELSE = re.compile(r" (?=(?:where|else) )")
_ANYWHERE = re.compile(r" (?=(?:where|else|or|and) )")


@frozen
class Clause:
    head: str
    body: Body | None


@frozen
class Item:
    """A statement, a lasting rule, or the one value of a value text."""

    clauses: tuple[Clause, ...]
    start: int
    end: int


@frozen
class Body:
    """What stands between two braces, or the whole text."""

    items: tuple[Item, ...]
    start: int
    end: int


@frozen
class Original:
    """The text that was parsed, for its comments and blank lines; empty if a tree stands for itself."""

    text: str
    comments: tuple[Token, ...]

    def within(self, start: int, end: int) -> list[Token]:
        return [comment for comment in self.comments if start <= comment.start < end]

    def breaks(self, start: int, end: int) -> bool:
        """Whether a line ends there."""
        return "\n" in self.text[start:end]

    def pauses(self, start: int, end: int) -> bool:
        """Whether there is an empty line."""
        return _BLANK_LINE.search(self.text, start, end) is not None


NO_ORIGINAL = Original("", ())


def original(text: str) -> Original:
    return Original(text, tuple(comments(text)))


# ---- on one line ------------------------------------------------------------------


def one_line(items: Sequence[Item]) -> str:
    return "; ".join(" ".join(map(_flat, item.clauses)) for item in items)


def is_short(items: Sequence[Item], margin: int = 0) -> bool:
    """Whether this reads well on one line."""
    crowd = sum(map(_simple, items))
    return crowd <= CROWD and margin + len(one_line(items)) <= (WIDTH if crowd == 1 else CROWDED_WIDTH)


def _flat(clause: Clause) -> str:
    if clause.body is None:
        return clause.head
    return f"{clause.head} {{ {one_line(clause.body.items)} }}" if clause.body.items else f"{clause.head} {{ }}"


def _simple(item: Item) -> int:
    """The number of statements without a block."""
    bodies = [clause.body for clause in item.clauses if clause.body]
    return max(1, sum(_simple(inner) for body in bodies for inner in body.items))


# ---- on several lines -----------------------------------------------------------------


def lines(body: Body, source: Original, margin: int = 0) -> list[str]:
    """The lines of a body, with the comments between its items."""
    out: list[str] = []
    at = body.start
    for number, item in enumerate(body.items):
        at = _between(out, at, item.start, source, margin, number > 0)
        if out and source.pauses(at, item.start):
            out.append("")
        out += _item_lines(item, source, margin)
        at = item.end
    _between(out, at, body.end, source, margin, bool(body.items))
    return out


def _between(out: list[str], start: int, end: int, source: Original, margin: int, follows: bool) -> int:
    """Write the comments of a gap, and return where the last of them ends."""
    at = start
    for comment in source.within(start, end):
        if follows and not source.breaks(start, comment.start):
            out[-1] += f"  {comment.text}"
        else:
            if out and source.pauses(at, comment.start):
                out.append("")
            out.append(" " * margin + comment.text)
        at = comment.end
    return at


def _item_lines(item: Item, source: Original, margin: int) -> list[str]:
    first = item.clauses[0].body
    at = first.start if first else item.end
    out = [" " * margin + comment.text for comment in source.within(item.start, at)]
    if not source.within(at, item.end) and is_short([item], margin):
        return [*out, " " * margin + one_line([item])]
    closed = False
    for clause in item.clauses:
        if clause.body is None:
            return out + _wrapped(clause.head, margin)
        moved = [" " * (margin + STEP) + comment.text for comment in source.within(at, clause.body.start)]
        written, is_open = _clause_lines(clause, clause.body, moved, source, margin)
        if closed:
            out[-1] += " " + written.pop(0).lstrip()
        out += written
        closed = is_open
        at = clause.body.end
    return out


def _clause_lines(
    clause: Clause, body: Body, moved: list[str], source: Original, margin: int
) -> tuple[list[str], bool]:
    """The lines of a clause, and whether its block stands on lines of its own."""
    flat = _flat(clause)
    short = len(body.items) <= 1 and margin + STEP + len(flat) <= WIDTH
    if not moved and short and not source.within(body.start, body.end):
        return [" " * margin + flat], False
    inner = moved + lines(body, source, margin + STEP)
    return [*_wrapped(clause.head + " {", margin), *inner, " " * margin + "}"], True


def _wrapped(text: str, margin: int) -> list[str]:
    """A long line, broken before a word that continues a statement, if possible before `where`."""
    if margin + len(text) <= WIDTH:
        return [" " * margin + text]
    deeper = " " * (margin + (2 * STEP if text.endswith("{") else STEP))
    for breaks in (_AT_WHERE, _AT_ELSE):
        first, *others = _pieces(text, breaks)
        rows = [" " * margin + first, *(deeper + piece for piece in others)]
        if max(map(len, rows)) <= WIDTH:
            return rows
    first, *others = _pieces(text, _ANYWHERE)
    rows = [" " * margin + first]
    for piece in others:
        if len(rows[-1]) + 1 + len(piece) <= WIDTH:
            rows[-1] += f" {piece}"
        else:
            rows.append(deeper + piece)
    return rows


def _pieces(text: str, breaks: re.Pattern[str]) -> list[str]:
    """The parts of a text between the places where it may be broken, which are outside brackets."""
    found = (match.start() for match in breaks.finditer(text))
    cuts = [cut for cut in found if text.count("(", 0, cut) == text.count(")", 0, cut)]
    return [text[a:b].strip() for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
