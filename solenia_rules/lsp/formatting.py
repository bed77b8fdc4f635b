"""Formatting a document: its effect texts in their usual form, each as an edit of its own."""

from __future__ import annotations

from lsprotocol import types as lsp

from solenia_rules.lsp.positions import Lines
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.reader import Document
from solenia_rules.rules.rewriter import FormatProblem, formatted_texts


def format_edits(text: str, name: str, lines: Lines, below: Document | None) -> list[lsp.TextEdit]:
    """Edits of the text as it stands in the editor; none where it is no TOML. Texts that are wrong stay as they are.

    `below`: the ruleset as it was last known, which says what fields there are.
    """
    try:
        found = formatted_texts(text, name, below)
    except FormatProblem as problem:
        found = problem.texts
    except RulesetError:
        return []
    return [
        lsp.TextEdit(lines.range(place.start, place.end), place.text)
        for place in found
        if text[place.start : place.end] != place.text
    ]
