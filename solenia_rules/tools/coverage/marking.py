"""Shows coverage beside the text of the ruleset, line by line: for a terminal, and as a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from attrs import define, field

from solenia_rules.text.places import Source, Span
from solenia_rules.text.printable import printable
from solenia_rules.tools.coverage.records import Branch, Choice, Coverage, Line

RED, GREEN, YELLOW, DIM, RESET = "\033[31m", "\033[32m", "\033[33m", "\033[2m", "\033[0m"
SHARES = ("lines", "branches", "offered", "taken")
WORDS = {"lines": "lines run", "branches": "branches run", "offered": "answers offered", "taken": "answers taken"}


@define
class Marked:
    """One line of a file with everything that begins in it."""

    number: int
    text: str
    lines: list[Line] = field(factory=list)
    branches: list[Branch] = field(factory=list)
    choices: list[Choice] = field(factory=list)

    @property
    def state(self) -> str:
        """`missed`: something in the line never ran; `partly`: a branch or option never occurred; `run`; empty if there
        is nothing to run."""
        if not self.lines:
            return ""
        if not all(line.run for line in self.lines):
            return "missed"
        if not all(branch.run for branch in self.branches) or not all(choice.taken for choice in self.choices):
            return "partly"
        return "run"

    @property
    def run(self) -> int:
        return max((line.run for line in self.lines), default=0)

    @property
    def decisive(self) -> int:
        return max((line.decisive for line in self.lines), default=0)

    def notes(self) -> Iterator[str]:
        """Remarks on the line besides the numbers."""
        never = [line for line in self.lines if not line.run]
        if never and len(never) < len(self.lines):
            yield "never run: " + ", ".join(f"`{_short(line.span)}`" for line in never)
        for branch in self.branches:
            if not branch.run:
                yield f"never {branch.name}: `{_short(branch.span)}`"
        for word, test in (("never offered", _unoffered), ("offered, never taken", _untaken)):
            names = [choice.name for choice in self.choices if test(choice)]
            if names:
                yield f"{word}: {', '.join(names)}"
        turned = [f"{x.name} {x.decisive} of {x.compared}" for x in self.choices if x.decisive]
        if turned:
            yield f"decisive: {', '.join(turned)}"


def _unoffered(choice: Choice) -> bool:
    return not choice.offered


def _untaken(choice: Choice) -> bool:
    return bool(choice.offered) and not choice.taken


def _short(span: Span) -> str:
    text = " ".join(span.text.split())
    return text if len(text) <= 50 else text[:49] + "…"


def marked(coverage: Coverage, source: Source) -> list[Marked]:
    """The lines of one file."""
    found = [Marked(number, text) for number, text in enumerate(source.text.split("\n"), 1)]
    for line in coverage.lines:
        if line.span.source.name == source.name:
            found[line.span.line - 1].lines.append(line)
    for branch in coverage.branches:
        if branch.span.source.name == source.name:
            found[branch.span.line - 1].branches.append(branch)
    for choice in coverage.choices:
        if choice.span.source.name == source.name:
            found[choice.span.line - 1].choices.append(choice)
    return found


def summary(coverage: Coverage) -> str:
    made = [f"{coverage.ruleset}: {coverage.games} games" + (f", {coverage.pairs} pairs" if coverage.pairs else "")]
    for sort in SHARES:
        found, whole = coverage.share(sort)
        made.append(f"{WORDS[sort]} {found} of {whole}" + (f" ({100 * found / whole:.0f} %)" if whole else ""))
    return "; ".join(made)


def as_text(coverage: Coverage, sources: Iterable[Source], colour: bool = False, whole: bool = False) -> str:
    """The lines with something to run, with their counts; without `whole` only the lines with a remark or a gap."""
    parts = []
    for source in sources:
        rows = [
            row for row in marked(coverage, source) if row.lines and (whole or row.state != "run" or any(row.notes()))
        ]
        if not rows:
            continue
        parts.append(source.name)
        for row in rows:
            parts += _rows(row, colour)
    return "\n".join([*parts, summary(coverage)])


def _rows(row: Marked, colour: bool) -> Iterator[str]:
    sign, shade = {"run": (" ", GREEN), "partly": ("~", YELLOW), "missed": ("!", RED)}[row.state]
    decisive = f" {row.decisive:>3}*" if row.decisive else "     "
    text = f"{sign} {row.run:>6}{decisive} {row.number:>5} | {printable(row.text)}"
    yield f"{shade}{text}{RESET}" if colour else text
    for note in row.notes():
        text = f"{' ' * 21}= {printable(note)}"
        yield f"{DIM}{text}{RESET}" if colour else text


STYLE = """
:root { color-scheme: light dark; }
body { font: 14px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 110em; padding: 0 1em; }
table { border-collapse: collapse; width: 100%; font: 13px/1.45 ui-monospace, monospace; }
td { padding: 0 .6em; vertical-align: top; white-space: pre-wrap; }
td.n { text-align: right; color: #777; white-space: nowrap; width: 1%; }
tr.run td.t { background: #00a0001a; }
tr.partly td.t { background: #d0a00033; }
tr.missed td.t { background: #e0000033; }
.note { color: #a04000; font-style: italic; }
@media (prefers-color-scheme: dark) { .note { color: #ffb070; } }
summary { cursor: pointer; font-weight: 600; margin: 1em 0 .3em; }
"""


def as_page(coverage: Coverage, sources: Iterable[Source]) -> str:
    """A self-contained HTML page with all files."""
    title = escape(f"Coverage of {coverage.ruleset}")
    made = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style></head><body>',
        f"<h1>{title}</h1><p>{escape(summary(coverage))}</p>",
        "<p>Columns: times run; pairs of games that ended otherwise in which the line made the difference; line. "
        "Green: run; yellow: a branch or an answer never came; red: never run.</p>",
    ]
    for source in sources:
        rows = marked(coverage, source)
        if not any(row.lines for row in rows):
            continue
        made.append(f"<details open><summary>{escape(printable(source.name))}</summary><table>")
        made += [_row(row) for row in rows]
        made.append("</table></details>")
    return "\n".join([*made, "</body></html>", ""])


def _row(row: Marked) -> str:
    numbers = (row.run if row.lines else "", row.decisive or "", row.number)
    cells = "".join(f'<td class="n">{number}</td>' for number in numbers)
    notes = "".join(f'<div class="note">{escape(printable(note))}</div>' for note in row.notes())
    return f'<tr class="{row.state}">{cells}<td class="t">{escape(printable(row.text))}{notes}</td></tr>'
