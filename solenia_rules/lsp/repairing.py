"""Quick fixes: what the hint of a diagnostic would have written, done by the editor."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types as lsp


def actions(uri: str, diagnostics: Iterable[lsp.Diagnostic]) -> list[lsp.CodeAction]:
    """One for each diagnostic that carries a repair."""
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
