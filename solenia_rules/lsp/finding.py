"""Finds the declaration of a name, across `extends`, and all places that mention it."""

from __future__ import annotations

from pathlib import Path

from solenia_rules.lsp.asking import Question
from solenia_rules.rules.files import find_by_name, open_bundle
from solenia_rules.rules.problems import Problems
from solenia_rules.text.places import NOWHERE, Source, Span


def definitions(question: Question) -> list[Span]:
    """The declaration that is in force. At the declaration itself: the one below that it changes. For a variable: the
    place where it is bound."""
    known, spot = question.known, question.spot
    if question.occurrence is not None and spot is not None:
        bound = question.occurrence[0].bound
        if bound is not None:
            return [Span(_own(question), spot.start + bound.span.start, spot.start + bound.span.end)]
    if question.target is None:
        return []
    found = known.declarations(question.target)
    if not found:
        return []
    if len(found) > 1 and _is_here(question, found[0]):
        return found[1:2]
    return found if question.target[0] == "field" else found[:1]


def _own(question: Question) -> Source:
    """The document as it is in the editor."""
    return Source(str(question.known.path), question.text)


def _is_here(question: Question, span: Span) -> bool:
    own = question.known.paths.get(span.source.name) == question.known.path
    return own and span.start <= question.offset <= span.end


def base_file(question: Question) -> Path | None:
    """The file of the base whose name stands at the place."""
    if question.path != ("extends",) or question.spot is None:
        return None
    name = question.text[question.spot.start : question.spot.end]
    path = question.known.path
    beside = path.parent if not open_bundle().holds(path) else None
    found = find_by_name(name, open_bundle(), beside, Problems(), NOWHERE)
    first = found.parts[0][1] if found is not None else None
    return first if isinstance(first, Path) else None


def references(question: Question, with_declaration: bool) -> list[Span]:
    """All places that name the same thing, in all files of the ruleset."""
    if question.occurrence is not None and question.occurrence[0].bound is not None:
        return local_references(question)
    if question.target is None:
        return []
    found = (m for m in question.known.mentions if m.target == question.target)
    return [mention.span for mention in found if with_declaration or not mention.declares]


def local_references(question: Question) -> list[Span]:
    """All places of a variable in its text."""
    from solenia_rules.lsp.occurrences import occurrences

    assert question.occurrence is not None
    assert question.writing is not None
    assert question.spot is not None
    bound = question.occurrence[0].bound
    tree = question.writing.tree()
    assert tree is not None
    given = dict.fromkeys(name for name, _ in question.writing.params)
    names = (o.name for o in occurrences(tree, given, question.known.names) if _same(o.bound, bound))
    start = question.spot.start
    return [Span(_own(question), start + name.span.start, start + name.span.end) for name in names]


def _same(a: object, b: object) -> bool:
    return a is not None and getattr(a, "span", None) == getattr(b, "span", None)
