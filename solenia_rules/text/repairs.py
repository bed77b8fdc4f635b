"""Derives an edit from a hint: the word that is meant, in place of the word that is written."""

from __future__ import annotations

import re

from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import Span
from solenia_rules.text.suggestions import LONGEST, edit_distance

_MEANT = re.compile(r"did you mean `([a-z0-9_ ]+)`\?")
_WORD = re.compile(r"\w+")
MARKED = 200
"""Longest marked stretch that is looked at."""


@frozen
class Repair:
    """One stretch of a file and what should stand there."""

    span: Span
    text: str


def repair(diagnostic: Diagnostic) -> Repair | None:
    """The repair that the hint of a diagnostic names. None: it names none, or it is not clear which word is meant."""
    meant = _MEANT.search(diagnostic.hint or "")
    marked = diagnostic.span
    if meant is None or not 0 < marked.end - marked.start <= MARKED:
        return None
    word = meant[1]
    found = sorted(
        (edit_distance(match.group(), word, LONGEST), match.start(), match.end())
        for match in _WORD.finditer(marked.text)
        if match.group() != word and len(match.group()) <= LONGEST
    )
    if not found or (len(found) > 1 and found[0][0] == found[1][0]):
        return None
    _, start, end = found[0]
    return Repair(Span(marked.source, marked.start + start, marked.start + end), word)
