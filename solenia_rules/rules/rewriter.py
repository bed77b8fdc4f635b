"""Writes the effect texts and maps of a ruleset file in their canonical form. Nothing else in the file changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from solenia_rules.dsl.formatter import format_text
from solenia_rules.dsl.parser import Start, SyntaxProblem
from solenia_rules.rules import caps
from solenia_rules.rules.declared import STEP_SECTIONS
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.grid_maps import format_map
from solenia_rules.rules.layers import Loader
from solenia_rules.rules.precheck import clean_source
from solenia_rules.rules.problems import Problems, TooManyProblems
from solenia_rules.rules.reader import Document, read
from solenia_rules.rules.text_fields import text_fields
from solenia_rules.rules.toml_spans import KeyPath, Mark
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import evolve
from solenia_rules.text.places import Source, Span

LONG = "'''"
MOST_TEXTS = 2000
"""The number of formatted texts that are cached, because editors ask often."""


class Formatted(NamedTuple):
    """An effect text of a file and its canonical form; with quotes if the text may stand on several lines."""

    start: int
    end: int
    text: str


class FormatProblem(RulesetError):
    """Raised if texts have syntax errors. `text` is the file with all other texts formatted."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], text: str, texts: tuple[Formatted, ...]) -> None:
        super().__init__(diagnostics)
        self.text = text
        self.texts = texts


def format_ruleset_text(text: str, name: str) -> str:
    """The file with its effect texts formatted; `name` is its path, by which its base is found.

    Raises `RulesetError` for what is no TOML, and `FormatProblem` where a text cannot be parsed.
    """
    return _rewritten(text, formatted_texts(text, name))


def _rewritten(text: str, texts: tuple[Formatted, ...]) -> str:
    pieces: list[str] = []
    at = 0
    for place in texts:
        pieces += [text[at : place.start], place.text]
        at = place.end
    return "".join([*pieces, text[at:]])


def formatted_texts(text: str, name: str, below: Document | None = None) -> tuple[Formatted, ...]:
    """The effect texts of a file in their usual form, in order; raises as `format_ruleset_text` does.

    `below`: what declares the fields, if it is known already.
    """
    problems = Problems()
    source = Source(name, text)
    found = read(source, problems) if clean_source(text, name, problems) else None
    if found is None:
        raise RulesetError(problems.all())
    bases = [below] if below is not None else _below(found.document, name)
    fields = text_fields([*bases, found.document])
    made: list[Formatted] = []
    wrong: list[Diagnostic] = []
    for path, (_, mark) in sorted(found.spans.places.items(), key=lambda entry: entry[1][1].inner_start):
        start = start_of(path, fields)
        inner = text[mark.inner_start : mark.inner_end]
        if mark.literal and path[0] == "boards" and len(path) in (3, 4) and path[2] == "map":
            drawn = format_map(inner, _is_hex([*bases, found.document], path[1]))
            made.append(_quoted(text, mark, drawn.replace("\n", "\r\n") if "\r\n" in inner else drawn))
            continue
        if start is None or not mark.literal:
            continue
        try:
            formatted = _formatted(inner, start)
        except SyntaxProblem as problem:
            wrong.append(_moved(problem.diagnostic, source, mark.inner_start))
            continue
        made.append(_quoted(text, mark, formatted))
    if wrong:
        raise FormatProblem(tuple(wrong), _rewritten(text, tuple(made)), tuple(made))
    return tuple(made)


def _is_hex(documents: Sequence[Document], board: str | int) -> bool:
    """Whether a board has hexes, by the uppermost document that says so."""
    for document in reversed(documents):
        boards = document.get("boards")
        entry = boards.get(str(board)) if isinstance(boards, dict) else None
        if isinstance(entry, dict) and "grid" in entry:
            return bool(entry["grid"] == "hex")
    return False


def _quoted(text: str, mark: Mark, formatted: str) -> Formatted:
    """A text with its quotes: one line in single quotes, several lines between two lines of triple quotes."""
    if not text.startswith(LONG, mark.start):
        return Formatted(mark.inner_start, mark.inner_end, formatted)
    line = formatted.strip()
    if "\n" not in line and "'" not in line and "#" not in line:
        return Formatted(mark.start, mark.end, f"'{line}'")
    end = "\r\n" if "\r\n" in text else "\n"
    return Formatted(
        mark.start, mark.end, f"{LONG}{end}{formatted if formatted.endswith(end) else formatted + end}{LONG}"
    )


@lru_cache(maxsize=MOST_TEXTS)
def _formatted(text: str, start: Start) -> str:
    formatted = format_text(text, start)
    if "\r\n" in text:
        formatted = formatted.replace("\n", "\r\n")
    # Blanks around signs and at the beginning of lines must not push a legal text over the limit.
    if len(formatted.encode()) <= caps.EFFECT_BYTES:
        return formatted
    line = text.strip()
    return text if line == text or "\n" in line else _formatted(line, start)


def _moved(diagnostic: Diagnostic, source: Source, offset: int) -> Diagnostic:
    place = diagnostic.span
    return evolve(diagnostic, span=Span(source, offset + place.start, offset + place.end))


def start_of(path: KeyPath, fields: Mapping[str, Mapping[str, Start | None]]) -> Start | None:
    """How the text under a key is read; None if no text of the language stands there, or if it is not known."""
    match path:
        case (
            ("estimate",)
            | ("counters", _, "limit")
            | ("pieces" | "cells" | "rules", _, "while")
            | ("queries", _, "value")
        ):
            return "value"
        case ("verbs", _, "effect"):
            return "effect"
        case ("rules", _, "rules"):
            return "rules"
        case (str(section), _, "effect") if section in STEP_SECTIONS:
            return "effect"
        case (str(section), _, str(field)):
            return fields.get(section, {}).get(field)
        case _:
            return None


def starts_of(document: Document, name: str) -> Callable[[KeyPath], Start | None]:
    """For a key of a file: how its text is read, as `start_of`."""
    fields = text_fields([*_below(document, name), document])
    return lambda path: start_of(path, fields)


def _below(document: Document, name: str) -> list[Document]:
    """The ruleset as it is on the disk, with its parts and bases; if it cannot be read, its base alone."""
    base = document.get("extends")
    for spec in (name, base):
        if isinstance(spec, str):
            try:
                layer = Loader(open_bundle(), Problems()).load(spec)
            except TooManyProblems:
                continue
            if layer:
                return [layer.document]
    return []
