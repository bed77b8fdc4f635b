"""Edits that the editor applies: the formatted texts of a document, and quick fixes from the hints of diagnostics."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types as lsp

from solenia_rules.lsp.positions import Lines
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.reader import Document
from solenia_rules.rules.rewriter import FormatProblem, formatted_texts


def format_edits(text: str, name: str, lines: Lines, below: Document | None) -> list[lsp.TextEdit]:
    """The edits that format a text of the editor; none if it is not TOML. Texts with syntax errors stay as they are.

    `below`: the last known state of the ruleset, which declares the fields.
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


def actions(uri: str, diagnostics: Iterable[lsp.Diagnostic]) -> list[lsp.CodeAction]:
    """One quick fix for each diagnostic with a repair."""
    return [action for diagnostic in diagnostics if (action := _action(uri, diagnostic)) is not None]


def _action(uri: str, diagnostic: lsp.Diagnostic) -> lsp.CodeAction | None:
    match diagnostic.data:
        case {
            "write": str(text),
            "from": [int(first), int(from_character)],
            "to": [int(last), int(to_character)],
        }:
            place = lsp.Range(lsp.Position(first, from_character), lsp.Position(last, to_character))
        case _:
            return None
    return lsp.CodeAction(
        title=f"Write `{text}`",
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        is_preferred=True,
        edit=lsp.WorkspaceEdit(changes={uri: [lsp.TextEdit(place, text)]}),
    )
