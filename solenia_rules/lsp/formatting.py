"""Finds the texts of a document that are not in their canonical form, while the document is being written."""

from __future__ import annotations

from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.reader import Document
from solenia_rules.rules.rewriter import FormatProblem, Formatted, formatted_texts


def misformatted(text: str, name: str, below: Document | None) -> list[Formatted]:
    """The places of a document that formatting changes; none if it is not TOML. Texts with syntax errors stay as they
    are.

    `below`: the last known state of the ruleset, which declares the fields.
    """
    try:
        found = formatted_texts(text, name, below)
    except FormatProblem as problem:
        found = problem.texts
    except RulesetError:
        return []
    return [place for place in found if text[place.start : place.end] != place.text]
