"""Edits that the editor applies, in the form of the protocol: completion, the formatted texts of a document, and quick
fixes from the hints of diagnostics."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types as lsp

from solenia_rules.lsp.asking import Question
from solenia_rules.lsp.completing import complete
from solenia_rules.lsp.formatting import misformatted
from solenia_rules.lsp.offers import Offer
from solenia_rules.lsp.positions import Lines
from solenia_rules.rules.reader import Document


def completions(question: Question, lines: Lines) -> lsp.CompletionList:
    """What completion offers at a place."""
    start, found = complete(question)
    place = lines.range(start, question.offset)
    return lsp.CompletionList(False, [_item(offer, place) for offer in found])


def _item(offer: Offer, place: lsp.Range) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        label=offer.label,
        kind=lsp.CompletionItemKind[offer.kind.title().replace("_", "")],
        detail=offer.detail,
        sort_text=f"{offer.rank:02}{offer.label}",
        text_edit=lsp.TextEdit(place, offer.label),
    )


def format_edits(text: str, name: str, lines: Lines, below: Document | None) -> list[lsp.TextEdit]:
    """The edits that format a text of the editor."""
    return [lsp.TextEdit(lines.range(at.start, at.end), at.text) for at in misformatted(text, name, below)]


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
